import { dateFormat } from '../../../shared/formatters'

/** The parts of a birthday as a person types them; each empty where there is none. */
export interface BirthdayParts {
  readonly year: string
  /** `01` to `12`. */
  readonly month: string
  readonly day: string
}

/** Reads `YYYY-MM-DD` or `--MM-DD`; what is being typed may lack any part. */
export function birthdayParts(birthday: string | null): BirthdayParts {
  const [, year = '', month = '', day = ''] = /^(\d*)-+(\d*)-(\d*)$/.exec(birthday ?? '') ?? []
  return { year, month, day: day.replace(/^0/, '') }
}

/** Puts the parts together; null where there is none. What is no day yet is told by its check. */
export function birthdayOf({ year, month, day }: BirthdayParts): string | null {
  if (year === '' && month === '' && day === '') return null
  return `${year === '' ? '-' : year}-${month}-${day.padStart(day === '' ? 0 : 2, '0')}`
}

/** `10 December 1815`; without a year `10 December`. */
export function birthdayInWords(birthday: string, locale: string): string {
  const { year, month, day } = birthdayParts(birthday)
  // The 29th of February is in the calendar of that year.
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)))
  if (year !== '') date.setUTCFullYear(Number(year))
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return dateFormat(locale, year === '' ? options : { ...options, year: 'numeric' }).format(date)
}

/** The names of the months. */
export function monthNames(locale: string): readonly string[] {
  const format = dateFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month, 1)))
}
