import type { Mission } from '../../shared/contract/missions'
import type { MissionTable, StoredMission } from '../db/missions'
import type { Clock } from './clock'
import type { Beginning, EndedBecause, WorkingIteration } from './iterations'
import { judgeDue } from './planning'

/** Missions that are at work at the same time: one model's server, and two cores, serve the person too. */
const mostAtWork = 2
/** The clock is looked at at least this often: timers stand still while the machine sleeps, and clocks are set. */
const longestWaitMs = 60_000

/** Runs missions: those that fall due, and those that a person wants to run now. */
export interface MissionsAtWork {
  stateOf(id: string): Mission['state']
  /** Looks for what is due, from now on. */
  start(): void
  readonly isStarted: boolean
  /** Looks at once: something was planned anew. */
  look(): void
  /** Has one run as soon as there is room; false where it waits or is at work already. */
  want(id: string): boolean
  /** Ends what is at work of a mission and forgets that it waits; false where neither was so. */
  stop(id: string, because?: EndedBecause): boolean
  /** Forgets that it waits for its time; what is at work goes on. */
  forget(id: string): void
  /** Begins nothing more, and resolves when the ends of those at work are stored: whoever closes ends their runs. */
  close(): Promise<void>
}

/** Starts with nothing at work; `begin` begins an iteration, `changed` is told when a state changed. */
export function createMissionsAtWork(parts: {
  readonly table: Pick<MissionTable, 'list' | 'get' | 'plan'>
  readonly clock: Clock
  readonly begin: (mission: StoredMission, beginning: Beginning) => WorkingIteration
  readonly changed: () => void
  readonly report: (error: unknown) => void
}): MissionsAtWork {
  const { table, clock, changed, report } = parts
  /** By mission, in the order in which they fell due. */
  const waiting = new Map<string, Beginning>()
  const working = new Map<string, WorkingIteration>()
  /** When it began to look (milliseconds since 1970); null before. */
  let startedAt: number | null = null
  let closing = false
  let cancelTimer: () => void = () => undefined

  const stateOf = (id: string): Mission['state'] =>
    working.has(id) ? 'running' : waiting.has(id) ? 'waiting' : 'idle'

  const lookAt = (mission: StoredMission, at: number, since: number): void => {
    const { id, nextDueAt, lastDueAt } = mission
    if (waiting.has(id)) return
    const due = judgeDue(mission, at, clock.zone(), since)
    // One that still works from the time before leaves this one out: two of it are never at work.
    if (due.kind === 'due' && !working.has(id)) {
      waiting.set(id, { why: due.why, plan: due.plan })
      return
    }
    const { plan } = due
    if (plan.nextDueAt !== nextDueAt || plan.lastDueAt !== lastDueAt) table.plan(id, plan)
  }

  const beginWaiting = (): void => {
    for (const [id, beginning] of waiting) {
      if (closing || working.size >= mostAtWork) return
      waiting.delete(id)
      const iteration = parts.begin(table.get(id), beginning)
      working.set(id, iteration)
      const goOn = () => {
        working.delete(id)
        beginWaiting()
        changed()
      }
      void iteration.done.catch(report).then(goOn).catch(report)
    }
  }

  /** Those that fell due first stand first. */
  const scheduled = (): StoredMission[] =>
    table
      .list()
      .filter(
        (mission) => mission.switchedOn && mission.trashedAt === null && mission.schedule.kind !== 'by_hand',
      )
      .toSorted((a, b) => (a.nextDueAt ?? 0) - (b.nextDueAt ?? 0))

  const look = (): void => {
    cancelTimer()
    if (startedAt === null || closing) return
    const at = clock.now()
    for (const mission of scheduled()) lookAt(mission, at, startedAt)
    const before = working.size
    beginWaiting()
    if (working.size !== before || waiting.size > 0) changed()
    // What is past its time waits for room, and the end of another begins it.
    const coming = scheduled().flatMap(({ nextDueAt }) =>
      nextDueAt !== null && nextDueAt > at ? [nextDueAt - at] : [],
    )
    cancelTimer = clock.after(Math.min(longestWaitMs, ...coming), lookLater)
  }

  /** Nobody could catch what a timer throws; a disk that is full now may have room at the next look. */
  const lookLater = (): void => {
    try {
      look()
    } catch (error) {
      report(error)
      cancelTimer = clock.after(longestWaitMs, lookLater)
    }
  }

  return {
    stateOf,
    start() {
      startedAt = clock.now()
      lookLater()
    },
    get isStarted() {
      return startedAt !== null
    },
    look,
    want(id) {
      if (stateOf(id) !== 'idle') return false
      waiting.set(id, { why: 'by_hand', plan: null })
      beginWaiting()
      changed()
      return true
    },
    stop(id, because) {
      const waited = waiting.delete(id)
      const iteration = working.get(id)
      iteration?.stop(because)
      if (waited) changed()
      return waited || iteration !== undefined
    },
    forget(id) {
      if (waiting.get(id)?.plan !== null) waiting.delete(id)
    },
    async close() {
      closing = true
      cancelTimer()
      waiting.clear()
      await Promise.all([...working.values()].map(({ done }) => done.catch(report)))
    },
  }
}
