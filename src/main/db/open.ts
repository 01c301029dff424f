import BetterSqlite3 from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from './migrate'
import * as schema from './schema'

/** An open database: typed queries by `orm`; full-text search and hot paths by `raw`. */
export interface Database {
  readonly raw: BetterSqlite3.Database
  readonly orm: BetterSQLite3Database<typeof schema>
  close(): void
}

/** Opens a database, new or old, and brings its schema up to date. */
export function openDatabase(path: string): Database {
  const raw = new BetterSqlite3(path)
  // better-sqlite3 is built with NORMAL, which can lose an acknowledged commit on power loss.
  raw.pragma('journal_mode = WAL')
  raw.pragma('synchronous = FULL')
  raw.pragma('foreign_keys = ON')
  migrate(raw)
  return { raw, orm: drizzle(raw, { schema }), close: () => raw.close() }
}
