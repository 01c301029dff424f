const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openingBracket = 0x5b
const closingBracket = 0x5d
const openings = new Set([openingBracket, 0x7b])
const closings = new Set([closingBracket, 0x7d])
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d])
/** The bytes of a byte order mark in UTF-8. */
const mark = new Set([0xef, 0xbb, 0xbf])

/** Where the reading is: outside of an array, at or between values of one, or in a value. */
type Place = 'outside' | 'between' | 'inside'

/** A value of an array as it stands in its file; null bytes for one that is too long to be read. */
export type JsonElement = { readonly bytes: Buffer | null } | { readonly cut: true }

/**
 * The values of JSON arrays one after the other, so that a file of any size is read with the memory of its longest
 * value. What stands outside of an array is one value, and a file may hold several, as one that has a value on each line
 * does. `cut` comes last where the file ends within an array or a value, or is empty. What is between the values is not
 * checked: each has to be parsed, which finds what is wrong with it.
 */
export async function* jsonElements(
  source: AsyncIterable<Buffer>,
  longest: number,
): AsyncGenerator<JsonElement> {
  const value = createValueBytes(longest)
  // The compiler loses sight of what the inner loop makes of it.
  let place = 'outside' as Place
  let isArray = false
  let isEmpty = true
  let endOf: ReturnType<typeof createValueEnd> = () => null
  for await (const chunk of source) {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk.readUInt8(at)
      if (place === 'inside') {
        const end = endOf(byte)
        if (end === null) continue
        value.add(chunk.subarray(start, end === 'with' ? at + 1 : at))
        yield { bytes: value.taken() }
        const isLast = end === 'before' && closings.has(byte)
        if (isLast) isArray = false
        place = isArray ? 'between' : 'outside'
      } else if (!blanks.has(byte) && !mark.has(byte)) {
        isEmpty = false
        if (place === 'outside' && byte === openingBracket) {
          isArray = true
          place = 'between'
        } else if (place === 'between' && byte === closingBracket) {
          isArray = false
          place = 'outside'
        } else if (byte !== comma) {
          place = 'inside'
          start = at
          endOf = createValueEnd(byte)
        }
      }
    }
    if (place === 'inside') value.add(chunk.subarray(start))
  }
  if (place !== 'outside' || isEmpty) yield { cut: true }
}

/**
 * Looks for the end of the value that begins with a byte, given those behind it one by one: an object or an
 * array ends `with` its last byte, and a text, a number or a word `before` the comma or bracket that follows it.
 */
function createValueEnd(first: number): (byte: number) => 'with' | 'before' | null {
  let depth = openings.has(first) ? 1 : 0
  let inString = first === quote
  let escaped = false
  return (byte) => {
    if (inString) {
      if (escaped) escaped = false
      else if (byte === backslash) escaped = true
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (openings.has(byte)) depth++
    else if (depth === 0) return byte === comma || closings.has(byte) ? 'before' : null
    else if (closings.has(byte)) {
      depth--
      if (depth === 0) return 'with'
    }
    return null
  }
}

/** The bytes of one value, which may come in several parts; those of one that is too long are not kept. */
function createValueBytes(longest: number) {
  let parts: Buffer[] = []
  let size = 0
  return {
    add(part: Buffer): void {
      size += part.length
      if (size <= longest) parts.push(part)
      else parts = []
    },
    /** All of it, or null where it is too long; the next value begins. */
    taken(): Buffer | null {
      const bytes = size <= longest ? Buffer.concat(parts) : null
      parts = []
      size = 0
      return bytes
    },
  }
}
