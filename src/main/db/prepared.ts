import type BetterSqlite3 from 'better-sqlite3'
import type { Database } from './open'
import type { WorkerConnection } from './worker-connection'

// Building a query anew takes several times as long as answering a small one.

/** A query of the main process that is asked with every call of a tool: built and prepared once for each database. */
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

const statements = new WeakMap<WorkerConnection, Map<string, BetterSqlite3.Statement>>()

/** A statement that a worker's connection runs again and again, prepared once. */
export function prepared(connection: WorkerConnection, source: string): BetterSqlite3.Statement {
  const known = statements.get(connection) ?? new Map<string, BetterSqlite3.Statement>()
  statements.set(connection, known)
  const statement = known.get(source) ?? connection.prepare(source)
  known.set(source, statement)
  return statement
}
