import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { fileNameText } from '../library/index/file-name'
import { BEFORE_ANY_TIME, LET_GO } from './before-any-time'
import { textBetween } from './document-text'
import { publishSegments } from './index-segments'
import { prepared } from './prepared'
import { forAWhile, type Turn } from './short-transactions'
import type { WorkerConnection } from './worker-connection'

/** A passage to store. */
export type NewChunk = {
  readonly ordinal: number
  readonly page: number | null
  readonly section: string | null
  readonly start: number
  readonly end: number
  readonly tokens: number
  readonly text: string
}

/** The ranges of a document's pages in its text, and where the words of recognized pages stand. */
export type StoredPages = {
  readonly pages: readonly { readonly page: number; readonly start: number; readonly end: number }[]
  readonly words?: readonly { readonly page: number; readonly boxes: Uint8Array }[] | undefined
}

/** What is known of a document once it is read. */
export type DocumentFacts = {
  /** Its number. */
  readonly document: number
  /** Of the content that was read. */
  readonly sha256: string | null
  readonly title: string
  /** What it calls itself; empty where it says nothing, null where that is not kept. */
  readonly readTitle: string | null
  /** Where it came from when it was indexed. */
  readonly source: string
  readonly mime: string
  readonly pages: number | null
  /** Pages that text recognition could read and was not asked to. */
  readonly picturePages: number
  /** JSON of what its extractor could not do. */
  readonly warnings: string
  readonly chunks: number
  readonly tokens: number
  readonly characters: number
  readonly extractor: string
  /** ISO 639-1. */
  readonly language: string
  readonly at: number
}

/**
 * Says in the row that indexing has begun, forgets the document's text, and replaces its page ranges and where the words
 * of recognized pages stand; false when it was cancelled meanwhile, or is to have another content than the one that was
 * read. Inside a transaction.
 */
export function beginStoring(
  connection: WorkerConnection,
  { document, sha256 }: Pick<DocumentFacts, 'document' | 'sha256'>,
  pages: StoredPages,
): boolean {
  const entered = prepared(
    connection,
    "UPDATE documents SET stage = 'index' WHERE number = ? AND status = 'processing' AND sha256 IS ?",
  ).run(document, sha256)
  if (entered.changes !== 1) return false
  prepared(connection, 'DELETE FROM document_texts WHERE document_number = ?').run(document)
  replacePages(connection, document, pages)
  return true
}

/** Removes a passage of a document; false when it has none. What the index has of it no longer counts. */
export function removeChunk(connection: WorkerConnection, document: number): boolean {
  const removed = prepared(
    connection,
    `DELETE FROM chunks WHERE number =
       (SELECT number FROM chunks WHERE document_number = ? ORDER BY ordinal LIMIT 1)`,
  ).run(document)
  return removed.changes === 1
}

/** Removes some passages of a document. */
export function removeSomeChunks(connection: WorkerConnection, document: number): Turn {
  return forAWhile(connection, () => removeChunk(connection, document))
}

function replacePages(
  connection: WorkerConnection,
  document: number,
  { pages, words = [] }: StoredPages,
): void {
  prepared(connection, 'DELETE FROM document_pages WHERE document_number = ?').run(document)
  const insert = prepared(connection, 'INSERT INTO document_pages VALUES (?, ?, ?, ?)')
  for (const { page, start, end } of pages) insert.run(document, page, start, end)
  prepared(connection, 'DELETE FROM page_words WHERE document_number = ?').run(document)
  const insertWords = prepared(connection, 'INSERT INTO page_words VALUES (?, ?, ?)')
  for (const { page, boxes } of words) insertWords.run(document, page, boxes)
}

/** Stores a passage; inside a transaction. */
export function insertChunk(connection: WorkerConnection, document: number, chunk: NewChunk): void {
  const { ordinal, page, section, start, end, tokens, text } = chunk
  prepared(
    connection,
    'INSERT INTO chunks (document_number, ordinal, page, section, start, end, tokens, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(document, ordinal, page, section, start, end, tokens, text)
}

/**
 * Stores what a document's text has besides its passages; inside a transaction. Where these are not in order, or lie over
 * each other, it is the whole text.
 */
export function storeBetween(
  connection: WorkerConnection,
  document: number,
  text: string,
  passages: readonly Pick<NewChunk, 'start' | 'end'>[],
): void {
  const between = textBetween(text, passages)
  prepared(connection, 'INSERT INTO document_texts (document_number, text, whole) VALUES (?, ?, ?)').run(
    document,
    between ?? text,
    between === null ? 1 : 0,
  )
}

/** Where the entries of documents are in the index. */
export type NewEntries = {
  /** Which indexing made them. */
  readonly indexing: number
  /** The segments that hold them, not yet visible. */
  readonly segments: readonly number[]
}

/** Throws when a document has not the passages that it is to have. */
export function requireStored(connection: WorkerConnection, document: number, chunks: number): void {
  const stored = prepared(connection, 'SELECT count(*) FROM chunks WHERE document_number = ?')
    .pluck()
    .get(document)
  if (stored === chunks) return
  throw new AppError('internal', say('document.passages_missing'))
}

/**
 * Makes indexed documents visible, together with their entries in the index: until here nothing of them can be found,
 * and what an earlier indexing left no longer counts. Answers which were neither cancelled nor begun anew meanwhile.
 * A title chosen while it was indexed, or a new name of its file, leaves a document at stage `index`, to be titled anew.
 */
export function completeDocuments(
  connection: WorkerConnection,
  documents: readonly DocumentFacts[],
  { indexing, segments }: NewEntries,
): ReadonlySet<number> {
  const complete = prepared(
    connection,
    `UPDATE documents SET status = 'complete', progress_done = 0, progress_total = NULL,
       stage = CASE WHEN title_chosen = 1 AND title <> @title OR @renamed THEN 'index' ELSE 'done' END,
       title = CASE WHEN title_chosen = 1 THEN title ELSE @title END,
       read_title = @readTitle, error_code = NULL, error_message = NULL, mime = @mime, pages = @pages,
       picture_pages = @picturePages, warnings = @warnings, chunks = @chunks,
       tokens = @tokens, characters = @characters, extractor = @extractor, language = @language,
       indexing = @indexing, updated_at = @at
     WHERE number = @document AND status = 'processing' AND stage = 'index' AND sha256 IS @sha256`,
  )
  return connection
    .transaction(() => {
      const completed = documents.filter((facts) => {
        const renamed = isRenamed(connection, facts.document, facts.source) ? 1 : 0
        return complete.run({ ...facts, renamed, indexing }).changes === 1
      })
      if (completed.length > 0) publishSegments(connection, segments)
      return new Set(completed.map(({ document }) => document))
    })
    .immediate()
}

/** Where a document came from. */
export function storedSource(connection: WorkerConnection, document: number): string {
  return prepared(connection, 'SELECT source FROM documents WHERE number = ?').pluck().get(document) as string
}

function isRenamed(connection: WorkerConnection, document: number, source: string): boolean {
  return fileNameText(storedSource(connection, document)) !== fileNameText(source)
}

/** What indexing anew needs to know of a document. */
export type IndexedDocument = {
  readonly number: number
  readonly title: string
  readonly source: string
  readonly language: string | null
  /** The indexing whose entries count now. */
  readonly indexing: number
  /** `index` while its new title is still to come to the index. */
  readonly stage: string
}

/** A complete document, to be indexed anew; undefined when it is not complete. */
export function indexedDocument(connection: WorkerConnection, number: number): IndexedDocument | undefined {
  return connection
    .prepare(
      `SELECT number, title, source, language, indexing, stage FROM documents
       WHERE number = ? AND status = 'complete' AND coalesce(deleted_at > ${BEFORE_ANY_TIME}, 1)`,
    )
    .get(number) as IndexedDocument | undefined
}

/**
 * Lets new entries of documents count in place of the old, in one transaction; a document that changed meanwhile is
 * left out. Answers the numbers of those that were taken.
 */
export function replaceEntries(
  connection: WorkerConnection,
  documents: readonly (IndexedDocument & { readonly language: string })[],
  { indexing, segments }: NewEntries,
): number[] {
  const update = connection.prepare(
    `UPDATE documents SET indexing = @new, language = @language, stage = CASE WHEN stage = 'index' THEN 'done' ELSE stage END
     WHERE number = @number AND status = 'complete' AND title = @title AND indexing = @indexing`,
  )
  return connection
    .transaction(() => {
      const taken = documents.filter(
        (document) =>
          !isRenamed(connection, document.number, document.source) &&
          update.run({ ...document, new: indexing }).changes === 1,
      )
      publishSegments(connection, segments)
      return taken.map(({ number }) => number)
    })
    .immediate()
}

/** The numbers of documents that were deleted before a time, alone or with their collection. */
export function deletedBefore(connection: WorkerConnection, time: number): number[] {
  return connection
    .prepare(
      `SELECT d.number FROM documents d JOIN collections k ON k.id = d.collection_id
       WHERE d.deleted_at < @time OR k.deleted_at < @time ORDER BY d.number`,
    )
    .pluck()
    .all({ time }) as number[]
}

/**
 * Takes a deleted document out of anyone's reach before its parts are removed, so that no half of it can be brought
 * back; false when it was brought back meanwhile.
 */
export function claimDeleted(connection: WorkerConnection, document: number, time: number): boolean {
  const claimed = connection
    .prepare(
      `UPDATE documents SET id = 'purged ' || number, deleted_at = @letGo
       WHERE number = @document AND (deleted_at < @time
         OR EXISTS (SELECT 1 FROM collections k WHERE k.id = documents.collection_id AND k.deleted_at < @time))`,
    )
    .run({ document, time, letGo: LET_GO })
  return claimed.changes === 1
}

/** Removes the row of a document whose passages are gone, with text and pages. */
export function removeDocument(connection: WorkerConnection, document: number): void {
  connection.prepare('DELETE FROM documents WHERE number = ?').run(document)
}
