import { expect, it } from 'vitest'
import { keepOutput } from './output'

const kept = (...parts: readonly string[]) => {
  const keeper = keepOutput()
  for (const part of parts) keeper.add(Buffer.from(part))
  keeper.end()
  return keeper.kept()
}

it('is kept whole up to a length, and from there its beginning and its end', () => {
  const all = Array.from({ length: 65_536 }, (_, at) => String(at % 10)).join('')
  expect(kept(all)).toEqual({ text: all, omitted: 0 })
  for (const more of [1, 20_000, 60_000]) {
    const long = `${all}${'x'.repeat(more)}`
    const { text, omitted } = kept(long)
    expect(omitted).toBe(more)
    expect(text).toBe(`${long.slice(0, 16_384)}\n[… ${more} characters left out …]\n${long.slice(-49_152)}`)
  }
})

it('is the same in whatever parts it comes, also where one ends in the middle of a letter', () => {
  const long = 'ä€😀'.repeat(40_000)
  const bytes = Buffer.from(long)
  const keeper = keepOutput()
  for (let at = 0; at < bytes.length; at += 1021) keeper.add(bytes.subarray(at, at + 1021))
  keeper.end()
  expect(keeper.kept()).toEqual(kept(long))
})

it.each([0, 1])('holds no half of an emoji where it is cut, with %i letters before', (before) => {
  for (const after of [0, 1]) {
    const long = `${'a'.repeat(before)}${'😀'.repeat(50_000)}${'z'.repeat(after)}`
    const { text, omitted } = kept(long)
    expect(text.isWellFormed()).toBe(true)
    const [beginning = '', end = ''] = text.split(`\n[… ${omitted} characters left out …]\n`)
    expect(beginning.length + omitted + end.length).toBe(long.length)
    expect([long.startsWith(beginning), long.endsWith(end)]).toEqual([true, true])
  }
})
