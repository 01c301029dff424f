import type { Schedule } from '../../shared/contract/missions'
import { minuteMs } from '../../shared/durations'
import { assertNever } from '../../shared/errors'
import { momentOf, wallTimeAt } from './local-time'

/** Days that are looked at: a week and one more, whatever the time of the day is. */
const daysAhead = 8
const monthsAhead = 2

/**
 * The first time after a moment (milliseconds since 1970) at which a schedule falls due in a time zone (IANA name);
 * null where it never does by itself. A time that the clocks leave out falls due when they are set forward, one that
 * they show twice the first time only.
 */
export function nextDue(schedule: Schedule, after: number, zone: string): number | null {
  switch (schedule.kind) {
    case 'by_hand':
      return null
    case 'every':
      return after + schedule.minutes * minuteMs
    case 'daily':
      return firstAfter(after, daysFrom(after, zone), schedule.at, zone)
    case 'weekly': {
      const days = daysFrom(after, zone).filter((day) => schedule.days.includes(weekdayOf(day)))
      return firstAfter(after, days, schedule.at, zone)
    }
    case 'monthly':
      return firstAfter(after, monthDaysFrom(after, schedule.day, zone), schedule.at, zone)
    default:
      return assertNever(schedule)
  }
}

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

function firstAfter(after: number, days: readonly Day[], at: string, zone: string): number | null {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  for (const day of days) {
    const moment = momentOf({ ...day, hour, minute }, zone)
    if (moment > after) return moment
  }
  return null
}

function daysFrom(after: number, zone: string): Day[] {
  const { year, month, day } = wallTimeAt(after, zone)
  return Array.from({ length: daysAhead + 1 }, (_, more) => dayOf(Date.UTC(year, month - 1, day + more)))
}

function monthDaysFrom(after: number, wanted: number, zone: string): Day[] {
  const { year, month } = wallTimeAt(after, zone)
  return Array.from({ length: monthsAhead + 1 }, (_, more) => {
    const { day: last } = dayOf(Date.UTC(year, month + more, 0))
    return dayOf(Date.UTC(year, month - 1 + more, Math.min(wanted, last)))
  })
}

function dayOf(at: number): Day {
  const date = new Date(at)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** 1 is Monday, 7 Sunday. */
function weekdayOf({ year, month, day }: Day): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7
}
