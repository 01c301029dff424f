import { describe, expect, it } from 'vitest'
import { fittedSize } from './shrink-picture'

describe('a picture that is made small', () => {
  it('keeps its shape, is never enlarged and never vanishes', () => {
    expect(fittedSize(3000, 1500, 1568)).toEqual({ width: 1568, height: 784 })
    expect(fittedSize(1500, 3000, 1568)).toEqual({ width: 784, height: 1568 })
    expect(fittedSize(120, 90, 1568)).toEqual({ width: 120, height: 90 })
    expect(fittedSize(10_000, 1, 1568)).toEqual({ width: 1568, height: 1 })
  })
})
