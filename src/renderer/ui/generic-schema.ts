import { z } from 'zod'

/** What a JSON Schema says of a field that people can use; whoever wrote it may be outside. */
export interface FieldSchema {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly properties?: Readonly<Record<string, unknown>> | undefined
  readonly items?: unknown
}

const fieldSchema = z.looseObject({
  title: z.string().optional(),
  description: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
})

/** A JSON Schema as far as it says something to people; undefined for what is none. */
function readSchema(schema: unknown): FieldSchema | undefined {
  return fieldSchema.safeParse(schema).data
}

/** What the schema of an object says of one of its fields. */
export function schemaOfField(schema: FieldSchema | undefined, name: string): FieldSchema | undefined {
  const { properties } = schema ?? {}
  return properties !== undefined && Object.hasOwn(properties, name)
    ? readSchema(properties[name])
    : undefined
}

/** What the schema of a list says of each thing in it. */
export function schemaOfItems(schema: FieldSchema | undefined): FieldSchema | undefined {
  return readSchema(schema?.items)
}

/** The fields of a value in the order of its schema; those that it does not know follow as they came. */
export function fieldsInOrder(
  value: Readonly<Record<string, unknown>>,
  schema: FieldSchema | undefined,
): readonly (readonly [string, unknown])[] {
  const known = Object.keys(schema?.properties ?? {}).filter((name) => Object.hasOwn(value, name))
  const names = new Set([...known, ...Object.keys(value)])
  return [...names].map((name) => [name, value[name]])
}

/** What people call a field: the title in its schema, else its name in words. */
export function titleOf(name: string, schema: FieldSchema | undefined): string {
  if (schema?.title !== undefined && schema.title.trim() !== '') return schema.title
  const words = name.replaceAll('_', ' ').trim()
  return words === '' ? name : `${words.slice(0, 1).toLocaleUpperCase()}${words.slice(1)}`
}
