import { assertNever } from '../errors'
import type { Choice, ChooseBy } from './choice'
import type { ChangePreview } from './preview'

/** A part of a proposal that can be left out, as text: `3` for an item, `0.2` for a hunk or a field of a change. */
export type PartKey = string

/** A part of a proposal that can be approved by itself. */
export interface Part {
  readonly key: PartKey
  /** Its place in `preview.changes`. */
  readonly change: number
  /** Its place among the hunks or the fields of that change; for an item that of the change itself. */
  readonly index: number
}

/** The key of a hunk or a field. */
export function partKey(change: number, place: number): PartKey {
  return `${change}.${place}`
}

/** Whether all that would change is shown: what is not can neither be chosen nor left out knowingly. */
export function isShownWhole(changes: readonly ChangePreview[]): boolean {
  return !changes.some((change) => change.kind === 'text' && change.truncated === true)
}

/** Every part that a proposal can be approved by, in the order in which it is shown. */
export function partsOf(changes: readonly ChangePreview[], by: ChooseBy): readonly Part[] {
  if (!isShownWhole(changes)) return []
  return changes.flatMap((change, place): Part[] => {
    switch (by) {
      case 'items':
        return [{ key: `${place}`, change: place, index: place }]
      case 'hunks':
        return change.kind === 'text' ? places(place, change.hunks) : []
      case 'fields':
        return change.kind === 'fields' ? places(place, change.fields) : []
      default:
        return assertNever(by)
    }
  })
}

function places(change: number, parts: readonly unknown[]): Part[] {
  return parts.map((_, index) => ({ key: partKey(change, index), change, index }))
}

/** The choice of these parts. */
export function choiceOf(by: ChooseBy, parts: readonly Part[]): Choice {
  switch (by) {
    case 'items':
      return { items: parts.map(({ index }) => index) }
    case 'hunks':
      return { hunks: parts.map(({ change, index }) => ({ change, hunk: index })) }
    case 'fields':
      return { fields: parts.map(({ change, index }) => ({ change, field: index })) }
    default:
      return assertNever(by)
  }
}

/** The keys of what a choice names. */
export function keysOf(choice: Choice, by: ChooseBy): PartKey[] {
  switch (by) {
    case 'items':
      return (choice.items ?? []).map((item) => `${item}`)
    case 'hunks':
      return (choice.hunks ?? []).map(({ change, hunk }) => partKey(change, hunk))
    case 'fields':
      return (choice.fields ?? []).map(({ change, field }) => partKey(change, field))
    default:
      return assertNever(by)
  }
}
