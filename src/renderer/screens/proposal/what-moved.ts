import type { DiffHunk } from '../../../shared/tool/diff'
import type { ChangePreview, Preview, Target } from '../../../shared/tool/preview'
import { countLines } from '../../ui/diff-rows'
import { hunksDifference, sideOf, textDifference } from '../../ui/text-difference'

/** Something of a thing that is not as a former plan showed it. */
export type MovedThing = Pick<Target, 'label' | 'reference'> &
  (
    | { readonly kind: 'gone' | 'came' | 'around' }
    | { readonly kind: 'size'; readonly before: number; readonly now: number }
    | { readonly kind: 'label' | 'detail'; readonly before: string; readonly now: string }
  )

/** What is not as a former plan showed it; of what a person gets to see of a plan, no more than that tells. */
export interface Moved {
  readonly things: readonly MovedThing[]
  /** From what was there then to what is there now. */
  readonly changes: readonly ChangePreview[]
}

/** What moved between two plans for the same wish. */
export function whatMoved(before: Preview, now: Preview): Moved {
  const found = now.changes.map((change) => {
    const former = before.changes.find((other) => other.kind === change.kind && other.label === change.label)
    return former === undefined ? [] : baseMoved(former, change)
  })
  const [changes, around] = [found.flat().filter(isChange), found.flat().filter((each) => !isChange(each))]
  return { things: [...partsMoved(before, now), ...lostMoved(before, now), ...around], changes }
}

function isChange(moved: ChangePreview | MovedThing): moved is ChangePreview {
  return moved.kind === 'text' || moved.kind === 'fields'
}

/** What is not touched any more, and what is now. */
function partsMoved(before: Preview, now: Preview): MovedThing[] {
  const [was, is] = [
    [...before.targets, ...before.lost],
    [...now.targets, ...now.lost],
  ]
  return [...only(was, is).map(named('gone')), ...only(is, was).map(named('came'))]
}

function only(targets: readonly Target[], others: readonly Target[]): Target[] {
  const known = new Set(others.map(({ reference }) => reference))
  return [...new Map(targets.map((target) => [target.reference, target])).values()].filter(
    ({ reference }) => !known.has(reference),
  )
}

function named(kind: 'gone' | 'came') {
  return ({ label, reference }: Target): MovedThing => ({ kind, label, reference })
}

/** Of what is lost it is told how it is there now; of other targets, how they will be. */
function lostMoved(before: Preview, now: Preview): MovedThing[] {
  const was = new Map(before.lost.map((target) => [target.reference, target]))
  return now.lost.flatMap((target) => {
    const former = was.get(target.reference)
    return former === undefined ? [] : thingMoved(former, target)
  })
}

function thingMoved(before: Target, now: Target): MovedThing[] {
  const { label, reference } = now
  const it = { label, reference }
  const moved: MovedThing[] = []
  if (before.label !== label) moved.push({ ...it, kind: 'label', before: before.label, now: label })
  if (before.detail !== now.detail) {
    moved.push({ ...it, kind: 'detail', before: before.detail ?? '', now: now.detail ?? '' })
  }
  if (before.size !== undefined && now.size !== undefined && before.size !== now.size) {
    moved.push({ ...it, kind: 'size', before: before.size, now: now.size })
  }
  return moved
}

/** How what two changes of the same thing start from differs. */
function baseMoved(before: ChangePreview, now: ChangePreview): (ChangePreview | MovedThing)[] {
  if (before.kind === 'fields' && now.kind === 'fields') {
    const was = new Map(before.fields.map((field) => [field.name, field.before]))
    const fields = now.fields
      .filter(({ name, before: value }) => was.has(name) && was.get(name) !== value)
      .map(({ name, before: value }) => ({ name, before: was.get(name) ?? null, after: value }))
    return fields.length === 0 ? [] : [{ kind: 'fields', label: now.label, fields }]
  }
  if (before.kind !== 'text' || now.kind !== 'text') return []
  const { label } = now
  const hunks = basesDifference(before.hunks, now.hunks)
  if (hunks === null) return [{ kind: 'around', label, reference: label }]
  return hunks.length === 0 ? [] : [{ kind: 'text', label, hunks: [...hunks], ...countLines(hunks) }]
}

/** The difference between two texts by what was shown of changing each; null where that does not tell. */
function basesDifference(before: readonly DiffHunk[], now: readonly DiffHunk[]): readonly DiffHunk[] | null {
  // Where both lead to the same text, that is what both can be told from.
  if (agree(before, now)) return hunksDifference(before.map(inverted), now.map(inverted))
  if (before.length !== now.length) return null
  return now.flatMap((hunk, place) => {
    const former = before[place]
    if (former === undefined) return []
    return textDifference(oldText(former), oldText(hunk)).map((found) => ({
      ...found,
      oldStart: found.oldStart + former.oldStart - 1,
      newStart: found.newStart + hunk.oldStart - 1,
    }))
  })
}

/** Whether what comes of two changes is the same wherever both show it. */
function agree(one: readonly DiffHunk[], other: readonly DiffHunk[]): boolean {
  const lines = new Map(one.flatMap(newLines))
  return other.flatMap(newLines).every(([number, line]) => (lines.get(number) ?? line) === line)
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

function oldText(hunk: DiffHunk): string {
  return sideOf(hunk, '+')
    .map((line) => `${line}\n`)
    .join('')
}
