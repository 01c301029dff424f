import { parsedJson } from '../json/parsed-json'

/** What a text in Markdown says about itself above its first line, as programs for notes write it. */
export interface FrontMatter {
  /** Characters to the end of its last line. */
  readonly length: number
  /** The values of each field by its name in small letters: several of a list, none where it says nothing. */
  readonly fields: ReadonlyMap<string, readonly string[]>
  /** Whether all of it was understood: fields within fields are not. */
  readonly whole: boolean
}

/** Lines in which it ends; more is a text that happens to begin with a rule. */
const mostLines = 200
/** Characters in which it ends: an export's with fifty long addresses has nearly as many. */
const mostCharacters = 100_000
/** A value that goes on in the lines below it, `|` line by line and `>` as one. */
const blockValue = /^[|>][-+\d]*$/u
/** The name of a field and what follows it. With `s`, as a line may hold other ends of lines, of which `.` is none. */
const namedField = /^([\p{L}\p{N}_][\p{L}\p{M}\p{N}_ -]*):(?:\s(.*))?$/su

/**
 * What stands between the first line of three dashes and the next one, or one of three dots; null where no field does, or
 * where it does not begin with one: below a rule stands an empty line, or prose (as Pandoc tells them apart).
 */
export function frontMatterOf(text: string): FrontMatter | null {
  if (!text.startsWith('---')) return null
  const lines = text.slice(0, mostCharacters).split('\n', mostLines)
  const end = lines.findIndex((line, place) => place > 0 && /^(?:---|\.\.\.)\s*$/u.test(line))
  if (!/^---\s*$/u.test(lines[0] ?? '') || end === -1) return null
  const [first = ''] = lines.slice(1)
  if (!first.startsWith('#') && !namedField.test(first)) return null
  const length = Math.min(text.length, lines.slice(0, end + 1).join('\n').length + 1)
  // Its last line may have been cut off in the middle.
  if (length > mostCharacters) return null
  const found = fieldsIn(lines.slice(1, end))
  return found.fields.size === 0 ? null : { ...found, length }
}

/** The one value of a field; empty where it has none. */
export function scalarOf(values: readonly string[] | undefined): string {
  return unquoted(values?.[0] ?? '')
}

/** Names stand at the beginning of a line: what is set in belongs to the one above. */
function fieldsIn(lines: readonly string[]): Omit<FrontMatter, 'length'> {
  const fields = new Map<string, string[]>()
  let current: string[] = []
  let inBlock = false
  let whole = true
  for (const line of lines) {
    const [, name, rest = ''] = namedField.exec(line) ?? []
    const item = inBlock ? undefined : /^\s*-\s(.*)$/su.exec(line)?.[1]
    if (name !== undefined) {
      const value = withoutComment(rest)
      inBlock = blockValue.test(value)
      current = value === '' || inBlock ? [] : [value]
      const key = name.trim().toLowerCase()
      if (fields.has(key)) whole = false
      fields.set(key, current)
    } else if (item !== undefined) current.push(withoutComment(item))
    else if (inBlock && /^\s/u.test(line)) current.splice(0, 1, [...current, line.trim()].join(' '))
    // A value goes on where lines are set in; a list or other fields in it have no place here.
    else if (/^\s+[^\s#]/u.test(line) && current.length === 1 && !/^\s+[^\s"']+:(?:\s|$)/u.test(line))
      current.splice(0, 1, `${current[0] ?? ''} ${withoutComment(line)}`)
    else if (/^\s*[^\s#]/u.test(line)) whole = false
  }
  return { fields, whole: whole && ![...fields.values()].some(([value = '']) => isUnread(value)) }
}

/** Fields in braces, and a list whose brackets don't close. */
function isUnread(value: string): boolean {
  return value.startsWith('{') || (value.startsWith('[') && !value.endsWith(']'))
}

/** Text in quotes where a value begins, also one of a list in brackets; or a remark to the end of the line. */
const quotedOrRemark =
  /"(?<=(?:^|[[,])\s*")(?:[^"\\]|\\.)*"|'(?<=(?:^|[[,])\s*')(?:[^']|'')*'|(?:^|\s)#(?:\s.*)?$/gsu

/** A value without spaces around it, and without what is said about it behind a `#` that no quotes hold. */
function withoutComment(value: string): string {
  return value.replace(quotedOrRemark, (found) => (/^["']/u.test(found) ? found : '')).trim()
}

/** A value without the quotes of YAML. */
export function unquoted(text: string): string {
  if (/^".*"$/su.test(text)) return jsonText(text) ?? text.slice(1, -1)
  return /^'.*'$/su.test(text) ? text.slice(1, -1).replaceAll("''", "'") : text
}

function jsonText(text: string): string | null {
  const value = parsedJson(text)
  return typeof value === 'string' ? value : null
}
