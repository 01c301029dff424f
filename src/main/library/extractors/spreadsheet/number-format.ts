import { dayMs } from '../../../../shared/durations'
import { type NumberPattern, numberPattern, writeNumber } from './number-pattern'

/** How a cell's number is shown: as it is, by a pattern of digits, or as a day, a time of day or a span of time. */
export type NumberFormat = 'number' | NumberPattern | 'date' | 'time' | 'date_time' | 'duration'

/** Day 25,569 of Excel's calendar is 1 January 1970 (ECMA-376, part 1, 18.17.4.1). */
const EPOCH_DAY = 25_569
/** Workbooks of the old Macintosh count from 1904. */
const DAYS_TO_1904 = 1462
/** Excel counts a 29 February 1900 that never was; the days before it have numbers that are one lower. */
const FALSE_LEAP_DAY = 60

/** Characters of a format's code that Excel takes; a longer one is no format. */
const MAX_CODE = 255

/**
 * The patterns that every workbook knows by number (ECMA-376, part 1, 18.8.30). Those of currencies (5 to 8, 42 and 44)
 * depend on the reader's system, so that their currency is not known.
 */
const BUILT_IN_PATTERNS: Readonly<Record<number, NumberPattern | null>> = {
  1: numberPattern('0'),
  2: numberPattern('0.00'),
  3: numberPattern('#,##0'),
  4: numberPattern('#,##0.00'),
  5: numberPattern('#,##0'),
  6: numberPattern('#,##0'),
  7: numberPattern('#,##0.00'),
  8: numberPattern('#,##0.00'),
  9: numberPattern('0%'),
  10: numberPattern('0.00%'),
  37: numberPattern('#,##0'),
  38: numberPattern('#,##0'),
  39: numberPattern('#,##0.00'),
  40: numberPattern('#,##0.00'),
  41: numberPattern('#,##0'),
  42: numberPattern('#,##0'),
  43: numberPattern('#,##0.00'),
  44: numberPattern('#,##0.00'),
}

/** What one of the formats that every workbook knows by number means (ECMA-376, part 1, 18.8.30). */
export function builtInFormat(id: number): NumberFormat {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58)) return 'date'
  if (id === 22) return 'date_time'
  if (id === 46) return 'duration'
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 36) || (id >= 45 && id <= 47)) return 'time'
  return BUILT_IN_PATTERNS[id] ?? 'number'
}

/** What a format's own code means, told by its letters outside of quotes and brackets. */
export function formatOfCode(code: string): NumberFormat {
  if (code.length > MAX_CODE) return 'number'
  const signs = code.replace(/"[^"]*"|\\.|_./g, '').toLowerCase()
  if (/\[(?:h+|m+|s+)\]/.test(signs)) return 'duration'
  const letters = signs.replace(/\[[^\]]*\]/g, '')
  // Older programs write the name of the usual format in their own language; its letters mean no day.
  if (/general|standard/.test(letters)) return patternOf(code)
  const hasDay = /[yd]/.test(letters) || (letters.includes('m') && !/[hs]/.test(letters))
  const hasTime = /[hs]/.test(letters)
  if (hasDay && hasTime) return 'date_time'
  if (hasDay) return 'date'
  if (hasTime) return 'time'
  return patternOf(code)
}

function patternOf(code: string): NumberFormat {
  return numberPattern(code) ?? 'number'
}

/** A number as people read it. */
export function formatNumber(value: number, format: NumberFormat, from1904: boolean): string {
  if (!Number.isFinite(value)) return String(value)
  if (format === 'number') return String(Number(value.toPrecision(15)))
  if (typeof format === 'object') return writeNumber(value, format)
  if (format === 'duration') return formatDuration(value)
  const day = value + (from1904 ? DAYS_TO_1904 : value >= 0 && value < FALSE_LEAP_DAY ? 1 : 0)
  const moment = new Date(Math.round((day - EPOCH_DAY) * dayMs))
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
