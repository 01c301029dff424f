import { expect, it } from 'vitest'
import { z } from 'zod'
import { toolModules } from '../gallery/tool-modules'
import { fieldNameDe, fieldValueDe, hasFieldNameDe } from '../text/field-names-de'
import { fieldNameEn, spelledOut } from '../text/field-names-en'

const schema = z.looseObject({ properties: z.record(z.string(), z.unknown()).default({}) })
const names = [
  ...new Set(
    toolModules
      .flatMap(({ tools }) => tools)
      .flatMap(({ input }) => Object.keys(schema.parse(z.toJSONSchema(input, { io: 'input' })).properties)),
  ),
]

it('every field that a form asks for has a German name', () => {
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !hasFieldNameDe(name)).toSorted()).toEqual([])
  expect(fieldNameDe('emails')).toBe('E-Mail-Adressen')
})

it('no field is called by a word of programs in English', () => {
  const programs = /\b(?:id|ids|doc|max|min|regex|glob|url|urls|cursor|top|dry|query)\b/iu
  expect(names.filter((name) => programs.test(fieldNameEn(name))).toSorted()).toEqual([])
  expect(names.map(fieldNameEn)).toContain('Time zone')
})

it('a field that another program calls as what every object has is a word like any other', () => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    for (const told of [fieldNameDe(name), fieldNameEn(name)]) expect(told).toBe(spelledOut(name))
    expect(fieldValueDe(name, 'name')).toBe('name')
    expect(fieldValueDe('status', name)).toBe(name)
  }
})
