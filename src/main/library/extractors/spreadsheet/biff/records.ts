import { utf16Text } from '../../utf16'

/** Numbers of the records that are read (MS-XLS, 2.3). Those of BIFF5 are the same where it has them. */
export const RECORD = {
  bof: 0x0809,
  boolErr: 0x0205,
  boundSheet: 0x0085,
  codePage: 0x0042,
  continue: 0x003c,
  date1904: 0x0022,
  eof: 0x000a,
  filePass: 0x002f,
  format: 0x041e,
  formula: 0x0006,
  /** As BIFF4 numbers it, and some writers of BIFF8. */
  oldFormula: 0x0406,
  label: 0x0204,
  labelSst: 0x00fd,
  mulRk: 0x00bd,
  note: 0x001c,
  number: 0x0203,
  obj: 0x005d,
  rk: 0x027e,
  rString: 0x00d6,
  series: 0x1003,
  seriesText: 0x100d,
  sst: 0x00fc,
  string: 0x0207,
  text: 0x1025,
  txO: 0x01b6,
  xf: 0x00e0,
} as const

/** Bytes of a record's number and length (MS-XLS, 2.1.4). */
export const HEADER_BYTES = 4

export interface BiffRecord {
  readonly type: number
  readonly data: Buffer
  /** Where its data ends in the stream. */
  readonly end: number
}

/** The records of a stream, or of a part of it; one that leaves it ends them. */
export function* readRecords(stream: Buffer): Generator<BiffRecord> {
  for (let record = recordAt(stream, 0); record !== null; record = recordAt(stream, record.end)) yield record
}

function recordAt(stream: Buffer, at: number): BiffRecord | null {
  if (at + HEADER_BYTES > stream.length) return null
  const start = at + HEADER_BYTES
  const end = start + stream.readUInt16LE(at + 2)
  return end > stream.length
    ? null
    : { type: stream.readUInt16LE(at), data: stream.subarray(start, end), end }
}

/**
 * Reads what a record holds from its beginning, and goes on in the CONTINUE records behind it (MS-XLS, 2.4.58). Behind
 * the last of them every number is zero and every text empty.
 */
export class RecordReader {
  readonly #stream: Buffer
  #record: BiffRecord
  #at = 0

  constructor(stream: Buffer, record: BiffRecord) {
    this.#stream = stream
    this.#record = record
  }

  isAtEnd(): boolean {
    return !this.#hasByte()
  }

  uint8(): number {
    return this.#hasByte() ? this.#record.data.readUInt8(this.#at++) : 0
  }

  uint16(): number {
    return this.uint8() + this.uint8() * 0x100
  }

  uint32(): number {
    return this.uint16() + this.uint16() * 0x10000
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0 && this.#hasByte(); ) left -= this.#take(left).length
  }

  /** What is left of this record, but not of the CONTINUE records behind. */
  skipRecord(): void {
    this.#at = Math.max(this.#at, this.#record.data.length)
  }

  /** So many bytes, or what there is of them. */
  bytes(count: number): Buffer {
    const parts: Buffer[] = []
    for (let left = count; left > 0 && this.#hasByte(); ) {
      const part = this.#take(left)
      parts.push(part)
      left -= part.length
    }
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
  }

  /**
   * So many characters of one byte each or, where `isWide`, of two. Where they are cut, the CONTINUE record begins with
   * a byte that says anew how many bytes a character has (MS-XLS, 2.5.293).
   */
  characters(count: number, isWide: boolean): string {
    let text = ''
    let width = isWide ? 2 : 1
    for (let left = count; left > 0; ) {
      if (this.#at >= this.#record.data.length) {
        if (!this.#hasByte()) break
        width = (this.uint8() & 1) + 1
        continue
      }
      const part = this.#take(left * width)
      text += width === 2 ? utf16Text(part) : part.toString('latin1')
      left -= Math.ceil(part.length / width)
    }
    return text
  }

  /** At most so many bytes of this record. */
  #take(most: number): Buffer {
    const part = this.#record.data.subarray(this.#at, this.#at + most)
    this.#at += part.length
    return part
  }

  #hasByte(): boolean {
    while (this.#at >= this.#record.data.length) {
      const next = recordAt(this.#stream, this.#record.end)
      if (next?.type !== RECORD.continue) return false
      this.#record = next
      this.#at = 0
    }
    return true
  }
}
