import { z } from 'zod'

/** What a tool's input schema says of the entries of a list. */
export const listItemsSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  properties: z
    .record(z.string(), z.looseObject({ type: z.string().optional(), default: z.unknown().optional() }))
    .optional(),
  required: z.array(z.string()).optional(),
})

/**
 * The one text that each entry of a list needs, where that is all that it needs: people then give the text alone, as the
 * address of an e-mail. Null where an entry is something else.
 */
export function entryOf(items: z.output<typeof listItemsSchema> | undefined): string | null {
  const needed = (items?.required ?? []).filter((name) => items?.properties?.[name]?.default === undefined)
  const [entry] = needed
  const isText = entry !== undefined && items?.properties?.[entry]?.type === 'string'
  return isText && needed.length === 1 ? entry : null
}
