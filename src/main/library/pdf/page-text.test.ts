import { describe, expect, it } from 'vitest'
import { readHyphenation } from './hyphenation'
import { draftOfCharacters } from './page-draft'
import { charRuns, type DivisionKind, retrace, settle } from './page-text'

const codesOf = (text: string) => Uint32Array.from(text, (letter) => letter.codePointAt(0) ?? 0)

/** The text of a page about which its document tells nothing more. */
function pageTextOf(codes: Uint32Array, kind: DivisionKind = 'joined') {
  return settle(draftOfCharacters(codes), { dropped: new Set(), divide: () => kind })
}

describe('text of a PDF page', () => {
  it('turns generated line ends into \\n and leads back over them', () => {
    const page = pageTextOf(codesOf('one\r\ntwo'))
    expect(page.text).toBe('one\ntwo')
    expect(charRuns(page, 4, 7)).toEqual([{ first: 5, count: 3 }])
  })

  it('joins a word that was divided at a line end, and leads back over the hyphen', () => {
    const page = pageTextOf(codesOf('infor\u0002mation desk'))
    expect(page.text).toBe('information desk')
    expect(charRuns(page, 0, 11)).toEqual([
      { first: 0, count: 5 },
      { first: 6, count: 6 },
    ])
    expect(charRuns(page, 12, 16)).toEqual([{ first: 13, count: 4 }])
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
    expect(charRuns(page, 5, 8)).toEqual([{ first: 6, count: 3 }])
  })

  it('is well-formed and free of control characters whatever the fonts claim', () => {
    const page = pageTextOf(Uint32Array.of(0x41, 0, 0x01, 0x14, 0xd800, 0x42, 0xffffffff, 0x09))
    expect(page.text).toBe('A  \uFFFDB\uFFFD\t')
    expect(page.charIndex.length).toBe(page.text.length)
  })

  it('answers nothing for an empty or outlying range', () => {
    const page = pageTextOf(codesOf('abc'))
    expect(charRuns(page, 2, 2)).toEqual([])
    expect(charRuns(page, 3, 9)).toEqual([])
    expect(charRuns(page, 1, 99)).toEqual([{ first: 1, count: 2 }])
  })

  it('drops soft hyphens, and joins what one divides over lines', () => {
    expect(pageTextOf(codesOf('in\u00ADfor\u00AD\r\nmation')).text).toBe('information')
  })

  it('writes a word that keeps its hyphen on one line, and leaves a hyphen before a capital alone', () => {
    const page = pageTextOf(codesOf('well-\r\nknown Jean-\r\nPaul'), 'kept')
    expect(page.text).toBe('well-known Jean-\nPaul')
    expect(charRuns(page, 4, 7)).toEqual([
      { first: 4, count: 1 },
      { first: 7, count: 2 },
    ])
  })

  it('writes a web address on one line with all its signs, and finds it where it was stored in two', () => {
    const draft = draftOfCharacters(codesOf('at https://a-\r\nb.example.\r\norg/x up-\r\nset'))
    const divide = readHyphenation([draft])
    const page = settle(draft, { dropped: new Set(), divide: (division) => divide(draft, division) })
    expect(page.text).toBe('at https://a-b.example.org/x upset')
    expect(charRuns(page, 11, 15)).toEqual([
      { first: 11, count: 2 },
      { first: 15, count: 2 },
    ])
    for (const stored of [page.text, 'at https://ab.example.\norg/x upset', draft.text]) {
      expect(retrace(draft, stored)?.text).toBe(stored)
    }
  })

  it('finds how a stored text was made, whatever was decided', () => {
    const draft = draftOfCharacters(codesOf('a well-\r\nknown infor\u0002mation cafe\u0301 up-\r\nset'))
    for (const stored of [
      'a well-known information café upset',
      'a wellknown infor-mation café up-set',
      'a well-\nknown information café up-\nset',
    ]) {
      const page = retrace(draft, stored)
      expect(page?.text).toBe(stored)
      expect(charRuns(page ?? draft, stored.indexOf('café') + 3, stored.indexOf('café') + 4)).toEqual([
        { first: 31, count: 1 },
      ])
    }
    expect(retrace(draft, 'something else')).toBeNull()
  })
})
