import type { DocumentFilter } from '../../shared/contract/document-table'
import { folded } from '../library/analysis/fold'
import { RENEWED } from './document-standing'
import { eachIn } from './json-in-sql'
import type { WorkerConnection } from './worker-connection'

const statuses: Readonly<Record<NonNullable<DocumentFilter['status']>, string>> = {
  // Two short lists: one OR over a hundred thousand rows would look at each.
  at_work: `number IN (SELECT number FROM documents INDEXED BY documents_by_status
    WHERE deleted_at IS NULL AND status IN ('pending', 'processing') UNION ALL ${RENEWED})`,
  complete: `status = 'complete' AND number NOT IN (${RENEWED})`,
  // What is but a picture has a filter of its own, and its row does not say that it failed.
  error: "status = 'error' AND picture_pages = 0",
  cancelled: "status = 'cancelled'",
}

/** The JSON of a list of tags sorts before that of none. */
export const TAGGED = "tags < '[]'"

/** Documents at rest whose pictures were not read. */
export const UNREAD_PICTURES = "picture_pages > 0 AND status IN ('error', 'complete')"

/** Of a watched folder, and not there any more; one that was moved to another collection is still of it. */
const GONE = 'source_gone = 1 AND id IN (SELECT document_id FROM watched_files WHERE folder_id = @goneFrom)'

/** Neither deleted nor in a collection that is. */
export const PRESENT =
  'deleted_at IS NULL AND collection_id NOT IN (SELECT id FROM collections WHERE deleted_at IS NOT NULL)'

/**
 * Gives a connection the function by which words are looked for in titles and sources; `eachRow` is called once for each
 * and may end it by throwing.
 */
export function defineHoldsWords(connection: WorkerConnection, eachRow: () => void): void {
  let wanted: { readonly text: string; readonly words: readonly string[] } = { text: '', words: [] }
  connection.function('holds_words', { directOnly: true }, (text, title, source) => {
    eachRow()
    if (text !== wanted.text) wanted = { text: String(text), words: folded(String(text)).split(/\s+/) }
    const place = folded(`${title}\n${source}`)
    return wanted.words.every((word) => place.includes(word)) ? 1 : 0
  })
}

/** What the documents that a filter lets through have in common, in SQL; needs {@link defineHoldsWords}. */
export function conditions(filter: DocumentFilter): string {
  const { collectionId, status, type, tag, pictures, goneFrom, addedFrom, addedBefore, text } = filter
  return [
    PRESENT,
    collectionId !== undefined && 'collection_id = @collectionId',
    status !== undefined && statuses[status],
    type !== undefined && 'mime = @type',
    tag !== undefined && `${TAGGED} AND EXISTS (SELECT 1 FROM ${eachIn('tags')} WHERE value = @tag)`,
    pictures === true && UNREAD_PICTURES,
    goneFrom !== undefined && GONE,
    addedFrom !== undefined && 'added_at >= @addedFrom',
    addedBefore !== undefined && 'added_at < @addedBefore',
    isText(text) && 'holds_words(@text, title, source)',
  ]
    .filter((condition) => condition !== false)
    .join(' AND ')
}

/** The values that {@link conditions} names. */
export function valuesOf({ text, pictures: _, ...filter }: DocumentFilter): Record<string, unknown> {
  return isText(text) ? { ...filter, text: text.trim() } : filter
}

function isText(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== ''
}
