import type { Range } from '../sentences'
import { lineAt } from './text-lines'

/** A line that names what it says, such as “Date: 3 June”, and one with columns set by spaces, such as “Travel      45.00”. */
const recordLine =
  /^[ \t]*\p{L}[\p{L}\p{M}\p{N} .,/()&’'-]{0,58}:[ \t]+\S|\S(?: {3,}|\t *)[^\s\p{L}]*\d[^\n]{0,20}$/u

/**
 * Whether the line with the character at `at` says something by itself, as the lines of a bill and the head of a letter do:
 * one beside it is made like it.
 */
export function isRecordLine(text: string, at: number): boolean {
  const line = lineAt(text, at)
  if (!isLike(text, line)) return false
  const above = line.start === 0 ? null : lineAt(text, line.start - 1)
  const below = line.end + 1 >= text.length ? null : lineAt(text, line.end + 1)
  return [above, below].some((other) => other !== null && isLike(text, other))
}

/** A range with each of such lines for itself. */
export function recordsIn(text: string, { start, end }: Range): Range[] {
  const ranges: Range[] = []
  let from = start
  const add = (to: number) => {
    const piece = text.slice(from, to)
    const words = piece.trim()
    const first = from + piece.length - piece.trimStart().length
    if (words !== '') ranges.push({ start: first, end: first + words.length })
    from = to
  }
  for (let at = start; at < end; ) {
    const line = lineAt(text, at)
    if (isRecordLine(text, at)) {
      add(Math.max(start, line.start))
      add(Math.min(end, line.end))
    }
    at = line.end + 1
  }
  add(end)
  return ranges
}

/** Whether one of two places is in such a line, and the other in another line: neither tells of the other. */
export function areApart(text: string, one: number, other: number): boolean {
  return (
    lineAt(text, one).start !== lineAt(text, other).start &&
    (isRecordLine(text, one) || isRecordLine(text, other))
  )
}

/** Whether a line is made like that of a record. */
export function isLikeRecord(line: string): boolean {
  return recordLine.test(line)
}

function isLike(text: string, { start, end }: Range): boolean {
  return isLikeRecord(text.slice(start, end))
}
