import { expect, it } from 'vitest'
import { editDistance } from './edit-distance'

it.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['help', 'help', 0],
  ['halp', 'help', 1],
  ['hlep', 'help', 1],
  ['ehlp', 'help', 1],
  ['hel', 'help', 1],
  ['plhe', 'help', 4],
  ['itme_list', 'item_list', 1],
])('tells %j from %j by %i slips', (a, b, slips) => {
  expect(editDistance(a, b)).toBe(slips)
  expect(editDistance(b, a)).toBe(slips)
})
