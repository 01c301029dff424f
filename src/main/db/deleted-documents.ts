import { BEFORE_ANY_TIME, LET_GO } from './before-any-time'
import { isArriving } from './document-standing'
import type { Database } from './open'
import { prepared } from './prepared'

/** A document that was deleted, alone or with its collection, or a former version of one: undo brings it back. */
export interface DeletedDocument {
  readonly id: string
  readonly title: string
  readonly sha256: string | null
  /** Milliseconds since 1970. */
  readonly deletedAt: number
}

const deletedAt = 'coalesce(d.deleted_at, k.deleted_at)'

/** New versions that will take the place of a document once they are read: hidden, and not deleted. */
const arriving = `(${isArriving('d')}
  AND EXISTS (SELECT 1 FROM documents whole WHERE whole.id = d.version_of))`

const deleted = `FROM documents d JOIN collections k ON k.id = d.collection_id
  WHERE ${deletedAt} > ${BEFORE_ANY_TIME} AND NOT ${arriving}`

/** Every document that is kept so that it can come back, in the order of deletion. */
export function deletedDocuments(db: Database): DeletedDocument[] {
  return prepared(
    db.raw,
    `SELECT d.id, d.title, d.sha256, ${deletedAt} AS deletedAt ${deleted} ORDER BY deletedAt, d.number`,
  ).all() as DeletedDocument[]
}

/** Whether one of them was deleted before a time. */
export function anyDeletedBefore(db: Database, time: number): boolean {
  const found = prepared(db.raw, `SELECT 1 ${deleted} AND ${deletedAt} < ? LIMIT 1`).get(time)
  return found !== undefined
}

/** Contents of the documents that are in the library, and of those that will be. */
export function documentContents(db: Database): string[] {
  return prepared(
    db.raw,
    `SELECT DISTINCT d.sha256 FROM documents d JOIN collections k ON k.id = d.collection_id
     WHERE d.sha256 IS NOT NULL AND (${deletedAt} IS NULL OR ${arriving})`,
  )
    .pluck()
    .all() as string[]
}

/** Takes deleted documents out of anyone's reach, so that no half of one can be brought back while it is removed. */
export function letGoOfDocuments(db: Database, ids: readonly string[]): void {
  prepared(
    db.raw,
    `UPDATE documents SET id = 'purged ' || number, deleted_at = ${LET_GO}
     WHERE id IN (SELECT value FROM json_each(?))`,
  ).run(JSON.stringify(ids))
}

/** Whether anything waits to be removed that nobody sees and nothing brings back. */
export function anyToRemove(db: Database): boolean {
  const found = prepared(
    db.raw,
    `SELECT 1 FROM documents WHERE deleted_at <= ${BEFORE_ANY_TIME} LIMIT 1`,
  ).get()
  return found !== undefined
}

/** Whether one of these documents is gone for good, or never was. */
export function anyDocumentMissing(db: Database, ids: readonly string[]): boolean {
  if (ids.length === 0) return false
  const missing = prepared(
    db.raw,
    `SELECT 1 FROM json_each(?) wanted
     WHERE NOT EXISTS (SELECT 1 FROM documents WHERE id = wanted.value) LIMIT 1`,
  ).get(JSON.stringify(ids))
  return missing !== undefined
}
