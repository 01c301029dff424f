import { describe, expect, it } from 'vitest'
import { sectionAt } from './section-at'

describe('the section that is being looked at', () => {
  const tops = [10, 500, 900, 2000, 2100]
  const at = (top: number) => sectionAt(tops, { top, viewHeight: 600, wholeHeight: 2300 })

  it('is the first at the top and the last at the end', () => {
    expect(at(0)).toBe(0)
    expect(at(1700)).toBe(4)
  })

  it('is the one that begins at the top of the window', () => {
    expect(at(500)).toBe(1)
    expect(at(900)).toBe(2)
  })

  it('is each one in turn on the way down, those too that never reach the top', () => {
    const seen = new Set(Array.from({ length: 1701 }, (_, top) => at(top)))
    expect([...seen]).toEqual([0, 1, 2, 3, 4])
  })

  it('is the first of a page that needs no scrolling', () => {
    expect(sectionAt([10, 200], { top: 0, viewHeight: 600, wholeHeight: 400 })).toBe(0)
  })
})
