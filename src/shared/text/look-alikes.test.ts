import { describe, expect, it } from 'vitest'
import { lookAlikesIn } from './look-alikes'

describe('signs that are drawn like others', () => {
  it.each([
    ['a Cyrillic letter among Latin ones', '/home/ada/d\u043ecs/a.txt', '\u043e', 'U+043E', 'd\u043ecs'],
    ['one at the end', 'dat\u0430', '\u0430', 'U+0430', 'dat\u0430'],
    ['a Greek capital', '\u0391da.txt', '\u0391', 'U+0391', '\u0391da.txt'],
    ['a letter behind an accent', 'e\u0301\u043e', '\u043e', 'U+043E', 'e\u0301\u043e'],
    ['a stroke for a slash', '/g/docs\u2215secret', '\u2215', 'U+2215', 'docs\u2215secret'],
    ['a dot before an ending', 'a\u2024txt', '\u2024', 'U+2024', 'a\u2024txt'],
  ])('are found: %s', (_what, name, sign, point, part) => {
    expect(lookAlikesIn([name])).toEqual([{ sign, point, part }])
  })

  it('are told once for a part, however many names have it', () => {
    const sign = '\u0430'
    expect(lookAlikesIn([`/d${sign}t${sign}/1`, `/d${sign}t${sign}/2`])).toEqual([
      { sign, point: 'U+0430', part: `d${sign}t${sign}` },
    ])
    expect(lookAlikesIn([`x${'\u043e\u043e\u043e'}y`])).toHaveLength(1)
  })

  it.each([
    '/home/ада/отчёт.txt',
    'Отчёт PDF',
    'Ωmega/Δt 5μm',
    'naïve/Größe.txt',
    'Ελλάδα/νέα',
    '日本語/ファイル',
    'C:\\docs',
  ])('are none in %s', (name) => {
    expect(lookAlikesIn([name])).toEqual([])
  })
})
