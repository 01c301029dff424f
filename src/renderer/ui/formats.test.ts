import { describe, expect, it } from 'vitest'
import { formatBytes } from '../../shared/format-bytes'
import { placeBeside } from './anchored-position'
import { confirms } from './confirm-typed'
import { relativeTime } from './relative-time'
import { movedRow, selectRow } from './row-selection'

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
  const keys = ['a', 'b', 'c', 'd']
  it('move within the list only', () => {
    expect(movedRow('ArrowUp', 0, 4, 2)).toBe(0)
    expect(movedRow('PageDown', 1, 4, 9)).toBe(3)
    expect(movedRow('x', 1, 4, 9)).toBeUndefined()
    expect(movedRow('End', 0, 0, 9)).toBeUndefined()
  })
  it('are chosen alone, one more, or as a range in either direction', () => {
    const chosen = selectRow(keys, new Set(), { active: 3, anchor: 1 }, 'range', 'multiple')
    expect([...chosen]).toEqual(['b', 'c', 'd'])
    expect([...selectRow(keys, chosen, { active: 2, anchor: 2 }, 'toggle', 'multiple')]).toEqual(['b', 'd'])
    expect([...selectRow(keys, chosen, { active: 0, anchor: 3 }, 'range', 'multiple')]).toEqual(keys)
    expect([...selectRow(keys, chosen, { active: 0, anchor: 0 }, 'alone', 'multiple')]).toEqual(['a'])
  })
  it('are never more than one where one is allowed', () => {
    expect(selectRow(keys, new Set(['a']), { active: 3, anchor: 1 }, 'range', 'single')).toEqual(
      new Set(['d']),
    )
  })
})
