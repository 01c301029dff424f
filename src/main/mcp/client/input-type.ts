import { z } from 'zod'
import { inexactIn, inexactNumber } from '../../../shared/json/exact-number'
import { isRecord } from '../../../shared/json/is-record'

type Values = Readonly<Record<string, unknown>>
type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]

const types = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']
const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength']
const counts = ['minItems', 'maxItems']

/**
 * The type of a tool's input by its checked schema. No code is made from the schema, which is somebody else's. What zod has
 * no type for is left to the tool's own server; a wrong field is named, and so is a number that is not kept as it was
 * written.
 */
export function inputType(schema: Values): z.ZodType<Readonly<Record<string, unknown>>> {
  let made: z.ZodType | undefined
  const inner = () => {
    made ??= typeOf(schema)
    return made
  }
  const required = Array.isArray(schema.required)
    ? schema.required.filter((each) => typeof each === 'string')
    : []
  return z.record(z.string(), z.unknown()).superRefine((input, context) => {
    const missing = required.filter((name) => !Object.hasOwn(input, name))
    for (const name of missing) {
      context.addIssue({ code: 'invalid_type', expected: 'nonoptional', path: [name], input: undefined })
    }
    const checked = inner().safeParse(bare(input), { jitless: true })
    for (const { path, message } of checked.error?.issues ?? []) {
      if (missing.includes(String(path[0]))) continue
      context.addIssue({ code: 'custom', path, message })
    }
    for (const path of inexactIn(input)) {
      // What is read as a double there is the same double as here, however it is written.
      if (isDouble(placesAt(schema, path))) continue
      context.addIssue({ code: 'custom', path, message: inexactNumber })
    }
  })
}

/** Made when it is first needed: a server may have many tools. */
function typeOf(schema: Values): z.ZodType {
  try {
    // Nothing is in it that zod's type of a schema lacks.
    return z.fromJSONSchema(checkable(schema) as JsonSchema)
  } catch {
    // What Zod can't make anything of is checked by the server alone.
    return z.unknown()
  }
}

/** All that a schema says of what lies at a path. */
function placesAt(schema: unknown, path: readonly (string | number)[]): Values[] {
  let places = withParts(schema)
  for (const step of path) places = places.flatMap((place) => withParts(below(place, step)))
  return places
}

/** A schema and those that it is put together of. */
function withParts(schema: unknown): Values[] {
  if (!isRecord(schema)) return []
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((each) =>
    Array.isArray(each) ? each : [],
  )
  return [schema, ...parts.flatMap(withParts)]
}

/** The schema of a field or an item. */
function below(
  { properties, additionalProperties, prefixItems, items }: Values,
  step: string | number,
): unknown {
  if (typeof step === 'number') {
    return Array.isArray(prefixItems) && step < prefixItems.length ? prefixItems[step] : items
  }
  return isRecord(properties) && Object.hasOwn(properties, step) ? properties[step] : additionalProperties
}

/** Whether a number is any one with a point, and not perhaps a whole one, whose digits may be those of an id. */
function isDouble(places: readonly Values[]): boolean {
  const types = places.flatMap(({ type }) => type)
  return types.includes('number') && !types.includes('integer')
}

/** What zod makes a type of that means the same. */
function checkable(schema: unknown): unknown {
  if (typeof schema === 'boolean') return schema
  if (!isRecord(schema)) return {}
  const kept: [string, unknown][] = []
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'type' && isType(value)) kept.push([key, value])
    else if (key === 'enum' && Array.isArray(value) && value.length > 0 && value.every(isPlain)) {
      kept.push([key, value])
    } else if (key === 'const' && isPlain(value)) kept.push([key, value])
    else if ((numbers.includes(key) || counts.includes(key)) && typeof value === 'number')
      kept.push([key, value])
    else if (key === 'required' && Array.isArray(value))
      kept.push([key, value.filter((each) => typeof each === 'string')])
    else if (key === 'additionalProperties' || key === 'items') {
      // Where the first items have schemas of their own, this is about the others.
      if (!('prefixItems' in schema)) kept.push([key, checkable(value)])
    } else if (key === 'properties' && isRecord(value)) {
      kept.push([
        key,
        Object.fromEntries(Object.entries(value).map(([name, each]) => [name, checkable(each)])),
      ])
    } else if (['allOf', 'anyOf', 'oneOf'].includes(key) && Array.isArray(value) && value.length > 0) {
      kept.push([key, value.map(checkable)])
    }
  }
  return Object.fromEntries(kept)
}

function isType(value: unknown): boolean {
  const isOne = (each: unknown) => typeof each === 'string' && types.includes(each)
  return isOne(value) || (Array.isArray(value) && value.length > 0 && value.every(isOne))
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** Without what every object has from its prototype: a field of a schema may be called so. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (!isRecord(value)) return value
  return Object.assign(
    Object.create(null),
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, bare(each)])),
  )
}
