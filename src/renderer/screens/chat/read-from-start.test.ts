import { expect, it } from 'vitest'
import { isReadFromStart } from './read-from-start'

const long = { height: 2000, windowHeight: 800, leap: 100, age: 5000 }

it('begins at the start of a long answer that came at once', () => {
  expect(isReadFromStart({ ...long, age: 300 })).toBe(true)
  // Also where its end is told long after it.
  expect(isReadFromStart({ ...long, leap: 1900 })).toBe(true)
})

it('stays with the end of a long answer that grew while it was read', () => {
  expect(isReadFromStart(long)).toBe(false)
  // A table may come at once in its middle.
  expect(isReadFromStart({ ...long, leap: 1000 })).toBe(false)
})

it('stays with the end of an answer that the window shows as a whole', () => {
  expect(isReadFromStart({ ...long, height: 800, age: 0 })).toBe(false)
  expect(isReadFromStart({ ...long, height: 200, leap: 200, age: 0 })).toBe(false)
})
