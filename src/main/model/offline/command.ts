import { z } from 'zod'
import { parsedJson } from '../../../shared/json/parsed-json'
import { hasPrototypeField } from '../../../shared/json/prototype-field'
import { editDistance } from '../../../shared/text/edit-distance'
import { entryOf } from '../../../shared/tool/list-entry'
import type { ModelTool } from '../port'
import { type Field, inputOf, typeOf } from './input-fields'

/** A message that calls a tool by hand. */
export interface Command {
  readonly name: string
  /** What follows the name. */
  readonly rest: string
}

/** Why what follows a command's name can't be read. */
export type CommandProblem =
  | { readonly kind: 'broken_json' }
  /** The tool has no field of that name, or it is written with dashes, as a terminal's commands have it. */
  | { readonly kind: 'unknown_field' | 'dashed_field'; readonly field: string }
  /** The tool has no field that would take a text without a field's name. */
  | { readonly kind: 'unclear_text'; readonly text: string }

/** The input that a command means, or what is wrong with it. */
export type CommandInput =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: CommandProblem }

const commandForm = /^\s*\/([A-Za-z][\w-]*)(?:\s+([\s\S]*))?$/u

/** Reads `/name rest`; null when a message is not a command. */
export function parseCommand(text: string): Command | null {
  const match = commandForm.exec(text)
  return match?.[1] === undefined ? null : { name: match[1].toLowerCase(), rest: (match[2] ?? '').trim() }
}

/** The names of a tool's input fields. */
export function fieldsOf(tool: ModelTool): string[] {
  return Object.keys(inputOf(tool).properties)
}

/** Reads what follows a tool's name: JSON, `field=value` pairs, or text for the tool's primary field before them. */
export function parseCommandInput(rest: string, tool: ModelTool): CommandInput {
  if (rest === '') return { ok: true, input: {} }
  if (rest.startsWith('{')) {
    const json = parsedJson(rest)
    if (hasPrototypeField(json)) return { ok: false, problem: { kind: 'unknown_field', field: '__proto__' } }
    const parsed = z.record(z.string(), z.unknown()).safeParse(json)
    if (parsed.success) return { ok: true, input: parsed.data }
    return { ok: false, problem: { kind: 'broken_json' } }
  }
  const { properties } = inputOf(tool)
  const { before, pairs } = splitPairs(rest, Object.keys(properties))
  const unknown = unknownField(rest, before, fieldsOf(tool)) ?? fieldBehindQuote(pairs)
  if (unknown !== null) return { ok: false, problem: { kind: 'unknown_field', field: unknown } }
  const dashed = dashedField(before, fieldsOf(tool))
  if (dashed !== null) return { ok: false, problem: { kind: 'dashed_field', field: dashed } }
  const input: Record<string, unknown> = {}
  if (before !== '') {
    const primary = tool.primary ?? null
    if (primary === null) return { ok: false, problem: { kind: 'unclear_text', text: before } }
    const property = properties[primary]
    // Without a field's name in front of it commas are part of a word, as they are of a path.
    input[primary] =
      typeOf(property) === 'array' && entryOf(property?.items) === null
        ? splitWords(before)
        : toType(before, property)
  }
  for (const { key, value } of pairs) input[key] = toType(value, properties[key])
  return { ok: true, input }
}

/** Text before the first pair, and the pairs as they are written; a value reaches to the next pair. */
function splitPairs(
  rest: string,
  keys: readonly string[],
): { before: string; pairs: { key: string; value: string }[] } {
  const starts = pairStarts(rest, new Set(keys))
  const pairs = starts.map(({ key, valueAt }, index) => ({
    key,
    value: rest.slice(valueAt, starts[index + 1]?.at ?? rest.length).trim(),
  }))
  return { before: rest.slice(0, starts[0]?.at ?? rest.length).trim(), pairs }
}

/** Where known `key=` begin outside of quotes, at the beginning or after white space. */
function pairStarts(rest: string, keys: ReadonlySet<string>): { key: string; at: number; valueAt: number }[] {
  const starts: { key: string; at: number; valueAt: number }[] = []
  const token = /([A-Za-z_]\w*)=/uy
  for (let at = 0; at < rest.length; at++) {
    const boundary = at === 0 || /\s/u.test(rest.charAt(at - 1))
    token.lastIndex = at
    const match = boundary ? token.exec(rest) : null
    if (match?.[1] !== undefined && keys.has(match[1])) {
      starts.push({ key: match[1], at, valueAt: at + match[0].length })
      at += match[0].length
    }
    const opensQuote = rest.charAt(at) === '"' && (boundary || rest.charAt(at - 1) === '=')
    if (opensQuote) at = closingQuote(rest, at) ?? at
  }
  return starts
}

/** What stands in quotes, at the beginning of a word or of a value. */
const inQuotes = /(?<=^|[\s=])"(?:\\[\s\S]|[^"\\])*"/gu

/**
 * A word before `=` that was meant as a field and is none: it is a field but for its end, as `email` is, or its value is
 * quoted and it follows other text. Any other, as in `x = 5` or `class="wide"`, is part of a text.
 */
function unknownField(rest: string, before: string, keys: readonly string[]): string | null {
  const isNear = (name: string) =>
    keys.some((key) => [`${name}s`, `${name}_id`].includes(key) || `${key}s` === name)
  for (const [, name = '', quote] of rest
    .replace(inQuotes, '""')
    .matchAll(/(?<=^|\s)([A-Za-z_]\w*)=("?)/gu)) {
    if (keys.includes(name)) continue
    const follows = quote !== '' && before.search(new RegExp(`\\s${name}="`, 'u')) > 0
    if (isNear(name) || follows) return name
  }
  return null
}

/** A word before `=` right behind a value that its quotes have closed: a field that is none. */
function fieldBehindQuote(pairs: readonly { readonly value: string }[]): string | null {
  for (const { value } of pairs) {
    const end = value.startsWith('"') ? closingQuote(value, 0) : null
    const name = end === null ? undefined : /^\s+([A-Za-z_]\w*)=/u.exec(value.slice(end + 1))?.[1]
    if (name !== undefined) return name
  }
  return null
}

/** A field that is written as `--due` in the text before the pairs, which would take it for a part of itself. */
function dashedField(before: string, keys: readonly string[]): string | null {
  const dashed = before.replace(inQuotes, '""').matchAll(/(?<=^|\s)--([A-Za-z][\w-]*)/gu)
  const names = [...dashed].map(([, name = '']) => name.toLowerCase().replaceAll('-', '_'))
  return names.find((name) => keys.includes(name)) ?? null
}

/** The index of the quote that closes the one at `open`; null when none does. */
function closingQuote(text: string, open: number): number | null {
  for (let at = open + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++
    else if (text.charAt(at) === '"') return at
  }
  return null
}

function unquote(text: string): string {
  if (!text.startsWith('"') || closingQuote(text, 0) !== text.length - 1) return text
  const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' }
  return text
    .slice(1, -1)
    .replace(/\\([\s\S])/gu, (_whole, character: string) => escapes[character] ?? character)
}

/** Words separated by white space; quoted ones may hold it. */
function splitWords(text: string): string[] {
  return (text.match(/"(?:\\[\s\S]|[^"\\])*"|\S+/gu) ?? []).map(unquote)
}

/** A list as it is written: each entry is a quoted text or reaches to the next separator. */
function toList(written: string, items: Field['items']): unknown {
  const entry = entryOf(items)
  // A telephone number has spaces in it, and a tag is a word.
  const entries = entry === null ? /"(?:\\[\s\S]|[^"\\])*"|[^\s,]+/gu : /"(?:\\[\s\S]|[^"\\])*"|[^,\n]+/gu
  const texts = (written.match(entries) ?? [])
    .map((text) => unquote(text.trim()))
    .filter((text) => text !== '')
  return entry === null ? texts : texts.map((text) => ({ [entry]: text }))
}

/** Reads a value in the field's type; one that does not fit stays text, and the gate says what is wrong with it. */
function toType(written: string, property: Field | undefined): unknown {
  const value = unquote(written)
  switch (typeOf(property)) {
    case 'number':
    case 'integer':
      return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value
    case 'array':
      return value.startsWith('[') ? (parsedJson(value) ?? value) : toList(written, property?.items)
    case 'object':
      return parsedJson(value) ?? value
    default:
      return value
  }
}

/** The names that are most like a mistyped one, nearest first. */
export function nearNames(name: string, names: readonly string[]): string[] {
  const farthest = Math.max(2, Math.floor(name.length / 3))
  return names
    .map((candidate) => ({
      candidate,
      distance: candidate.includes(name) || name.includes(candidate) ? 0 : editDistance(name, candidate),
    }))
    .filter(({ distance }) => distance <= farthest)
    .sort((first, second) => first.distance - second.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}
