import { describe, expect, it } from 'vitest'
import { directionOf } from './direction'

describe('the direction of a text', () => {
  it('is that of a sentence’s own words where it begins with a quoted name', () => {
    expect(directionOf('“مرحبا” is saved.')).toBe('ltr')
    expect(directionOf('„مرحبا“ mit „שלום“ zusammenführen.')).toBe('ltr')
    expect(directionOf('“Harbour” محفوظ')).toBe('rtl')
  })

  it('is left to the first letter of any other text, also one that is a quotation and nothing else', () => {
    for (const text of ['مرحبا', 'Add the task “مرحبا”.', '“مرحبا”', '“مرحبا”.', '']) {
      expect(directionOf(text)).toBeUndefined()
    }
  })
})
