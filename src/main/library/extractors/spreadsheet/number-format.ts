/** How a cell's number is shown: as it is, or as a day, a time or a share. */
export type NumberFormat = 'number' | 'date' | 'time' | 'date_time' | 'percent'

const DAY_MS = 86_400_000
/** Day 25,569 of Excel's calendar is 1 January 1970 (ECMA-376, part 1, 18.17.4.1). */
const EPOCH_DAY = 25_569
/** Workbooks of the old Macintosh count from 1904. */
const DAYS_TO_1904 = 1462

/** What one of the formats that every workbook knows by number means (ECMA-376, part 1, 18.8.30). */
export function builtInFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return 'percent'
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58)) return 'date'
  if (id === 22) return 'date_time'
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 36) || (id >= 45 && id <= 47)) return 'time'
  return 'number'
}

/** What a format's own code means, told by its letters outside of quotes and brackets. */
export function formatOfCode(code: string): NumberFormat {
  const letters = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '').toLowerCase()
  if (letters.includes('general')) return 'number'
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
  const day = value + (from1904 ? DAYS_TO_1904 : 0)
  const moment = new Date(Math.round((day - EPOCH_DAY) * DAY_MS))
  if (Number.isNaN(moment.getTime())) return String(value)
  const iso = moment.toISOString()
  const time = iso.slice(11, iso.slice(17, 19) === '00' ? 16 : 19)
  if (format === 'time') return time
  return format === 'date' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}
