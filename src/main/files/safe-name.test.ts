import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { createFreeNames, safeName } from './safe-name'

describe('a file name made of a title', () => {
  it.each([
    ['Tides & moons', 'Tides & moons'],
    ['../../etc/passwd', 'etc passwd'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
    ['  .hidden. ', 'hidden'],
    ['line\nbreak\u0000and\u001b[31mred', 'line break and [31mred'],
    ['invoice\u202Efdp.exe', 'invoice fdp.exe'],
    ['zero\u200Bwidth\uFEFF and \u{E0041}tags', 'zero width and tags'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['COM1.tar.gz', '_COM1.tar.gz'],
    ['console', 'console'],
    ['👩‍🚀 im Wattenmeer', '👩‍🚀 im Wattenmeer'],
    ['\u3164\u200B', ''],
    ['...', ''],
  ])('%j is %j', (title, name) => {
    expect(safeName(title)).toBe(name)
  })

  it('is cut to what file systems take, between characters, with its ending', () => {
    const long = safeName(`${'ß👩‍🚀'.repeat(100)}.markdown`)
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(200)
    expect(long).toMatch(/(?:ß👩‍🚀)+ß?\.markdown$/u)
  })
})

describe('names of one folder', () => {
  it('are numbered before the ending, whatever their case', () => {
    const free = createFreeNames()
    expect(['a.md', 'A.MD', 'a.md', 'a (2).md', 'b'].map(free)).toEqual([
      'a.md',
      'A (2).MD',
      'a (3).md',
      'a (2) (2).md',
      'b',
    ])
  })
})

it('a title with a long row of points and blanks is a name at once', () => {
  const began = workedMs()
  expect(safeName(`Tides${'. '.repeat(60_000)}x`)).toMatch(/^Tides\./)
  expect(workedMs() - began).toBeLessThan(2000)
})
