import { isCalendarDay } from '../../shared/calendar-day'

/** Which comes first in days that are written with numbers alone; `unknown` where no day of the table tells. */
export type DayOrder = 'day' | 'month' | 'unknown'

const written = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/

/** Tells from all days of a column: no month is above 12, and with points the day comes first. */
export function dayOrderOf(cells: readonly string[]): DayOrder {
  for (const cell of cells) {
    const [, first = '', second = ''] = written.exec(cell.trim()) ?? []
    if (Number(first) > 12) return 'day'
    if (Number(second) > 12) return 'month'
  }
  return 'unknown'
}

/** A day as YYYY-MM-DD, or --MM-DD without its year; null for what is none, or can’t be told. */
export function dayOf(cell: string, order: DayOrder): string | null {
  const text = cell.trim()
  const [iso] = /^(?:\d{4}|-)-\d{2}-\d{2}(?=$|[T ])/.exec(text) ?? []
  if (iso !== undefined) return iso
  const found = written.exec(text)
  if (found === null) return null
  const [, first = '', second = '', year = ''] = found
  const known = text.includes('.') ? 'day' : order
  if (known === 'unknown' && first !== second) return null
  const [day, month] = known === 'month' ? [second, first] : [first, second]
  const iso8601 = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDay(iso8601) ? iso8601 : null
}
