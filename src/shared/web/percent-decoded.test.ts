import { expect, it } from 'vitest'
import { percentDecoded } from './percent-decoded'

it('reads what is encoded, and leaves a percent sign that is none of an escape', () => {
  expect(percentDecoded('two%20words%21')).toBe('two words!')
  expect(percentDecoded('100% sure')).toBe('100% sure')
  expect(percentDecoded('%C3')).toBe('%C3')
})
