import type BetterSqlite3 from 'better-sqlite3'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type * as schema from './schema'

/** An open database: typed queries by `orm`; full-text search and hot paths by `raw`. */
export interface Database {
  readonly raw: BetterSqlite3.Database
  readonly orm: BetterSQLite3Database<typeof schema>
  close(): void
}
