import type { MissionFields, Schedule } from '../../shared/contract/missions'
import { dayMs, minuteMs } from '../../shared/durations'
import type { Plan } from '../db/missions'
import { nextDue } from './next-due'

/** What falls due is looked for each minute; later than this nothing could run meanwhile. */
const lateAfterMs = 2 * minuteMs

/** What of a mission says when it runs. */
export type Scheduled = Pick<MissionFields, 'schedule' | 'late'> & Plan

/** What is to be done about a mission at a moment: each with what is to be stored. */
export type Due =
  | { readonly kind: 'not_yet'; readonly plan: Plan }
  | { readonly kind: 'due'; readonly why: 'schedule' | 'late'; readonly plan: Plan }
  /** Its time passed while nothing could run, and the person wants such a time left out. */
  | { readonly kind: 'left_out'; readonly plan: Plan }

/** The plan of a schedule that begins to hold at a moment. */
export function planFrom(schedule: Schedule, at: number, zone: string): Plan {
  return { nextDueAt: nextDue(schedule, at, zone), lastDueAt: null }
}

/**
 * Looks at a mission whose schedule holds; however many times passed, it is due once. What fell due before `since`, when
 * the application began to look, is late however little: nothing could run then.
 */
export function judgeDue(mission: Scheduled, at: number, zone: string, since: number): Due {
  const { schedule, late, nextDueAt, lastDueAt } = mission
  if (nextDueAt === null || nextDueAt > at) {
    return { kind: 'not_yet', plan: { nextDueAt: stillDue(mission, at, zone), lastDueAt } }
  }
  const plan = { lastDueAt: nextDueAt, nextDueAt: following(schedule, nextDueAt, at, zone) }
  if (nextDueAt >= since && at - nextDueAt <= lateAfterMs) return { kind: 'due', why: 'schedule', plan }
  return late === 'run' ? { kind: 'due', why: 'late', plan } : { kind: 'left_out', plan }
}

/**
 * The next time anew: the clock may have been set, or the zone changed. What has fallen due does not again where the
 * clock was set back by less than a day; where by more, it was wrong before, and the plan follows it.
 */
function stillDue({ schedule, nextDueAt, lastDueAt }: Scheduled, at: number, zone: string): number | null {
  if (schedule.kind === 'every') {
    const next = at + schedule.minutes * minuteMs
    return nextDueAt === null ? next : Math.min(nextDueAt, next)
  }
  const isDone = lastDueAt !== null && lastDueAt > at && lastDueAt - at < dayMs
  return nextDue(schedule, isDone ? lastDueAt : at, zone)
}

function following(schedule: Schedule, due: number, at: number, zone: string): number | null {
  const next = nextDue(schedule, due, zone)
  return next === null || next > at ? next : nextDue(schedule, at, zone)
}
