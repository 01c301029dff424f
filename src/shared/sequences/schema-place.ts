import { z } from 'zod'
import { everyEntry } from './path'

/** Kinds of JSON values. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null'

const kindNames: Readonly<Record<string, ValueKind>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  null: 'null',
}

const nodeSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  $ref: z.string().optional(),
  description: z.string().optional(),
})
type Node = z.infer<typeof nodeSchema>

/** How often a schema may point on to another one: one that points to itself has no end. */
const deepestReference = 20

/** A place in a schema: every form that what is there may have. Empty where nothing can be there. */
export interface Place {
  readonly forms: readonly Node[]
  /** Whether anything may be there, because the schema does not say. */
  readonly open: boolean
}

/** The place at a path of a JSON Schema. */
export function placeAt(schema: unknown, parts: readonly string[]): Place {
  let place: Place = { forms: formsOf(schema, schema, 0), open: false }
  for (const part of parts) place = within(place, part, schema)
  return place
}

/** The kinds of value that may be there; null where the schema does not say. */
export function kindsAt({ forms, open }: Place): ReadonlySet<ValueKind> | null {
  if (open) return null
  const kinds = new Set<ValueKind>()
  for (const form of forms) {
    const own = kindsOf(form)
    if (own === null) return null
    for (const kind of own) kinds.add(kind)
  }
  return kinds
}

/** The named places in it, with those of the entries of its lists, as a person chooses among them. */
export function placesIn(
  schema: unknown,
  most: number,
): { readonly path: string; readonly kinds: ReadonlySet<ValueKind> | null; readonly description: string }[] {
  const found: { path: string; kinds: ReadonlySet<ValueKind> | null; description: string }[] = []
  const visit = (path: readonly string[], depth: number): void => {
    if (found.length >= most || depth > 4) return
    const place = placeAt(schema, path)
    const isList = place.forms.some((form) => form.items !== undefined)
    const names = new Set(place.forms.flatMap((form) => Object.keys(form.properties ?? {})))
    for (const next of isList ? ['0', everyEntry] : names) {
      const inside = [...path, next]
      const at = placeAt(schema, inside)
      found.push({
        path: inside.join('.'),
        kinds: kindsAt(at),
        description: at.forms.find((form) => form.description !== undefined)?.description ?? '',
      })
      visit(inside, depth + 1)
    }
  }
  visit([], 0)
  return found.slice(0, most)
}

function within({ forms, open }: Place, part: string, root: unknown): Place {
  const inside: Node[] = []
  let anything = open
  for (const form of forms) {
    if (part === everyEntry || /^\d+$/.test(part)) {
      const entries = [...(form.prefixItems ?? []), ...(form.items === undefined ? [] : [form.items])]
      for (const entry of entries) inside.push(...formsOf(entry, root, 0))
      if (kindsOf(form) === null || (entries.length === 0 && kindsOf(form)?.has('array'))) anything = true
    }
    const properties = form.properties ?? {}
    if (Object.hasOwn(properties, part)) inside.push(...formsOf(properties[part], root, 0))
    else if (isOpen(form)) anything = true
  }
  return { forms: inside, open: anything }
}

/** Whether an object of this form may have properties that it does not name. */
function isOpen(form: Node): boolean {
  const { additionalProperties } = form
  if (kindsOf(form) === null) return true
  return (
    kindsOf(form)?.has('object') === true &&
    additionalProperties !== undefined &&
    additionalProperties !== false
  )
}

function kindsOf({ type, enum: values, const: only }: Node): ReadonlySet<ValueKind> | null {
  if (type !== undefined) {
    const names = typeof type === 'string' ? [type] : type
    return new Set(names.flatMap((name) => kindNames[name] ?? []))
  }
  const all = values ?? (only === undefined ? null : [only])
  return all === null ? null : new Set(all.map(kindOfValue))
}

/** The kind of a value. */
export function kindOfValue(value: unknown): ValueKind {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'number':
    case 'bigint':
      return 'number'
    default:
      return 'object'
  }
}

/** Follows pointers and alternatives; a schema that says nothing has one form without a kind. */
function formsOf(schema: unknown, root: unknown, depth: number): readonly Node[] {
  if (depth > deepestReference) return []
  const node = nodeSchema.safeParse(schema).data
  if (node === undefined) return schema === false ? [] : [{}]
  if (node.$ref !== undefined) return formsOf(pointed(root, node.$ref), root, depth + 1)
  const choices = node.anyOf ?? node.oneOf
  if (choices !== undefined) return choices.flatMap((choice) => formsOf(choice, root, depth + 1))
  if (node.allOf !== undefined) return node.allOf.flatMap((part) => formsOf(part, root, depth + 1))
  return [node]
}

function pointed(root: unknown, reference: string): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return {}
  let place = root
  for (const part of reference.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return {}
    // It was just found to have this.
    place = (place as Readonly<Record<string, unknown>>)[name]
  }
  return place
}
