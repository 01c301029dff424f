import { describe, expect, it } from 'vitest'
import type { ConversationSummary } from '../contract/conversation-list'
import { newsOf, textOfNews, titleOfNews } from './news'

const line = (change: Partial<ConversationSummary> = {}): ConversationSummary => ({
  id: 'c',
  title: 'Tides',
  createdAt: 0,
  updatedAt: 0,
  running: true,
  waiting: 0,
  ended: null,
  pinned: false,
  archived: false,
  folderId: null,
  mission: null,
  ...change,
})

it('a run that ended is told once, with how it ended', () => {
  const done = line({ running: false, ended: 'completed' })
  expect(newsOf(line(), done)).toBe('completed')
  expect(newsOf(line(), line({ running: false, ended: 'failed' }))).toBe('failed')
  expect(newsOf(done, done)).toBeNull()
})

it('a run that a person stopped is not told', () => {
  expect(newsOf(line(), line({ running: false }))).toBeNull()
})

it('each further decision that is needed is told, and none that was made', () => {
  expect(newsOf(line(), line({ waiting: 1 }))).toBe('waiting')
  expect(newsOf(line({ waiting: 1 }), line({ waiting: 2 }))).toBe('waiting')
  expect(newsOf(line({ waiting: 2 }), line({ waiting: 1 }))).toBeNull()
})

it('a conversation that was not known is not told', () => {
  expect(newsOf(undefined, line({ running: false, ended: 'completed', waiting: 3 }))).toBeNull()
})

it('a title shows what is hidden in it, and not more than fits', () => {
  expect(titleOfNews({ title: 'Tides\u202e evil' })).not.toContain('\u202e')
  expect(titleOfNews({ title: '🌊'.repeat(500) })).toBe('🌊'.repeat(100))
})

describe('a mission', () => {
  const of = (tells: 'always' | 'needed' | 'never' | null) => ({ mission: { id: 'm', tells } })
  const end = (tells: 'always' | 'needed' | 'never', change: Partial<ConversationSummary> = {}) =>
    newsOf(line(of(tells)), line({ ...of(tells), running: false, ended: 'completed', ...change }))

  it('is told at its end only, as its person wants it', () => {
    expect(newsOf(line(of('always')), line({ ...of('always'), waiting: 1 }))).toBeNull()
    expect(end('always')).toBe('completed')
    expect(end('needed')).toBeNull()
    expect(end('needed', { waiting: 2 })).toBe('waiting')
    expect(end('needed', { ended: 'failed' })).toBe('failed')
    expect(end('never', { waiting: 2 })).toBeNull()
  })

  it('that a person goes on with by hand is told as every conversation is', () => {
    expect(newsOf(line(of(null)), line({ ...of(null), waiting: 1 }))).toBe('waiting')
  })

  it('is called one', () => {
    expect(textOfNews('en', 'completed', line(of('always')))).toBe('The mission has ended')
    expect(textOfNews('en', 'completed', line(of(null)))).toBe('The assistant has finished')
  })
})
