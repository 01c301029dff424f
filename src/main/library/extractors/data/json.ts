import { isRecord } from '../../../../shared/json/is-record'
import { fieldsOfJson, layOutJson, withoutEscapes } from '../../../../shared/json/json-layout'
import { MAX_DOCUMENT_CHARACTERS } from '../limits'
import { normalizeText, titleLine } from '../normalize'
import type { ExtractedDocument } from '../types'
import { MAX_PLACES, placesAt, warn } from '../warnings'

/** Lines longer than this are written anew with line ends; shorter ones are as somebody laid them out. */
const MAX_LINE = 400

/** Brackets inside each other beyond this are no layout that anyone reads, and the indents would outgrow the text. */
const MAX_DEPTH = 100

const PARAGRAPH_BREAK = '\n\n'

const TITLE_FIELDS = ['title', 'name', 'subject', 'headline']

/** A letter that programs write by its number, where nobody finds or reads it. */
const ESCAPED = /\\u[0-9a-f]{4}/i

/** Reads JSON: as it is laid out, or laid out anew where it is one long line or has escaped letters. What is not JSON stays as it is. */
export function extractJson(text: string): ExtractedDocument {
  const value = parse(text)
  const layOut = value !== undefined && (hasLongLine(text) || ESCAPED.test(text))
  const laidOut = layOut
    ? layOutJson(text, { levels: MAX_DEPTH, characters: MAX_DOCUMENT_CHARACTERS, string: withoutEscapes })
    : null
  return {
    title: titleOf(value?.json),
    mime: 'application/json',
    text: laidOut === null ? text : normalizeText(laidOut),
    pages: [],
    headings: [],
    warnings: value === undefined ? [warn('extraction.not_json')] : [],
  }
}

/** Reads JSON lines: each record becomes a paragraph with a line for each field. */
export function extractJsonLines(text: string): ExtractedDocument {
  const damaged: number[] = []
  const records: string[] = []
  let start = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const value = parse(line)
    if (value === undefined) damaged.push(start)
    const record = normalizeText(value === undefined ? line : recordText(line))
    records.push(record)
    start += record.length + PARAGRAPH_BREAK.length
  }
  const document = {
    title: null,
    mime: 'application/x-ndjson' as const,
    text: records.join(PARAGRAPH_BREAK),
    pages: [],
    headings: [],
  }
  const values = { count: damaged.length, total: records.length }
  return {
    ...document,
    warnings:
      damaged.length === 0
        ? []
        : [warn('extraction.not_json_lines', values, placesAt(document, damaged.slice(0, MAX_PLACES)))],
  }
}

function parse(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

function hasLongLine(text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    if ((end === -1 ? text.length : end) - start > MAX_LINE) return true
    if (end === -1) return false
    start = end + 1
  }
  return false
}

/** A line for each field of a record: names and texts as they read, all else as it is written. */
function recordText(json: string): string {
  const compact = layOutJson(json, { indent: 0, levels: MAX_DEPTH, string: withoutEscapes })
  if (compact === null) return json
  const fields = fieldsOfJson(compact)
  if (fields === null) return compact
  return fields
    .map(({ name, value }) => `${name}: ${value.startsWith('"') ? String(JSON.parse(value)) : value}`)
    .join('\n')
}

function titleOf(json: unknown): string | null {
  if (!isRecord(json)) return null
  for (const field of TITLE_FIELDS) {
    const value = Object.hasOwn(json, field) ? json[field] : undefined
    if (typeof value === 'string' && value.trim() !== '' && value.length <= 300) return titleLine(value)
  }
  return null
}
