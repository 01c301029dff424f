import { expect, it } from 'vitest'
import { dueInWords, dueStanding, overdueFirst } from './due'

const today = '2026-11-26'

it('tells a day that is near by its name, and another by its date', () => {
  const inWords = (due: string, locale = 'en-GB') => dueInWords(due, today, locale)
  expect(inWords('2026-11-25')).toBe('yesterday')
  expect(inWords(today)).toBe('today')
  expect(inWords('2026-11-27')).toBe('tomorrow')
  expect(inWords('2026-11-30')).toBe('Monday')
  expect(inWords('2026-12-03')).toBe('3 Dec')
  expect(inWords('2026-11-20')).toBe('20 Nov')
  expect(inWords('2027-01-05')).toBe('5 Jan 2027')
  expect(inWords('2026-11-27', 'de')).toBe('morgen')
})

it('says what is overdue, whatever the clocks do between the days', () => {
  expect(dueStanding('2026-11-25', today)).toBe('overdue')
  expect(dueStanding(today, today)).toBe('today')
  expect(dueStanding('2026-12-02', today)).toBe('soon')
  expect(dueStanding('2026-12-03', today)).toBe('later')
  expect(dueStanding('2026-03-30', '2026-03-28')).toBe('soon')
})

it('has what is overdue first, the oldest day before the others, and ended ones where they were', () => {
  const line = (due: string | null, status: 'open' | 'done' = 'open') => ({ due, status })
  const [urgent, late, later, done] = [
    line(null),
    line('2026-04-02'),
    line('2026-04-01'),
    line('2026-01-01', 'done'),
  ]
  expect(overdueFirst([urgent, late, later, done], '2026-04-15')).toEqual([later, late, urgent, done])
  const none = [urgent, done]
  expect(overdueFirst(none, '2026-04-15')).toBe(none)
})
