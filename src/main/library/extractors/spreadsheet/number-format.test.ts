import { describe, expect, it } from 'vitest'
import { builtInFormat, formatNumber, formatOfCode } from './number-format'

describe('a number of a workbook', () => {
  it('is a span of time where its format counts hours, minutes or seconds past a day', () => {
    for (const code of ['[h]:mm', '[hh]:mm:ss;@', '[mm]:ss', '[s]', '[Red][h]:mm']) {
      expect(formatOfCode(code)).toBe('duration')
    }
    expect(formatOfCode('[Red]h:mm')).toBe('time')
    expect(formatOfCode('"[h]" 0')).toBe('number')
    expect(builtInFormat(46)).toBe('duration')
    expect(formatNumber(1.5625, 'duration', false)).toBe('37:30')
    expect(formatNumber(1.5, 'duration', true)).toBe('36:00')
    expect(formatNumber(-1 / 48 - 5 / 86_400, 'duration', false)).toBe('-0:30:05')
  })

  it('is the day that Excel shows, also before the leap day that it counts and never was', () => {
    const day = (value: number, from1904 = false) => formatNumber(value, 'date', from1904)
    expect([day(1), day(59), day(61), day(45_352)]).toEqual([
      '1900-01-01',
      '1900-02-28',
      '1900-03-01',
      '2024-03-01',
    ])
    expect(day(1, true)).toBe('1904-01-02')
  })
})
