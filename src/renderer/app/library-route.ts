import { z } from 'zod'
import { documentFilterSchema } from '../../shared/contract/document-table'

/** What the table of documents is filtered by, as an address has it: all of it is words there. */
const filterSchema = documentFilterSchema.omit({ collectionId: true }).extend({
  pictures: z
    .literal('true')
    .transform(() => true as const)
    .optional(),
  addedFrom: z.coerce.number().optional(),
  addedBefore: z.coerce.number().optional(),
})

/** What keeps documents out of the table, besides the collection. */
export type LibraryFilter = z.infer<typeof filterSchema>

/** Reads what comes behind the question mark of an address; nothing is filtered where that can't be understood. */
export function parseFilter(query: string): LibraryFilter {
  const { success, data } = filterSchema.safeParse(Object.fromEntries(new URLSearchParams(query)))
  return success ? data : {}
}

/** What comes behind the question mark; empty where nothing is filtered. */
export function filterQuery(filter: LibraryFilter): string {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
}
