import type BetterSqlite3 from 'better-sqlite3'
import { checkpointAfter, type WorkerConnection } from './worker-connection'

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

/** One turn at the database. */
export type Turn = {
  /** Whether there may be more to do. */
  readonly more: boolean
  /** From when to when it held the lock (as `performance.now` counts, milliseconds). */
  readonly locked: number
  readonly released: number
}

/**
 * Runs `step` in one short transaction until it has nothing more to do. What moves the log into the database's file comes
 * after it and counts as no part of it.
 */
export function forAWhile(connection: WorkerConnection, step: () => boolean): Turn {
  return checkpointAfter(connection, () => {
    let locked = 0
    const more = unsynced(connection, () => {
      locked = performance.now()
      const end = locked + TRANSACTION_MS
      while (step()) if (performance.now() > end) return true
      return false
    })
    return { more, locked, released: performance.now() }
  })
}
