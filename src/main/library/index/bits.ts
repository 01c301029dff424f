import type { ByteWriter } from './bytes'

/** Bits that are taken in one step: with those of an unfinished byte they fit into a number's 31. */
const MOST_BITS = 24

/** Bits of times and of what tells their size at most. */
const MOST_TIMES_BITS = 15

/**
 * Writes pairs of a rising place and of times (1 to 255) from `start` to `end`, the low bits of each byte first: the
 * distance, less one, from the place before in Rice's code (the part above `width` bits as so many ones and a zero, then
 * the rest), then the times in Elias's gamma code (how long they are as ones and a zero, then all but the highest bit).
 */
export function writeRising(
  out: ByteWriter,
  places: Int32Array,
  times: Uint8Array,
  start: number,
  end: number,
  width: number,
): void {
  const ones = ((places[end - 1] as number) + 1) >>> width
  out.room(Math.ceil((ones + (end - start) * (1 + width + MOST_TIMES_BITS)) / 8) + 1)
  const { bytes } = out
  const low = (1 << width) - 1
  let at = out.length
  let pending = 0
  let used = 0
  let previous = -1
  // Each posting passes here whenever it is written: what is needed is in variables of its own.
  for (let index = start; index < end; index++) {
    const place = places[index] as number
    const gap = place - previous - 1
    previous = place
    let count = gap >>> width
    for (; count + 1 + width > MOST_BITS && count > 0; count--) {
      pending |= 1 << used
      if (++used === 8) {
        bytes[at++] = pending
        pending = 0
        used = 0
      }
    }
    pending |= (((1 << count) - 1) | ((gap & low) << (count + 1))) << used
    used += count + 1 + width
    for (; used >= 8; used -= 8) {
      bytes[at++] = pending
      pending >>>= 8
    }
    const value = times[index] as number
    const size = 31 - Math.clz32(value)
    pending |= (((1 << size) - 1) | ((value - (1 << size)) << (size + 1))) << used
    used += size + 1 + size
    for (; used >= 8; used -= 8) {
      bytes[at++] = pending
      pending >>>= 8
    }
  }
  if (used > 0) bytes[at++] = pending
  out.length = at
}

/** Reads so many pairs as {@link writeRising} wrote; numbers are below 2^24. Answers where they end. */
export function readRising(
  bytes: Uint8Array,
  start: number,
  width: number,
  places: Int32Array,
  times: Uint8Array,
  count = places.length,
): number {
  const low = 2 ** width - 1
  let at = start
  let pending = 0
  let there = 0
  let place = -1
  // Much of a search's closer look is this loop: what it needs is in variables of its own.
  for (let index = 0; index < count; index++) {
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
  return at
}

/** How many of the low bits are ones before the first that is not; below 32. */
const onesAtEnd = (bits: number): number => 31 - Math.clz32(~bits & (bits + 1))
