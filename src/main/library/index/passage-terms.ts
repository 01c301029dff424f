import { createBitWriter, readRising } from './bits'
import { ByteReader, type ByteWriter } from './bytes'

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

/** Writes the terms of a passage in a segment that has so many. */
export function encodeTerms(out: ByteWriter, { places, times, isListing }: PassageTerms, all: number): void {
  out.varint(places.length * 2 + (isListing ? 1 : 0))
  if (places.length === 0) return
  const bits = createBitWriter(out)
  const width = widthFor(places.length, all)
  let previous = -1
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0
    bits.rice(place - previous - 1, width)
    bits.gamma(times[index] ?? 1)
    previous = place
  }
  bits.finish()
}

/** Reads what {@link encodeTerms} wrote. */
export function decodeTerms(bytes: Buffer, all: number): PassageTerms {
  const reader = new ByteReader(bytes)
  const head = reader.varint()
  const count = head >>> 1
  const places = new Int32Array(count)
  const times = new Uint8Array(count)
  if (count > 0) readRising(bytes, reader.at, widthFor(count, all), places, times)
  return { places, times, isListing: (head & 1) === 1 }
}
