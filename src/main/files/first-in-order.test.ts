import { expect, it } from 'vitest'
import { firstInOrder } from './first-in-order'

const byNumber = (a: number, b: number) => a - b

it.each([0, 1, 5, 200, 201, 1000, 5000])('keeps the first 200 of %i in order', (count) => {
  const numbers = Array.from({ length: count }, (_, index) => (index * 7919) % 4999)
  const first = firstInOrder<number>(200, byNumber)
  for (const number of numbers) first.add(number)
  expect(first.list()).toEqual(numbers.sort(byNumber).slice(0, 200))
  expect(first.more).toBe(count > 200)
})

it('says that it takes what would be among the first', () => {
  const first = firstInOrder<number>(1, byNumber)
  for (let number = 1000; number > 500; number--) first.add(number)
  expect([first.list(), first.takes(501), first.takes(500)]).toEqual([[501], false, true])
})
