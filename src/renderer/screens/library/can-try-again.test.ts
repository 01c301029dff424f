import { describe, expect, it } from 'vitest'
import { canTryAgain, waysToReadAnew } from './can-try-again'

const failed = { status: 'error', locked: false, unreadPictures: false } as const
const saying = (code: string) => ({ ...failed, said: { code, values: {} } })

describe('taking a document in again', () => {
  it('is offered where it may end otherwise', () => {
    expect(canTryAgain(failed)).toBe(true)
    expect(canTryAgain(saying('document.word_damaged'))).toBe(true)
    expect(canTryAgain({ ...failed, status: 'cancelled' })).toBe(true)
  })

  it('is not offered for a file that has nothing to read', () => {
    expect(canTryAgain(saying('document.empty'))).toBe(false)
    expect(canTryAgain(saying('document.no_text'))).toBe(false)
  })

  it('is not offered for a file of a format that is not read', () => {
    expect(canTryAgain(saying('document.not_read'))).toBe(false)
    expect(canTryAgain(saying('document.not_text'))).toBe(false)
  })

  it('is offered for a file of a format that is read since', () => {
    const said = { code: 'document.not_read', values: { kind: 'old_office' } }
    expect(canTryAgain({ ...failed, said })).toBe(true)
  })

  it('is not offered where something else is asked for, or nothing failed', () => {
    expect(canTryAgain({ ...failed, locked: true })).toBe(false)
    expect(canTryAgain({ ...failed, unreadPictures: true })).toBe(false)
    for (const status of ['complete', 'processing', 'pending'] as const) {
      expect(canTryAgain({ ...failed, status })).toBe(false)
    }
  })
})

describe('reading a document anew', () => {
  const read = { ...failed, status: 'complete' } as const

  it('is offered for what is read, and with OCR too where pages of it are pictures', () => {
    expect(waysToReadAnew(read)).toEqual(['restart'])
    expect(waysToReadAnew({ ...read, unreadPictures: true })).toEqual(['recognize', 'restart'])
  })

  it('is offered by what it lacks alone for what is not read', () => {
    expect(waysToReadAnew({ ...failed, unreadPictures: true })).toEqual(['recognize'])
    expect(waysToReadAnew({ ...failed, locked: true })).toEqual(['unlock'])
    expect(waysToReadAnew(failed)).toEqual(['restart'])
  })
})
