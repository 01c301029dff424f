import { ORPCError } from '@orpc/client'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

vi.mock('./connection', () => ({ currentLink: () => Promise.reject(new Error('No host.')) }))

import { fromClientError } from './client'

/** What comes back where an input does not fit its contract. */
function refused(schema: z.ZodType, input: unknown): ORPCError<'BAD_REQUEST', unknown> {
  const { error } = schema.safeParse(input)
  return new ORPCError('BAD_REQUEST', {
    message: 'Input validation failed',
    data: JSON.parse(JSON.stringify({ issues: error?.issues })),
  })
}

describe('an input that main refuses', () => {
  it('is said to be too long, or too many, in the words of people', () => {
    const text = z.object({ text: z.string().max(1_000_000) })
    expect(fromClientError(refused(text, { text: 'x'.repeat(1_000_001) }))).toMatchObject({
      code: 'invalid_input',
      field: 'text',
      message: 'This is too long: more than 1,000,000 characters. It was not taken.',
    })
    const attachments = z.object({ attachments: z.array(z.string()).max(2) })
    expect(fromClientError(refused(attachments, { attachments: ['a', 'b', 'c'] }))).toMatchObject({
      message: 'These are too many: more than 2. They were not taken.',
    })
  })

  it('names its field otherwise', () => {
    expect(fromClientError(refused(z.object({ id: z.string() }), {}))).toMatchObject({
      code: 'invalid_input',
      field: 'id',
      message: expect.stringMatching(/^id: /),
    })
  })
})

it('a failure keeps what its sentence says, for what can be done about it', () => {
  const said = { code: 'web.nearby', values: { host: 'wiki.home' } }
  const data = { code: 'denied', message: 'wiki.home leads into your own network.', said }
  expect(fromClientError(new ORPCError('DENIED', { data }))).toMatchObject({ code: 'denied', said })
})
