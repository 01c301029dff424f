import { expect, it } from 'vitest'
import { withPlainSchema } from './plain-schema'

const plain = (inputSchema: Record<string, unknown>) =>
  withPlainSchema({ name: 'tool', description: '', inputSchema }).inputSchema

it('leaves out of a schema what a value is checked by, however deep', () => {
  expect(
    plain({
      type: 'object',
      properties: {
        day: { type: 'string', format: 'date', pattern: '^\\d{4}$', description: 'A day.' },
        texts: {
          type: 'array',
          minItems: 1,
          maxItems: 2000,
          items: { type: 'string', maxLength: 2_000_000 },
        },
        either: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
        more: {
          type: 'object',
          propertyNames: { type: 'string', maxLength: 40 },
          additionalProperties: { type: 'string', maxLength: 9 },
        },
      },
      required: ['day'],
      additionalProperties: false,
    }),
  ).toEqual({
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date', description: 'A day.' },
      texts: { type: 'array', items: { type: 'string' } },
      either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      more: { type: 'object', additionalProperties: { type: 'string' } },
    },
    required: ['day'],
    additionalProperties: false,
  })
})

it('keeps what is only called like a keyword, and values that look like schemas', () => {
  const schema = {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'What to find.' },
      properties: { type: 'integer', minimum: 0, maximum: 10, default: 5 },
      kind: { enum: ['pattern', { pattern: 'x' }], default: { maxItems: 1 } },
    },
  }
  expect(plain(schema)).toEqual(schema)
})
