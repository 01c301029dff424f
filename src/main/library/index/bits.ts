import type { ByteWriter } from './bytes'

/** Bits that are taken in one step: with those of an unfinished byte they fit into a number's 31. */
const MOST_BITS = 24

/** Writes numbers of any width in bits, the low ones first. */
export function createBitWriter(out: ByteWriter) {
  let pending = 0
  let used = 0
  /** Up to {@link MOST_BITS}. */
  const bits = (value: number, width: number) => {
    pending |= value << used
    used += width
    while (used >= 8) {
      out.byte(pending & 0xff)
      pending >>>= 8
      used -= 8
    }
  }
  /** So many ones and a zero, then `width` bits of a value; nearly always in one step. */
  const unaryThenBits = (count: number, value: number, width: number) => {
    if (count + 1 + width <= MOST_BITS) {
      bits(((1 << count) - 1) | (value << (count + 1)), count + 1 + width)
      return
    }
    for (let left = count; left > 0; left -= MOST_BITS) {
      const some = Math.min(MOST_BITS, left)
      bits((1 << some) - 1, some)
    }
    bits(0, 1)
    bits(value, width)
  }
  return {
    /** Rice's code of a number from 0 on: the part above `width` bits as so many ones and a zero, then the rest. */
    rice(value: number, width: number) {
      unaryThenBits(value >>> width, value & ((1 << width) - 1), width)
    },
    /** Elias’s gamma code of a number from 1 on: how long it is as ones and a zero, then all but its highest bit. */
    gamma(value: number) {
      const width = 31 - Math.clz32(value)
      unaryThenBits(width, value & ((1 << width) - 1), width)
    },
    /** Fills up the last byte. */
    finish() {
      if (used > 0) bits(0, 8 - used)
    },
  }
}

/**
 * Reads what {@link createBitWriter} wrote as pairs: a distance, less one, from the place before in Rice's code, then
 * times in gamma code. Numbers are below 2^24.
 */
export function readRising(
  bytes: Uint8Array,
  start: number,
  width: number,
  places: Int32Array,
  times: Uint8Array,
): void {
  const low = 2 ** width - 1
  let at = start
  let pending = 0
  let there = 0
  let place = -1
  // Much of a search's closer look is this loop: what it needs is in variables of its own.
  for (let index = 0; index < places.length; index++) {
    let ones = 0
    for (;;) {
      if (there === 0) {
        pending = bytes[at++] ?? 0
        there = 8
      }
      const run = Math.min(there, onesAtEnd(pending))
      ones += run
      pending >>>= run
      there -= run
      if (there > 0) break
    }
    pending >>>= 1
    there--
    while (there < width) {
      pending |= (bytes[at++] ?? 0) << there
      there += 8
    }
    place += 1 + ones * (low + 1) + (pending & low)
    places[index] = place
    pending >>>= width
    there -= width
    let size = 0
    for (;;) {
      if (there === 0) {
        pending = bytes[at++] ?? 0
        there = 8
      }
      const run = Math.min(there, onesAtEnd(pending))
      size += run
      pending >>>= run
      there -= run
      if (there > 0) break
    }
    pending >>>= 1
    there--
    while (there < size) {
      pending |= (bytes[at++] ?? 0) << there
      there += 8
    }
    const most = 1 << size
    times[index] = most + (pending & (most - 1))
    pending >>>= size
    there -= size
  }
}

/** How many of the low bits are ones before the first that is not; below 32. */
const onesAtEnd = (bits: number): number => 31 - Math.clz32(~bits & (bits + 1))
