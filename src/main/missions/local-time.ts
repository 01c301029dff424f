import { dayMs } from '../../shared/durations'
import { dateFormat } from '../../shared/formatters'

/** A minute as the clock on the wall shows it; months and days count from 1. */
export interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

const secondMs = 1000

/** What the clock on the wall shows at a moment (milliseconds since 1970) in a time zone (IANA name). */
export function wallTimeAt(at: number, zone: string): WallTime {
  const wall = new Date(at + offsetAt(at, zone))
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
  }
}

/**
 * The moment at which the clock on the wall shows a minute. Where it shows it twice, when clocks are set back, the
 * first time; where never, when they are set forward, the moment at which they are.
 */
export function momentOf({ year, month, day, hour, minute }: WallTime, zone: string): number {
  // The same minute where there is no offset: offsets are looked up around it.
  const plain = Date.UTC(year, month - 1, day, hour, minute)
  const before = offsetAt(plain - dayMs, zone)
  const after = offsetAt(plain + dayMs, zone)
  const fitting = [plain - before, plain - after].filter((at) => offsetAt(at, zone) === plain - at)
  return fitting.length > 0 ? Math.min(...fitting) : changeBetween(plain - after, plain - before, zone)
}

/** By how much clocks in a zone are ahead of UTC, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const parts = new Map(
    formatIn(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  const shown = Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  )
  return shown - Math.floor(at / secondMs) * secondMs
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  return dateFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}

/** The first moment with the offset that holds at the end. */
function changeBetween(start: number, end: number, zone: string): number {
  const wanted = offsetAt(end, zone)
  let [low, high] = [start, end]
  while (high - low > secondMs) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, zone) === wanted) high = middle
    else low = middle
  }
  return Math.floor(high / secondMs) * secondMs
}
