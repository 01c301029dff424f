import type BetterSqlite3 from 'better-sqlite3'
import { getTableColumns, type InferInsertModel, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { memoized } from '../../shared/memoized'
import type { Database } from './open'
import type { WorkerConnection } from './worker-connection'

// Building a query anew takes several times as long as answering a small one.

/** A query of the main process that is asked with every call of a tool: built and prepared once for each database. */
export function preparedOnce<T>(prepare: (orm: Database['orm']) => T): (db: Database) => T {
  return memoized(({ orm }) => prepare(orm))
}

/**
 * An insert of rows into a table, prepared like that; what a row does not tell is null where it may be, and else wrong
 * use, also where the column has a default.
 */
export function insertOnce<T extends SQLiteTable>(
  table: T,
): (db: Database, row: InferInsertModel<T>) => void {
  const columns = Object.entries(getTableColumns(table))
  const mayBeNull = columns.filter(([, { notNull, primary }]) => !notNull || primary)
  const untold = Object.fromEntries(mayBeNull.map(([name]) => [name, null]))
  const values = Object.fromEntries(columns.map(([name]) => [name, sql.placeholder(name)]))
  // Each column of the table is in `values`, as a placeholder.
  const insert = preparedOnce((orm) =>
    orm
      .insert(table)
      .values(values as InferInsertModel<T>)
      .prepare(),
  )
  return (db, row) => void insert(db).run({ ...untold, ...row })
}

const statementsOf = memoized((_connection: WorkerConnection) => new Map<string, BetterSqlite3.Statement>())

/** A statement that a worker's connection runs again and again, prepared once. */
export function prepared(connection: WorkerConnection, source: string): BetterSqlite3.Statement {
  const statements = statementsOf(connection)
  const statement = statements.get(source) ?? connection.prepare(source)
  statements.set(source, statement)
  return statement
}
