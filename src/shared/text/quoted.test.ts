import { expect, it } from 'vitest'
import { inQuotes } from '../sentences/english'
import { quoted, unquoted } from './quoted'

it('puts a name into typographic quotes as it is, with what hides or breaks made visible', () => {
  expect(inQuotes('Shopping text="milk"')).toBe('“Shopping text="milk"”')
  expect(inQuotes('C:\\new "folder"')).toBe('“C:\\new "folder"”')
  expect(unquoted('a\nb\u202ec\\\n')).toBe('a\\nb\\u202ec\\\\n')
})

it('keeps plain quotes apart from those around', () => {
  expect(quoted('say "no"')).toBe('"say \\"no\\""')
})

it.each([
  ['a message in tag characters', 'a\u{e0069}\u{e0067}b', '\\udb40\\udc69\\udb40\\udc67'],
  ['a variation selector', 'a\u{e0101}\ufe0fb', '\\udb40\\udd01\\ufe0f'],
  ['a blank that has the place of a letter', 'a\u3164\u2800b', '\\u3164\\u2800'],
  ['a joiner of nothing', 'a\u034f\u180eb', '\\u034f\\u180e'],
])('makes %s visible in a name', (_what, name, shown) => {
  expect(unquoted(name)).toBe(`a${shown}b`)
})

it('leaves an emoji as it is drawn', () => {
  for (const name of ['❤\ufe0f.txt', '1\ufe0f\u20e3 list', '☎\ufe0e']) expect(unquoted(name)).toBe(name)
})
