import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../tests/support/start-host'
import { parseIgnoreRules, readIgnoreRules } from './gitignore'

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

it('a file of more lines than anyone keeps holds for nothing, because every path would be compared with each', () => {
  const folder = freshFolder('ignore')
  try {
    const rulesOf = (lines: number) => {
      writeFileSync(join(folder, '.gitignore'), 'a\n'.repeat(lines))
      return readIgnoreRules(folder)
    }
    expect(rulesOf(4000)?.('a', false)).toBe(true)
    expect(rulesOf(400_000)).toBe(null)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
