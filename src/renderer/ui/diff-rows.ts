import type { DiffHunk } from '../../shared/tool/diff'

/** The head of a hunk. */
export interface HunkRow {
  readonly kind: 'hunk'
  readonly key: string
  readonly hunk: number
  /** Where it begins in what comes. */
  readonly line: number
}

/** A remark such as "No newline at end of file". */
export interface NoteRow {
  readonly kind: 'note'
  readonly key: string
  readonly text: string
}

/** A line of either side. */
export interface LineRow {
  readonly kind: 'line'
  readonly key: string
  readonly sign: ' ' | '+' | '-'
  readonly oldNumber?: number
  readonly newNumber?: number
  readonly text: string
  /** The line that replaces it, or that it replaces. */
  readonly counterpart?: string
}

/** One line as the diff view draws it. */
export type DiffRow = HunkRow | NoteRow | LineRow

/** Two lines beside each other; one side is empty where nothing corresponds. */
export interface PairRow {
  readonly kind: 'pair'
  readonly key: string
  readonly old: LineRow | undefined
  readonly young: LineRow | undefined
}

/** One row of a diff that shows both sides. */
export type SplitRow = HunkRow | NoteRow | PairRow

/** Lays hunks out as numbered lines, each with the line that takes its place. */
export function diffRows(hunks: readonly DiffHunk[]): readonly DiffRow[] {
  const rows: DiffRow[] = []
  hunks.forEach((hunk, number) => {
    rows.push({ kind: 'hunk', key: `${number}`, hunk: number, line: hunk.newStart })
    const counterparts = pairs(hunk.lines)
    let oldNumber = hunk.oldStart
    let newNumber = hunk.newStart
    hunk.lines.forEach((line, index) => {
      const key = `${number}.${index}`
      const text = line.slice(1)
      const sign = line[0]
      if (sign === '\\') rows.push({ kind: 'note', key, text: text.trim() })
      else if (sign === '+') {
        rows.push({
          kind: 'line',
          key,
          sign,
          newNumber: newNumber++,
          text,
          counterpart: counterparts.get(index),
        })
      } else if (sign === '-') {
        rows.push({
          kind: 'line',
          key,
          sign,
          oldNumber: oldNumber++,
          text,
          counterpart: counterparts.get(index),
        })
      } else {
        rows.push({ kind: 'line', key, sign: ' ', oldNumber: oldNumber++, newNumber: newNumber++, text })
      }
    })
  })
  return rows
}

/** Lays the lines of {@link diffRows} out in two columns: what goes at the left, what comes at the right. */
export function splitRows(rows: readonly DiffRow[]): readonly SplitRow[] {
  const split: SplitRow[] = []
  let old: LineRow[] = []
  let young: LineRow[] = []
  const flush = () => {
    for (let at = 0; at < Math.max(old.length, young.length); at++) {
      const key = (old[at] ?? young[at])?.key ?? ''
      split.push({ kind: 'pair', key: `${key}p`, old: old[at], young: young[at] })
    }
    old = []
    young = []
  }
  for (const row of rows) {
    if (row.kind === 'line' && row.sign === '-') {
      // A second removal after additions begins a new change.
      if (young.length > 0) flush()
      old.push(row)
    } else if (row.kind === 'line' && row.sign === '+') young.push(row)
    else if (row.kind === 'line') {
      flush()
      split.push({ kind: 'pair', key: row.key, old: row, young: row })
    } else {
      // A remark stands between the two sides of a change; the change must stay in one piece.
      if (row.kind === 'hunk' || young.length > 0) flush()
      split.push(row)
    }
  }
  flush()
  return split
}

/** Removed lines are set against the added lines that follow them directly, first with first. */
function pairs(lines: readonly string[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
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
      found.set(at + offset, (lines[addedStart + offset] ?? '').slice(1))
      found.set(addedStart + offset, (lines[at + offset] ?? '').slice(1))
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

/** A whole new text as one hunk that adds every line. */
export function additionHunks(content: string): readonly DiffHunk[] {
  if (content === '') return []
  const lines = content.split('\n')
  const endsLine = lines.at(-1) === ''
  if (endsLine) lines.pop()
  const added = lines.map((line) => `+${line}`)
  return [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: lines.length, lines: added }]
}
