import { type Key, utf8Bytes, writeUtf8 } from './key'

/** Shorter runs of bytes are copied here one by one: a call into the runtime takes longer. */
const FEW_BYTES = 64

/** Copies a range of bytes to a place in others that have room. */
export function copyBytes(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): void {
  if (end - start > FEW_BYTES) {
    to.set(from.subarray(start, end), at)
    return
  }
  for (let next = start, place = at; next < end; next++, place++) to[place] = from[next] as number
}

/** Bytes that grow; every number in them is a varint: seven bits a byte, the low ones first. */
export class ByteWriter {
  /** To be read up to `length`; others after a write that had no room. */
  bytes: Buffer<ArrayBuffer>
  /** How many bytes are written. */
  length = 0

  constructor(capacity = 256) {
    this.bytes = Buffer.allocUnsafe(capacity)
  }

  /** Writes a whole number from 0 to 2^53. */
  varint(value: number): void {
    this.room(8)
    let rest = value
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80
      rest = rest < 0x80000000 ? rest >>> 7 : Math.floor(rest / 128)
    }
    this.bytes[this.length++] = rest
  }

  byte(value: number): void {
    this.room(1)
    this.bytes[this.length++] = value
  }

  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.room(end - start)
    copyBytes(bytes, start, end, this.bytes, this.length)
    this.length += end - start
  }

  /** Writes a text in UTF-8 behind its length in bytes. */
  text(value: string): void {
    const size = Buffer.byteLength(value)
    this.varint(size)
    this.room(size)
    this.length += this.bytes.write(value, this.length)
  }

  /** Writes what another has. */
  appendWritten(other: ByteWriter): void {
    this.append(other.bytes, 0, other.length)
  }

  /** Writes a key from a unit on as `text` writes it. */
  key(key: Key, from = 0): void {
    const size = utf8Bytes(key, from)
    this.varint(size)
    this.room(size)
    this.length = writeUtf8(key, from, this.bytes, this.length)
  }

  /** What is written, valid until the next write. */
  view(): Buffer<ArrayBuffer> {
    return this.bytes.subarray(0, this.length)
  }

  /** A copy of what is written. */
  copy(): Buffer<ArrayBuffer> {
    return Buffer.from(this.view())
  }

  clear(): void {
    this.length = 0
  }

  /** Makes room for so many bytes more. */
  room(size: number): void {
    if (this.length + size <= this.bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + size))
    grown.set(this.view())
    this.bytes = grown
  }
}

/** Reads what {@link ByteWriter} wrote. */
export class ByteReader {
  constructor(
    readonly bytes: Buffer,
    public at = 0,
  ) {}

  varint(): number {
    const { bytes } = this
    let byte = bytes[this.at++] ?? 0
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    let scale = 0x80
    do {
      byte = bytes[this.at++] ?? 0
      value += (byte & 0x7f) * scale
      scale *= 0x80
    } while (byte >= 0x80)
    return value
  }

  byte(): number {
    return this.bytes[this.at++] ?? 0
  }

  text(): string {
    const size = this.varint()
    const text = this.bytes.toString('utf8', this.at, this.at + size)
    this.at += size
    return text
  }
}
