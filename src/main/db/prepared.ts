import type { Database } from './open'

/**
 * A query that is asked with every call of a tool: built and prepared once for each database. Building it anew takes
 * several times as long as answering it.
 */
export function preparedOnce<T>(prepare: (orm: Database['orm']) => T): (db: Database) => T {
  const prepared = new WeakMap<Database, T>()
  return (db) => {
    const known = prepared.get(db)
    if (known !== undefined) return known
    const made = prepare(db.orm)
    prepared.set(db, made)
    return made
  }
}
