import { z } from 'zod'

const itemsSchema = z.looseObject({
  properties: z
    .record(z.string(), z.looseObject({ type: z.unknown().optional(), default: z.unknown().optional() }))
    .default({}),
  required: z.array(z.string()).default([]),
})

/** The one text that each entry of a list needs, by what its schema says of its items; where it is all that it needs. */
export function entryText(items: unknown): string | undefined {
  const { success, data } = itemsSchema.safeParse(items)
  if (!success) return undefined
  const needed = data.required.filter((name) => data.properties[name]?.default === undefined)
  const [entry] = needed
  const isText = entry !== undefined && data.properties[entry]?.type === 'string'
  return isText && needed.length === 1 ? entry : undefined
}
