import { describe, expect, it } from 'vitest'
import { charRange, pageTextOf } from './page-text'

const codesOf = (text: string) => Uint32Array.from(text, (letter) => letter.codePointAt(0) ?? 0)

describe('text of a PDF page', () => {
  it('turns generated line ends into \\n and leads back over them', () => {
    const page = pageTextOf(codesOf('one\r\ntwo'))
    expect(page.text).toBe('one\ntwo')
    expect(charRange(page, 4, 7)).toEqual({ first: 5, count: 3 })
  })

  it('joins a word that was divided at a line end, and leads back over the hyphen', () => {
    const page = pageTextOf(codesOf('infor\u0002mation desk'))
    expect(page.text).toBe('information desk')
    expect(charRange(page, 0, 11)).toEqual({ first: 0, count: 12 })
    expect(charRange(page, 12, 16)).toEqual({ first: 13, count: 4 })
  })

  it('keeps the hyphen of a compound', () => {
    expect(pageTextOf(codesOf('UTF\u00028 DOE\uFFFEMacsyma')).text).toBe('UTF-8 DOE-Macsyma')
  })

  it('maps both halves of a letter beyond the basic plane, given as one character or as two', () => {
    const whole = pageTextOf(Uint32Array.of(0x61, 0x1f600, 0x62))
    expect(whole.text).toBe('a😀b')
    expect([...whole.charIndex]).toEqual([0, 1, 1, 2])
    const halves = pageTextOf(Uint32Array.of(0x61, 0xd83d, 0xde00, 0x62))
    expect(halves.text).toBe('a😀b')
    expect([...halves.charIndex]).toEqual([0, 1, 2, 3])
  })

  it('composes accents and keeps the rest of the mapping', () => {
    const page = pageTextOf(codesOf('cafe\u0301 bar'))
    expect(page.text).toBe('café bar')
    expect(charRange(page, 5, 8)).toEqual({ first: 6, count: 3 })
  })

  it('is well-formed and free of control characters whatever the fonts claim', () => {
    const page = pageTextOf(Uint32Array.of(0x41, 0, 0x01, 0x14, 0xd800, 0x42, 0xffffffff, 0x09))
    expect(page.text).toBe('A  \uFFFDB\uFFFD\t')
    expect(page.charIndex.length).toBe(page.text.length)
  })

  it('answers nothing for an empty or outlying range', () => {
    const page = pageTextOf(codesOf('abc'))
    expect(charRange(page, 2, 2)).toBeNull()
    expect(charRange(page, 3, 9)).toBeNull()
    expect(charRange(page, 1, 99)).toEqual({ first: 1, count: 2 })
  })
})
