import { expect, it } from 'vitest'
import { steppedMatch } from './match-step'

it('goes on and back between matches', () => {
  expect(steppedMatch(1, 1, 5)).toBe(2)
  expect(steppedMatch(3, -1, 5)).toBe(2)
})

it('goes on with the first after the last one, and with the last before the first', () => {
  expect(steppedMatch(4, 1, 5)).toBe(0)
  expect(steppedMatch(0, -1, 5)).toBe(4)
  expect(steppedMatch(0, 1, 1)).toBe(0)
})

it('begins with the first one on, and with the last one back', () => {
  expect(steppedMatch(-1, 1, 5)).toBe(0)
  expect(steppedMatch(-1, -1, 5)).toBe(4)
})

it('goes several at once, as often as keys were pressed before there was an answer', () => {
  expect(steppedMatch(-1, 3, 5)).toBe(2)
  expect(steppedMatch(-1, -7, 5)).toBe(3)
})

it('leads nowhere where there are none', () => {
  expect(steppedMatch(-1, 1, 0)).toBeNaN()
})
