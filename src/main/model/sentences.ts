/** A half-open range of characters. */
export interface Range {
  readonly start: number
  readonly end: number
}

// Ends that are no ends: a letter or a known short form before the dot.
const shortForm =
  /(?:^|[\s(])(?:[A-Za-z]|e\.g|i\.e|cf|etc|vs|Dr|Mr|Mrs|Ms|Prof|No|Fig|Eq|Sec|Vol|pp?|al|z\.B|bzw|ca|Nr|Abs)\.$/u
const sentenceEnd = /[.!?…]+["'”’)\]]*(?=\s)|\n\s*\n/gu

/** The sentences of a text as ranges, in order, without the white space around them. */
export function splitSentences(text: string): Range[] {
  const ranges: Range[] = []
  let from = 0
  const add = (to: number): void => {
    const piece = text.slice(from, to)
    const start = from + (piece.length - piece.trimStart().length)
    const end = from + piece.trimEnd().length
    if (end > start) ranges.push({ start, end })
    from = to
  }
  for (const match of text.matchAll(sentenceEnd)) {
    const to = match.index + match[0].length
    const isDot = match[0].startsWith('.') && match[0].length === 1
    if (isDot && shortForm.test(text.slice(Math.max(from, to - 12), to))) continue
    add(to)
  }
  add(text.length)
  return ranges
}
