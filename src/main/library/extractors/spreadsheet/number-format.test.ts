import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../../../tests/support/processor-time'
import { builtInFormat, formatNumber, formatOfCode } from './number-format'

describe('a number of a workbook', () => {
  it('is a span of time where its format counts hours, minutes or seconds past a day', () => {
    for (const code of ['[h]:mm', '[hh]:mm:ss;@', '[mm]:ss', '[s]', '[Red][h]:mm']) {
      expect(formatOfCode(code)).toBe('duration')
    }
    expect(formatOfCode('[Red]h:mm')).toBe('time')
    expect(formatNumber(2, formatOfCode('"[h]" 0'), false)).toBe('[h] 2')
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

  it.each([
    ['#,##0.00 "€"', 1234.5, '1234.50 €'],
    ['#,##0.00\\ [$€-407]', -1234.5, '-1234.50 €'],
    ['[$£-809]#,##0.00;[Red]-[$£-809]#,##0.00', -12, '-£12.00'],
    ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', 0, '0.00 €'],
    ['0.00_);[Red](0.00)', -3.456, '-3.46'],
    ['0%', 0.125, '13%'],
    ['0.0 %', 0.125, '12.5 %'],
    ['0.0##', 2.5, '2.5'],
    ['0.00', 1.005, '1.01'],
    ['0.00', -0.001, '0.00'],
    ['00000', 1234, '01234'],
    ['0.0,,"M"', 12_345_678, '12.3M'],
    ['General" km"', 12.25, '12.25 km'],
    ['Standard', 0.1 + 0.2, '0.3'],
    ['"yes";"yes";"no"', 1, 'yes'],
    ['"yes";"yes";"no"', 0, 'no'],
    ['0 "days";"overdue"', -3, 'overdue'],
    ['"late"', -3, 'late'],
    ['+0.0%;-0.0%;0.0%', 0.05, '+5.0%'],
    ['+0.0%;-0.0%;0.0%', -0.05, '-5.0%'],
    ['+0.0%;-0.0%;0.0%', 0, '0.0%'],
    ['+0.0%;-0.0%;0.0%', -0.0001, '0.0%'],
    ['▲0%;▼0%', -0.05, '▼5%'],
    ['0.00" CR";0.00" DR"', -5, '5.00 DR'],
    ['0.00" CR";0.00" DR"', 0, '0.00 CR'],
    ['#,##0.00 "€";[Red]#,##0.00 "€"', -5, '-5.00 €'],
    ['0.00" €";+0.00" $"', -5, '-+5.00 $'],
    ['"A-"0;"A-"0', -5, '-A-5'],
    ['"A-"0;"A-"-0', -5, 'A--5'],
    ['"€"0.00;("€"0.00)', -1.5, '-€1.50'],
    ['0;(-0)', -1.5, '-2'],
    ['0;-0.0,"k"', -1500, '-1.5k'],
    ['0.00" km";;', -1.5, '-1.50 km'],
    ['"more";0', -5, '-5'],
    ['"more";"less";0.0', 0, '0.0'],
    ['0.00;-0.00;"none"', -0.001, '0.00'],
    ['0,,.0"M"', 12_345_678, '12.3M'],
    ['0,.0,"M"', 12_345_678, '12.3M'],
  ])('is written as its code asks: %s', (code, value, shown) => {
    expect(formatNumber(value, formatOfCode(code), false)).toBe(shown)
  })

  it.each([
    ['# ?/?', 0.5],
    ['0.00E+00', 12_345.678],
    ['000-00-0000', 123_456_789],
    ['[<100]0.0;0', 12.25],
    [';;;', 7],
    ['@', 7.5],
    ['.', 7],
    ['"', 7],
    ['', 7.125],
    [`"${'x'.repeat(50)}"0`, 7],
    [`0${'_x'.repeat(200)}`, 7.5],
  ])('is shown as it is where its code can not be followed: %s', (code, value) => {
    expect(formatNumber(value, formatOfCode(code), false)).toBe(String(value))
  })

  it('has its code read in one pass, whatever is opened in it and never closed', () => {
    const began = workedMs()
    for (const unclosed of ['[', '[$', '[$€']) {
      const code = `0${unclosed.repeat(Math.floor(250 / unclosed.length))}`
      for (let count = 0; count < 500; count++) expect(formatNumber(7, formatOfCode(code), false)).toBe('7')
    }
    expect(workedMs() - began).toBeLessThan(3000)
  })

  it('is shown by the formats that every workbook knows', () => {
    const shown = [0, 1, 2, 4, 9, 10, 44].map((id) => formatNumber(1.25, builtInFormat(id), false))
    expect(shown).toEqual(['1.25', '1', '1.25', '1.25', '125%', '125.00%', '1.25'])
  })

  it('keeps every digit that can be shown, whatever is asked for', () => {
    const wish = formatOfCode(`0.${'0'.repeat(200)}`)
    expect(formatNumber(1e300, wish, false)).toMatch(/^10{300}\.0{20}$/)
    expect(formatNumber(1e-300, wish, false)).toBe(`0.${'0'.repeat(20)}`)
  })
})
