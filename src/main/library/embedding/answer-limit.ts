import { DIMENSIONS_LIMIT } from '../vectors/quantize'

/** A number of a vector in JSON, with its comma (bytes): a 64-bit one in full. */
const NUMBER_BYTES = 26

/** What stands around the numbers of one vector. */
const AROUND_BYTES = 4096

/** The largest answer to so many texts that can be one. */
export function answerLimitBytes(texts: number): number {
  return (texts + 1) * (DIMENSIONS_LIMIT * NUMBER_BYTES + AROUND_BYTES)
}
