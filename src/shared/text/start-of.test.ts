import { expect, it } from 'vitest'
import { shortened } from './start-of'

it('leaves a text as it is that is short enough', () => {
  expect(shortened('abc', 3)).toBe('abc')
})

it('ends a longer one with an ellipsis, without half of an emoji before it', () => {
  expect(shortened('abcd', 3)).toBe('abc…')
  expect(shortened('ab😀d', 3)).toBe('ab…')
})
