import { describe, expect, it } from 'vitest'
import { createBitWriter, readRising } from './bits'
import { ByteWriter } from './bytes'

type Code =
  | { readonly kind: 'rice'; readonly value: number; readonly width: number }
  | { readonly kind: 'gamma'; readonly value: number }

/** Every length of ones and of the rest, and codes that reach over several bytes. */
const codes: readonly Code[] = Array.from({ length: 24 }, (_, width) => width).flatMap((width): Code[] => [
  ...[0, 1, 2, 7, 8, 9, 23, 24, 25, 60].flatMap((ones): Code[] => {
    const value = ones * 2 ** width + ((width * 7919) % 2 ** width)
    return value < 2 ** 24 ? [{ kind: 'rice', value, width }] : []
  }),
  { kind: 'gamma', value: 2 ** width },
  { kind: 'gamma', value: 2 ** width + Math.floor((2 ** width - 1) / 3) },
])

/** The bits of codes, one by one. */
function bitsOf(all: readonly Code[]): number[] {
  const low = (value: number, width: number) => Array.from({ length: width }, (_, bit) => (value >>> bit) & 1)
  const unary = (count: number) => [...Array.from({ length: count }, () => 1), 0]
  return all.flatMap((code) => {
    const width = code.kind === 'rice' ? code.width : 31 - Math.clz32(code.value)
    return [...unary(code.kind === 'rice' ? code.value >>> width : width), ...low(code.value, width)]
  })
}

function written(all: readonly Code[]): Buffer {
  const out = new ByteWriter()
  const bits = createBitWriter(out)
  for (const code of all) {
    if (code.kind === 'rice') bits.rice(code.value, code.width)
    else bits.gamma(code.value)
  }
  bits.finish()
  return out.copy()
}

describe('numbers in bits', () => {
  it('lie as their codes say, the low bits of each byte first', () => {
    const bytes = written(codes)
    const bits = bitsOf(codes)
    expect(bytes.length).toBe(Math.ceil(bits.length / 8))
    expect(bits.map((_, at) => ((bytes[at >>> 3] ?? 0) >>> (at & 7)) & 1)).toEqual(bits)
  })

  it.each([0, 1, 5, 7, 8, 13, 20])('are read as rising places, with a width of %i', (width) => {
    const gaps = [1, 2, 3, 8, 9, 40, 2 ** width, 2 ** width + 1, 3 * 2 ** width].flatMap((gap) => [gap, 1])
    const times = gaps.map((_, at) => [1, 2, 3, 9, 127, 128, 255][at % 7] ?? 1)
    const pairs = gaps.flatMap((gap, at): Code[] => [
      { kind: 'rice', value: gap - 1, width },
      { kind: 'gamma', value: times[at] ?? 1 },
    ])
    const places = new Int32Array(gaps.length)
    const read = new Uint8Array(gaps.length)
    const before = 3
    readRising(Buffer.concat([Buffer.alloc(before, 0xff), written(pairs)]), before, width, places, read)
    let place = -1
    expect([...places]).toEqual(gaps.map((gap) => (place += gap)))
    expect([...read]).toEqual(times)
  })
})
