import { isEnded, type TaskLine } from '../../../shared/contract/tasks'
import { dayMs } from '../../../shared/durations'
import { dateFormat, relativeFormat } from '../../../shared/formatters'

/** Days ahead that are told by their weekday. */
const weekdays = 6

/** How a due day stands to today. */
export type DueStanding = 'overdue' | 'today' | 'soon' | 'later'

/** Days from one day (YYYY-MM-DD) to another; negative where the other is before it. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / dayMs)
}

/** See {@link DueStanding}. */
export function dueStanding(due: string, today: string): DueStanding {
  const days = daysBetween(today, due)
  if (days < 0) return 'overdue'
  if (days === 0) return 'today'
  return days <= weekdays ? 'soon' : 'later'
}

/** A due day as people say it: “today”, “yesterday”, “Friday”, “3 Dec”, and the year where it is another. */
export function dueInWords(due: string, today: string, locale: string): string {
  const days = daysBetween(today, due)
  if (Math.abs(days) <= 1) return relativeFormat(locale, { numeric: 'auto' }).format(days, 'day')
  const date = new Date(`${due}T00:00Z`)
  if (days > 0 && days <= weekdays)
    return dateFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(date)
  const isThisYear = due.slice(0, 4) === today.slice(0, 4)
  return dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(date)
}

/** A due day whole: “Friday, 4 December 2026”. */
export function dueInFull(due: string, locale: string): string {
  return dateFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${due}T00:00Z`))
}

/** The same tasks with what is overdue and not ended first, in the order of its days. */
export function overdueFirst<Line extends Pick<TaskLine, 'due' | 'status'>>(
  lines: readonly Line[],
  today: string,
): readonly Line[] {
  const isOverdue = ({ due, status }: Line) => due !== null && due < today && !isEnded(status)
  const overdue = lines.filter(isOverdue)
  if (overdue.length === 0) return lines
  return [
    ...overdue.toSorted((a, b) => (a.due ?? '').localeCompare(b.due ?? '')),
    ...lines.filter((line) => !isOverdue(line)),
  ]
}
