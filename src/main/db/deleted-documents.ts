import type { Database } from './open'
import { prepared } from './prepared'

/** Whether one of these documents is gone for good, or never was. */
export function anyDocumentMissing(db: Database, ids: readonly string[]): boolean {
  if (ids.length === 0) return false
  return prepared(db.raw, missing).get(JSON.stringify(ids)) !== undefined
}

const missing = `SELECT 1 FROM json_each(?) wanted
  WHERE NOT EXISTS (SELECT 1 FROM documents WHERE id = wanted.value) LIMIT 1`
