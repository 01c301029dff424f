import { assertNever } from '../../../shared/errors'
import type { ContentLook } from '../../../shared/tool/picture'
import type { ChangePreview, Preview, Target } from '../../../shared/tool/preview'
import { countLines } from '../../ui/diff-rows'
import { baseDifference } from './base-difference'
import { type ChangePair, pairedChanges } from './paired-changes'

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
  /** Whether that is all: each change that is shown could be compared with a former one. */
  readonly compared: boolean
}

/** What moved between two plans for the same wish. */
export function whatMoved(before: Preview, now: Preview): Moved {
  const found = pairedChanges(before, now).map(baseMoved)
  const all = found.flatMap((each) => each ?? [])
  const things = all.filter((each) => !isChange(each))
  return {
    things: eachOnce([...partsMoved(before, now), ...lostMoved(before, now), ...things]),
    changes: all.filter(isChange),
    compared: !found.includes(null),
  }
}

/** What is lost is told before what changes: of the same thing both may tell the same. */
function eachOnce(things: readonly MovedThing[]): MovedThing[] {
  return [...Map.groupBy(things, ({ kind, reference }) => `${kind} ${reference}`).values()].flatMap((same) =>
    same.slice(0, 1),
  )
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

type Found = readonly (ChangePreview | MovedThing)[]

/** How what two changes of the same thing start from differs; null where what is shown does not tell. */
function baseMoved(pair: ChangePair): Found | null {
  const { former, change } = pair
  if (former === undefined) return null
  switch (change.kind) {
    case 'fields':
      return former.kind === 'fields' ? fieldsMoved({ ...pair, former, change }) : null
    case 'text':
      return former.kind === 'text' ? textMoved({ ...pair, former, change }) : null
    case 'binary':
      if (former.kind !== 'binary' || former.label !== change.label) return null
      return contentMoved(pair, [former.sizeBefore, former.before], [change.sizeBefore, change.before])
    case 'removal':
      if (former.kind !== 'removal') return null
      return contentMoved(pair, [former.size, former.look], [change.size, change.look])
    default:
      return assertNever(change)
  }
}

type PairOf<Kind extends ChangePreview['kind']> = ChangePair & {
  readonly former: Extract<ChangePreview, { readonly kind: Kind }>
  readonly change: Extract<ChangePreview, { readonly kind: Kind }>
}

function fieldsMoved({ former, change, target }: PairOf<'fields'>): Found | null {
  const { label, look } = change
  const was = new Map(former.fields.map((field) => [field.name, field.before]))
  // A field that was not shown had the value that is wished for, or was not wished for.
  const known = change.fields.every(({ name }) => was.has(name)) && former.look?.sha256 === look?.sha256
  const fields = change.fields
    .filter(({ name, before: value }) => was.has(name) && was.get(name) !== value)
    .map(({ name, before: value }) => ({ name, before: was.get(name) ?? null, after: value }))
  const found: (ChangePreview | MovedThing)[] = []
  if (fields.length > 0) found.push({ kind: 'fields', label, fields })
  if (former.label !== label) {
    if (target === undefined || !isNamedByPeople(target)) return found.length === 0 ? null : found
    const told = fields.some(({ before, after }) => before === former.label && after === label)
    if (!told)
      found.push({ kind: 'label', label, reference: target.reference, before: former.label, now: label })
  }
  return found.length === 0 && !known ? null : found
}

/** Whether its label is a name that a person may change while it stays the same thing. */
function isNamedByPeople({ kind }: Target): boolean {
  return kind === 'document' || kind === 'collection' || kind === 'record'
}

function textMoved({ former, change, target, formerTarget, whole }: PairOf<'text'>): Found | null {
  const { label } = change
  if (former.label !== label) return null
  const [size, formerSize] = [target?.size, formerTarget?.size]
  const differ = size !== undefined && formerSize !== undefined && size !== formerSize
  const hunks = baseDifference(former, change, { differ, whole })
  if (hunks === null) return [{ kind: 'around', label, reference: target?.reference ?? label }]
  return hunks.length === 0 ? [] : [{ kind: 'text', label, hunks: [...hunks], ...countLines(hunks) }]
}

type Content = readonly [size: number | undefined, look: ContentLook | undefined]

function contentMoved({ change, target }: ChangePair, was: Content, is: Content): Found | null {
  const [before, now] = [was[0], is[0]]
  const { label } = change
  if (before !== undefined && now !== undefined && before !== now) {
    return [{ kind: 'size', label, reference: target?.reference ?? label, before, now }]
  }
  // Another content of the same size is not told by it.
  return before === now && was[1]?.sha256 === is[1]?.sha256 ? [] : null
}
