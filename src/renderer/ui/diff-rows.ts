import { assertNever } from '../../shared/errors'
import type { DiffHunk } from '../../shared/tool/diff'

/** The head of a hunk. */
export interface HunkRow {
  readonly kind: 'hunk'
  readonly key: string
  readonly hunk: number
  /** Where it begins in what comes. */
  readonly line: number
}

/** Says that the line before it is the last of its side, and has no line end: the one remark that a diff makes. */
export interface NoteRow {
  readonly kind: 'note'
  readonly key: string
}

/** A line of either side. */
export interface LineRow {
  readonly kind: 'line'
  readonly key: string
  readonly hunk: number
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
  readonly hunk: number
  readonly old: LineRow | undefined
  readonly young: LineRow | undefined
}

/** One row of a diff that shows both sides. */
export type SplitRow = HunkRow | NoteRow | PairRow

/** The rows of a diff: each is made when it is asked for, so that a long diff costs what is seen of it. */
export interface DiffRows {
  readonly length: number
  readonly at: (index: number) => DiffRow | SplitRow | undefined
}

/** Lays hunks out as numbered lines, each with the line that takes its place. */
export function diffRows(hunks: readonly DiffHunk[]): DiffRows {
  return rowsOf(hunks, (hunk) => ({
    length: hunk.lines.length,
    at: (index, lines) => lines.row(index),
  }))
}

/** Lays hunks out in two columns: what goes at the left, what comes at the right. */
export function splitRows(hunks: readonly DiffHunk[]): DiffRows {
  return rowsOf(hunks, (hunk, number) => {
    const places = splitPlaces(hunk.lines)
    return {
      length: places.length / 2,
      at(index, lines) {
        const [old = none, young = none] = [places[2 * index], places[2 * index + 1]]
        if (old === remark) return lines.row(young)
        const [left, right] = [lines.line(old), old === young ? undefined : lines.line(young)]
        const key = `${(left ?? right)?.key ?? ''}p`
        return { kind: 'pair', key, hunk: number, old: left, young: old === young ? left : right }
      },
    }
  })
}

/** Rows of one hunk, without its head. */
interface HunkRows {
  readonly length: number
  readonly at: (index: number, lines: HunkLines) => DiffRow | SplitRow | undefined
}

function rowsOf(hunks: readonly DiffHunk[], layOut: (hunk: DiffHunk, number: number) => HunkRows): DiffRows {
  const laidOut = hunks.map((hunk, number) => ({
    hunk,
    rows: layOut(hunk, number),
    lines: hunkLines(hunk, number),
  }))
  const starts: number[] = []
  let length = 0
  for (const { rows } of laidOut) {
    starts.push(length)
    length += 1 + rows.length
  }
  return {
    length,
    at(index) {
      const number = lastAtMost(starts, index)
      const found = laidOut[number]
      if (found === undefined || index >= length) return undefined
      const offset = index - (starts[number] ?? 0)
      if (offset > 0) return found.rows.at(offset - 1, found.lines)
      return { kind: 'hunk', key: `${number}`, hunk: number, line: found.hunk.newStart }
    },
  }
}

/** The place of the last number that is not greater; -1 where there is none. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The lines of one hunk. */
interface HunkLines {
  /** A line or a remark. */
  readonly row: (index: number) => LineRow | NoteRow | undefined
  /** The same where it is a line. */
  readonly line: (index: number) => LineRow | undefined
}

function hunkLines({ lines, oldStart, newStart }: DiffHunk, number: number): HunkLines {
  // Numbers instead of rows: a hunk may have tens of thousands of lines, of which few are looked at.
  let placed: ReturnType<typeof placesOf> | undefined
  const row = (index: number): LineRow | NoteRow | undefined => {
    const text = lines[index]
    if (text === undefined) return undefined
    const key = `${number}.${index}`
    if (text.startsWith('\\')) return { kind: 'note', key }
    placed ??= placesOf(lines)
    const sign = signOf(text)
    const pair = lines[placed.pairs[index] ?? none]
    return {
      kind: 'line',
      key,
      hunk: number,
      sign,
      ...(sign === '+' ? {} : { oldNumber: oldStart + (placed.old[index] ?? 0) }),
      ...(sign === '-' ? {} : { newNumber: newStart + (placed.young[index] ?? 0) }),
      text: text.slice(1),
      ...(pair === undefined ? {} : { counterpart: pair.slice(1) }),
    }
  }
  return {
    row,
    line(index) {
      const found = row(index)
      return found?.kind === 'line' ? found : undefined
    },
  }
}

function signOf(line: string): LineRow['sign'] {
  return line.startsWith('+') ? '+' : line.startsWith('-') ? '-' : ' '
}

/** Stands for no line. */
const none = -1
/** Stands before the place of a remark. */
const remark = -2

/** For each line how many of either side are before it, and the line that it is set against. */
function placesOf(lines: readonly string[]): {
  readonly old: Int32Array
  readonly young: Int32Array
  readonly pairs: Int32Array
} {
  const [old, young] = [new Int32Array(lines.length), new Int32Array(lines.length)]
  let [before, after] = [0, 0]
  lines.forEach((line, index) => {
    old[index] = before
    young[index] = after
    if (line.startsWith('\\')) return
    if (!line.startsWith('+')) before++
    if (!line.startsWith('-')) after++
  })
  return { old, young, pairs: pairsOf(lines) }
}

/** Removed lines are set against the added lines that follow them directly, first with first. */
function pairsOf(lines: readonly string[]): Int32Array {
  const found = new Int32Array(lines.length).fill(none)
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
      found[at + offset] = addedStart + offset
      found[addedStart + offset] = at + offset
    }
    at = Math.max(addedEnd, at + 1)
  }
  return found
}

/** The rows of two columns, two places each: the old and the new line, one of them twice, or a remark. */
function splitPlaces(lines: readonly string[]): readonly number[] {
  const places: number[] = []
  let old: number[] = []
  let young: number[] = []
  const flush = () => {
    for (let at = 0; at < Math.max(old.length, young.length); at++) {
      places.push(old[at] ?? none, young[at] ?? none)
    }
    old = []
    young = []
  }
  lines.forEach((line, index) => {
    if (line.startsWith('-')) {
      // A second removal after additions begins a new change.
      if (young.length > 0) flush()
      old.push(index)
    } else if (line.startsWith('+')) young.push(index)
    else if (line.startsWith('\\')) {
      // A remark stands between the two sides of a change; the change must stay in one piece.
      if (young.length > 0) flush()
      places.push(remark, index)
    } else {
      flush()
      places.push(index, index)
    }
  })
  flush()
  return places
}

/** How many lines a row shows; what stands on both sides is one. */
export function linesIn(row: DiffRow | SplitRow | undefined): number {
  switch (row?.kind) {
    case 'line':
      return 1
    case 'pair':
      return row.old === row.young ? 1 : Number(row.old !== undefined) + Number(row.young !== undefined)
    case 'hunk':
    case 'note':
    case undefined:
      return 0
    default:
      return assertNever(row)
  }
}

/** How many lines hunks add, remove and have in all. */
export function countLines(hunks: readonly DiffHunk[]): {
  readonly added: number
  readonly removed: number
  readonly all: number
} {
  let [added, removed, same] = [0, 0, 0]
  for (const { lines } of hunks) {
    for (const line of lines) {
      if (line.startsWith('+')) added++
      else if (line.startsWith('-')) removed++
      else if (!line.startsWith('\\')) same++
    }
  }
  return { added, removed, all: added + removed + same }
}

/** How many lines are added and removed without the hunks that are left out. */
export function countChosen(
  hunks: readonly DiffHunk[],
  whole: { readonly added: number; readonly removed: number },
  chosen: ReadonlySet<number>,
): { readonly added: number; readonly removed: number } {
  const leftOut = countLines(hunks.filter((_, hunk) => !chosen.has(hunk)))
  return { added: whole.added - leftOut.added, removed: whole.removed - leftOut.removed }
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
