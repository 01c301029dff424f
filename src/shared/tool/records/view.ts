import type { ToolContext } from '../runtime'
import type { Bound, BoundAttached, RecordKind, RecordsPlan } from './kind'

/** A record, or an attached one, with its id, as a plan sees it. */
export type Seen<Planned> = Planned & { readonly id: string }

/** What a plan is made against: what is stored, as the run's proposals would leave it that wait for a decision. */
export interface RecordsView<Planned, Attached> {
  find(id: string): Seen<Planned> | null
  /** What becomes of those that the plans tell of; null for what goes. */
  readonly planned: ReadonlyMap<string, Planned | null>
  findAttached(id: string): Seen<Attached> | null
  /** Those of `ids` that are there, and those that are proposed, which are so. */
  among(ids: readonly string[], isSo: (record: Seen<Planned>) => boolean): readonly Seen<Planned>[]
  /**
   * What finds the ids of the records that name something, as `namesOf` tells: those for which `stored` tells so, and those that
   * are proposed.
   */
  naming(
    namesOf: (record: Planned) => readonly string[],
    stored: (name: string) => readonly string[],
  ): (name: string) => readonly string[]
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
  const attachedIds = naming(attached, kind.ownersOf, (owner) => kind.attachedTo(owner).map(({ id }) => id))
  return {
    find,
    planned: records,
    findAttached,
    naming: (namesOf, stored) => naming(records, namesOf, stored),
    among: (ids, isSo) =>
      [...new Set([...ids, ...records.keys()])].flatMap((id) => {
        const record = find(id)
        return record !== null && isSo(record) ? [record] : []
      }),
    attachedTo: (owner) => attachedIds(owner).flatMap((id) => findAttached(id) ?? []),
    proposed: () =>
      [...records.keys()].flatMap((id) => {
        const record = kind.find(id) === null ? find(id) : null
        return record === null ? [] : [record]
      }),
  }
}

/** What is planned is looked through once, however many names are asked for. */
function naming<Value>(
  planned: ReadonlyMap<string, Value | null>,
  namesOf: (value: Value) => readonly string[],
  stored: (name: string) => readonly string[],
): (name: string) => readonly string[] {
  let byName: ReadonlyMap<string, ReadonlySet<string>> | null = null
  return (name) => {
    byName ??= idsByName(planned, namesOf)
    const ids: ReadonlySet<string> = byName.get(name) ?? new Set()
    return [...new Set([...stored(name).filter((id) => ids.has(id) || !planned.has(id)), ...ids])]
  }
}

function idsByName<Value>(
  planned: ReadonlyMap<string, Value | null>,
  namesOf: (value: Value) => readonly string[],
): Map<string, Set<string>> {
  const byName = new Map<string, Set<string>>()
  for (const [id, value] of planned) {
    if (value === null) continue
    for (const name of namesOf(value)) byName.set(name, (byName.get(name) ?? new Set()).add(id))
  }
  return byName
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
