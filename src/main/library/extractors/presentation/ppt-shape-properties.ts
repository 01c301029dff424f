import type { PptRecord } from './ppt-records'

const PROPERTY_BYTES = 6
/** Of the head of a property, its number, and whether it has more bytes behind all properties (MS-ODRAW, 2.2.8). */
const NUMBER = 0x3fff
const HAS_MORE = 0x8000

/** Looks for a property of a shape (MS-ODRAW, 2.2.9); null where it does not have it. */
export function propertyOf(
  { instance: count, body }: PptRecord,
  wanted: number,
): { readonly value: number; readonly more: Buffer } | null {
  let moreAt = count * PROPERTY_BYTES
  for (let at = 0; at < count * PROPERTY_BYTES && at + PROPERTY_BYTES <= body.length; at += PROPERTY_BYTES) {
    const head = body.readUInt16LE(at)
    const value = body.readUInt32LE(at + 2)
    const moreBytes = (head & HAS_MORE) === 0 ? 0 : value
    if ((head & NUMBER) === wanted) return { value, more: body.subarray(moreAt, moreAt + moreBytes) }
    moreAt += moreBytes
  }
  return null
}
