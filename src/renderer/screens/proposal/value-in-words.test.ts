import { afterAll, expect, it, vi } from 'vitest'
import { chooseLanguage } from '../../text/language'
import { valueInWords } from './value-in-words'

vi.stubGlobal('document', { documentElement: {} })
vi.stubGlobal('navigator', { languages: ['en-GB', 'de-DE'] })
afterAll(() => {
  chooseLanguage('en')
  vi.unstubAllGlobals()
})

it('tells values by the names that the screens have for them', () => {
  expect(valueInWords('status', 'in progress')).toBe('In progress')
  expect(valueInWords('status', 'in_progress')).toBe('In progress')
  expect(valueInWords('priority', 'urgent')).toBe('Urgent')
  expect(valueInWords('due', '2026-04-15')).toBe('Wednesday, 15 April 2026')
  expect(valueInWords('birthday', '--12-10')).toBe('10 December')
  expect(valueInWords('updated', '2026-04-15')).toBe('15 April 2026')
  expect(valueInWords('kind', 'organization')).toBe('Organization')
  expect(valueInWords('due', null)).not.toBe('')
})

it('leaves what a person wrote as it is', () => {
  expect(valueInWords('title', '2026-04-15')).toBe('2026-04-15')
  expect(valueInWords('due', 'soon')).toBe('soon')
  expect(valueInWords('updated', '2026-04-15T08:00:00Z')).toBe('2026-04-15T08:00:00Z')
  // Of another program's tool; these are no days, and are sent as they stand.
  for (const value of ['2026-13-45', '2026-02-30', '--12-10']) expect(valueInWords('due', value)).toBe(value)
  expect(valueInWords('birthday', '2026-02-30')).toBe('2026-02-30')
  expect(valueInWords('status', 'pending')).toBe('pending')
  expect(valueInWords('kind', 'robot')).toBe('robot')
})

it('tells them in German', () => {
  chooseLanguage('de')
  expect(valueInWords('status', 'in progress')).toBe('In Arbeit')
  expect(valueInWords('due', '2026-04-15')).toBe('Mittwoch, 15. April 2026')
  expect(valueInWords('updated', '2026-04-15')).toBe('15. April 2026')
  expect(valueInWords('status', 'pending')).toBe('wartet')
})
