import { sql } from 'drizzle-orm'
import type { SQLiteInsertValue } from 'drizzle-orm/sqlite-core'
import type { DocumentRow } from './documents'
import type { Database } from './open'
import { documents } from './schema'

type NewDocument = typeof documents.$inferInsert

/** By the fields that a new document is given: those of one caller are always the same. */
const inserts = new WeakMap<Database, Map<string, ReturnType<typeof prepareInsert>>>()

function prepareInsert({ orm }: Database, fields: readonly string[]) {
  const values = Object.fromEntries(fields.map((field) => [field, sql.placeholder(field)]))
  // Each field of a new document is in `values`, as a placeholder.
  return orm
    .insert(documents)
    .values(values as SQLiteInsertValue<typeof documents>)
    .returning()
    .prepare()
}

/** Stores a new document. */
export function insertDocument(db: Database, document: NewDocument): DocumentRow {
  const known = inserts.get(db) ?? new Map<string, ReturnType<typeof prepareInsert>>()
  inserts.set(db, known)
  const fields = Object.keys(document).sort()
  const insert = known.get(fields.join()) ?? prepareInsert(db, fields)
  known.set(fields.join(), insert)
  return insert.get(document)
}
