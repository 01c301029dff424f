import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { MAX_TEXT_BYTES } from '../limits'
import { refuseLargeText } from './message-text'

/** How a body is kept (MS-OXRTFCP, 2.1.3.1). */
const COMPRESSED = 0x75465a4c
const PLAIN = 0x414c454d

const HEADER_BYTES = 16
const DICTIONARY_BYTES = 4096

/** What the dictionary holds at the start (MS-OXRTFCP, 2.1.2.1). */
const PRESET =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'

/**
 * Unpacks the Rich Text of a message (MS-OXRTFCP, 2.2), as far as it is there; the sizes that it names are not believed.
 * Null for what is not packed so. Throws `too_large` where it would be longer than a text may be.
 */
export function unpackRtf(packed: Buffer): Buffer | null {
  if (packed.length < HEADER_BYTES) return null
  const kind = packed.readUInt32LE(8)
  const content = packed.subarray(HEADER_BYTES)
  if (kind === PLAIN) {
    refuseLargeText(content.length)
    return content
  }
  return kind === COMPRESSED ? decompress(content) : null
}

function decompress(packed: Buffer): Buffer {
  const dictionary = Buffer.alloc(DICTIONARY_BYTES)
  let next = dictionary.write(PRESET, 'latin1')
  // Eight runs of 17 bytes are the most that nine bytes and eight more come to.
  const out = Buffer.alloc(Math.min(packed.length * 9, MAX_TEXT_BYTES))
  let length = 0
  const put = (byte: number) => {
    if (length === MAX_TEXT_BYTES) {
      throw new AppError('too_large', say('document.unpacks_too_large', { limit: MAX_TEXT_BYTES }))
    }
    out[length++] = byte
    dictionary[next] = byte
    next = (next + 1) % DICTIONARY_BYTES
  }
  let at = 0
  while (at < packed.length) {
    const control = packed[at++] ?? 0
    for (let bit = 0; bit < 8; bit++) {
      const byte = packed[at++]
      if (byte === undefined) break
      if ((control & (1 << bit)) === 0) {
        put(byte)
        continue
      }
      const reference = byte * 0x100 + (packed[at++] ?? 0)
      const from = reference >> 4
      // A run that begins where the next byte goes is the sign of the end.
      if (from === next) return out.subarray(0, length)
      const run = (reference & 0xf) + 2
      for (let offset = 0; offset < run; offset++) put(dictionary[(from + offset) % DICTIONARY_BYTES] ?? 0)
    }
  }
  return out.subarray(0, length)
}
