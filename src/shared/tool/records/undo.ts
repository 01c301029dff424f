import { type Actor, person } from '../../actor'
import type { UndoItem } from '../../contract/undo-choices'
import { counted } from '../../sentences/english'
import type { ChosenFor, EffectContext } from '../runtime'
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
import { createStandings } from './standing'

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
  const { standing, asBefore, otherAttached, sameRecord, sameAttached } = createStandings(kind)

  return {
    async revert(
      inverse: Inverse,
      { journal, rollback, actor = person }: Pick<EffectContext<Inverse>, 'journal' | 'rollback' | 'actor'>,
    ) {
      const undone = await steps(inverse)
      const made = rollback ? clearing(undone) : restoring(undone, actor)
      journal(rollback ? whole(made) : await kept(made))
      kind.write(made)
      return { content: restoredText(kind.nouns, made) }
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
        const target = before === null || now === null ? before : asBefore(now, step, person)
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

/** Says in English, for models, what became of the records and of what is attached to them. */
function restoredText(
  { record, attached: other }: RecordKind<object, Bound, BoundAttached>['nouns'],
  { records, attached }: RecordSteps<unknown, unknown>,
): string {
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

function madeSince<Value extends { readonly id: string }>(one: Value): Step<Value> {
  return { id: one.id, before: null, after: one }
}
