import type { DiffHunk } from '../../../shared/tool/diff'
import type { ChangePreview } from '../../../shared/tool/preview'
import { hunksDifference, sideOf, textDifference } from '../../ui/text-difference'

type TextChange = Extract<ChangePreview, { readonly kind: 'text' }>

/** What is known of two changes of one text beside what is shown of them. */
export interface KnownOfBoth {
  /** The texts that they lead to are of other sizes. */
  readonly differ: boolean
  /** Each puts a whole text in place of what is there. */
  readonly whole: boolean
}

/** Lines around a change that a hunk shows, where the text has as many. */
const contextLines = 3

/** The difference between two texts by what was shown of changing each; null where that does not tell. */
export function baseDifference(
  before: TextChange,
  now: TextChange,
  { differ, whole }: KnownOfBoth,
): readonly DiffHunk[] | null {
  // A text that is new is told from none, which shows nothing of one that is there.
  if ((before.content === undefined) !== (now.content === undefined)) return null
  if (before.truncated === true || now.truncated === true) {
    return JSON.stringify(before.hunks) === JSON.stringify(now.hunks) ? [] : null
  }
  // Where both lead to the same text, that is what both can be told from.
  if (!differ && agree(before.hunks, now.hunks)) {
    return hunksDifference(before.hunks.map(inverted), now.hunks.map(inverted))
  }
  // Each of its hunks depends on what is there: they do not belong to one another by their order.
  if (whole && before.hunks.length > 0) return null
  return hunkByHunk(before.hunks, now.hunks)
}

/** Whether what comes of two changes is the same wherever both show it, and both show some of it. */
function agree(one: readonly DiffHunk[], other: readonly DiffHunk[]): boolean {
  const lines = new Map(one.flatMap(newLines))
  const both = other.flatMap(newLines).filter(([number]) => lines.has(number))
  return both.length > 0 && both.every(([number, line]) => lines.get(number) === line)
}

function newLines(hunk: DiffHunk): [number: number, line: string][] {
  return sideOf(hunk, '-').map((line, at) => [hunk.newStart + at, line])
}

function inverted({ oldStart, oldLines, newStart, newLines: lines, ...hunk }: DiffHunk): DiffHunk {
  return {
    ...{ oldStart: newStart, oldLines: lines, newStart: oldStart, newLines: oldLines },
    lines: hunk.lines.map((line) => (signs[line.charAt(0)] ?? line.charAt(0)) + line.slice(1)),
  }
}

const signs: Readonly<Record<string, string>> = { '+': '-', '-': '+' }

/** The difference where each hunk does at another place what its former one did. */
function hunkByHunk(before: readonly DiffHunk[], now: readonly DiffHunk[]): readonly DiffHunk[] | null {
  if (before.length !== now.length) return null
  const found: DiffHunk[] = []
  let untold = false
  for (const [place, hunk] of now.entries()) {
    const former = before[place]
    if (former === undefined || !(standAlike(former, hunk) || belongTogether(former, hunk))) return null
    const told = sidesDifference(former, hunk)
    found.push(...told.hunks)
    untold ||= told.slid || former.oldStart !== hunk.oldStart
  }
  return found.length === 0 && untold ? null : found
}

/** Then each shows the same lines of the text by their numbers, whatever it does to them. */
function standAlike(one: DiffHunk, other: DiffHunk): boolean {
  return one.oldStart === other.oldStart && one.oldLines === other.oldLines
}

function belongTogether(one: DiffHunk, other: DiffHunk): boolean {
  return doTheSame(one, other) && startAlike(one, other)
}

function doTheSame(one: DiffHunk, other: DiffHunk): boolean {
  return (['+', '-'] as const).some((sign) => {
    const [own, others] = [signed(one, sign), signed(other, sign)]
    return own.length > 0 && own.length === others.length && own.every((line, at) => line === others[at])
  })
}

/** Without a line in common every line would be said to be gone, where all may only be out of sight. */
function startAlike(one: DiffHunk, other: DiffHunk): boolean {
  const lines = new Set(sideOf(one, '+').filter((line) => line.trim() !== ''))
  return sideOf(other, '+').some((line) => lines.has(line))
}

function signed({ lines }: DiffHunk, sign: '+' | '-'): string[] {
  return lines.filter((line) => line.startsWith(sign))
}

/** How the old sides of two hunks differ; `slid` where lines at an end may only have come into sight, or out of it. */
function sidesDifference(former: DiffHunk, hunk: DiffHunk): { hunks: readonly DiffHunk[]; slid: boolean } {
  const found = textDifference(oldText(former), oldText(hunk))
  const atBeginning = former.oldStart <= 1 && hunk.oldStart <= 1
  const atEnd = endsText(former) && endsText(hunk)
  const told = found
    .map((each, place) => (place > 0 || atBeginning ? each : withoutSlid(each, 'first')))
    .map((each, place) => (place < found.length - 1 || atEnd ? each : withoutSlid(each, 'last')))
  return {
    hunks: told
      .filter(({ lines }) => lines.some((line) => !line.startsWith(' ')))
      .map((each) => ({
        ...each,
        oldStart: each.oldStart + former.oldStart - 1,
        newStart: each.newStart + hunk.oldStart - 1,
      })),
    slid: told.some((each, place) => each !== found[place]),
  }
}

/** A hunk shows fewer lines after its last change than it would only where there are no more. */
function endsText({ lines }: DiffHunk): boolean {
  return lines.length - 1 - lines.findLastIndex((line) => !line.startsWith(' ')) < contextLines
}

/** Without the lines at an end of which one side has more: which of them went or came can't be told. */
function withoutSlid(hunk: DiffHunk, end: 'first' | 'last'): DiffHunk {
  const { lines } = hunk
  const same = (line: string) => line.startsWith(' ')
  const [from, to] =
    end === 'first' ? [0, lines.findIndex(same)] : [lines.findLastIndex(same) + 1, lines.length]
  const edge = to < 0 ? lines : lines.slice(from, to)
  const [gone, come] = [countOf(edge, '-'), countOf(edge, '+')]
  if (gone === come) return hunk
  return {
    oldStart: hunk.oldStart + (end === 'first' ? gone : 0),
    oldLines: hunk.oldLines - gone,
    newStart: hunk.newStart + (end === 'first' ? come : 0),
    newLines: hunk.newLines - come,
    lines: to < 0 ? [] : lines.toSpliced(from, edge.length),
  }
}

function countOf(lines: readonly string[], sign: '+' | '-'): number {
  return lines.filter((line) => line.startsWith(sign)).length
}

function oldText(hunk: DiffHunk): string {
  return sideOf(hunk, '+')
    .map((line) => `${line}\n`)
    .join('')
}
