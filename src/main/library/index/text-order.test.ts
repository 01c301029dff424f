import { expect, it } from 'vitest'
import { addText, createTextPool } from '../analysis/text-pool'
import { orderOf } from './text-order'

function sorted(texts: readonly string[]): { readonly text: string | undefined; readonly place: number }[] {
  const pool = createTextPool()
  for (const text of texts) addText(pool, text)
  return [...orderOf(pool)].map((place) => ({ text: texts[place], place }))
}

const letters = ['a', 'b', 'z', '0', 'é', 'я', '潮', '汐', '\u{20000}', '\ue000', '\0']

it('orders texts as strings are, equal ones as they come, however long they are alike', () => {
  let state = 7
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (const used of [1, 2, 3, letters.length]) {
    const alike = Array.from({ length: 20 }, () => letters[next(used)]).join('')
    const texts = Array.from({ length: 3000 }, () => {
      const own = Array.from({ length: next(6) }, () => letters[next(used)]).join('')
      return next(3) === 0 ? alike + own : own
    })
    const expected = texts.map((text, place) => ({ text, place }))
    expected.sort((a, b) => (a.text === b.text ? a.place - b.place : a.text < b.text ? -1 : 1))
    expect(sorted(texts)).toEqual(expected)
  }
})

it('orders thousands of different letters, a single text and none', () => {
  const texts = Array.from({ length: 20_000 }, (_, index) =>
    String.fromCharCode(0x4e00 + ((index * 7919) % 20_000)),
  )
  expect(sorted(texts).map(({ text }) => text)).toEqual([...texts].sort())
  expect(sorted(['alone'])).toEqual([{ text: 'alone', place: 0 }])
  expect(sorted([])).toEqual([])
})
