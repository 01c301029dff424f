import type BetterSqlite3 from 'better-sqlite3'
import type { WorkerConnection } from './worker-connection'

/**
 * A transaction stays this short (milliseconds), because main's own writes wait for it: a long document is
 * written in many, and becomes visible by the last.
 */
const TRANSACTION_MS = 5

/**
 * Runs a transaction that need not be on disk when it returns: nothing relies on it before a later one, whose own
 * commit waits for the disk and thereby for all before it. Without that wait the lock is free sooner.
 */
export function unsynced<T>(connection: BetterSqlite3.Database, work: () => T): T {
  connection.exec('PRAGMA synchronous = NORMAL')
  try {
    return connection.transaction(work).immediate()
  } finally {
    connection.exec('PRAGMA synchronous = FULL')
  }
}

/** Runs `step` in one short transaction until it has nothing more to do; answers whether it might have. */
export function forAWhile(connection: WorkerConnection, step: () => boolean): boolean {
  return unsynced(connection, () => {
    const end = performance.now() + TRANSACTION_MS
    while (step()) if (performance.now() > end) return true
    return false
  })
}
