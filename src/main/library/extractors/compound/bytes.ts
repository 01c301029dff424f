/** Numbers of a part of a file that may be cut short or lie about itself: what lies outside reads as zero. */
export interface Bytes {
  readonly length: number
  u8(at: number): number
  u16(at: number): number
  u32(at: number): number
  /** Of so many bytes, four at most. */
  number(at: number, bytes: number): number
  /** As far as it is there. */
  part(from: number, length: number): Buffer
}

/** Reads a buffer so. */
export function boundedBytes(buffer: Buffer): Bytes {
  const has = (at: number, count: number) => at >= 0 && at + count <= buffer.length
  return {
    length: buffer.length,
    u8: (at) => (has(at, 1) ? buffer.readUInt8(at) : 0),
    u16: (at) => (has(at, 2) ? buffer.readUInt16LE(at) : 0),
    u32: (at) => (has(at, 4) ? buffer.readUInt32LE(at) : 0),
    number: (at, bytes) => {
      const count = Math.min(bytes, 4)
      return count > 0 && has(at, count) ? buffer.readUIntLE(at, count) : 0
    },
    part: (from, length) => buffer.subarray(Math.max(0, from), Math.max(0, from + length)),
  }
}
