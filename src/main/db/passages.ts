import type { WorkerConnection } from './worker-connection'

/** A stored passage of one document. */
export type ChunkRow = {
  readonly ordinal: number
  readonly page: number | null
  readonly section: string | null
  readonly start: number
  readonly end: number
  readonly text: string
}

const columns = 'ordinal, page, section, start, end, text'

/** Reads passages by the number of their document and their place; undefined where there is none. */
export function chunkReader(
  connection: WorkerConnection,
): (document: number, ordinal: number) => ChunkRow | undefined {
  const read = connection.prepare(`SELECT ${columns} FROM chunks WHERE document_number = ? AND ordinal = ?`)
  return (document, ordinal) => read.get(document, ordinal) as ChunkRow | undefined
}

/** What is to be known of a passage's document. */
export type PassageDocument = {
  readonly id: string
  readonly title: string
  readonly language: string | null
}

/** Reads what is to be known of documents, by their numbers; undefined where there is none. */
export function passageDocumentReader(
  connection: WorkerConnection,
): (document: number) => PassageDocument | undefined {
  const read = connection.prepare('SELECT id, title, language FROM documents WHERE number = ?')
  return (document) => read.get(document) as PassageDocument | undefined
}

/** Reads the language of documents, by their ids; null where it is not known. */
export function languageReader(connection: WorkerConnection): (id: string) => string | null {
  const read = connection.prepare('SELECT language FROM documents WHERE id = ?').pluck()
  return (id) => (read.get(id) as string | null | undefined) ?? null
}

/** A summary of more than a thick book's passages would be no better for it. */
const CHUNKS_LIMIT = 10_000

/** A document's passages in order, from one on. */
export function readChunks(
  connection: WorkerConnection,
  document: number,
  from = 0,
  limit = CHUNKS_LIMIT,
): ChunkRow[] {
  return connection
    .prepare(
      `SELECT ${columns} FROM chunks
       WHERE document_number = ? AND ordinal >= ? ORDER BY ordinal LIMIT ?`,
    )
    .all(document, from, limit) as ChunkRow[]
}

/** Passages of a document in order, all or, where there are more than `most`, some at even distances. */
export function readChunksEvenly(connection: WorkerConnection, document: number, most: number): ChunkRow[] {
  const { total } = connection
    .prepare('SELECT count(*) AS total FROM chunks WHERE document_number = ?')
    .get(document) as { total: number }
  return connection
    .prepare(
      `SELECT ${columns} FROM chunks
       WHERE document_number = ? AND ordinal % ? = 0 ORDER BY ordinal`,
    )
    .all(document, Math.max(1, Math.ceil(total / most))) as ChunkRow[]
}
