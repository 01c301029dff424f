/** A string, a mark, or whatever stands between those: a number, `true`, `false` or `null` (RFC 8259, 2). */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s"[\]{}:,]+/gu

/** How JSON is laid out. */
export interface JsonLayout {
  /** Blanks for each level; 0 for all of it in one line. */
  readonly indent?: number
  /** Levels within each other: with each, every line is longer. */
  readonly levels?: number
  /** Characters of all of it. */
  readonly characters?: number
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
    string = (written) => written,
  }: JsonLayout = {},
): string | null {
  JSON.parse(json)
  const parts: string[] = []
  let length = 0
  let level = 0
  let before = ''
  const add = (part: string) => {
    length += part.length
    parts.push(part)
  }
  const line = () => {
    if (indent > 0) add(`\n${' '.repeat(level * indent)}`)
  }
  for (const [part] of json.matchAll(token)) {
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
    if (level > levels || length > characters) return null
    before = part
  }
  return parts.join('')
}

/** A string written anew, so that nothing hides in its escapes. */
export function withoutEscapes(written: string): string {
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
  for (const { 0: part, index } of json.matchAll(token)) {
    const isEnd = level === 1 && (part === ',' || part === '}')
    if (isEnd && name !== null) {
      fields.push({ name, value: json.slice(start, index).trim() })
      name = null
    }
    if (level === 1 && name === null && part.startsWith('"')) name = String(JSON.parse(part))
    else if (level === 1 && part === ':') start = index + 1
    if (part === '{' || part === '[') level++
    else if (part === '}' || part === ']') level--
  }
  return fields
}
