import type { ChangeLine } from '../../../shared/contract/changes'

/** Changes of one run, or of one undo of several, on one day; or a single one. */
export interface ChangeGroup {
  /** The id of its first change: what comes in later leaves it as it is, and what is open in it open. */
  readonly key: string
  readonly runId: string | null
  /** Names the undo of several that made them. */
  readonly batch: string | null
  readonly conversationId: string | null
  readonly changes: readonly ChangeLine[]
}

/** A day of the ledger. */
export interface ChangeDay {
  /** Its own, also where a clock that was set back made the same day come twice. */
  readonly key: string
  readonly at: number
  readonly groups: readonly ChangeGroup[]
}

/** Groups the ledger, newest first, by day and within it by neighbours of the same run. */
export function groupByDay(changes: readonly ChangeLine[]): ChangeDay[] {
  const days: {
    day: string
    at: number
    groups: (Omit<ChangeGroup, 'changes' | 'key'> & { readonly changes: ChangeLine[] })[]
  }[] = []
  for (const change of changes) {
    const day = dayOf(change.at)
    let last = days.at(-1)
    if (last?.day !== day) {
      last = { day, at: change.at, groups: [] }
      days.push(last)
    }
    const group = last.groups.at(-1)
    // Undoing belongs to the person who undid, not to the run that it takes back.
    const runId = change.undoes === null ? change.runId : null
    const { batch, conversationId } = change
    const together = (runId !== null && group?.runId === runId) || (batch !== null && group?.batch === batch)
    if (group !== undefined && together) group.changes.push(change)
    else last.groups.push({ runId, batch, conversationId, changes: [change] })
  }
  // Counted from the oldest, so that those below stay what they are.
  const seen = new Map<string, number>()
  return days
    .toReversed()
    .map(({ day, at, groups }) => {
      const times = (seen.get(day) ?? 0) + 1
      seen.set(day, times)
      return { key: `${day} ${times}`, at, groups: groups.map(withKey) }
    })
    .toReversed()
}

function withKey(group: Omit<ChangeGroup, 'key'>): ChangeGroup {
  return { ...group, key: group.changes.at(-1)?.id ?? '' }
}

/** How many entries of each group are among the first ones of all; groups with none are left out. */
export function firstEntries(days: readonly ChangeDay[], count: number): ReadonlyMap<ChangeGroup, number> {
  const drawn = new Map<ChangeGroup, number>()
  let left = count
  for (const group of days.flatMap(({ groups }) => groups)) {
    if (left <= 0) break
    drawn.set(group, Math.min(left, group.changes.length))
    left -= group.changes.length
  }
  return drawn
}

function dayOf(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}

/** Whether a change can be undone from here. */
export function canUndo({ status, undoneBy, undoEnded, recovery }: ChangeLine): boolean {
  return status === 'applied' && undoneBy === null && !undoEnded && recovery !== 'none'
}
