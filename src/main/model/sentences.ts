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
  const headings = headingEnds(text)
  for (const match of text.matchAll(sentenceEnd)) {
    const to = match.index + match[0].length
    const isDot = match[0].startsWith('.') && match[0].length === 1
    if (isDot && shortForm.test(text.slice(Math.max(from, to - 12), to))) continue
    while (headings[0] !== undefined && headings[0] <= to) add(headings.shift() ?? to)
    add(to)
  }
  for (const end of headings) add(end)
  add(text.length)
  return ranges
}

// A line this much shorter than the text's full lines was not broken for lack of room.
const headingShare = 0.65
const fullLineShare = 0.9

/**
 * Where lines end that are headings, page headers or list entries: shorter than the full lines of this text, not
 * ending like the middle of a sentence, and followed by a line that begins like something new.
 */
function headingEnds(text: string): number[] {
  const lines = text.split('\n')
  const lengths = lines.map((line) => line.trim().length).sort((a, b) => a - b)
  const full = lengths[Math.floor((lengths.length - 1) * fullLineShare)] ?? 0
  const endsAsHeading = (index: number): boolean => {
    const line = lines[index]?.trim() ?? ''
    const next = lines[index + 1]?.trimStart()
    if (next === undefined || line === '' || line.length >= full * headingShare) return false
    return /[\p{L}\p{N})\]]$/u.test(line) && /^(?:[\p{Lu}\p{N}\p{Lo}•–*(]|-\s)/u.test(next)
  }
  const ends: number[] = []
  let end = -1
  for (const [index, line] of lines.entries()) {
    end += line.length + 1
    // A passage may begin in the middle of a line: short by that, its first one proves nothing alone.
    if (endsAsHeading(index) && (index > 0 || endsAsHeading(1))) ends.push(end)
  }
  return ends
}
