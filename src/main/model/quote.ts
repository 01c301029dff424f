import type { Range } from './sentences'

// White space and hyphenation differ between what was extracted and what is quoted; case and quotation marks may.
const skipped = /[\s\u00ad\u200b-\u200d\u2060\ufeff\-\u2010-\u2015]/u
const quoteMarks = /[\u2018\u2019\u201a\u201b]/gu
const doubleMarks = /[\u201c\u201d\u201e\u201f\u00ab\u00bb]/gu

/** Where quoted words stand in a text when white space, hyphens, marks and case are left out; null when nowhere. */
export function findQuote(text: string, quote: string): Range | null {
  const needle = fold(quote).folded
  if (needle === '') return null
  const { folded, positions } = fold(text)
  const at = folded.indexOf(needle)
  if (at < 0) return null
  const start = positions[at]
  const last = positions[at + needle.length - 1]
  return start === undefined || last === undefined ? null : { start, end: last + 1 }
}

function fold(text: string): { folded: string; positions: number[] } {
  let folded = ''
  const positions: number[] = []
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (skipped.test(character)) continue
    const lower = character.toLowerCase().replace(quoteMarks, "'").replace(doubleMarks, '"').normalize('NFKC')
    for (const piece of lower) {
      for (let unit = 0; unit < piece.length; unit++) positions.push(index)
      folded += piece
    }
  }
  return { folded, positions }
}
