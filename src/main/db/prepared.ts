import type BetterSqlite3 from 'better-sqlite3'
import type { WorkerConnection } from './worker-connection'

const statements = new WeakMap<WorkerConnection, Map<string, BetterSqlite3.Statement>>()

/** A statement that a connection runs again and again, prepared once. */
export function prepared(connection: WorkerConnection, source: string): BetterSqlite3.Statement {
  const known = statements.get(connection) ?? new Map<string, BetterSqlite3.Statement>()
  statements.set(connection, known)
  const statement = known.get(source) ?? connection.prepare(source)
  known.set(source, statement)
  return statement
}
