import { expect, it } from 'vitest'
import { cutAtRanges } from './text-ranges'

it('cuts a text at ranges in order', () => {
  const ranges = [
    { start: 4, end: 6 },
    { start: 0, end: 2 },
  ]
  expect(cutAtRanges('abcdefgh', ranges)).toEqual([
    { text: 'ab', start: 0, range: 1 },
    { text: 'cd', start: 2 },
    { text: 'ef', start: 4, range: 0 },
    { text: 'gh', start: 6 },
  ])
})

it('keeps every character once when ranges overlap or leave the text', () => {
  const ranges = [
    { start: 1, end: 4 },
    { start: 2, end: 99 },
    { start: 50, end: 60 },
    { start: 3, end: 3 },
  ]
  const pieces = cutAtRanges('abcdef', ranges)
  expect(pieces.map((piece) => piece.text).join('')).toBe('abcdef')
})
