import { z } from 'zod'
import {
  type DocumentSort,
  documentFilterSchema,
  documentSortSchema,
} from '../../shared/contract/document-table'

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

/** What of the library is shown, besides the collection. */
export interface LibraryView {
  readonly filter: LibraryFilter
  readonly sort: DocumentSort
  /** What is searched for; empty where nothing is. */
  readonly words: string
}

/** All documents, the newest first. */
export const wholeLibrary: LibraryView = {
  filter: {},
  sort: { column: 'added', direction: 'descending' },
  words: '',
}

/** Reads what comes behind the question mark of an address; what can't be understood is as in {@link wholeLibrary}. */
export function parseView(query: string): LibraryView {
  const { order = '', words = wholeLibrary.words, ...filter } = Object.fromEntries(new URLSearchParams(query))
  const [column, direction] = order.split('-')
  return {
    filter: filterSchema.safeParse(filter).data ?? wholeLibrary.filter,
    sort: documentSortSchema.safeParse({ column, direction }).data ?? wholeLibrary.sort,
    words,
  }
}

/** What comes behind the question mark; empty for {@link wholeLibrary}. */
export function viewQuery({ filter, sort, words }: LibraryView): string {
  const order = orderOf(sort)
  const set = Object.entries({ ...filter, order: order === orderOf(wholeLibrary.sort) ? '' : order, words })
  const said = set.filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString()
}

function orderOf({ column, direction }: DocumentSort): string {
  return `${column}-${direction}`
}
