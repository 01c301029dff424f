import { person } from '../../actor'
import type { AppError } from '../../errors'
import { same } from '../record-fields'
import type { EffectContext } from '../runtime'
import { failureNaming } from './from-outside'
import type { Bound, BoundAttached, RecordKind, RecordsPlan, Step, StepsOf, Stored } from './kind'

/**
 * Applies exactly what was planned, all of it or nothing; throws `conflict` where it was planned against something else.
 * `requireRest` throws where what the steps do not bind has moved; `journal` stores what undoes them before they are.
 */
export async function applyRecords<
  Data extends object,
  Planned extends Data & Bound,
  Attached extends BoundAttached,
>(
  kind: RecordKind<Data, Planned, Attached>,
  plan: RecordsPlan<Planned, Attached>,
  {
    actor = person,
    journal,
    requireRest,
  }: Pick<EffectContext<unknown>, 'actor'> & {
    readonly journal: (steps: StepsOf<Planned, Attached>) => Promise<void>
    readonly requireRest: () => void
  },
): Promise<StepsOf<Planned, Attached>> {
  requireAsShown(kind, plan)
  const at = kind.now()
  const steps: StepsOf<Planned, Attached> = {
    records: plan.records.map(({ id, after }) => {
      const now = kind.find(id)
      return { id, before: now, after: recordAfter(id, now, after) }
    }),
    attached: plan.attached.map(({ id, after }) => {
      const now = kind.findAttached(id)
      const made = { madeBy: now?.madeBy ?? actor, createdAt: now?.createdAt ?? at }
      return { id, before: now, after: after === null ? null : { id, ...after, ...made } }
    }),
  }
  requireRest()
  await journal(steps)
  kind.write(steps)
  return steps

  function recordAfter(
    id: string,
    now: Stored<Planned> | null,
    after: Planned | null,
  ): Stored<Planned> | null {
    if (after === null) return null
    const made = { madeBy: now?.madeBy ?? actor, createdAt: now?.createdAt ?? at }
    return { id, ...after, ...made, changedBy: actor, updatedAt: at }
  }
}

/** Throws `conflict` where such a plan was made against something else than is there. */
export function requireAsShown<
  Data extends object,
  Planned extends Data & Bound,
  Attached extends BoundAttached,
>(kind: RecordKind<Data, Planned, Attached>, plan: RecordsPlan<Planned, Attached>): void {
  for (const { id, before, after, gone } of plan.records) {
    const now = kind.find(id)
    const seen = now === null ? null : kind.plannedOf(now)
    const isAsShown = gone === undefined ? same(seen, before) : kind.fingerprint(seen) === gone.fingerprint
    if (!isAsShown) throw movedSince(kind, now, before ?? after, gone?.name)
  }
  for (const { id, before, after, gone } of plan.attached) {
    const now = kind.findAttached(id)
    const seen = now === null ? null : kind.plannedAttachedOf(now)
    const isAsShown = gone === undefined ? same(seen, before) : kind.fingerprint(seen) === gone.fingerprint
    if (!isAsShown) throw attachedMoved(kind, gone?.owner, before ?? after)
  }
}

/** Whether such a plan only adds records: the ledger shows what is new whole anyway. */
export function onlyAdds({ records, attached }: RecordsPlan<unknown, unknown>): boolean {
  return [...records, ...attached].every(({ before, gone }) => before === null && gone === undefined)
}

/** What such steps store, and what they take away. */
export function writesOf<Value>(steps: readonly Step<Value>[]): {
  readonly put: Value[]
  readonly remove: string[]
} {
  return {
    put: steps.flatMap(({ after }) => (after === null ? [] : [after])),
    remove: steps.flatMap(({ id, after }) => (after === null ? [id] : [])),
  }
}

/** The failure of a plan against what is attached to a record that is not as it was shown. */
function attachedMoved<Data extends object, Planned extends Data & Bound, Attached extends BoundAttached>(
  kind: RecordKind<Data, Planned, Attached>,
  ownerOfGone: string | undefined,
  attached: Attached | null,
): AppError {
  const owner = ownerOfGone ?? (attached === null ? undefined : kind.ownersOf(attached)[0])
  const record = owner === undefined ? null : kind.find(owner)
  const name = record === null ? '' : kind.nameOf(record)
  return failureNaming('conflict', kind.sentences.attachedChanged(name), record, attached)
}

function movedSince<Data extends object, Planned extends Data & Bound, Attached extends BoundAttached>(
  kind: RecordKind<Data, Planned, Attached>,
  now: Stored<Planned> | null,
  shown: Planned | null,
  gone = '',
): AppError {
  const there = now ?? shown
  const name = there === null ? gone : kind.nameOf(there)
  const { gone: isGone, changed } = kind.sentences
  return failureNaming('conflict', now === null ? isGone(name) : changed(name), now, shown)
}
