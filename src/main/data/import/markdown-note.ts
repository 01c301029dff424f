import { createHash } from 'node:crypto'
import { noteLimits } from '../../../shared/contract/notes'
import { oneLine } from '../../../shared/one-line'
import { startOf } from '../../../shared/start-of'
import { tagLimits } from '../../../shared/tags'
import type { ImportedNote } from './imported'
import { momentOf, textOf } from './plain'

/** Names of what a note was written after, as records keep them. */
const keptSources = 50
/** Lines of what stands before a text; more is a text that happens to begin with a rule. */
const frontMatterLines = 200

/** Names of fields that programs for notes give to a date; the first that fits counts. */
const createdNames = ['created', 'date', 'created_at', 'date created', 'creation date']
const updatedNames = ['updated', 'modified', 'updated_at', 'last_modified', 'date modified']

/**
 * Reads a Markdown file as a note: its name, or `title` of its front matter, is the title; `tags`, `created` and
 * `updated` of the front matter are read as programs for notes write them, with or without YAML's brackets and quotes.
 * All other fields stay in the text, as they stood. `at` is the time of the file in milliseconds since 1970.
 */
export function readNote(file: {
  readonly name: string
  readonly text: string
  readonly at: number
}): { readonly note: ImportedNote } | { readonly refused: 'too_long' } {
  const text = textOf(file.text)
  const { fields, whole, front, body } = splitFrontMatter(text)
  const stem = file.name.replace(/^.*\//u, '').replace(/\.[^.]+$/u, '')
  const title = startOf(oneLine(scalarOf(fields.get('title')) || withoutNotionId(stem)), noteLimits.title)
  const tags = [...listIn(fields.get('tags')), ...listIn(fields.get('tag'))]
    .map((tag) => startOf(oneLine(tag.replace(/^#/u, '')), tagLimits.length))
    .filter((tag) => tag !== '')
  const firstMoment = (names: readonly string[]) =>
    names.map((name) => momentOf(scalarOf(fields.get(name)))).find((at) => at !== null) ?? null
  const updatedAt = firstMoment(updatedNames) ?? Math.round(file.at)
  const createdAt = firstMoment(createdNames) ?? updatedAt
  const isOurs = fields.has('id') && fields.has('author')
  const kept = isOurs || (whole && [...fields.keys()].every((name) => readNames.has(name))) ? '' : front
  const content = `${kept}${body}`
  const note: ImportedNote = {
    kind: 'note',
    key: file.name,
    title: title === '' ? '?' : title,
    content,
    tags: [...new Set(tags)].slice(0, tagLimits.count),
    outside: listIn(fields.get('read_from_outside')).map(oneLine).slice(0, keptSources),
    createdAt: Math.min(createdAt, updatedAt),
    updatedAt,
  }
  return content.length > noteLimits.content ? { refused: 'too_long' } : { note }
}

/** The hash of what a note says, by which it is known again whatever its tags and dates. */
export function noteMark({ title, content }: Pick<ImportedNote, 'title' | 'content'>): string {
  return createHash('sha256')
    .update(JSON.stringify([title, content]))
    .digest('hex')
}

/** Fields that have a place in a note, so that front matter with no others need not stay. */
const readNames = new Set(['title', 'tags', 'tag', ...createdNames, ...updatedNames, 'read_from_outside'])

/** Notion adds its id of 32 hexadecimal digits to the name of each file. */
function withoutNotionId(name: string): string {
  return name.replace(/ [0-9a-f]{32}$/u, '')
}

/** A value of front matter that goes on in the lines below it, `|` line by line and `>` as one. */
const blockValue = /^[|>][-+\d]*(?:\s+#.*)?$/u

/** What stands between the first two lines of three dashes, by its names, and the text after it. */
function splitFrontMatter(text: string): {
  readonly fields: ReadonlyMap<string, readonly string[]>
  /** Whether all of it was understood. */
  readonly whole: boolean
  readonly front: string
  readonly body: string
} {
  const none = { fields: new Map<string, readonly string[]>(), whole: true, front: '', body: text }
  const lines = text.split('\n', frontMatterLines)
  const end = lines.findIndex((line, place) => place > 0 && /^---\s*$/u.test(line))
  if (!/^---\s*$/u.test(lines[0] ?? '') || end === -1) return none
  const front = `${lines.slice(0, end + 1).join('\n')}\n`
  const body = text.slice(front.length).replace(/^\n/u, '')
  return { ...fieldsIn(lines.slice(1, end)), front, body }
}

/** Names stand at the beginning of a line: what is set in belongs to the one above. */
function fieldsIn(lines: readonly string[]): {
  readonly fields: ReadonlyMap<string, readonly string[]>
  readonly whole: boolean
} {
  const fields = new Map<string, string[]>()
  let current: string[] = []
  let inBlock = false
  let whole = true
  for (const line of lines) {
    const [, name, rest = ''] = /^([\p{L}\p{N}_][\p{L}\p{M}\p{N}_ -]*):(?:\s(.*))?$/u.exec(line) ?? []
    const item = inBlock ? undefined : /^\s*-\s+(.*)$/u.exec(line)?.[1]
    if (name !== undefined) {
      const value = withoutComment(rest)
      inBlock = blockValue.test(value)
      current = value === '' || inBlock ? [] : [value]
      fields.set(name.trim().toLowerCase(), current)
    } else if (item !== undefined) current.push(withoutComment(item))
    else if (inBlock && /^\s/u.test(line)) current.splice(0, 1, [...current, line.trim()].join(' '))
    // A value goes on where lines are set in; a list or other fields in it have no place here.
    else if (/^\s+[^\s#]/u.test(line) && current.length === 1 && !/^\s+[^\s"']+:(?:\s|$)/u.test(line))
      current.splice(0, 1, `${current[0] ?? ''} ${withoutComment(line)}`)
    else if (/^\s*[^\s#]/u.test(line)) whole = false
  }
  return { fields, whole }
}

/** A value without spaces around it, and without what is said about it behind a `#` that no quotes hold. */
function withoutComment(value: string): string {
  const held = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(?:\s+#.*)?$/u.exec(value.trim())?.[1]
  return held ?? value.replace(/(?:^|\s)#(?:\s.*)?$/u, '').trim()
}

function scalarOf(lines: readonly string[] | undefined): string {
  return unquoted(lines?.[0] ?? '')
}

/** A list as YAML writes it: on lines of its own, in brackets, or, as some programs do, separated by commas alone. */
function listIn(lines: readonly string[] | undefined): readonly string[] {
  const [only = ''] = lines ?? []
  if (lines === undefined || lines.length > 1) return (lines ?? []).map(unquoted)
  const read = jsonList(only)
  if (read !== null) return read
  return only
    .replace(/^\[|\]$/gu, '')
    .split(',')
    .map((item) => unquoted(item.trim()))
    .filter((item) => item !== '')
}

function jsonList(text: string): readonly string[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null
  } catch {
    // Not as JSON has lists; YAML has other ways.
    return null
  }
}

function unquoted(text: string): string {
  if (/^".*"$/u.test(text)) return jsonList(`[${text}]`)?.[0] ?? text.slice(1, -1)
  return /^'.*'$/u.test(text) ? text.slice(1, -1).replaceAll("''", "'") : text
}
