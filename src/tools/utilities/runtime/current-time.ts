import { dayMs } from '../../../shared/durations'
import { AppError } from '../../../shared/errors'
import { quoted } from '../../../shared/text/quoted'

/** A moment as the clocks of a time zone show it. */
export interface LocalTime {
  readonly iso: string
  readonly date: string
  readonly time: string
  readonly weekday: string
  readonly time_zone: string
  readonly utc_offset: string
  readonly week: number
  readonly epoch_ms: number
}

/** Says what the clocks of a time zone show; the machine's own zone when none is given. */
export function describeTime(moment: Date, timeZone?: string): LocalTime {
  const format = formatFor(timeZone)
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  const time = `${part('hour')}:${part('minute')}:${part('second')}`
  // GMT, GMT+02:00 or, for old local mean times, GMT+00:53:28.
  const offset = part('timeZoneName').replace('GMT', '').replace('−', '-') || '+00:00'
  return {
    iso: `${date}T${time}${offset}`,
    date,
    time,
    weekday: part('weekday'),
    // Its own name for the zone may be an old one: Asia/Calcutta.
    time_zone: timeZone ?? format.resolvedOptions().timeZone,
    utc_offset: offset,
    week: isoWeek(date),
    epoch_ms: moment.getTime(),
  }
}

function formatFor(timeZone: string | undefined): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...(timeZone === undefined ? {} : { timeZone }),
      calendar: 'gregory',
      numberingSystem: 'latn',
      weekday: 'long',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    })
  } catch (cause) {
    throw new AppError(
      'invalid_input',
      `${quoted(timeZone ?? '')} is not a time zone. Use an IANA name such as Europe/Berlin, America/New_York or UTC.`,
      { cause, field: 'time_zone' },
    )
  }
}

/** ISO 8601: weeks begin on Monday, and the first one has the year's first Thursday. */
function isoWeek(date: string): number {
  const day = new Date(`${date}T00:00:00Z`)
  const thursday = day.getTime() + (4 - (day.getUTCDay() || 7)) * dayMs
  const yearStart = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)
  return Math.floor((thursday - yearStart) / dayMs / 7) + 1
}
