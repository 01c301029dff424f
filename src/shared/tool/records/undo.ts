import { type Actor, person } from '../../actor'
import type { UndoComparison, UndoItem } from '../../contract/undo-choices'
import { AppError } from '../../errors'
import { counted } from '../../sentences/english'
import { fieldsBetween, mergeFields, recordObstacle, same } from '../record-fields'
import type { ChosenFor, EffectContext } from '../runtime'
import { failureNaming, outsideOf } from './from-outside'
import type {
  Bound,
  BoundAttached,
  RecordKind,
  RecordSteps,
  Step,
  StepsOf,
  Stored,
  StoredAttached,
} from './kind'

/** How the ledger keeps such steps, and what else keeps them from being undone. */
export interface Undoing<Record, Attached, Inverse> {
  /** What undoes them, as it is stored in the ledger itself. */
  whole(steps: RecordSteps<Record, Attached>): Inverse
  /** The same with what was there before kept beside the ledger. */
  kept(steps: RecordSteps<Record, Attached>): Promise<Inverse>
  /** The steps again; throws `unavailable` once what was stored of them is gone. */
  steps(inverse: Inverse): Promise<RecordSteps<Record, Attached>>
  /** Throws `conflict` where records can't become as these steps say, whoever changed others since. */
  requireFitting?(steps: readonly Step<Record>[]): void
}

/** Undoes what a change made of records and what is attached to them; undoing that again is the same the other way round. */
export function undoRecords<
  Data extends object,
  Planned extends Data & Bound,
  Attached extends BoundAttached,
  Inverse,
>(
  kind: RecordKind<Data, Planned, Attached>,
  { whole, kept, steps, requireFitting }: Undoing<Stored<Planned>, StoredAttached<Attached>, Inverse>,
) {
  type Record = Stored<Planned>
  type RecordStep = Step<Record>
  type Steps = StepsOf<Planned, Attached>

  return {
    async revert(
      inverse: Inverse,
      { journal, rollback, actor = person }: Pick<EffectContext<Inverse>, 'journal' | 'rollback' | 'actor'>,
    ) {
      const undone = await steps(inverse)
      const made = rollback ? clearing(undone) : restoring(undone, actor)
      journal(rollback ? whole(made) : await kept(made))
      kind.write(made)
      return { content: restoredText(made) }
    },
    async compare(inverse: Inverse) {
      const undone = await steps(inverse)
      return undone.records.flatMap((step) => standing(undone, step).found ?? [])
    },
    async rebase(inverse: Inverse, chosen: ChosenFor) {
      const undone = await steps(inverse)
      const since = new Map<string, Step<StoredAttached<Attached>>>()
      const records = undone.records.flatMap((step): RecordStep[] => {
        const { found, now, refusal } = standing(undone, step)
        if (found === null) return [step]
        const choice = chosen(step.id)
        if (choice === 'keep') return []
        if (choice === null || !found.choices.includes(choice)) throw refusal
        if (step.before === null) {
          for (const one of otherAttached(undone, step.id)) since.set(one.id, madeSince(one))
        }
        const { before } = step
        // From what is there now: that is what undoing the undo brings back.
        const target = before === null || now === null ? before : asBefore(now, step, person, kind.now())
        return [{ id: step.id, before: target, after: now }]
      })
      if (records.length === 0 && undone.records.length > 0) return null
      return whole({ records, attached: [...attachedOf(undone, records), ...since.values()] })
    },
  }

  /** From what is there now to what it is restored to; throws `conflict` where something stands in the way. */
  function restoring(undone: Steps, actor: Actor): Steps {
    const records = undone.records.flatMap((step): RecordStep[] => {
      const { now, target, found, refusal } = standing(undone, step, actor)
      if (found !== null) throw refusal
      // What is so already is no part of it: what becomes of that since stands in nobody's way.
      return sameRecord(now, target) ? [] : [{ id: step.id, before: now, after: target }]
    })
    requireFitting?.(records)
    const attached = attachedOf(undone, records).flatMap((step): Step<StoredAttached<Attached>>[] => {
      const now = kind.findAttached(step.id)
      // One that was taken away since by somebody else is not brought back by undoing what was done to it before.
      const target = now === null && step.after !== null ? null : step.before
      return sameAttached(now, target) ? [] : [{ id: step.id, before: now, after: target }]
    })
    return { records, attached }
  }

  /** What goes with these of the undone records: what is attached to none but others of them stays as it is. */
  function attachedOf(undone: Steps, records: readonly RecordStep[]): Steps['attached'] {
    const all = new Set(undone.records.map(({ id }) => id))
    const chosen = new Set(records.map(({ id }) => id))
    return undone.attached.filter(({ before, after }) => {
      const owners = [before, after].flatMap((one) => (one === null ? [] : kind.ownersOf(one)))
      return owners.some((id) => chosen.has(id)) || !owners.some((id) => all.has(id))
    })
  }

  /** After an effect that failed: all of it was stored or nothing, and what others did since stays. */
  function clearing(undone: Steps): Steps {
    return {
      records: undone.records.map(({ id, before, after }) => {
        const now = kind.find(id)
        return { id, before: now, after: sameRecord(now, after) ? before : now }
      }),
      attached: undone.attached.map(({ id, before, after }) => {
        const now = kind.findAttached(id)
        return { id, before: now, after: sameAttached(now, after) ? before : now }
      }),
    }
  }

  /** Where undoing one step would lead, and what keeps it from that. */
  function standing(undone: Steps, step: RecordStep, actor: Actor = person): Standing<Record> {
    const { id, before, after } = step
    const now = kind.find(id)
    const settled = { now, target: now, found: null }
    // Brought back, or taken away, by something else since.
    if (sameRecord(now, before) || (after === null && now !== null)) return settled
    if (now === null) {
      if (after === null) return { now, target: before, found: null }
      if (before === null) return settled
      const found = recordObstacle({ label: kind.nameOf(after), reference: id, obstacle: 'gone' })
      return { ...settled, found, refusal: refusal(found, step, now) }
    }
    const here = { label: kind.nameOf(now), reference: id, obstacle: 'changed' as const }
    const choices: UndoComparison['choices'] = ['keep', 'replace']
    if (before === null) {
      const attached = otherAttached(undone, id)
      if (sameRecord(now, after) && attached.length === 0) return { now, target: null, found: null }
      const fields = after === null ? [] : fieldsBetween(kind.inWords(now), kind.inWords(after))
      const told = attached.map(kind.attachedInWords).join('\n')
      const withAttached =
        told === '' ? fields : [...fields, { name: kind.attachedField, theirs: told, restored: '' }]
      const found = recordObstacle(here, { choices, fields: withAttached })
      return { now, target: null, found, refusal: refusal(found, step, now) }
    }
    // Under a revision of its own: one that it had before would be taken for what somebody saw then.
    if (sameRecord(now, after)) {
      return { now, target: { ...before, revision: now.revision + 1 }, found: null }
    }
    const target = asBefore(now, step, actor, kind.now())
    const { changed } = mergeFields<Data>(kind.dataOf(now), fieldsOfStep(step))
    if (changed.length === 0) return { now, target, found: null }
    const found = recordObstacle(here, {
      choices,
      fields: fieldsBetween(kind.inWords(now), kind.inWords(target)),
    })
    return { now, target, found, refusal: refusal(found, step, now) }
  }

  /** What is there now with the fields as they were that a change changed. */
  function asBefore(now: Record, step: RecordStep, changedBy: Actor, updatedAt: number): Record {
    const { target } = mergeFields<Data>(kind.dataOf(now), fieldsOfStep(step))
    const outside = outsideOf(now, step.before)
    return { ...now, ...target, outside, changedBy, updatedAt, revision: now.revision + 1 }
  }

  function fieldsOfStep({ before, after }: RecordStep): { before: Data; after: Data } {
    if (before === null || after === null) {
      throw new AppError('internal', 'Only a change of fields has both sides.')
    }
    return { before: kind.dataOf(before), after: kind.dataOf(after) }
  }

  /** What is attached to a record and was not by the change. */
  function otherAttached(undone: Steps, id: string): readonly StoredAttached<Attached>[] {
    return kind.attachedTo(id).filter((one) => !undone.attached.some((step) => step.id === one.id))
  }

  /** Whatever their revisions: a state that was brought back has another one. */
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

  function restoredText({ records, attached }: Steps): string {
    const { record, attached: other } = kind.nouns
    const back = records.filter(({ before, after }) => before === null && after !== null)
    const gone = records.filter(({ before, after }) => before !== null && after === null)
    if (back.length > 0) return `${counted(back.length, record)} ${back.length === 1 ? 'is' : 'are'} back.`
    if (gone.length > 0) {
      return `${counted(gone.length, record)} ${gone.length === 1 ? 'was' : 'were'} taken away.`
    }
    return records.length > 0 || attached.length === 0
      ? `The ${record} is as it was.`
      : `${counted(attached.length, other)} as before.`
  }
}

/** The records that undoing such steps brings back or takes away again, one by one. */
export function undoItems<Record>(
  steps: readonly Step<Record>[],
  { find, nameOf }: { find(id: string): Record | null; nameOf(record: Record): string },
): UndoItem[] {
  return steps.flatMap(({ id, before, after }) => {
    const record = before ?? after
    if (record === null) return []
    const target = { kind: 'record' as const, label: nameOf(record), reference: id }
    return [{ target, undone: (find(id) === null) === (before === null) }]
  })
}

/** Where undoing one step would lead, and what keeps it from that. */
type Standing<Record> = { readonly now: Record | null; readonly target: Record | null } & (
  | { readonly found: null; readonly refusal?: undefined }
  | { readonly found: UndoComparison; readonly refusal: AppError }
)

function madeSince<Value extends { readonly id: string }>(one: Value): Step<Value> {
  return { id: one.id, before: null, after: one }
}
