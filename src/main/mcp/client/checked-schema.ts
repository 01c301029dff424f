import { withoutHidden } from '../../../shared/reveal-hidden'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH, MAX_SCHEMA_NODES } from './limits'

/** A JSON Schema of somebody else, made harmless: a tree without references, or why it can't be used. */
export type CheckedSchema =
  | { readonly schema: Readonly<Record<string, unknown>>; readonly problem: null }
  | { readonly schema: null; readonly problem: Sentence }

type Values = Readonly<Record<string, unknown>>

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const inOne = ['additionalProperties', 'items', 'contains', 'not', 'if', 'then', 'else', 'propertyNames']
const inList = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const byName = ['properties', 'dependentSchemas']
/** Keywords that say something by themselves, and are checked or told. */
const plain = [
  ...['type', 'const', 'dependentRequired'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ...['minContains', 'maxContains', 'default', 'examples'],
]
/** Keywords that only models read. */
const told = ['title', 'description', 'format']

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
  let nodes = 0
  const take = (value: unknown, depth: number, path: readonly string[]): unknown => {
    nodes += 1
    if (nodes > MAX_SCHEMA_NODES) throw new Unusable(say('mcp.schema_large', { limit: MAX_SCHEMA_NODES }))
    if (depth > MAX_SCHEMA_DEPTH) throw new Unusable(say('mcp.schema_deep', { limit: MAX_SCHEMA_DEPTH }))
    if (typeof value === 'boolean') return value
    if (!isValues(value)) throw new Unusable(say('mcp.schema_broken'))
    const { $ref: reference } = value
    const own = takeOwn(value, depth, path)
    if (reference === undefined) return own
    if (typeof reference !== 'string') throw new Unusable(say('mcp.schema_broken'))
    // Where it comes back to itself it is left open.
    if (path.includes(reference)) return own
    const referred = take(referredTo(given, reference), depth, [...path, reference])
    return Object.keys(own).length === 0 ? referred : { allOf: [referred, own] }
  }
  const takeOwn = (value: Values, depth: number, path: readonly string[]): Values => {
    const taken: [string, unknown][] = []
    const under = (each: unknown) => take(each, depth + 1, path)
    for (const [key, each] of Object.entries(value)) {
      if (key === 'required') {
        if (Array.isArray(each)) taken.push([key, each.filter((name) => typeof name === 'string')])
      } else if (key === 'enum') {
        if (Array.isArray(each)) taken.push([key, plainly(each)])
      } else if (plain.includes(key)) taken.push([key, plainly(each)])
      else if (told.includes(key)) {
        if (typeof each === 'string') taken.push([key, withoutHidden(each)])
      } else if (key === 'items' && Array.isArray(each)) taken.push(['prefixItems', each.map(under)])
      else if (key === 'additionalProperties' && 'patternProperties' in value) continue
      else if (inOne.includes(key)) taken.push([key, under(each)])
      else if (inList.includes(key)) {
        if (!Array.isArray(each)) throw new Unusable(say('mcp.schema_broken'))
        taken.push([key, each.map(under)])
      } else if (byName.includes(key)) {
        if (!isValues(each)) throw new Unusable(say('mcp.schema_broken'))
        taken.push([key, Object.fromEntries(Object.entries(each).map(([name, one]) => [name, under(one)]))])
      }
    }
    return Object.fromEntries(taken)
  }
  /** A value that stands for itself; it counts as one part for each thing in it. */
  const plainly = (value: unknown, depth = 0): unknown => {
    nodes += 1
    if (nodes > MAX_SCHEMA_NODES) throw new Unusable(say('mcp.schema_large', { limit: MAX_SCHEMA_NODES }))
    if (depth > MAX_SCHEMA_DEPTH) throw new Unusable(say('mcp.schema_deep', { limit: MAX_SCHEMA_DEPTH }))
    if (Array.isArray(value)) return value.map((each) => plainly(each, depth + 1))
    if (!isValues(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainly(each, depth + 1)]))
  }
  try {
    const taken = take(given, 0, ['#'])
    if (!isValues(taken)) return unusable(say('mcp.schema_broken'))
    const strange = Object.keys(isValues(taken.properties) ? taken.properties : {}).find(
      (key) => !modelKey.test(key),
    )
    if (strange !== undefined) return unusable(say('mcp.schema_names', { name: strange }))
    // Models’ servers take none of these at the top of a tool’s input; its own server still checks them.
    const { anyOf: _any, oneOf: _one, allOf, ...rest } = taken
    return { schema: { ...merged(rest, allOf), type: 'object' }, problem: null }
  } catch (error) {
    if (error instanceof Unusable) return unusable(error.sentence)
    throw error
  }
}

/** A reference at the top stands for what it refers to, also where something stands beside it. */
function merged(own: Values, allOf: unknown): Values {
  const [referred] = Array.isArray(allOf) ? allOf : []
  return isValues(referred) ? { ...referred, ...own } : own
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
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
    const next = Array.isArray(at)
      ? at[Number(key)]
      : isValues(at) && Object.hasOwn(at, key)
        ? at[key]
        : undefined
    if (next === undefined) throw new Unusable(say('mcp.schema_broken'))
    at = next
  }
  return at
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // What is no escape stands for itself.
    return part
  }
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
