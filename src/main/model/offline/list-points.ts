import type { Range } from '../sentences'

/** A mark of a point that begins no line of words. */
export const bullet = /^[ \t]*[-*+•‣▪◦●]\s/u
/** A dash or a number, which may also begin a line of words. */
export const numbered = /^[ \t]*(?:–|\d{1,3}[.)])\s/u

/** What follows upon a colon is quoted up to so many characters: what is left out is seen in the document. */
const longestList = 600

/** Widens a range that ends with a colon by the points of the list that follows at once. */
export function withPoints(text: string, { start, end }: Range): Range {
  if (!/[:：]$/u.test(text.slice(start, end).trimEnd())) return { start, end }
  let to = end
  let isInPoint = false
  for (const line of text.slice(end, end + longestList * 2).matchAll(/([^\n]*)(?:\n|$)/gu)) {
    const [whole, words = ''] = line
    const begins = bullet.test(words) || numbered.test(words)
    const goesOn = isInPoint && /^[ \t]+\S/u.test(words)
    if (whole === '' || (words.trim() !== '' && !begins && !goesOn)) break
    const lineEnd = end + line.index + words.trimEnd().length
    if (lineEnd - end > longestList) break
    if (begins) isInPoint = true
    if (words.trim() !== '') to = lineEnd
  }
  return { start, end: to }
}
