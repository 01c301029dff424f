/** A stretch of a text: from `start` up to, not including, `end`, in UTF-16 units. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** A piece of a text and the number of the range it lies in, if any. */
export interface RangedPiece {
  readonly text: string
  readonly start: number
  readonly range?: number
}

/** Cuts a text at ranges; ranges outside the text are ignored and of overlapping ones the first wins. */
export function cutAtRanges(text: string, ranges: readonly TextRange[]): readonly RangedPiece[] {
  const pieces: RangedPiece[] = []
  let done = 0
  const ordered = ranges.map((range, index) => ({ ...range, index })).sort((a, b) => a.start - b.start)
  for (const { start, end, index } of ordered) {
    const from = Math.max(start, done)
    const to = Math.min(end, text.length)
    if (to <= from) continue
    if (from > done) pieces.push({ text: text.slice(done, from), start: done })
    pieces.push({ text: text.slice(from, to), start: from, range: index })
    done = to
  }
  if (done < text.length) pieces.push({ text: text.slice(done), start: done })
  return pieces
}
