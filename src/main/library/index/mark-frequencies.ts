import { ByteReader, ByteWriter } from './bytes'

/** A term in fewer passages of a segment is not handed out: it counts as in one. */
export const LEAST_FREQUENCY = 2

/** A mark and a number side by side in one. */
const SIDE_BY_SIDE = 2 ** 32

/** Gathers in how many passages the terms of each mark stand, in any order. */
export function createMarkFrequencies() {
  let packed = new Float64Array(256)
  let length = 0
  return {
    add(mark: number, count: number) {
      if (count < LEAST_FREQUENCY) return
      if (length === packed.length) {
        const grown = new Float64Array(length * 2)
        grown.set(packed)
        packed = grown
      }
      packed[length++] = mark * SIDE_BY_SIDE + count
    },
    /**
     * By rising mark the distance from the one before and the sum of its numbers: whoever adds them up by mark then goes
     * through memory in one direction, which takes a tenth of what marks in the order of their terms take.
     */
    encode(): Buffer {
      const rising = packed.subarray(0, length).sort()
      const out = new ByteWriter(length * 2 + 16)
      let before = 0
      for (let at = 0; at < length; ) {
        const mark = Math.floor((rising[at] as number) / SIDE_BY_SIDE)
        let sum = 0
        for (; at < length; at++) {
          const count = (rising[at] as number) - mark * SIDE_BY_SIDE
          if (count >= SIDE_BY_SIDE) break
          sum += count
        }
        out.varint(mark - before)
        out.varint(sum)
        before = mark
      }
      return out.copy()
    },
  }
}

/** Adds what `encode` of {@link createMarkFrequencies} wrote to sums by mark, or takes it away (-1). */
export function addMarkFrequencies(bytes: Buffer, sums: Uint32Array, times: 1 | -1): void {
  const reader = new ByteReader(bytes)
  let mark = 0
  while (reader.at < bytes.length) {
    mark += reader.varint()
    sums[mark] = (sums[mark] as number) + times * reader.varint()
  }
}
