import BetterSqlite3 from 'better-sqlite3'
import { z } from 'zod'
import { defineFolding } from './folding'

/** A connection of a worker thread to a database that main has opened and migrated. */
export type WorkerConnection = BetterSqlite3.Database

// Long enough for any transaction of main, short enough that a hung one becomes an error.
const BUSY_TIMEOUT_MS = 10_000

/**
 * How long a thread with a connection may take to end by itself (milliseconds; see `workers/end-thread.ts`). More than a
 * statement waits for others, and far more than work takes between two turns: what is ended by force then hangs, and is
 * hardly ever where that would abort the process.
 */
export const DATABASE_GRACE_MS = BUSY_TIMEOUT_MS + 5_000

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
  defineFolding(raw)
  checkpointEvery(raw, CHECKPOINT_PAGES)
  return raw
}

/**
 * Moves a long log into the database's file after the work instead of with its last commit. Nobody waits for that in
 * either case, since the lock is given back before; but so it can be told how long the lock was held.
 */
export function checkpointAfter<T>(connection: WorkerConnection, work: () => T): T {
  checkpointEvery(connection, 0)
  try {
    return work()
  } finally {
    checkpointEvery(connection, CHECKPOINT_PAGES)
    checkpointIfLong(connection)
  }
}

/** Pages in the log, and how many of them are in the file too; -1 where there is no log. */
const logState = z.tuple([z.object({ log: z.int(), checkpointed: z.int() })])

function checkpointIfLong(connection: WorkerConnection): void {
  try {
    const [{ log, checkpointed }] = logState.parse(connection.pragma('wal_checkpoint(NOOP)'))
    if (log - checkpointed >= CHECKPOINT_PAGES) connection.pragma('wal_checkpoint(PASSIVE)')
  } catch (error) {
    // The log stays as it is, and what was committed with it; a later commit tries again.
    if (!(error instanceof BetterSqlite3.SqliteError && canWait.test(error.code))) throw error
  }
}

/** A full or failing disk, and others at work: what fails for them is told where something is written. */
const canWait = /^SQLITE_(?:FULL|IOERR|BUSY|LOCKED)/

function checkpointEvery(connection: WorkerConnection, pages: number): void {
  connection.exec(`PRAGMA wal_autocheckpoint = ${pages}`)
}
