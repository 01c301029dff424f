import type { WorkerConnection } from './worker-connection'

/** Which documents a search looks at. */
export type PassageFilter = {
  readonly collectionId: string | null
  /** All of these. */
  readonly tags: readonly string[]
}

/** A passage that the index found. */
export type PassageRow = {
  readonly chunk: number
  readonly ordinal: number
  readonly documentId: string
  readonly title: string
  readonly page: number | null
  readonly section: string | null
  readonly start: number
  readonly end: number
  readonly text: string
}

// The one place that says which documents can be found.
const visible = `
  d.deleted_at IS NULL AND d.status = 'complete' AND k.deleted_at IS NULL
  AND (@collectionId IS NULL OR d.collection_id = @collectionId)
  AND NOT EXISTS (
    SELECT 1 FROM json_each(@tags) wanted
    WHERE wanted.value NOT IN (SELECT tag.value FROM json_each(d.tags) tag)
  )`

const columns = `c.number AS chunk, c.ordinal, d.id AS documentId, d.title, c.page, c.section, c.start, c.end, c.text`

const fromChunks = `
  JOIN chunks c ON c.number = found.chunk
  JOIN documents d ON d.number = c.document_number
  JOIN collections k ON k.id = d.collection_id`

const ranked = (limit: string) => `
  SELECT rowid AS chunk, rank AS score FROM chunks_index
  WHERE chunks_index MATCH @match AND rank MATCH 'bm25(3.0, 2.0, 1.0)' ORDER BY rank ${limit}`

// The best of the whole index first: joining some hundred rows costs nothing, joining all matches three times the search.
const bestFirst = `
  WITH found AS MATERIALIZED (${ranked('LIMIT @depth')})
  SELECT (SELECT count(*) FROM found) AS depth, ${columns} FROM found ${fromChunks}
  WHERE ${visible} ORDER BY found.score, found.chunk LIMIT @limit`

const filterFirst = `
  WITH all_found AS (
    SELECT found.rowid AS chunk, bm25(chunks_index, 3.0, 2.0, 1.0) AS score
    FROM chunks_index found
    JOIN chunks c ON c.number = found.rowid
    JOIN documents d ON d.number = c.document_number
    JOIN collections k ON k.id = d.collection_id
    WHERE chunks_index MATCH @match AND ${visible}
    ORDER BY score, chunk LIMIT @limit
  )
  SELECT ${columns} FROM all_found found ${fromChunks.replace('JOIN collections k ON k.id = d.collection_id', '')}
  ORDER BY found.score, found.chunk`

/** How much deeper than the limit the first look goes, so that filters seldom need the second. */
const DEPTH_FACTOR = 4

/** The best passages for an FTS5 expression among the documents that the filter lets through. */
export function findPassages(
  connection: WorkerConnection,
  match: string,
  filter: PassageFilter,
  limit: number,
): PassageRow[] {
  const parameters = { match, limit, collectionId: filter.collectionId, tags: JSON.stringify(filter.tags) }
  const depth = limit * DEPTH_FACTOR
  const best = connection.prepare(bestFirst).all({ ...parameters, depth }) as (PassageRow & {
    depth: number
  })[]
  // A full answer, or every match of the index seen: the filter took nothing that a second look would find.
  if (best.length >= limit || (best[0] !== undefined && best[0].depth < depth)) return best
  return connection.prepare(filterFirst).all(parameters) as PassageRow[]
}

/** In how many passages a stem stands, whoever may see them. */
export function passageFrequency(connection: WorkerConnection, stem: string): number {
  connection.exec(
    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.index_words USING fts5vocab('main', 'chunks_index', 'row')",
  )
  return (
    (connection.prepare('SELECT doc FROM temp.index_words WHERE term = ?').pluck().get(stem) as
      | number
      | undefined) ?? 0
  )
}

/** How many passages the index holds. */
export function countPassages(connection: WorkerConnection): number {
  return connection.prepare('SELECT coalesce(sum(chunks), 0) FROM documents').pluck().get() as number
}

/** A stored passage of one document. */
export type ChunkRow = Pick<PassageRow, 'ordinal' | 'page' | 'section' | 'start' | 'end' | 'text'>

/** A summary of more than a thick book's passages would be no better for it. */
const CHUNKS_LIMIT = 10_000

/** A document's passages in order. */
export function readChunks(connection: WorkerConnection, document: number): ChunkRow[] {
  return connection
    .prepare(
      'SELECT ordinal, page, section, start, end, text FROM chunks WHERE document_number = ? ORDER BY ordinal LIMIT ?',
    )
    .all(document, CHUNKS_LIMIT) as ChunkRow[]
}
