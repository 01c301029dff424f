import type { DiffHunk } from '../../shared/tool/diff'
import type { TextRange } from './text-ranges'

/** One line as the diff view draws it. */
export type DiffRow =
  | { readonly kind: 'hunk'; readonly key: string; readonly hunk: number; readonly header: string }
  | {
      readonly kind: 'line'
      readonly key: string
      readonly sign: ' ' | '+' | '-'
      readonly oldNumber?: number
      readonly newNumber?: number
      readonly text: string
      /** What differs from the line it replaces. */
      readonly changed?: TextRange
    }
  /** A remark such as "No newline at end of file". */
  | { readonly kind: 'note'; readonly key: string; readonly text: string }

/** Longer lines are not compared within: the marks would not help and the work would show. */
const MAX_COMPARED = 2000

/** What differs between two similar lines: everything between their common start and end, or undefined if little is common. */
export function changedRanges(
  before: string,
  after: string,
): { readonly before: TextRange; readonly after: TextRange } | undefined {
  const shorter = Math.min(before.length, after.length)
  if (shorter === 0 || Math.max(before.length, after.length) > MAX_COMPARED) return undefined
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const isWord = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}_]/u.test(character)
  // A mark in the middle of a word is hard to read: widen it to whole words.
  while (start > 0 && isWord(before[start - 1]) && (isWord(before[start]) || isWord(after[start]))) start--
  while (
    end > 0 &&
    isWord(before[before.length - end]) &&
    (isWord(before[before.length - end - 1]) || isWord(after[after.length - end - 1]))
  ) {
    end--
  }
  const common = before.slice(0, start).trim().length + before.slice(before.length - end).trim().length
  if (common * 3 < shorter) return undefined
  return {
    before: { start, end: before.length - end },
    after: { start, end: after.length - end },
  }
}

/** Lays hunks out as numbered lines, with what changed inside lines that replace each other. */
export function diffRows(hunks: readonly DiffHunk[]): readonly DiffRow[] {
  const rows: DiffRow[] = []
  hunks.forEach((hunk, number) => {
    const header = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`
    rows.push({ kind: 'hunk', key: `${number}`, hunk: number, header })
    const changed = pairs(hunk.lines)
    let oldNumber = hunk.oldStart
    let newNumber = hunk.newStart
    hunk.lines.forEach((line, index) => {
      const key = `${number}.${index}`
      const text = line.slice(1)
      const sign = line[0]
      if (sign === '\\') rows.push({ kind: 'note', key, text: text.trim() })
      else if (sign === '+') {
        rows.push({ kind: 'line', key, sign, newNumber: newNumber++, text, changed: changed.get(index) })
      } else if (sign === '-') {
        rows.push({ kind: 'line', key, sign, oldNumber: oldNumber++, text, changed: changed.get(index) })
      } else {
        rows.push({ kind: 'line', key, sign: ' ', oldNumber: oldNumber++, newNumber: newNumber++, text })
      }
    })
  })
  return rows
}

/** Removed lines are compared with the added lines that follow them directly, first with first. */
function pairs(lines: readonly string[]): ReadonlyMap<number, TextRange> {
  const found = new Map<number, TextRange>()
  let at = 0
  while (at < lines.length) {
    const run = (sign: string, from: number) => {
      let to = from
      while (lines[to]?.[0] === sign) to++
      return to
    }
    const removedEnd = run('-', at)
    const note = lines[removedEnd]?.[0] === '\\' ? 1 : 0
    const addedStart = removedEnd + note
    const addedEnd = run('+', addedStart)
    for (let offset = 0; at + offset < removedEnd && addedStart + offset < addedEnd; offset++) {
      const ranges = changedRanges(
        (lines[at + offset] ?? '').slice(1),
        (lines[addedStart + offset] ?? '').slice(1),
      )
      if (!ranges) continue
      found.set(at + offset, ranges.before)
      found.set(addedStart + offset, ranges.after)
    }
    at = Math.max(addedEnd, at + 1)
  }
  return found
}

/** How many lines hunks add and remove. */
export function countChanges(hunks: readonly DiffHunk[]): {
  readonly added: number
  readonly removed: number
} {
  let added = 0
  let removed = 0
  for (const { lines } of hunks) {
    for (const line of lines) {
      if (line.startsWith('+')) added++
      else if (line.startsWith('-')) removed++
    }
  }
  return { added, removed }
}
