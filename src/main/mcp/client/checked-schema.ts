import { isRecord } from '../../../shared/json/is-record'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { withoutHidden } from '../../../shared/text/reveal-hidden'
import { percentDecoded } from '../../../shared/web/percent-decoded'
import { MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH, MAX_SCHEMA_NODES } from './limits'

/** A JSON Schema of somebody else, made harmless: a tree without references, or why it can't be used. */
export type CheckedSchema =
  | { readonly schema: Readonly<Record<string, unknown>>; readonly problem: null }
  | { readonly schema: null; readonly problem: Sentence }

type Values = Readonly<Record<string, unknown>>

/** Where in a schema one is. */
interface Place {
  readonly depth: number
  /** The references that led here: one that comes again leads round in a circle. */
  readonly path: readonly string[]
}

/** The taking of one schema. */
interface Taking {
  /** What references are looked up in. */
  readonly root: Values
  /** Counts one more part; throws where there are too many, or where it lies too deep. */
  readonly count: (depth: number) => void
}

/** What of the value of a keyword is taken; undefined leaves the keyword out. */
type TakeValue = (value: unknown, taking: Taking, below: Place) => unknown

const asPlain: TakeValue = (value, taking) => takePlain(taking, value, 0)
const asWords: TakeValue = (value) => (typeof value === 'string' ? withoutHidden(value) : undefined)
const asSchemas: TakeValue = (value, taking, below) => {
  if (!Array.isArray(value)) throw broken()
  return value.map((each) => takeSchema(taking, each, below))
}
const asSchemasByName: TakeValue = (value, taking, below) => {
  if (!isRecord(value)) throw broken()
  return mapValues(value, (each) => takeSchema(taking, each, below))
}
const asSchema: TakeValue = (value, taking, below) => takeSchema(taking, value, below)

/** The keywords that are known, by what their values are (JSON Schema 2020-12). */
const keywords: ReadonlyMap<string, TakeValue> = new Map([
  // They say something by themselves, and are checked or told.
  ...withAll(['type', 'const', 'dependentRequired'], asPlain),
  ...withAll(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], asPlain),
  ...withAll(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'], asPlain),
  ...withAll(['minContains', 'maxContains', 'default', 'examples'], asPlain),
  ...withAll(['enum'], (value, ...rest) => (Array.isArray(value) ? asPlain(value, ...rest) : undefined)),
  ...withAll(['required'], (value) => (Array.isArray(value) ? value.filter(isString) : undefined)),
  // Only models read them.
  ...withAll(['title', 'description', 'format'], asWords),
  // They hold schemas.
  ...withAll(['additionalProperties', 'items', 'contains', 'propertyNames'], asSchema),
  ...withAll(['not', 'if', 'then', 'else'], asSchema),
  ...withAll(['allOf', 'anyOf', 'oneOf', 'prefixItems'], asSchemas),
  ...withAll(['properties', 'dependentSchemas'], asSchemasByName),
])

/** Names of fields that models’ servers take. */
const modelKey = /^[\w.-]{1,64}$/

/** Thrown inside alone: what is wrong is a value of {@link checkedSchema}. */
class Unusable extends Error {
  constructor(readonly sentence: Sentence) {
    super(sentence.text)
  }
}

/**
 * Takes of a schema what is known, and puts in what it refers to, so that checking an input takes time in proportion to
 * it. A reference to another file is refused. What a schema refers to within itself without end is left open there: the
 * server checks it. Patterns are left out: some take for ever to match.
 */
export function checkedSchema(given: Values): CheckedSchema {
  if (Buffer.byteLength(JSON.stringify(given)) > MAX_SCHEMA_BYTES) {
    return unusable(say('mcp.schema_long', { limit: MAX_SCHEMA_BYTES }))
  }
  try {
    const taken = takeSchema({ root: given, count: countParts() }, given, { depth: 0, path: ['#'] })
    if (!isRecord(taken)) throw broken()
    const fields = isRecord(taken.properties) ? Object.keys(taken.properties) : []
    const strange = fields.find((key) => !modelKey.test(key))
    if (strange !== undefined) throw new Unusable(say('mcp.schema_names', { name: strange }))
    // Models’ servers take none of these at the top of a tool’s input; its own server still checks them.
    const { anyOf: _any, oneOf: _one, allOf, ...rest } = taken
    return { schema: { ...merged(rest, allOf), type: 'object' }, problem: null }
  } catch (error) {
    if (error instanceof Unusable) return unusable(error.sentence)
    throw error
  }
}

function countParts(): Taking['count'] {
  let parts = 0
  return (depth) => {
    parts += 1
    if (parts > MAX_SCHEMA_NODES) throw new Unusable(say('mcp.schema_large', { limit: MAX_SCHEMA_NODES }))
    if (depth > MAX_SCHEMA_DEPTH) throw new Unusable(say('mcp.schema_deep', { limit: MAX_SCHEMA_DEPTH }))
  }
}

/** A schema with what it refers to in its place. */
function takeSchema(taking: Taking, value: unknown, place: Place): unknown {
  const { depth, path } = place
  taking.count(depth)
  if (typeof value === 'boolean') return value
  if (!isRecord(value)) throw broken()
  const { $ref: reference } = value
  const own = takeKeywords(taking, value, place)
  if (reference === undefined) return own
  if (typeof reference !== 'string') throw broken()
  // Where it comes back to itself it is left open.
  if (path.includes(reference)) return own
  const target = referredTo(taking.root, reference)
  const referred = takeSchema(taking, target, { depth, path: [...path, reference] })
  return Object.keys(own).length === 0 ? referred : { allOf: [referred, own] }
}

function takeKeywords(taking: Taking, schema: Values, { depth, path }: Place): Values {
  const taken: [string, unknown][] = []
  for (const [given, value] of Object.entries(schema)) {
    // Without its patterns nobody can say which properties are additional.
    if (given === 'additionalProperties' && 'patternProperties' in schema) continue
    // A list of them had this name before JSON Schema 2020-12.
    const keyword = given === 'items' && Array.isArray(value) ? 'prefixItems' : given
    const found = keywords.get(keyword)?.(value, taking, { depth: depth + 1, path })
    if (found !== undefined) taken.push([keyword, found])
  }
  return Object.fromEntries(taken)
}

/** A value that stands for itself; it counts as one part for each thing in it. */
function takePlain(taking: Taking, value: unknown, depth: number): unknown {
  taking.count(depth)
  if (Array.isArray(value)) return value.map((each) => takePlain(taking, each, depth + 1))
  return isRecord(value) ? mapValues(value, (each) => takePlain(taking, each, depth + 1)) : value
}

/** A reference at the top stands for what it refers to, also where something stands beside it. */
function merged(own: Values, allOf: unknown): Values {
  const [referred] = Array.isArray(allOf) ? allOf : []
  return isRecord(referred) ? { ...referred, ...own } : own
}

function unusable(problem: Sentence): CheckedSchema {
  return { schema: null, problem }
}

/** What a reference within the same schema means (RFC 6901); nothing else is looked up. */
function referredTo(root: Values, reference: string): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) throw new Unusable(say('mcp.schema_remote', { reference }))
  let at: unknown = root
  for (const part of reference.slice(2).split('/')) {
    const key = percentDecoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
    const next = Array.isArray(at)
      ? at[Number(key)]
      : isRecord(at) && Object.hasOwn(at, key)
        ? at[key]
        : undefined
    if (next === undefined) throw broken()
    at = next
  }
  return at
}

function broken(): Unusable {
  return new Unusable(say('mcp.schema_broken'))
}

function withAll(names: readonly string[], take: TakeValue): [string, TakeValue][] {
  return names.map((name) => [name, take])
}

function mapValues(values: Values, change: (value: unknown) => unknown): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}
