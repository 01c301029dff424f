import { ByteReader, ByteWriter } from './bytes'
import { MARKS } from './term-mark'

/** A term in fewer passages of a segment is not handed out: it counts as in one. */
export const LEAST_FREQUENCY = 2

/** Gathers in how many passages the terms of each mark stand, in any order; takes 4 MB. */
export function createMarkFrequencies() {
  const sums = new Uint32Array(MARKS)
  return {
    add(mark: number, count: number) {
      if (count >= LEAST_FREQUENCY) sums[mark] = (sums[mark] as number) + count
    },
    /**
     * By rising mark the distance from the one before and the sum of its numbers: whoever adds them up by mark then goes
     * through memory in one direction, which takes a tenth of what marks in the order of their terms take.
     */
    encode(): Buffer {
      const out = new ByteWriter(1024)
      let before = 0
      for (let mark = 0; mark < MARKS; mark++) {
        const sum = sums[mark] as number
        if (sum === 0) continue
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
