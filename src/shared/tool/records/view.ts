import type { ToolContext } from '../runtime'
import type { Bound, BoundAttached, RecordKind, RecordsPlan } from './kind'

/** A record, or an attached one, with its id, as a plan sees it. */
export type Seen<Planned> = Planned & { readonly id: string }

/** What a plan is made against: what is stored, as the run's proposals would leave it that wait for a decision. */
export interface RecordsView<Planned, Attached> {
  find(id: string): Seen<Planned> | null
  findAttached(id: string): Seen<Attached> | null
  /** Those of `ids` that are there, and those that are proposed, which are so. */
  among(ids: readonly string[], isSo: (record: Seen<Planned>) => boolean): readonly Seen<Planned>[]
  attachedTo(id: string): readonly Seen<Attached>[]
  /** Those that are proposed and not there yet. */
  proposed(): readonly Seen<Planned>[]
}

/** Looks at records through `plans`, each made on those before it. */
export function recordsView<
  Data extends object,
  Planned extends Data & Bound,
  Attached extends BoundAttached,
>(
  kind: RecordKind<Data, Planned, Attached>,
  plans: readonly RecordsPlan<Planned, Attached>[],
): RecordsView<Planned, Attached> {
  const records = new Map<string, Planned | null>()
  const attached = new Map<string, Attached | null>()
  for (const plan of plans) {
    for (const { id, after } of plan.records) records.set(id, after)
    for (const { id, after } of plan.attached) attached.set(id, after)
  }
  const find = (id: string): Seen<Planned> | null => {
    const pending = records.get(id)
    if (pending !== undefined) return pending === null ? null : { ...pending, id }
    const stored = kind.find(id)
    return stored === null ? null : { ...kind.plannedOf(stored), id }
  }
  const findAttached = (id: string): Seen<Attached> | null => {
    const pending = attached.get(id)
    if (pending !== undefined) return pending === null ? null : { ...pending, id }
    const stored = kind.findAttached(id)
    return stored === null ? null : { ...kind.plannedAttachedOf(stored), id }
  }
  return {
    find,
    findAttached,
    among: (ids, isSo) =>
      [...new Set([...ids, ...records.keys()])].flatMap((id) => {
        const record = find(id)
        return record !== null && isSo(record) ? [record] : []
      }),
    attachedTo: (owner) =>
      [...new Set([...kind.attachedTo(owner).map(({ id }) => id), ...attached.keys()])].flatMap((id) => {
        const one = findAttached(id)
        return one !== null && kind.ownersOf(one).includes(owner) ? [one] : []
      }),
    proposed: () =>
      [...records.keys()].flatMap((id) => {
        const record = kind.find(id) === null ? find(id) : null
        return record === null ? [] : [record]
      }),
  }
}

/** The plans of the run's waiting proposals that are of this kind. */
export function pendingOf<Plan>(
  { pendingPlans }: Pick<ToolContext, 'pendingPlans'>,
  parsed: (plan: unknown) => { readonly success: true; readonly data: Plan } | { readonly success: false },
): Plan[] {
  return (pendingPlans?.() ?? []).flatMap((plan) => {
    const result = parsed(plan)
    return result.success ? [result.data] : []
  })
}
