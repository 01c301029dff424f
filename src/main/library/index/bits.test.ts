import { describe, expect, it } from 'vitest'
import { readRising, writeRising } from './bits'
import { ByteWriter } from './bytes'

type Pair = { readonly gap: number; readonly times: number }

/** Every size of times. */
const everyTimes = [1, 2, 3, 4, 9, 21, 37, 63, 64, 127, 128, 170, 255]

/** For a width: every length of ones and of the rest, and codes that reach over several bytes. */
const pairsOf = (width: number): Pair[] =>
  [0, 1, 2, 7, 8, 9, 23, 24, 25, 60].flatMap((ones) => {
    const value = ones * 2 ** width + ((width * 7919) % 2 ** width)
    return value < 2 ** 24 ? everyTimes.map((times) => ({ gap: value + 1, times })) : []
  })

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The bits of pairs, one by one. */
function bitsOf(pairs: readonly Pair[], width: number): number[] {
  const low = (value: number, bits: number) => Array.from({ length: bits }, (_, bit) => (value >>> bit) & 1)
  const unary = (count: number) => [...Array.from({ length: count }, () => 1), 0]
  return pairs.flatMap(({ gap, times }) => {
    const size = 31 - Math.clz32(times)
    return [...unary((gap - 1) >>> width), ...low(gap - 1, width), ...unary(size), ...low(times, size)]
  })
}

function written(pairs: readonly Pair[], width: number): Buffer {
  const before = 3
  let place = -1
  const places = Int32Array.from([0, 0, 0, ...pairs.map(({ gap }) => (place += gap))])
  const times = Uint8Array.from([0, 0, 0, ...pairs.map((pair) => pair.times)])
  const out = new ByteWriter(1)
  writeRising(out, places, times, before, places.length, width)
  return out.copy()
}

const widths = Array.from({ length: 24 }, (_, width) => width)

describe('numbers in bits', () => {
  it.each(widths)('lie as their codes say, the low bits of each byte first, with a width of %i', (width) => {
    // Places stay below 2^31.
    const all = pairsOf(width)
    const pairs = all.filter((_, index) => sum(all.slice(0, index + 1).map(({ gap }) => gap)) < 2 ** 31)
    expect(pairs.length).toBeGreaterThan(everyTimes.length)
    const bytes = written(pairs, width)
    const bits = bitsOf(pairs, width)
    expect(bytes.length).toBe(Math.ceil(bits.length / 8))
    expect(bits.map((_, at) => ((bytes[at >>> 3] ?? 0) >>> (at & 7)) & 1)).toEqual(bits)
  })

  it.each([0, 1, 5, 7, 8, 13, 20])('are read as rising places, with a width of %i', (width) => {
    const gaps = [1, 2, 3, 8, 9, 40, 2 ** width, 2 ** width + 1, 3 * 2 ** width].flatMap((gap) => [gap, 1])
    const times = gaps.map((_, at) => [1, 2, 3, 9, 127, 128, 255][at % 7] ?? 1)
    const pairs = gaps.map((gap, at) => ({ gap, times: times[at] ?? 1 }))
    const places = new Int32Array(gaps.length)
    const read = new Uint8Array(gaps.length)
    const before = 3
    readRising(
      Buffer.concat([Buffer.alloc(before, 0xff), written(pairs, width)]),
      before,
      width,
      places,
      read,
    )
    let place = -1
    expect([...places]).toEqual(gaps.map((gap) => (place += gap)))
    expect([...read]).toEqual(times)
  })
})
