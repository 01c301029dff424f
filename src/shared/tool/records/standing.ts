import { type Actor, person } from '../../actor'
import type { UndoComparison } from '../../contract/undo-choices'
import { AppError } from '../../errors'
import { fieldsBetween, mergeFields, recordObstacle, same } from '../record-fields'
import { failureNaming, outsideOf } from './from-outside'
import type { Bound, BoundAttached, RecordKind, Step, StepsOf, Stored, StoredAttached } from './kind'

/** Where undoing one step would lead, and what keeps it from that. */
export type Standing<Record> = { readonly now: Record | null; readonly target: Record | null } & (
  | { readonly found: null; readonly refusal?: undefined }
  | { readonly found: UndoComparison; readonly refusal: AppError }
)

/** Compares what a change left behind with what is there now. */
export interface Standings<Record, Attached, Steps> {
  /** Of one of the undone steps; as restored by `actor`, the person where none is given. */
  standing(undone: Steps, step: Step<Record>, actor?: Actor): Standing<Record>
  /** What is there now with the fields as they were that a change changed. */
  asBefore(now: Record, step: Step<Record>, changedBy: Actor): Record
  /** What is attached to a record and was not by the change. */
  otherAttached(undone: Steps, id: string): readonly Attached[]
  /** Whatever their revisions: a state that was brought back has another one. */
  sameRecord(one: Record | null, other: Record | null): boolean
  sameAttached(one: Attached | null, other: Attached | null): boolean
}

/** Makes the comparisons that undoing records of a kind needs. */
export function createStandings<
  Data extends object,
  Planned extends Data & Bound,
  Attached extends BoundAttached,
>(
  kind: RecordKind<Data, Planned, Attached>,
): Standings<Stored<Planned>, StoredAttached<Attached>, StepsOf<Planned, Attached>> {
  type Record = Stored<Planned>
  type RecordStep = Step<Record>
  type Steps = StepsOf<Planned, Attached>

  const changedChoices: UndoComparison['choices'] = ['keep', 'replace']

  return { standing, asBefore, otherAttached, sameRecord, sameAttached }

  function standing(undone: Steps, step: RecordStep, actor: Actor = person): Standing<Record> {
    const { before, after } = step
    const now = kind.find(step.id)
    const settled = { now, target: now, found: null }
    // Brought back, or taken away, by something else since.
    if (sameRecord(now, before) || (after === null && now !== null)) return settled
    if (now !== null) {
      return before === null ? ofMade(undone, step, now) : ofChanged({ ...step, before }, now, actor)
    }
    if (after === null) return { now, target: before, found: null }
    if (before === null) return settled
    const found = recordObstacle({ label: kind.nameOf(after), reference: step.id, obstacle: 'gone' })
    return { ...settled, found, refusal: refusal(found, step, now) }
  }

  /** A record that the change made is taken away, with nothing that came to it since. */
  function ofMade(undone: Steps, step: RecordStep, now: Record): Standing<Record> {
    const { id, after } = step
    const attached = otherAttached(undone, id)
    if (sameRecord(now, after) && attached.length === 0) return { now, target: null, found: null }
    const fields = after === null ? [] : fieldsBetween(kind.inWords(now), kind.inWords(after))
    const told = attached.map(kind.attachedInWords).join('\n')
    const withAttached =
      told === '' ? fields : [...fields, { name: kind.attachedField, theirs: told, restored: '' }]
    const found = changedObstacle(now, withAttached)
    return { now, target: null, found, refusal: refusal(found, step, now) }
  }

  /** A record that the change changed has its fields of before again. */
  function ofChanged(
    step: RecordStep & { readonly before: Record },
    now: Record,
    actor: Actor,
  ): Standing<Record> {
    // Under a revision of its own: one that it had before would be taken for what somebody saw then.
    if (sameRecord(now, step.after)) {
      return { now, target: { ...step.before, revision: now.revision + 1 }, found: null }
    }
    const target = asBefore(now, step, actor)
    const { changed } = mergeFields<Data>(kind.dataOf(now), fieldsOfStep(step))
    if (changed.length === 0) return { now, target, found: null }
    const found = changedObstacle(now, fieldsBetween(kind.inWords(now), kind.inWords(target)))
    return { now, target, found, refusal: refusal(found, step, now) }
  }

  function changedObstacle(now: Record, fields: UndoComparison['fields']): UndoComparison {
    const here = { label: kind.nameOf(now), reference: now.id, obstacle: 'changed' as const }
    return recordObstacle(here, { choices: changedChoices, fields })
  }

  function asBefore(now: Record, step: RecordStep, changedBy: Actor): Record {
    const { target } = mergeFields<Data>(kind.dataOf(now), fieldsOfStep(step))
    const outside = outsideOf(now, step.before)
    return { ...now, ...target, outside, changedBy, updatedAt: kind.now(), revision: now.revision + 1 }
  }

  function fieldsOfStep({ before, after }: RecordStep): { before: Data; after: Data } {
    if (before === null || after === null) {
      throw new AppError('internal', 'Only a change of fields has both sides.')
    }
    return { before: kind.dataOf(before), after: kind.dataOf(after) }
  }

  function otherAttached(undone: Steps, id: string): readonly StoredAttached<Attached>[] {
    return kind.attachedTo(id).filter((one) => !undone.attached.some((step) => step.id === one.id))
  }

  function sameRecord(one: Record | null, other: Record | null): boolean {
    if (one === null || other === null) return one === other
    return same(kind.inOrder({ ...one, revision: other.revision }), kind.inOrder(other))
  }

  function sameAttached(
    one: StoredAttached<Attached> | null,
    other: StoredAttached<Attached> | null,
  ): boolean {
    if (one === null || other === null) return one === other
    return same(kind.plannedAttachedOf(one), kind.plannedAttachedOf(other))
  }

  function refusal(
    { label, obstacle }: UndoComparison,
    { before }: RecordStep,
    now: Record | null,
  ): AppError {
    const { goneBack, changedBack } = kind.sentences
    return failureNaming('conflict', obstacle === 'gone' ? goneBack(label) : changedBack(label), before, now)
  }
}
