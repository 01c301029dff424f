import { z } from 'zod'
import { beginSegment, putSomePages, removeSomePages } from './index-segments'
import type { Database } from './open'
import type { Turn } from './short-transactions'
import { storedValue, storeValue } from './stored-value'
import type { WorkerConnection } from './worker-connection'

const dueKey = 'library_erasing_due'

/** Whether what was deleted for good may still be read from the database's file. */
export function isErasingDue(db: Database): boolean {
  return storedValue(db, dueKey, z.boolean()) === true
}

/** Remembers that, through a crash as well. */
export function setErasingDue(db: Database, due: boolean): void {
  storeValue(db, dueKey, due)
}

/** Bytes that are written over at a time: a transaction stays short. */
const FILLED_BYTES = 64 * 1024

/** Nothing of the index has this number among its files. */
const FILLER_FILE = 0

/** Takes a turn now and then, with pauses for others between. */
type InTurns = (turn: () => Turn) => Promise<void>

/**
 * Writes over all pages that the database's file holds and does not use: what was deleted stands there until something
 * else takes its place. They are filled as pages of a segment that never counts, which a crash leaves to the next merge.
 */
export async function overwriteFreePages(connection: WorkerConnection, inTurns: InTurns): Promise<void> {
  const pageBytes = Number(connection.pragma('page_size', { simple: true }))
  const free = () => Number(connection.pragma('freelist_count', { simple: true }))
  const filler = beginSegment(connection, null)
  // Others free pages meanwhile, which are theirs to account for.
  let left = free()
  function* zeros() {
    for (let page = 0; left > 0; page++) {
      const before = free()
      if (before === 0) return
      const bytes = Math.min(FILLED_BYTES, before * pageBytes)
      yield { file: FILLER_FILE, page, data: Buffer.alloc(bytes) } as const
      left -= Math.max(1, before - free())
    }
  }
  const pages = zeros()
  await inTurns(() => putSomePages(connection, filler, pages))
  connection.prepare('DELETE FROM index_segments WHERE number = ?').run(filler)
  // The last page of each row is filled in part; so it is written over whole.
  connection.pragma('secure_delete = ON')
  try {
    await inTurns(() => removeSomePages(connection))
  } finally {
    connection.pragma('secure_delete = FAST')
  }
  connection.pragma('wal_checkpoint(PASSIVE)')
  // What is left of the log is short now; where a reader holds it, a later checkpoint writes over it.
  connection.pragma('wal_checkpoint(TRUNCATE)')
}
