import { localDay } from '../../../shared/calendar-day'

/** A moment (milliseconds since 1970) as the day that a date field shows, in the person's own time. */
export function dayOf(moment: number | undefined): string {
  return moment === undefined ? '' : localDay(moment)
}

/** When the day of a date field begins; undefined where none is chosen. */
export function startOfDay(day: string): number | undefined {
  return moment(day, 0)
}

/** When the day after the one of a date field begins. */
export function dayAfter(day: string): number | undefined {
  return moment(day, 1)
}

function moment(day: string, later: number): number | undefined {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return undefined
  // Days are not all of 24 hours: the calendar counts them.
  return new Date(year, month - 1, date + later).getTime()
}
