import { describe, expect, it } from 'vitest'
import { createUnescaper } from './unescaped'

/** All of a text, handed over in pieces of a length. */
function shown(text: string, length = text.length): string {
  const unescaper = createUnescaper()
  let all = ''
  for (let at = 0; at < text.length; at += length) all += unescaper.write(text.slice(at, at + length))
  return all + unescaper.end()
}

describe('createUnescaper', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'signs that were escaped',
      'A \\\\ b \\< c, CTXT\\_BREAK, \\[page 48\\]',
      'A \\ b < c, CTXT_BREAK, [page 48]',
    ],
    ['what is no escape', 'C:\\new and a\\ b', 'C:\\new and a\\ b'],
    ['code in a line', 'call `a\\_b` or a\\_b', 'call `a\\_b` or a_b'],
    ['a block of code', '```\na\\_b\n\n`x\\_y`\n```\na\\_b', '```\na\\_b\n\n`x\\_y`\n```\na_b'],
    ['an escaped backtick', '\\`a\\_b\\`', '`a_b`'],
    [
      'a backtick that nothing closes',
      'don`t a\\_b\n\na\\_b and ``\n\na\\_b',
      'don`t a\\_b\n\na_b and ``\n\na_b',
    ],
    ['a backslash at the end', 'a\\', 'a\\'],
  ]
  it.each(cases)('shows %s', (_what, text, expected) => {
    expect(shown(text)).toBe(expected)
  })
  it.each(cases)('shows %s also where it comes letter by letter', (_what, text) => {
    for (const length of [1, 2, 3]) expect(shown(text, length)).toBe(shown(text))
  })
})
