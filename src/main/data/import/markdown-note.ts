import { createHash } from 'node:crypto'
import { noteLimits } from '../../../shared/contract/notes'
import { parsedJson } from '../../../shared/json/parsed-json'
import { type FrontMatter, frontMatterOf, scalarOf, unquoted } from '../../../shared/markdown/front-matter'
import { tagLimits } from '../../../shared/tags'
import { oneLine } from '../../../shared/text/one-line'
import { startOf } from '../../../shared/text/start-of'
import type { ImportedNote } from './imported'
import { momentOf, textOf } from './plain'

/** Names of what a note was written after, as records keep them. */
const keptSources = 50

/** Names of fields that programs for notes give to a date; the first that fits counts. */
const createdNames = ['created', 'date', 'created_at', 'date created', 'creation date']
const updatedNames = ['updated', 'modified', 'updated_at', 'last_modified', 'date modified']

/**
 * Reads a Markdown file as a note: its name, or `title` of its front matter, is the title; `tags`, `created` and
 * `updated` of the front matter are read as programs for notes write them, with or without YAML's brackets and quotes.
 * Where there are other fields, one was not understood, or a note has no room for all of a title, its tags or what it was
 * written after, all of it stays in the text as it stood. `at` is the time of the file in milliseconds since 1970.
 */
export function readNote(file: {
  readonly name: string
  readonly text: string
  readonly at: number
}): { readonly note: ImportedNote } | { readonly refused: 'too_long' } {
  const text = textOf(file.text)
  const found = frontMatterOf(text)
  const fields = found?.fields ?? noFields
  const front = text.slice(0, found?.length ?? 0)
  const body = text.slice(front.length).replace(found === null ? '' : /^\n/u, '')
  const stem = file.name.replace(/^.*\//u, '').replace(/\.[^.]+$/u, '')
  const named = oneLine(scalarOf(fields.get('title')))
  const title = startOf(named || oneLine(withoutNotionId(stem)), noteLimits.title)
  const all = [...listIn(fields.get('tags')), ...listIn(fields.get('tag'))]
    .map((tag) => oneLine(tag.replace(/^#/u, '')))
    .filter((tag) => tag !== '')
  const tags = [...new Set(all.map((tag) => startOf(tag, tagLimits.length)))].slice(0, tagLimits.count)
  const outside = listIn(fields.get('read_from_outside')).map(oneLine)
  const formerTitles = listIn(fields.get('former_titles'))
    .map(oneLine)
    .filter((each) => each !== '')
  const fits =
    named.length <= title.length &&
    outside.length <= keptSources &&
    hasRoom(formerTitles) &&
    all.every((tag) => tags.includes(tag))
  const firstMoment = (names: readonly string[]) => momentsIn(fields, names).find((at) => at !== null) ?? null
  const updatedAt = firstMoment(updatedNames) ?? Math.round(file.at)
  const createdAt = firstMoment(createdNames) ?? updatedAt
  const content = `${found === null || (fits && hasPlace(found)) ? '' : front}${body}`
  const note: ImportedNote = {
    kind: 'note',
    key: file.name,
    title: title === '' ? '?' : title,
    content,
    tags,
    outside: outside.slice(0, keptSources),
    formerTitles: formerTitles
      .map((each) => startOf(each, noteLimits.title))
      .slice(0, noteLimits.formerTitles),
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

function hasRoom(formerTitles: readonly string[]): boolean {
  const isShort = formerTitles.every((each) => each.length <= noteLimits.title)
  return isShort && formerTitles.length <= noteLimits.formerTitles
}

type Fields = FrontMatter['fields']

const noFields: Fields = new Map()

/** What the fields of these names say that are there and not empty; null for what is no moment. */
function momentsIn(fields: Fields, names: readonly string[]): readonly (number | null)[] {
  return names
    .map((name) => scalarOf(fields.get(name)))
    .flatMap((said) => (said === '' ? [] : [momentOf(said)]))
}

/** Whether a note has a place for all that its front matter says, so that this need not stay. */
function hasPlace({ fields, whole }: FrontMatter): boolean {
  const isOurs = fields.has('id') && fields.has('author')
  const isNamed = (name: string) => readNames.has(name) || (isOurs && ourNames.has(name))
  const isOne = (name: string) => (fields.get(name)?.length ?? 0) <= 1
  const isMoment = (names: readonly string[]) => {
    const moments = new Set(momentsIn(fields, names))
    return names.every(isOne) && moments.size <= 1 && !moments.has(null)
  }
  const isRead = isOne('title') && isMoment(createdNames) && isMoment(updatedNames)
  return whole && isRead && [...fields.keys()].every(isNamed)
}

/** What our own export says of a note beside that, which is another one here. */
const ourNames = new Set(['id', 'author'])

/** Fields that have a place in a note. */
const readNames = new Set([
  'title',
  'tags',
  'tag',
  ...createdNames,
  ...updatedNames,
  'read_from_outside',
  'former_titles',
])

/** Notion adds its id of 32 hexadecimal digits to the name of each file. */
function withoutNotionId(name: string): string {
  return name.replace(/ [0-9a-f]{32}$/u, '')
}

/** A list as YAML writes it: on lines of its own, in brackets, or, as some programs do, separated by commas alone. */
function listIn(lines: readonly string[] | undefined): readonly string[] {
  const [only = ''] = lines ?? []
  if (lines === undefined || lines.length > 1) return (lines ?? []).map(unquoted)
  const read = jsonList(only)
  if (read !== null) return read
  return [...only.replace(/^\[|\]$/gu, '').matchAll(listItem)]
    .map(([, item = '']) => unquoted(item.trim()))
    .filter((item) => item !== '')
}

/** To the next comma that no quotes hold. */
const listItem = /\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]*)\s*(?:,|$)/gsu

/** As JSON has lists of texts; what else is in a list is read as it is written, and YAML has other ways. */
function jsonList(text: string): readonly string[] | null {
  const value = parsedJson(text)
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null
}
