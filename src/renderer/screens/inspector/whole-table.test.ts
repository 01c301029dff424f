import { expect, it } from 'vitest'
import { wholeTable } from './whole-table'

const parts = [
  { start: 0, end: 100 },
  { start: 100, end: 200, head: { start: 40, end: 60 } },
  { start: 200, end: 300, head: { start: 40, end: 60 } },
  { start: 300, end: 400, head: { start: 250, end: 260 } },
]

it.each([0, 1, 2])('spans all parts that go on with the table, seen from part %i of them', (index) => {
  expect(wholeTable(parts, index, 40)).toEqual({ start: 40, end: 300 })
})

it('is no more than its part where no other part goes on with it', () => {
  expect(wholeTable(parts, 0, 10)).toBeNull()
  expect(wholeTable(parts, 3, 320)).toBeNull()
})
