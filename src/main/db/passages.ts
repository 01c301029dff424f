import type { WorkerConnection } from './worker-connection'

/** A stored passage with what is to be known of its document. */
export type PassageRow = {
  readonly document: number
  readonly ordinal: number
  readonly documentId: string
  readonly title: string
  readonly page: number | null
  readonly section: string | null
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Reads passages by document and place; undefined where there is none. */
export function passageReader(
  connection: WorkerConnection,
): (document: number, ordinal: number) => PassageRow | undefined {
  const read = connection.prepare(
    `SELECT d.number AS document, c.ordinal, d.id AS documentId, d.title, c.page, c.section, c.start,
       c.end, c.text
     FROM chunks c JOIN documents d ON d.number = c.document_number
     WHERE c.document_number = ? AND c.ordinal = ?`,
  )
  return (document, ordinal) => read.get(document, ordinal) as PassageRow | undefined
}

/** What of a passage is indexed. */
export type PassageText = {
  readonly title: string
  readonly section: string | null
  readonly text: string
  readonly language: string | null
}

/** Reads what is indexed of passages; undefined where there is none. */
export function passageTextReader(
  connection: WorkerConnection,
): (document: number, ordinal: number) => PassageText | undefined {
  const read = connection.prepare(
    `SELECT d.title, c.section, c.text, d.language FROM chunks c JOIN documents d ON d.number = c.document_number
     WHERE c.document_number = ? AND c.ordinal = ?`,
  )
  return (document, ordinal) => read.get(document, ordinal) as PassageText | undefined
}

/** A stored passage of one document. */
export type ChunkRow = Pick<PassageRow, 'ordinal' | 'page' | 'section' | 'start' | 'end' | 'text'>

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
      `SELECT ordinal, page, section, start, end, text FROM chunks
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
      `SELECT ordinal, page, section, start, end, text FROM chunks
       WHERE document_number = ? AND ordinal % ? = 0 ORDER BY ordinal`,
    )
    .all(document, Math.max(1, Math.ceil(total / most))) as ChunkRow[]
}
