import { ByteReader, ByteWriter } from './bytes'
import { longer } from './doubled'

/** A term in fewer passages of a segment is not handed out: it counts as in one. */
export const LEAST_FREQUENCY = 2

/** A mark and a count stand side by side in one number: marks have 20 bits, counts up to 32. */
const COUNTS = 2 ** 32

/** Gathers in how many passages the terms of each mark stand, in any order. */
export function createMarkFrequencies() {
  let pairs = new Float64Array(1024)
  let used = 0
  return {
    add(mark: number, count: number) {
      if (count < LEAST_FREQUENCY) return
      if (used === pairs.length) pairs = longer(pairs, new Float64Array(2 * pairs.length))
      pairs[used++] = mark * COUNTS + count
    },
    /**
     * By rising mark the distance from the one before and the sum of its numbers: whoever adds them up by mark then goes
     * through memory in one direction, which takes a tenth of what marks in the order of their terms take.
     */
    encode(): Buffer {
      const out = new ByteWriter(1024)
      // Sums by mark would have to be looked for among a million marks, which for a small segment takes longer than it.
      const sorted = pairs.subarray(0, used).sort()
      let before = 0
      for (let at = 0; at < used; ) {
        const mark = Math.floor((sorted[at] as number) / COUNTS)
        let sum = 0
        for (; at < used && Math.floor((sorted[at] as number) / COUNTS) === mark; at++) {
          sum += (sorted[at] as number) % COUNTS
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
