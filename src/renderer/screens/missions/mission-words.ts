import { CircleAlert, CircleCheck, CircleStop, Gauge, type LucideIcon, TimerOff, Unplug } from 'lucide-react'
import type { Iteration, IterationEnd, Mission, Schedule } from '../../../shared/contract/missions'
import { assertNever } from '../../../shared/errors'
import { dateFormat } from '../../../shared/formatters'
import { currentLocale, formatMoment } from '../../text/language'
import { missionsText } from '../../text/missions'
import type { Tone } from '../../ui/tone'

const minutesOfHour = 60
const minutesOfDay = 1440
/** 1 January 2024 was a Monday. */
const someMonday = 1

/** A schedule in words: “Daily at 9:30 AM”. */
export function scheduleInWords(schedule: Schedule): string {
  const t = missionsText().inWords
  switch (schedule.kind) {
    case 'by_hand':
      return t.byHand
    case 'every': {
      const { minutes } = schedule
      if (minutes % minutesOfDay === 0) return t.days(minutes / minutesOfDay)
      return minutes % minutesOfHour === 0 ? t.hours(minutes / minutesOfHour) : t.minutes(minutes)
    }
    case 'daily':
      return t.daily(timeInWords(schedule.at))
    case 'weekly':
      return t.weekly(daysInWords(schedule.days), timeInWords(schedule.at))
    case 'monthly':
      return schedule.day === 31
        ? t.lastDay(timeInWords(schedule.at))
        : t.monthly(schedule.day, timeInWords(schedule.at))
    default:
      return assertNever(schedule)
  }
}

/** When a mission runs next, or that it is off; nothing where it runs by hand only. */
export function nextInWords({ schedule, switchedOn, nextDueAt }: Mission): string | null {
  const t = missionsText()
  if (schedule.kind === 'by_hand') return null
  if (!switchedOn) return t.off
  return nextDueAt === null ? null : t.next(formatMoment(nextDueAt))
}

const outcomes = ['waiting', 'applied', 'undone', 'rejected', 'notDone'] as const

/** How many changes an iteration proposed and what became of them: “2 changes proposed: 1 approved, 1 rejected”. */
export function proposedInWords(iteration: Iteration): string | null {
  if (iteration.proposed === 0) return null
  const t = missionsText()
  const words = { waiting: t.waiting, ...t.outcomes }
  const ends = outcomes.flatMap((one) => (iteration[one] === 0 ? [] : [words[one](iteration[one])]))
  return `${t.proposed(iteration.proposed)}: ${ends.join(', ')}`
}

/** The short name of a day of the week; 1 is Monday. */
export function weekday(day: number): string {
  const at = Date.UTC(2024, 0, someMonday + day - 1)
  return dateFormat(currentLocale(), { weekday: 'short', timeZone: 'UTC' }).format(at)
}

function daysInWords(days: readonly number[]): string {
  return days
    .toSorted((a, b) => a - b)
    .map((day) => weekday(day))
    .join(', ')
}

function timeInWords(at: string): string {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  const moment = Date.UTC(2024, 0, 1, hour, minute)
  return dateFormat(currentLocale(), { timeStyle: 'short', timeZone: 'UTC' }).format(moment)
}

/** How an iteration ended is told by a word, an icon and a colour. */
export const endLooks: Readonly<Record<IterationEnd, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  completed: { icon: CircleCheck, tone: 'success' },
  turn_cap: { icon: Gauge, tone: 'warning' },
  budget: { icon: Gauge, tone: 'warning' },
  failed: { icon: CircleAlert, tone: 'danger' },
  stopped: { icon: CircleStop, tone: 'neutral' },
  out_of_time: { icon: TimerOff, tone: 'warning' },
  interrupted: { icon: Unplug, tone: 'warning' },
}
