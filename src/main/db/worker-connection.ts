import BetterSqlite3 from 'better-sqlite3'
import { defineTitleOrder } from './title-order'

/** A connection of a worker thread to a database that main has opened and migrated. */
export type WorkerConnection = BetterSqlite3.Database

// Long enough for any transaction of main, short enough that a hung one becomes an error.
const BUSY_TIMEOUT_MS = 10_000

// Half of SQLite's own: the worker then checkpoints what it wrote before main's next commit would have to.
const CHECKPOINT_PAGES = 500

/** Opens an existing database for reading only: nothing that it does can make a writer wait. */
export function openReadingConnection(path: string): WorkerConnection {
  const raw = new BetterSqlite3(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  raw.pragma('temp_store = MEMORY')
  return raw
}

/** Opens an existing database, never making or migrating one. */
export function openWorkerConnection(path: string): WorkerConnection {
  const raw = new BetterSqlite3(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  raw.pragma('synchronous = FULL')
  raw.pragma('foreign_keys = ON')
  // As main does: what is deleted is overwritten where its page is written anyway.
  raw.pragma('secure_delete = FAST')
  raw.pragma('temp_store = MEMORY')
  defineTitleOrder(raw)
  raw.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  return raw
}
