/** How a cell's number is shown: as it is, or as a day, a time of day, a span of time or a share. */
export type NumberFormat = 'number' | 'date' | 'time' | 'date_time' | 'duration' | 'percent'

const DAY_MS = 86_400_000
/** Day 25,569 of Excel's calendar is 1 January 1970 (ECMA-376, part 1, 18.17.4.1). */
const EPOCH_DAY = 25_569
/** Workbooks of the old Macintosh count from 1904. */
const DAYS_TO_1904 = 1462
/** Excel counts a 29 February 1900 that never was; the days before it have numbers that are one lower. */
const FALSE_LEAP_DAY = 60

/** Characters of a format's code that Excel takes; a longer one is no format. */
const MAX_CODE = 255

/** What one of the formats that every workbook knows by number means (ECMA-376, part 1, 18.8.30). */
export function builtInFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return 'percent'
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58)) return 'date'
  if (id === 22) return 'date_time'
  if (id === 46) return 'duration'
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 36) || (id >= 45 && id <= 47)) return 'time'
  return 'number'
}

/** What a format's own code means, told by its letters outside of quotes and brackets. */
export function formatOfCode(code: string): NumberFormat {
  const signs = code
    .slice(0, MAX_CODE)
    .replace(/"[^"]*"|\\.|_./g, '')
    .toLowerCase()
  if (/\[(?:h+|m+|s+)\]/.test(signs)) return 'duration'
  const letters = signs.replace(/\[[^\]]*\]/g, '')
  // Older programs write the name of the usual format in their own language.
  if (/general|standard/.test(letters)) return 'number'
  const hasDay = /[yd]/.test(letters) || (letters.includes('m') && !/[hs]/.test(letters))
  const hasTime = /[hs]/.test(letters)
  if (hasDay && hasTime) return 'date_time'
  if (hasDay) return 'date'
  if (hasTime) return 'time'
  return letters.includes('%') ? 'percent' : 'number'
}

/** A number as people read it. */
export function formatNumber(value: number, format: NumberFormat, from1904: boolean): string {
  if (!Number.isFinite(value)) return String(value)
  if (format === 'number') return String(Number(value.toPrecision(15)))
  if (format === 'percent') return `${Number((value * 100).toPrecision(12))} %`
  if (format === 'duration') return formatDuration(value)
  const day = value + (from1904 ? DAYS_TO_1904 : value >= 0 && value < FALSE_LEAP_DAY ? 1 : 0)
  const moment = new Date(Math.round((day - EPOCH_DAY) * DAY_MS))
  if (Number.isNaN(moment.getTime())) return String(value)
  const iso = moment.toISOString()
  const time = iso.slice(11, iso.slice(17, 19) === '00' ? 16 : 19)
  if (format === 'time') return time
  return format === 'date' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}

/** A span of time as hours, minutes and, where there are any, seconds: "37:30". */
function formatDuration(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400)
  const two = (count: number) => String(count % 60).padStart(2, '0')
  const sign = days < 0 && seconds > 0 ? '-' : ''
  const text = `${sign}${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60))}`
  return seconds % 60 === 0 ? text : `${text}:${two(seconds)}`
}
