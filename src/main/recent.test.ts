import { expect, it } from 'vitest'
import { createRecent } from './recent'

it('keeps what was asked for last, makes it once, and forgets the rest', () => {
  const recent = createRecent<string, number>(2)
  let made = 0
  const ask = (key: string) => recent.of(key, () => ++made)
  expect([ask('a'), ask('b'), ask('a')]).toEqual([1, 2, 1])
  expect(ask('c')).toBe(3)
  expect(recent.get('b')).toBeUndefined()
  expect([...recent.values()]).toEqual([1, 3])
  recent.put('c', 9)
  expect(recent.get('c')).toBe(9)
  recent.clear()
  expect(recent.get('a')).toBeUndefined()
})
