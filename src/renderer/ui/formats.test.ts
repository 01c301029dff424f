import { describe, expect, it } from 'vitest'
import { formatBytes } from '../../shared/format-bytes'
import { placeBeside } from './anchored-position'
import { confirms } from './confirm-typed'
import { relativeTime } from './relative-time'
import { meantRows, movedRow, selectedAfter } from './row-selection'

describe('a moment', () => {
  const now = new Date(2026, 4, 20, 12).getTime()
  it.each([
    [10_000, 'just now'],
    [5 * 60_000, '5 min. ago'],
    [59.8 * 60_000, '1 hr. ago'],
    [3 * 3_600_000, '3 hr. ago'],
    [26 * 3_600_000, 'yesterday'],
    [30 * 86_400_000, 'Apr 20'],
    [365 * 86_400_000, 'May 20, 2025'],
  ])('%d ms ago reads “%s”', (ago, expected) => {
    expect(relativeTime(now - ago, now, 'en', 'just now')).toBe(expected)
  })
})

describe('a size', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1_234_567, '1.2 MB'],
    [999_999, '1 MB'],
    [2_147_483_648, '2.1 GB'],
  ])('of %d bytes reads “%s”', (bytes, expected) => {
    expect(formatBytes(bytes, 'en')).toBe(expected)
  })
})

describe('a typed confirmation', () => {
  it('takes the exact text only', () => {
    expect(confirms(' delete 2 ', 'delete 2')).toBe(true)
    expect(confirms('Delete 2', 'delete 2')).toBe(false)
    expect(confirms('delete 20', 'delete 2')).toBe(false)
    expect(confirms('', '')).toBe(false)
  })
  it('takes a name that is composed differently but looks the same', () => {
    expect(confirms('Ba\u0308r', 'B\u00e4r')).toBe(true)
  })
})

describe('something that floats', () => {
  const view = { width: 800, height: 600 }
  it('flips to the side where there is room', () => {
    const anchor = { left: 100, top: 570, width: 40, height: 20 }
    expect(placeBeside(anchor, { width: 100, height: 200 }, view, 'bottom', 'start')).toEqual({
      left: 100,
      top: 364,
    })
  })
  it('stays inside the window', () => {
    const anchor = { left: 780, top: 10, width: 20, height: 20 }
    expect(placeBeside(anchor, { width: 100, height: 40 }, view, 'bottom', 'center').left).toBe(692)
  })
})

describe('rows', () => {
  it('move within the list only', () => {
    expect(movedRow('ArrowUp', 0, 4, 2)).toBe(0)
    expect(movedRow('PageDown', 1, 4, 9)).toBe(3)
    expect(movedRow('x', 1, 4, 9)).toBeUndefined()
    expect(movedRow('End', 0, 0, 9)).toBeUndefined()
  })
  it('are meant alone, or as a range in either direction', () => {
    expect(meantRows({ active: 3, anchor: 1 }, 'range')).toEqual({ first: 1, count: 3 })
    expect(meantRows({ active: 0, anchor: 3 }, 'range')).toEqual({ first: 0, count: 4 })
    expect(meantRows({ active: 2, anchor: 2 }, 'toggle')).toEqual({ first: 2, count: 1 })
  })
  it('are chosen instead of others, or one more, or one less', () => {
    const chosen = selectedAfter(new Set(['a']), ['b', 'c', 'd'], 'range')
    expect([...chosen]).toEqual(['b', 'c', 'd'])
    expect([...selectedAfter(chosen, ['c'], 'toggle')]).toEqual(['b', 'd'])
    expect([...selectedAfter(chosen, ['a'], 'toggle')]).toEqual(['b', 'c', 'd', 'a'])
    expect([...selectedAfter(chosen, ['a'], 'alone')]).toEqual(['a'])
  })
})
