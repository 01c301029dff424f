const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openings = new Set([0x5b, 0x7b])
const closings = new Set([0x5d, 0x7d])
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d])
/** The bytes of a byte order mark in UTF-8. */
const mark = new Set([0xef, 0xbb, 0xbf])

type State = 'before' | 'between' | 'inside' | 'after'

/** A value of an array as it stands in its file; null bytes for one that is too long to be read. */
export type JsonElement = { readonly bytes: Buffer | null } | { readonly cut: true }

/**
 * The values of a JSON array one after the other, so that a file of any size is read with the memory of its longest
 * value. An object in place of an array is one value. `cut` comes last where the file ends before the array does.
 * What is between the values is not checked: each has to be parsed, which finds what is wrong with it.
 */
export async function* jsonElements(
  source: AsyncIterable<Buffer>,
  longest: number,
): AsyncGenerator<JsonElement> {
  let state = 'before' as State
  let single = false
  let depth = 0
  let inString = false
  let escaped = false
  let parts: Buffer[] = []
  let size = 0
  const take = (part: Buffer): void => {
    size += part.length
    if (size <= longest) parts.push(part)
    else parts = []
  }
  const ended = (): JsonElement => {
    const bytes = size <= longest ? Buffer.concat(parts) : null
    parts = []
    size = 0
    return { bytes }
  }
  for await (const chunk of source) {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (state === 'inside') {
        if (inString) {
          if (escaped) escaped = false
          else if (byte === backslash) escaped = true
          else if (byte === quote) inString = false
          continue
        }
        if (byte === quote) inString = true
        else if (openings.has(byte)) depth++
        else if (depth > 0 && closings.has(byte)) {
          depth--
          if (depth === 0) {
            take(chunk.subarray(start, at + 1))
            yield ended()
            state = single ? 'after' : 'between'
          }
        } else if (depth === 0 && (byte === comma || closings.has(byte))) {
          take(chunk.subarray(start, at))
          yield ended()
          state = closings.has(byte) ? 'after' : 'between'
        }
        continue
      }
      if (state === 'after' || blanks.has(byte) || mark.has(byte)) continue
      if (state === 'before') {
        if (byte === 0x5b) {
          state = 'between'
          continue
        }
        single = true
      } else if (byte === comma) continue
      else if (byte === 0x5d) {
        state = 'after'
        continue
      }
      state = 'inside'
      start = at
      depth = openings.has(byte) ? 1 : 0
      inString = byte === quote
      escaped = false
    }
    if (state === 'inside') take(chunk.subarray(start))
  }
  if (state !== 'after') yield { cut: true }
}
