import { dateFormat } from './formatters'

/** Whether it is a day of the calendar as YYYY-MM-DD (ISO 8601). */
export function isCalendarDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.slice(1).map(Number) ?? []
  const date = new Date(0)
  // Date.UTC takes the years from 0 to 99 for those of the last century.
  date.setUTCFullYear(year, month - 1, day)
  return month > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** The day of a moment (milliseconds since 1970) as YYYY-MM-DD, by the clock of this machine and not that of UTC. */
export function localDay(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A day as YYYY-MM-DD in words of a language: 4 May 2026. */
export function dayInWords(day: string, locale: string): string {
  return dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`))
}
