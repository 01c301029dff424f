import { expect, it } from 'vitest'
import { parseIgnoreRules } from './gitignore'

it.each([
  ['a.txt  \t', 'a.txt', true],
  ['a\\ ', 'a ', true],
  ['a\\   ', 'a ', true],
  ['a\\  ', 'a', null],
  ['  ', ' ', null],
  ['a b', 'a b', true],
])('of the line %j, blanks at the end count after a backslash alone', (line, name, ignored) => {
  expect(parseIgnoreRules(line)(name, false)).toBe(ignored)
})

it('a line that is nearly all blanks is read at once', () => {
  const began = performance.now()
  const rules = parseIgnoreRules(`${' '.repeat(150_000)}a`)
  expect(performance.now() - began).toBeLessThan(2000)
  expect(rules('a', false)).toBe(null)
})
