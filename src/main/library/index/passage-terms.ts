import { readRising, writeRising } from './bits'
import type { ByteWriter } from './bytes'

/** Times beyond are not told apart. */
export const MOST_TIMES = 63

/** What the title and the body of a passage say. */
export type PassageTerms = {
  /** Its terms by their places among those of the segment, rising. */
  readonly places: Int32Array
  /** How often each stands there. */
  readonly times: Uint8Array
  /** See {@link isListing}. */
  readonly isListing: boolean
}

/** With this width of the lower part, distances between `count` places, evenly spread over all, take the fewest bits. */
const widthFor = (count: number, all: number): number =>
  Math.max(0, Math.floor(Math.log2((all * Math.LN2) / count)))

/** Writes the terms of a passage, which stand from `start` to `end`, in a segment that has `all` terms. */
export function encodeTerms(
  out: ByteWriter,
  places: Int32Array,
  times: Uint8Array,
  start: number,
  end: number,
  isListing: boolean,
  all: number,
): void {
  const count = end - start
  out.varint(count * 2 + (isListing ? 1 : 0))
  if (count > 0) writeRising(out, places, times, start, end, widthFor(count, all))
}

/** {@link PassageTerms} that take the place of others: the first so many numbers count. */
export type DecodedTerms = {
  places: Int32Array
  times: Uint8Array
  count: number
  isListing: boolean
}

/** Reads what {@link encodeTerms} wrote; answers where it ends. */
export function decodeTerms(bytes: Uint8Array, start: number, all: number, into: DecodedTerms): number {
  let at = start
  let head = 0
  let byte = 0
  let shift = 0
  do {
    byte = bytes[at++] as number
    head |= (byte & 0x7f) << shift
    shift += 7
  } while (byte >= 0x80)
  const count = head >>> 1
  if (count > into.places.length) {
    into.places = new Int32Array(count * 2)
    into.times = new Uint8Array(count * 2)
  }
  into.count = count
  into.isListing = (head & 1) === 1
  return count === 0 ? at : readRising(bytes, at, widthFor(count, all), into.places, into.times, count)
}

/** Reads what {@link encodeTerms} wrote, to be kept. */
export function readTerms(bytes: Uint8Array, all: number): PassageTerms {
  const into: DecodedTerms = { places: noPlaces, times: noTimes, count: 0, isListing: false }
  decodeTerms(bytes, 0, all, into)
  const { places, times, count, isListing } = into
  return { places: places.subarray(0, count), times: times.subarray(0, count), isListing }
}

const noPlaces = new Int32Array(0)
const noTimes = new Uint8Array(0)
