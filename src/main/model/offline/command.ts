import { z } from 'zod'
import { editDistance } from '../../../shared/edit-distance'
import { entryText } from '../../../shared/tool/entry-text'
import type { ModelTool } from '../port'

/** A message that calls a tool by hand. */
export interface Command {
  readonly name: string
  /** What follows the name. */
  readonly rest: string
}

/** The input that a command means, or what is wrong with it. */
export type CommandInput =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string }

const commandForm = /^\s*\/([A-Za-z][\w-]*)(?:\s+([\s\S]*))?$/u

/** Reads `/name rest`; null when a message is not a command. */
export function parseCommand(text: string): Command | null {
  const match = commandForm.exec(text)
  return match?.[1] === undefined ? null : { name: match[1].toLowerCase(), rest: (match[2] ?? '').trim() }
}

const propertySchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  anyOf: z.array(z.looseObject({ type: z.string().optional() })).optional(),
  items: z.unknown().optional(),
})
const inputSchemaSchema = z.looseObject({ properties: z.record(z.string(), propertySchema).default({}) })

/** The names of a tool's input fields. */
export function fieldsOf(tool: ModelTool): string[] {
  return Object.keys(inputSchemaSchema.parse(tool.inputSchema).properties)
}

/** Reads what follows a tool's name: JSON, `field=value` pairs, or text for the tool's primary field before them. */
export function parseCommandInput(rest: string, tool: ModelTool): CommandInput {
  if (rest === '') return { ok: true, input: {} }
  if (rest.startsWith('{')) {
    const parsed = z.record(z.string(), z.unknown()).safeParse(parseJson(rest))
    if (parsed.success) return { ok: true, input: parsed.data }
    return { ok: false, problem: 'what follows the name begins like JSON, but is not one whole JSON object' }
  }
  const { properties } = inputSchemaSchema.parse(tool.inputSchema)
  const { before, pairs } = splitPairs(rest, Object.keys(properties))
  const input: Record<string, unknown> = {}
  if (before !== '') {
    const primary = tool.primary ?? null
    if (primary === null) return { ok: false, problem: `it can’t tell which field “${before}” belongs to` }
    input[primary] =
      typeOf(properties[primary]) === 'array'
        ? splitWords(before)
        : toType(unquote(before), properties[primary])
  }
  for (const { key, value } of pairs) input[key] = toType(value, properties[key])
  return { ok: true, input }
}

/** Text before the first pair, and the pairs; a value reaches to its closing quote or to the next pair. */
function splitPairs(
  rest: string,
  keys: readonly string[],
): { before: string; pairs: { key: string; value: string }[] } {
  const starts = pairStarts(rest, new Set(keys))
  const pairs = starts.map(({ key, valueAt }, index) => ({
    key,
    value: unquote(rest.slice(valueAt, starts[index + 1]?.at ?? rest.length).trim()),
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

function typeOf(property: z.output<typeof propertySchema> | undefined): string | undefined {
  if (property === undefined) return undefined
  if (typeof property.type === 'string') return property.type
  if (property.type !== undefined) return property.type.find((type) => type !== 'null')
  return property.anyOf?.find(({ type }) => type !== undefined && type !== 'null')?.type
}

/** Reads a value in the field's type; one that does not fit stays text, and the gate says what is wrong with it. */
function toType(value: string, property: z.output<typeof propertySchema> | undefined): unknown {
  switch (typeOf(property)) {
    case 'number':
    case 'integer':
      return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value
    case 'array':
      return value.startsWith('[') ? (parseJson(value) ?? value) : toList(value, entryText(property?.items))
    case 'object':
      return parseJson(value) ?? value
    default:
      return value
  }
}

/** Words, or texts between commas where each is the one that an entry needs: a phone number has spaces. */
function toList(value: string, entry: string | undefined): unknown[] {
  if (entry === undefined) return splitWords(value.replaceAll(',', ' '))
  const texts = value.split(/[,\n]/u).map((text) => text.trim())
  return texts.filter((text) => text !== '').map((text) => ({ [entry]: text }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller says so in its own words.
    return undefined
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
