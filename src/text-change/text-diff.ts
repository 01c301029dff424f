import { structuredPatch } from 'diff'
import type { DiffHunk } from '../shared/tool/diff'

/** The difference of two texts as it is shown. */
export interface TextDiff {
  readonly hunks: DiffHunk[]
  readonly added: number
  readonly removed: number
  /** Characters in the removed lines. */
  readonly removedCharacters: number
  readonly truncated: boolean
}

/** Largest text of either side that is compared to show what changes (bytes): comparing keeps the main thread busy. */
export const COMPARED_BYTES = 4 * (1 << 20)
/** Lines around a change. */
export const CONTEXT_LINES = 3
/** Changed lines up to which the shortest difference is looked for; the search is quadratic in it. */
const EDIT_LENGTH = 1000
/** Lines of hunks that a preview keeps. */
const SHOWN_LINES = 50_000

/** Compares line by line; line ends are not shown, because edits keep them. */
export function diffTexts(before: string, after: string): TextDiff {
  const [old, young] = [before.replaceAll('\r\n', '\n'), after.replaceAll('\r\n', '\n')]
  const patch = structuredPatch('', '', old, young, undefined, undefined, {
    context: CONTEXT_LINES,
    maxEditLength: EDIT_LENGTH,
  })
  return shownDiff(patch?.hunks ?? [oneHunk(old.split('\n'), young.split('\n'))])
}

/** Hunks with their sums, and as many of their lines as a preview keeps. */
export function shownDiff(hunks: readonly DiffHunk[]): TextDiff {
  let added = 0
  let removed = 0
  let removedCharacters = 0
  for (const { lines } of hunks) {
    for (const line of lines) {
      if (line.startsWith('+')) added++
      if (line.startsWith('-')) {
        removed++
        removedCharacters += line.length
      }
    }
  }
  const shown = firstLines(hunks)
  return { hunks: shown.hunks, added, removed, removedCharacters, truncated: shown.truncated }
}

/** Everything between the first and the last line that differ: right, though not the shortest. */
function oneHunk(before: readonly string[], after: readonly string[]): DiffHunk {
  const least = Math.min(before.length, after.length)
  let start = 0
  while (start < least && before[start] === after[start]) start++
  let end = 0
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const [gone, come] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  return {
    oldStart: start + 1,
    oldLines: gone.length,
    newStart: start + 1,
    newLines: come.length,
    lines: [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)],
  }
}

function firstLines(hunks: readonly DiffHunk[]): { hunks: DiffHunk[]; truncated: boolean } {
  const shown: DiffHunk[] = []
  let room = SHOWN_LINES
  for (const hunk of hunks) {
    if (room === 0) return { hunks: shown, truncated: true }
    shown.push({ ...hunk, lines: hunk.lines.slice(0, room) })
    if (hunk.lines.length > room) return { hunks: shown, truncated: true }
    room -= hunk.lines.length
  }
  return { hunks: shown, truncated: false }
}

/** A difference of two texts as a change that is shown. */
export function textChange(label: string, { hunks, added, removed, truncated }: TextDiff) {
  return { kind: 'text' as const, label, hunks, added, removed, ...(truncated ? { truncated } : {}) }
}

/** Lines of a text; a line end at its end begins no further one. */
export function lineCount(text: string): number {
  if (text === '') return 0
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}
