import iconv from 'iconv-lite'
import type { RecordReader } from './records'

/** How a workbook writes text: its own encoding, or null for that of BIFF8. */
export type TextEncoding = string | null

/** Flags of a text (MS-XLS, 2.5.293). */
const IS_WIDE = 0x01
const HAS_PHONETIC = 0x04
const HAS_RUNS = 0x08

/** Bytes of a run of characters that look alike (MS-XLS, 2.5.129). */
const RUN_BYTES = 4

/**
 * Reads a text behind a count of its characters, which has one byte or two (MS-XLS, 2.5.240, 2.5.293 and 2.5.294; of
 * bytes before BIFF8). How its parts look, and how to pronounce it, stand behind it and are passed over.
 */
export function readText(reader: RecordReader, countBytes: 1 | 2, encoding: TextEncoding): string {
  const count = countBytes === 1 ? reader.uint8() : reader.uint16()
  if (encoding !== null) return iconv.decode(reader.bytes(count), encoding)
  const flags = reader.uint8()
  const runs = (flags & HAS_RUNS) === 0 ? 0 : reader.uint16()
  const phonetic = (flags & HAS_PHONETIC) === 0 ? 0 : reader.uint32()
  const text = reader.characters(count, (flags & IS_WIDE) !== 0)
  reader.skip(runs * RUN_BYTES + phonetic)
  return text
}
