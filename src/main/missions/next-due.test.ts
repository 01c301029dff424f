import { expect, it } from 'vitest'
import type { Schedule } from '../../shared/contract/missions'
import { nextDue } from './next-due'

const berlin = 'Europe/Berlin'
const at = '02:30'

function due(schedule: Schedule, after: string, zone = berlin): string | null {
  const next = nextDue(schedule, Date.parse(after), zone)
  return next === null ? null : new Date(next).toISOString()
}

it('never comes by itself where a mission runs by hand', () => {
  expect(due({ kind: 'by_hand' }, '2026-03-02T08:00:00Z')).toBeNull()
})

it.each<[string, Schedule, string, string]>([
  [
    'after so many minutes',
    { kind: 'every', minutes: 90 },
    '2026-03-02T08:00:10Z',
    '2026-03-02T09:30:10.000Z',
  ],
  [
    'through the night in which clocks change',
    { kind: 'every', minutes: 60 },
    '2026-03-29T00:30:00Z',
    '2026-03-29T01:30:00.000Z',
  ],
  ['today', { kind: 'daily', at: '09:30' }, '2026-03-02T08:29:59Z', '2026-03-02T08:30:00.000Z'],
  [
    'not again at the same moment',
    { kind: 'daily', at: '09:30' },
    '2026-03-02T08:30:00Z',
    '2026-03-03T08:30:00.000Z',
  ],
  [
    'over the end of a year',
    { kind: 'daily', at: '00:00' },
    '2026-12-31T12:00:00Z',
    '2026-12-31T23:00:00.000Z',
  ],
  ['on a leap day', { kind: 'daily', at: '12:00' }, '2028-02-28T12:00:00Z', '2028-02-29T11:00:00.000Z'],
  // Clocks go from 2:00 to 3:00 on 29 March 2026.
  [
    'when clocks are set forward over it',
    { kind: 'daily', at },
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:00:00.000Z',
  ],
  ['as usual the day after', { kind: 'daily', at }, '2026-03-29T01:00:00Z', '2026-03-30T00:30:00.000Z'],
  // And from 3:00 back to 2:00 on 25 October 2026.
  ['the first of two times', { kind: 'daily', at }, '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['not the second of them', { kind: 'daily', at }, '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  ['not between them', { kind: 'daily', at }, '2026-10-25T01:00:00Z', '2026-10-26T01:30:00.000Z'],
  // 2 March 2026 is a Monday.
  [
    'on a chosen weekday',
    { kind: 'weekly', days: [7, 3], at: '08:00' },
    '2026-03-02T08:00:00Z',
    '2026-03-04T07:00:00.000Z',
  ],
  [
    'on the same weekday, a week later',
    { kind: 'weekly', days: [1], at: '08:00' },
    '2026-03-02T07:00:00Z',
    '2026-03-09T07:00:00.000Z',
  ],
  [
    'on a Sunday over the change of clocks',
    { kind: 'weekly', days: [7], at: '08:00' },
    '2026-03-22T12:00:00Z',
    '2026-03-29T06:00:00.000Z',
  ],
  [
    'on a day of the month',
    { kind: 'monthly', day: 15, at: '08:00' },
    '2026-03-15T06:59:00Z',
    '2026-03-15T07:00:00.000Z',
  ],
  [
    'in the next month',
    { kind: 'monthly', day: 15, at: '08:00' },
    '2026-03-15T07:00:00Z',
    '2026-04-15T06:00:00.000Z',
  ],
  [
    'on the last day of a shorter month',
    { kind: 'monthly', day: 31, at: '08:00' },
    '2026-04-01T00:00:00Z',
    '2026-04-30T06:00:00.000Z',
  ],
  [
    'on the last day of February',
    { kind: 'monthly', day: 30, at: '08:00' },
    '2026-01-30T07:00:00Z',
    '2026-02-28T07:00:00.000Z',
  ],
  [
    'on a leap day as the last of February',
    { kind: 'monthly', day: 31, at: '08:00' },
    '2028-01-31T07:00:00Z',
    '2028-02-29T07:00:00.000Z',
  ],
  [
    'over the end of a year, by month',
    { kind: 'monthly', day: 1, at: '00:00' },
    '2026-12-15T00:00:00Z',
    '2026-12-31T23:00:00.000Z',
  ],
])('comes %s', (_name, schedule, after, expected) => {
  expect(due(schedule, after)).toBe(expected)
})

it.each([
  // Lord Howe Island sets its clocks by half an hour.
  ['Australia/Lord_Howe', '02:15', '2026-10-03T00:00:00Z', '2026-10-03T15:30:00.000Z'],
  ['Australia/Lord_Howe', '01:45', '2026-04-04T02:00:00Z', '2026-04-04T14:45:00.000Z'],
  ['Asia/Kathmandu', '06:00', '2026-03-02T00:00:00Z', '2026-03-02T00:15:00.000Z'],
  // Samoa had no 30 December in 2011.
  ['Pacific/Apia', '09:00', '2011-12-29T20:00:00Z', '2011-12-30T10:00:00.000Z'],
  ['UTC', '02:30', '2026-03-29T00:00:00Z', '2026-03-29T02:30:00.000Z'],
])('holds in %s at %s', (zone, time, after, expected) => {
  expect(due({ kind: 'daily', at: time }, after, zone)).toBe(expected)
})

it('never comes before or at the moment that it comes after', () => {
  const schedules: Schedule[] = [
    { kind: 'daily', at },
    { kind: 'weekly', days: [7], at },
    { kind: 'monthly', day: 29, at },
  ]
  for (const schedule of schedules) {
    let moment = Date.parse('2026-01-01T00:00:00Z')
    for (let round = 0; round < 60; round++) {
      const next = nextDue(schedule, moment, berlin) ?? 0
      expect(next).toBeGreaterThan(moment)
      moment = next
    }
  }
})
