import { expect, it } from 'vitest'
import { inexactIn, isExact } from './exact-number'

it('a number is exact up to 2^53, with a point, and as a size of few digits', () => {
  for (const value of [0, -1, 2 ** 53 - 1, 1.5, 1e-300, 6.022e23, -1.989e30, Number.MIN_VALUE])
    expect(isExact(value), String(value)).toBe(true)
})

it('digits that were written out may be others', () => {
  for (const value of [
    2 ** 53,
    9_007_199_254_740_992,
    1e18,
    -1e20,
    JSON.parse('340282366920938463463374607431768211456'),
  ])
    expect(isExact(value), String(value)).toBe(false)
  expect(inexactIn({ a: [1, { b: 1e18 }], c: 6.022e23 })).toEqual([['a', 1, 'b']])
})
