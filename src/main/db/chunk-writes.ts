import { AppError } from '../../shared/errors'
import type { WorkerConnection } from './worker-connection'

/** A passage to store; `text` is what people see, `indexed` what the index is given. */
export type NewChunk = {
  readonly ordinal: number
  readonly page: number | null
  readonly section: string | null
  readonly start: number
  readonly end: number
  readonly tokens: number
  readonly text: string
}

/** What is known of a document once it is read. */
export type DocumentFacts = {
  readonly title: string
  readonly mime: string
  readonly pages: number | null
  readonly chunks: number
  readonly tokens: number
  readonly characters: number
  readonly extractor: string
  readonly at: number
}

/**
 * A transaction stays this short (milliseconds), because main's own writes wait for it: a long document is
 * written in many, and becomes visible by the last.
 */
const TRANSACTION_MS = 5

/**
 * Runs a transaction that need not be on disk when it returns: nothing of it is visible before `completeDocument`,
 * whose own commit waits for the disk and thereby for all before it. Without that wait the lock is free sooner.
 */
function unsynced<T>(connection: WorkerConnection, work: () => T): T {
  connection.pragma('synchronous = NORMAL')
  try {
    return connection.transaction(work).immediate()
  } finally {
    connection.pragma('synchronous = FULL')
  }
}

/** Runs `step` in one short transaction until it has nothing more to do; answers whether it might have. */
function forAWhile(connection: WorkerConnection, step: () => boolean): boolean {
  return unsynced(connection, () => {
    const end = performance.now() + TRANSACTION_MS
    while (step()) if (performance.now() > end) return true
    return false
  })
}

/** Says in the row that indexing has begun; false when the document was cancelled meanwhile. */
export function enterIndexStage(connection: WorkerConnection, document: number): boolean {
  const entered = unsynced(connection, () =>
    connection
      .prepare("UPDATE documents SET stage = 'index' WHERE number = ? AND status = 'processing'")
      .run(document),
  )
  return entered.changes === 1
}

/** Removes some passages of a document, index and all; true while there are more. */
export function removeSomeChunks(connection: WorkerConnection, document: number): boolean {
  const next = connection
    .prepare('SELECT number FROM chunks WHERE document_number = ? ORDER BY ordinal LIMIT 1')
    .pluck()
  const unindex = connection.prepare('DELETE FROM chunks_index WHERE rowid = ?')
  const remove = connection.prepare('DELETE FROM chunks WHERE number = ?')
  return forAWhile(connection, () => {
    const chunk = next.get(document)
    if (chunk === undefined) return false
    unindex.run(chunk)
    remove.run(chunk)
    return true
  })
}

/** Replaces a document's text and page ranges. */
export function replaceText(
  connection: WorkerConnection,
  document: number,
  text: string,
  pages: readonly { readonly page: number; readonly start: number; readonly end: number }[],
): void {
  unsynced(connection, () => {
    connection.prepare('DELETE FROM document_pages WHERE document_number = ?').run(document)
    connection.prepare('INSERT OR REPLACE INTO document_texts VALUES (?, ?)').run(document, text)
    const insert = connection.prepare('INSERT INTO document_pages VALUES (?, ?, ?, ?)')
    for (const { page, start, end } of pages) insert.run(document, page, start, end)
  })
}

/** Stores passages from an iterator; true while it has more. */
export function insertSomeChunks(
  connection: WorkerConnection,
  document: number,
  title: string,
  chunks: Iterator<NewChunk>,
  indexedForm: (text: string) => string,
): boolean {
  const insert = connection.prepare(
    'INSERT INTO chunks (document_number, ordinal, page, section, start, end, tokens, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const index = connection.prepare(
    'INSERT INTO chunks_index (rowid, title, section, body) VALUES (?, ?, ?, ?)',
  )
  const indexedTitle = indexedForm(title)
  return forAWhile(connection, () => {
    const next = chunks.next()
    if (next.done === true) return false
    const { ordinal, page, section, start, end, tokens, text } = next.value
    const { lastInsertRowid } = insert.run(document, ordinal, page, section, start, end, tokens, text)
    index.run(lastInsertRowid, indexedTitle, indexedForm(section ?? ''), indexedForm(text))
    return true
  })
}

/**
 * Makes an indexed document visible, in one row: until here nothing of it can be found. False when it was
 * cancelled meanwhile. A title chosen while it was indexed leaves it at stage `index`, to be titled anew.
 */
export function completeDocument(
  connection: WorkerConnection,
  document: number,
  facts: DocumentFacts,
): boolean {
  const stored = connection
    .prepare('SELECT count(*) FROM chunks WHERE document_number = ?')
    .pluck()
    .get(document)
  if (stored !== facts.chunks) {
    throw new AppError('internal', 'Not every passage of this document was stored. Restart its ingest.')
  }
  const done = connection
    .prepare(
      `UPDATE documents SET status = 'complete', progress_done = 0, progress_total = NULL,
         stage = CASE WHEN title_chosen = 1 AND title <> @title THEN 'index' ELSE 'done' END,
         title = CASE WHEN title_chosen = 1 THEN title ELSE @title END,
         error_code = NULL, error_message = NULL, mime = @mime, pages = @pages, chunks = @chunks,
         tokens = @tokens, characters = @characters, extractor = @extractor, updated_at = @at
       WHERE number = @document AND status = 'processing'`,
    )
    .run({ ...facts, document })
  return done.changes === 1
}

/** A document's present title. */
export function documentTitle(connection: WorkerConnection, document: number): string {
  return String(
    connection.prepare('SELECT title FROM documents WHERE number = ?').pluck().get(document) ?? '',
  )
}

/** Gives some passages of a document its present title in the index; answers where to go on, or null at the end. */
export function retitleSomeChunks(
  connection: WorkerConnection,
  document: number,
  from: number,
  indexedForm: (text: string) => string,
): number | null {
  const title = documentTitle(connection, document)
  const next = connection.prepare(
    'SELECT number, section, text FROM chunks WHERE document_number = ? AND ordinal = ?',
  )
  const index = connection.prepare(
    'INSERT OR REPLACE INTO chunks_index (rowid, title, section, body) VALUES (?, ?, ?, ?)',
  )
  const indexedTitle = indexedForm(title)
  let ordinal = from
  const more = forAWhile(connection, () => {
    const chunk = next.get(document, ordinal) as
      | { number: number; section: string | null; text: string }
      | undefined
    if (chunk === undefined) return false
    index.run(chunk.number, indexedTitle, indexedForm(chunk.section ?? ''), indexedForm(chunk.text))
    ordinal++
    return true
  })
  return more ? ordinal : null
}

/** Ends a retitling, unless the title was changed again meanwhile. */
export function finishRetitle(connection: WorkerConnection, document: number, title: string): boolean {
  const done = connection
    .prepare(
      "UPDATE documents SET stage = 'done' WHERE number = ? AND stage = 'index' AND status = 'complete' AND title = ?",
    )
    .run(document, title)
  return done.changes === 1
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

/** Removes the row of a document whose passages are gone, with text and pages. */
export function removeDocument(connection: WorkerConnection, document: number): void {
  connection.prepare('DELETE FROM documents WHERE number = ?').run(document)
}
