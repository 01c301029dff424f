import { startOf } from '../text/start-of'

/** What a unit of JSON begins or is (RFC 8259, 2): blanks are nothing, all others are part of a word. */
const BLANK = 1
const MARK = 2
const QUOTE = 3
const kinds = new Uint8Array(128)
for (const blank of ' \t\n\r') kinds[blank.charCodeAt(0)] = BLANK
for (const mark of '[]{}:,') kinds[mark.charCodeAt(0)] = MARK
kinds['"'.charCodeAt(0)] = QUOTE

function kindAt(json: string, at: number): number {
  return kinds[json.charCodeAt(at)] ?? 0
}

/** Calls with each string, mark and word (a number, `true`, `false`, `null`) of JSON, and where it begins, until that answers `false`. */
function eachToken(json: string, take: (token: string, at: number) => boolean): void {
  for (let at = 0; at < json.length; ) {
    const kind = kindAt(json, at)
    if (kind === BLANK) at++
    else {
      let end = at + 1
      if (kind === QUOTE) end = endOfString(json, at)
      else if (kind !== MARK) while (end < json.length && kindAt(json, end) === 0) end++
      if (!take(json.slice(at, end), at)) return
      at = end
    }
  }
}

function endOfString(json: string, start: number): number {
  for (let end = start; ; ) {
    end = json.indexOf('"', end + 1)
    let escapes = 0
    while (json[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return end + 1
  }
}

/** Tokens and blanks that are put together before they are kept. */
const PARTS_OF_PIECE = 4096

/** How JSON is laid out. */
export interface JsonLayout {
  /** Blanks for each level; 0 for all of it in one line. */
  readonly indent?: number
  /** Levels within each other: with each, every line is longer. */
  readonly levels?: number
  /** Characters of all of it. */
  readonly characters?: number
  /** Characters after which the rest is left out. */
  readonly cutAt?: number
  /** What is written for a string, from how it is written now. */
  readonly string?: (written: string) => string
}

/**
 * JSON laid out without touching its values: numbers stay as they are written, since 64-bit ids and decimals do not survive
 * being read, and fields of one name stay beside each other. Null for what has more levels or characters than it may.
 * Throws `SyntaxError` where it is no JSON.
 */
export function layOutJson(
  json: string,
  {
    indent = 2,
    levels = Number.POSITIVE_INFINITY,
    characters = Number.POSITIVE_INFINITY,
    cutAt = Number.POSITIVE_INFINITY,
    string = (written) => written,
  }: JsonLayout = {},
): string | null {
  JSON.parse(json)
  const pieces: string[] = []
  let parts: string[] = []
  let length = 0
  let level = 0
  let before = ''
  // Millions of tokens in a list of their own would take many times the memory of the text.
  const add = (part: string) => {
    length += part.length
    parts.push(part)
    if (parts.length < PARTS_OF_PIECE) return
    pieces.push(parts.join(''))
    parts = []
  }
  const line = () => {
    if (indent > 0) add(`\n${' '.repeat(level * indent)}`)
  }
  const isWithin = () => level <= levels && length <= characters
  eachToken(json, (part) => {
    const isFirst = before === '{' || before === '['
    if (part === '}' || part === ']') {
      level--
      if (!isFirst) line()
      add(part)
    } else if (part === ',') add(part)
    else if (part === ':') add(indent > 0 ? ': ' : ':')
    else {
      if (isFirst || before === ',') line()
      if (part === '{' || part === '[') level++
      add(part.startsWith('"') ? string(part) : part)
    }
    before = part
    return isWithin() && length < cutAt
  })
  if (length >= cutAt) return startOf(pieces.join('') + parts.join(''), cutAt)
  return isWithin() ? pieces.join('') + parts.join('') : null
}

/** A string written anew, so that nothing hides in its escapes. */
export function withoutEscapes(written: string): string {
  if (!written.includes('\\')) return written
  return JSON.stringify(JSON.parse(written))
}

/** A field of an object in JSON; its value as it is written. */
export interface JsonField {
  readonly name: string
  readonly value: string
}

/** The fields of an object in JSON, in their order and also those of one name; null for what is no object. Throws as {@link layOutJson}. */
export function fieldsOfJson(json: string): readonly JsonField[] | null {
  JSON.parse(json)
  if (!json.trimStart().startsWith('{')) return null
  const fields: JsonField[] = []
  let name: string | null = null
  let level = 0
  let start = 0
  eachToken(json, (part, index) => {
    const isEnd = level === 1 && (part === ',' || part === '}')
    if (isEnd && name !== null) {
      fields.push({ name, value: json.slice(start, index).trim() })
      name = null
    }
    if (level === 1 && name === null && part.startsWith('"')) name = String(JSON.parse(part))
    else if (level === 1 && part === ':') start = index + 1
    if (part === '{' || part === '[') level++
    else if (part === '}' || part === ']') level--
    return true
  })
  return fields
}
