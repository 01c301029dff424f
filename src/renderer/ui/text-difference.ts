import { structuredPatch } from 'diff'
import { appendAll } from '../../shared/append-all'
import type { DiffHunk } from '../../shared/tool/diff'

/** Lines removed and added up to which the shortest difference is looked for; the search is quadratic in it. */
const editLimit = 4000
/** Milliseconds for the search: the window waits meanwhile. */
const searchMs = 300
/** Lines around a change that are shown with it. */
const context = 3

/** The difference between two texts. */
export function textDifference(old: string, young: string): readonly DiffHunk[] {
  const patch = structuredPatch('', '', old, young, undefined, undefined, {
    context,
    maxEditLength: editLimit,
    timeout: searchMs,
  })
  if (patch !== undefined) return patch.hunks
  const [before, after] = [old.split('\n'), young.split('\n')]
  const lines = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)]
  return [{ oldStart: 1, oldLines: before.length, newStart: 1, newLines: after.length, lines }]
}

/** What two differences make of the same text, as the difference between the two results. */
export function hunksDifference(
  first: readonly DiffHunk[],
  second: readonly DiffHunk[],
): readonly DiffHunk[] {
  // How many lines each result has grown by before a place.
  let [firstGrown, secondGrown] = [0, 0]
  return placesOf([...first, ...second]).flatMap((place) => {
    const [own, other] = [applied(place, first), applied(place, second)]
    const [firstShift, secondShift] = [place.start - 1 + firstGrown, place.start - 1 + secondGrown]
    firstGrown += own.length - place.lines.length
    secondGrown += other.length - place.lines.length
    return textDifference(endedLines(own), endedLines(other)).map((hunk) => ({
      ...hunk,
      oldStart: hunk.oldStart + firstShift,
      newStart: hunk.newStart + secondShift,
    }))
  })
}

/** Lines of the text that differences start from, as their hunks tell them. */
interface Place {
  /** Number of the first. */
  readonly start: number
  readonly lines: readonly string[]
}

/** The lines that any hunk shows, in order, those that meet in one. */
function placesOf(hunks: readonly DiffHunk[]): readonly Place[] {
  const places: { start: number; lines: string[] }[] = []
  for (const hunk of hunks.toSorted((a, b) => startOf(a) - startOf(b))) {
    const start = startOf(hunk)
    const lines = sideOf(hunk, '+')
    const last = places.at(-1)
    if (last === undefined || start > last.start + last.lines.length) places.push({ start, lines })
    else appendAll(last.lines, lines.slice(last.start + last.lines.length - start))
  }
  return places
}

function applied({ start, lines }: Place, hunks: readonly DiffHunk[]): readonly string[] {
  const made: string[] = []
  let taken = 0
  for (const hunk of hunks) {
    const at = startOf(hunk) - start
    if (at < 0 || at + hunk.oldLines > lines.length) continue
    appendAll(made, lines.slice(taken, at))
    appendAll(made, sideOf(hunk, '-'))
    taken = at + hunk.oldLines
  }
  return [...made, ...lines.slice(taken)]
}

/** The lines of a hunk without those of the other side. */
export function sideOf({ lines }: DiffHunk, other: '+' | '-'): string[] {
  return lines
    .filter((line) => !line.startsWith(other) && !line.startsWith('\\'))
    .map((line) => line.slice(1))
}

/** A hunk of an empty text may begin at its line 0. */
function startOf({ oldStart }: DiffHunk): number {
  return Math.max(1, oldStart)
}

function endedLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
