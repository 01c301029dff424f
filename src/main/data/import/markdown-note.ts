import { createHash } from 'node:crypto'
import { noteLimits } from '../../../shared/contract/notes'
import { frontMatterOf, scalarOf, unquoted } from '../../../shared/front-matter'
import { oneLine } from '../../../shared/one-line'
import { startOf } from '../../../shared/start-of'
import { tagLimits } from '../../../shared/tags'
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
 * All other fields stay in the text, as they stood. `at` is the time of the file in milliseconds since 1970.
 */
export function readNote(file: {
  readonly name: string
  readonly text: string
  readonly at: number
}): { readonly note: ImportedNote } | { readonly refused: 'too_long' } {
  const text = textOf(file.text)
  const found = frontMatterOf(text)
  const { fields, whole } = found ?? noFields
  const front = text.slice(0, found?.length ?? 0)
  const body = text.slice(front.length).replace(found === null ? '' : /^\n/u, '')
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

const noFields = { fields: new Map<string, readonly string[]>(), whole: true }

/** Fields that have a place in a note, so that front matter with no others need not stay. */
const readNames = new Set(['title', 'tags', 'tag', ...createdNames, ...updatedNames, 'read_from_outside'])

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
