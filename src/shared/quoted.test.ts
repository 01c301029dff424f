import { expect, it } from 'vitest'
import { quoted, unquoted } from './quoted'
import { inQuotes } from './sentences/english'

it('puts a name into typographic quotes as it is, with what hides or breaks made visible', () => {
  expect(inQuotes('Shopping text="milk"')).toBe('“Shopping text="milk"”')
  expect(inQuotes('C:\\new "folder"')).toBe('“C:\\new "folder"”')
  expect(unquoted('a\nb\u202ec\\\n')).toBe('a\\nb\\u202ec\\\\n')
})

it('keeps plain quotes apart from those around', () => {
  expect(quoted('say "no"')).toBe('"say \\"no\\""')
})
