import { expect, it } from 'vitest'
import { z } from 'zod'
import { say } from '../../shared/sentences/say'
import { type PortableForm, parsePortable, writePortable } from './portable-file'

const schema = z.strictObject({
  kind: z.literal('recipe'),
  version: z.literal(2),
  steps: z.array(z.string()),
})
const form: PortableForm<typeof schema> = {
  kind: 'recipe',
  version: 2,
  schema,
  refusals: {
    other: () => say('sequence.no_file'),
    newer: () => say('sequence.newer_file'),
    damaged: (values) => say('sequence.damaged_file', values),
  },
}
const recipe = { kind: 'recipe', version: 2, steps: ['stir'] } as const

it('reads what it wrote, also with the mark of the byte order that editors of Windows put in front', () => {
  const { text } = writePortable('Soup', 'recipe', recipe)
  expect(parsePortable(text, form)).toEqual(recipe)
  expect(parsePortable(`\uFEFF${text}`, form)).toEqual(recipe)
})

it.each([
  ['Soup', 'Soup.recipe.json'],
  ['Soup: hot/cold', 'Soup hot cold.recipe.json'],
  ['../..', 'recipe.recipe.json'],
  ['x'.repeat(200), `${'x'.repeat(60)}.recipe.json`],
])('names a file so that every system takes it: %s', (name, expected) => {
  expect(writePortable(name, 'recipe', recipe).name).toBe(expected)
})

it.each([
  ['what is no JSON', 'stir', 'invalid_input', 'sequence.no_file'],
  ['another kind of file', '{"kind":"letter","version":2}', 'invalid_input', 'sequence.no_file'],
  ['a later version', '{"kind":"recipe","version":3}', 'newer_version', 'sequence.newer_file'],
  [
    'a field that there is not',
    JSON.stringify({ ...recipe, more: 1 }),
    'invalid_input',
    'sequence.damaged_file',
  ],
])('refuses %s', (_, text, code, sentence) => {
  expect(() => parsePortable(text, form)).toThrow(
    expect.objectContaining({ code, said: expect.objectContaining({ code: sentence }) }),
  )
})

it('repeats of a damaged file no more than anybody reads', () => {
  const text = JSON.stringify({ ...recipe, steps: [], ['x'.repeat(5000)]: 1 })
  expect(() => parsePortable(text, form)).toThrow(
    expect.objectContaining({ message: expect.stringMatching(/^.{0,400}$/u) }),
  )
})
