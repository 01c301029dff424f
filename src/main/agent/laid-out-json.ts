/** Levels of data from elsewhere: each costs two blanks more on each of its lines once it is laid out. */
const LEVELS = 100

/** A string, a mark, or whatever stands between those: a number, `true`, `false` or `null` (RFC 8259, 2). */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s"[\]{}:,]+/gu

/**
 * JSON laid out for reading, each value on a line of its own; null for what lies deeper than anyone reads, or has more
 * than `most` characters. Numbers stay as
 * they are written, since 64-bit ids and decimals do not survive being read, and fields of one name stay beside each
 * other; strings are written anew, so that nothing hides in their escapes. Throws where it is no JSON.
 */
export function laidOutJson(json: string, most = Number.POSITIVE_INFINITY): string | null {
  JSON.parse(json)
  let laidOut = ''
  let level = 0
  let before = ''
  const line = () => `\n${'  '.repeat(level)}`
  for (const [part] of json.matchAll(token)) {
    const opens = before === '{' || before === '['
    if (part === '}' || part === ']') {
      level--
      laidOut += opens ? part : line() + part
    } else if (part === ',') laidOut += part
    else if (part === ':') laidOut += ': '
    else {
      if (opens || before === ',') laidOut += line()
      if (part === '{' || part === '[') level++
      laidOut += part.startsWith('"') ? JSON.stringify(JSON.parse(part)) : part
    }
    if (level > LEVELS || laidOut.length > most) return null
    before = part
  }
  return laidOut
}
