import type { ByteReader, ByteWriter } from './bytes'

/** Writes numbers of any width in bits, the low ones first. */
export function createBitWriter(out: ByteWriter) {
  let pending = 0
  let used = 0
  /** Up to 24 bits. */
  const bits = (value: number, width: number) => {
    pending |= value << used
    used += width
    while (used >= 8) {
      out.byte(pending & 0xff)
      pending >>>= 8
      used -= 8
    }
  }
  const ones = (count: number) => {
    for (let left = count; left > 0; left -= 24) bits(2 ** Math.min(24, left) - 1, Math.min(24, left))
  }
  return {
    /** Rice's code of a number from 0 on: the part above `width` bits as so many ones and a zero, then the rest. */
    rice(value: number, width: number) {
      ones(value >>> width)
      bits(0, 1)
      bits(value & (2 ** width - 1), width)
    },
    /** Elias’s gamma code of a number from 1 on: how long it is as ones and a zero, then all but its highest bit. */
    gamma(value: number) {
      const width = 31 - Math.clz32(value)
      ones(width)
      bits(0, 1)
      bits(value & (2 ** width - 1), width)
    },
    /** Fills up the last byte. */
    finish() {
      if (used > 0) bits(0, 8 - used)
    },
  }
}

/** Reads what {@link createBitWriter} wrote; both codes are of numbers below 2^24. */
export function createBitReader({ bytes, at: start }: ByteReader) {
  let at = start
  let pending = 0
  let there = 0
  const bits = (width: number): number => {
    while (there < width) {
      pending |= (bytes[at++] ?? 0) << there
      there += 8
    }
    const value = pending & ((1 << width) - 1)
    pending >>>= width
    there -= width
    return value
  }
  const ones = (): number => {
    let count = 0
    while (bits(1) === 1) count++
    return count
  }
  return {
    rice: (width: number): number => ones() * 2 ** width + bits(width),
    gamma(): number {
      const width = ones()
      return 2 ** width + bits(width)
    },
  }
}
