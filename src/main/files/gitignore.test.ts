import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
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
  const began = workedMs()
  const rules = parseIgnoreRules(`${' '.repeat(150_000)}a`)
  expect(workedMs() - began).toBeLessThan(2000)
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

describe('a list that somebody made to take long', () => {
  const long = 'a'.repeat(250)
  const deep = 'a/'.repeat(1500)
  it.each([
    ['one star and a long rest', `*${'a'.repeat(120)}b`, long],
    ['many folders', `${'**/a/'.repeat(40)}Q`, deep],
    ['stars for folders alone', `${'**/'.repeat(60)}x`, deep],
    ['large sets', `*[${'b'.repeat(180)}]Q`, long],
  ])('hides nothing, and is not compared for long: %s', (_what, line, path) => {
    const rules = parseIgnoreRules(`keep.txt\n${`${line}\n`.repeat(4900)}`)
    const began = workedMs()
    for (let file = 0; file < 50; file++) rules(`${path}${file}`, false)
    expect(workedMs() - began).toBeLessThan(2000)
    expect(rules('keep.txt', false)).toBeNull()
  })

  it('is read at once where a line opens brackets without end', () => {
    const began = workedMs()
    expect(parseIgnoreRules(`${'['.repeat(200_000)}\nkeep.txt`)('keep.txt', false)).toBe(true)
    expect(workedMs() - began).toBeLessThan(2000)
  })

  it('holds all the same where it is only long', () => {
    const names = Array.from({ length: 4000 }, (_, index) => `build-${index}-*.log`)
    const rules = parseIgnoreRules(names.join('\n'))
    expect(rules(`sub/${'build-'.repeat(30)}x.log`, false)).toBeNull()
    expect(rules('sub/build-7-tides.log', false)).toBe(true)
  })
})
