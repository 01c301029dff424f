import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldLabel } from './field-label'
import { formFields, inputOf, splitFields } from './tool-form'

const schema = z.strictObject({
  limit: z.int().min(1).default(10).describe('How many.'),
  query: z.string().max(200).describe('What to look for.'),
  sort: z.enum(['name', 'size']).default('name'),
  paths: z.array(z.string()).optional(),
  edits: z.array(z.strictObject({ old: z.string() })).optional(),
  deep: z.boolean().optional(),
  share: z.number().optional(),
  content: z.string().optional(),
})
const fields = formFields({
  inputSchema: z.toJSONSchema(schema, { io: 'input' }),
  primary: 'query',
  module: 'notes',
})
const field = (name: string) => fields.find((each) => each.name === name)
const values = (typed: Record<string, string>) => inputOf(fields, typed)

describe('the form of a tool', () => {
  it('begins with the field that is typed first, and knows what must be there', () => {
    expect(fields.map(({ name }) => name)[0]).toBe('query')
    expect(fields.filter(({ required }) => required).map(({ name }) => name)).toEqual(['query'])
    expect(field('query')).toMatchObject({ description: 'What to look for.', usual: null })
    expect(field('limit')).toMatchObject({ required: false, usual: '10' })
  })

  it('shows what is needed or typed first at once, and the rest when it is wanted', () => {
    const { first, more } = splitFields(fields, 'query')
    expect(first.map(({ name }) => name)).toEqual(['query'])
    expect(more.map(({ name }) => name)).toContain('limit')
    expect(splitFields(fields, 'deep').first.map(({ name }) => name)).toEqual(['query', 'deep'])
  })

  it('is read in words for people, but those of other programs and addresses by their names alone', () => {
    expect(field('query')).toMatchObject({ own: true })
    expect(fieldLabel({ name: 'top_k', own: true })).toBe('How many passages')
    expect(fieldLabel({ name: 'query', own: false })).toBe('Query')
    expect(fieldLabel({ name: 'top_k', own: false })).toBe('Top k')
    const inputSchema = z.toJSONSchema(z.strictObject({ query: z.string() }))
    const of = (more: { foreign?: true; module: string }) =>
      formFields({ inputSchema, primary: null, ...more })
    expect([of({ module: 'http' }), of({ module: 'x', foreign: true })].flat().map(({ own }) => own)).toEqual(
      [false, false],
    )
  })

  it('has a fitting control for each kind of value', () => {
    expect(Object.fromEntries(fields.map(({ name, control }) => [name, control.kind]))).toEqual({
      query: 'text',
      limit: 'number',
      sort: 'choice',
      paths: 'lines',
      edits: 'json',
      deep: 'switch',
      share: 'number',
      content: 'text',
    })
    expect(field('query')?.control).toEqual({ kind: 'text', long: false })
    expect(field('content')?.control).toEqual({ kind: 'text', long: true })
  })

  it('takes what may be nothing too as what it is otherwise', () => {
    const nullable = z.strictObject({
      birthday: z.string().max(10).nullable().optional().describe('Its day.'),
      count: z.int().nullable().optional(),
      kind: z.enum(['a', 'b']).nullable().optional(),
      either: z.union([z.string(), z.number()]).optional(),
    })
    const made = formFields({
      inputSchema: z.toJSONSchema(nullable, { io: 'input' }),
      primary: null,
      module: 'notes',
    })
    expect(made.map(({ name, control }) => [name, control.kind])).toEqual([
      ['birthday', 'text'],
      ['count', 'number'],
      ['kind', 'choice'],
      ['either', 'json'],
    ])
    expect(inputOf(made, { birthday: '1980-05-10' })).toEqual({ input: { birthday: '1980-05-10' } })
    // As other programs' servers write it.
    const typed = { type: 'object', properties: { name: { type: ['string', 'null'], description: 'Who.' } } }
    expect(formFields({ inputSchema: typed, primary: null, module: 'notes' })[0]).toMatchObject({
      description: 'Who.',
      control: { kind: 'text' },
    })
  })

  it('leaves out what is empty, and makes values that the schema takes', () => {
    expect(values({ query: 'tides' })).toEqual({ input: { query: 'tides' } })
    const all = values({
      query: ' tides ',
      limit: '3',
      sort: 'size',
      paths: '/a\n\n/b c\n',
      edits: '[{"old":"x"}]',
      deep: 'false',
      share: '0,5',
      content: 'a\nb',
    })
    expect(all).toEqual({
      input: {
        query: ' tides ',
        limit: 3,
        sort: 'size',
        paths: ['/a', '/b c'],
        edits: [{ old: 'x' }],
        deep: false,
        share: 0.5,
        content: 'a\nb',
      },
    })
    expect(schema.safeParse('input' in all ? all.input : null).success).toBe(true)
  })

  it('takes one text a line for a list whose entries need one text alone', () => {
    const entry = z.strictObject({ label: z.string().default(''), value: z.string() })
    const pair = z.strictObject({ old: z.string(), new: z.string() })
    const both = z.strictObject({ emails: z.array(entry), pairs: z.array(pair).optional() })
    const made = formFields({
      inputSchema: z.toJSONSchema(both, { io: 'input' }),
      primary: null,
      module: 'notes',
    })
    const example = made.find(({ name }) => name === 'pairs')?.control
    expect(example).toEqual({ kind: 'json', example: '[{"old":"…","new":"…"}]' })
    const [first, second] = ['anna@example.org', 'a@b.example'].map((value) => ({ value }))
    expect(inputOf(made, { emails: 'anna@example.org\n\n a@b.example ' })).toEqual({
      input: { emails: [first, second] },
    })
    expect(inputOf(made, { emails: '[{"value":"anna@example.org"}]' })).toEqual({
      input: { emails: [first] },
    })
    expect(inputOf(made, { emails: 'x', pairs: 'x' })).toEqual({ problems: { pairs: 'no_json' } })
  })

  it('knows which fields take documents, of the own tools alone', () => {
    const inputSchema = z.toJSONSchema(z.strictObject({ doc_id: z.string(), other: z.string() }))
    const taking = (foreign: { foreign?: true }) =>
      formFields({ inputSchema, primary: 'doc_id', module: 'library', ...foreign }).map(
        ({ documents }) => documents,
      )
    expect(taking({})).toEqual([true, false])
    expect(taking({ foreign: true })).toEqual([false, false])
  })

  it('says what is missing or is no value', () => {
    expect(values({ limit: '2.5', share: 'half', edits: '[{' })).toEqual({
      problems: { query: 'missing', limit: 'no_whole_number', share: 'no_number', edits: 'no_json' },
    })
  })
})
