import { diffArrays } from 'diff'
import type { TextRange } from './text-ranges'

/** What differs between two lines, on either side. */
export interface LineMarks {
  readonly before: readonly TextRange[]
  readonly after: readonly TextRange[]
}

/** Longer lines are not compared within: the marks would not help and the work would show. */
const MAX_COMPARED = 2000
/** Words removed and added up to which two lines are compared; the search is quadratic in it. */
const MAX_EDITS = 120

const tokens = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu

/** The words that differ between a line and the one that replaces it; undefined where they have little in common. */
export function markWords(before: string, after: string): LineMarks | undefined {
  const shorter = Math.min(before.trim().length, after.trim().length)
  if (shorter === 0 || Math.max(before.length, after.length) > MAX_COMPARED) return undefined
  const parts = diffArrays(before.match(tokens) ?? [], after.match(tokens) ?? [], {
    maxEditLength: MAX_EDITS,
  })
  if (parts === undefined) return undefined
  const marks: { before: TextRange[]; after: TextRange[] } = { before: [], after: [] }
  let common = 0
  let [atBefore, atAfter] = [0, 0]
  for (const { value, added, removed } of parts) {
    const text = value.join('')
    if (added) {
      extend(marks.after, atAfter, atAfter + text.length, after)
      atAfter += text.length
    } else if (removed) {
      extend(marks.before, atBefore, atBefore + text.length, before)
      atBefore += text.length
    } else {
      common += text.trim().length
      atBefore += text.length
      atAfter += text.length
    }
  }
  return common * 3 < shorter ? undefined : marks
}

/** Neighbours with nothing but a space between them read as one. */
function extend(ranges: TextRange[], start: number, end: number, line: string): void {
  const last = ranges.at(-1)
  if (last !== undefined && line.slice(last.end, start).trim() === '') {
    ranges[ranges.length - 1] = { start: last.start, end }
  } else ranges.push({ start, end })
}
