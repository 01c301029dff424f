import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from './open'
import { forAWhile } from './short-transactions'
import { openWorkerConnection, type WorkerConnection } from './worker-connection'

let folder = ''
let connection: WorkerConnection

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'short-transactions-'))
  const path = join(folder, 'test.db')
  openDatabase(path).close()
  connection = openWorkerConnection(path)
  connection.exec('CREATE TABLE written (data BLOB)')
})

afterEach(() => {
  connection.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A step that writes some pages, so many times. */
function writing(times: number): () => boolean {
  const insert = connection.prepare('INSERT INTO written (data) VALUES (?)')
  let left = times
  return () => {
    insert.run(Buffer.alloc(64 * 1024, left))
    return --left > 0
  }
}

const count = () => connection.prepare('SELECT count(*) FROM written').pluck().get()

/** Pages of the log that are not in the database's file yet. */
function waitingPages(): number {
  const [{ log, checkpointed } = { log: 0, checkpointed: 0 }] = connection.pragma('wal_checkpoint(NOOP)') as {
    log: number
    checkpointed: number
  }[]
  return log - checkpointed
}

describe('short transactions', () => {
  it('write everything turn by turn, and leave no long log', () => {
    const step = writing(200)
    for (let more = true; more; ) {
      const turn = forAWhile(connection, step)
      expect(turn.released).toBeGreaterThanOrEqual(turn.locked)
      expect(waitingPages()).toBeLessThan(500)
      more = turn.more
    }
    expect(count()).toBe(200)
    expect(connection.pragma('wal_autocheckpoint', { simple: true })).toBe(500)
  })

  it('are done when the log can’t be moved, as on a full disk', () => {
    const pragma = connection.pragma.bind(connection)
    const full = vi.spyOn(connection, 'pragma').mockImplementation((source, options) => {
      if (source === 'wal_checkpoint(PASSIVE)') {
        throw new BetterSqlite3.SqliteError('database or disk is full', 'SQLITE_FULL')
      }
      return pragma(source, options)
    })
    const step = writing(60)
    while (forAWhile(connection, step).more);
    expect(full).toHaveBeenCalledWith('wal_checkpoint(PASSIVE)')
    expect(count()).toBe(60)
    full.mockRestore()
    expect(waitingPages()).toBeGreaterThanOrEqual(500)
    forAWhile(connection, writing(1))
    expect(waitingPages()).toBeLessThan(500)
  })

  it('are over, and the lock is given back, when the log is moved', () => {
    const other = openWorkerConnection(join(folder, 'test.db'))
    other.pragma('busy_timeout = 0')
    const moved: number[] = []
    const pragma = connection.pragma.bind(connection)
    vi.spyOn(connection, 'pragma').mockImplementation((source, options) => {
      if (source === 'wal_checkpoint(PASSIVE)') {
        moved.push(performance.now())
        other.transaction(() => other.exec('DELETE FROM written WHERE 0')).immediate()
      }
      return pragma(source, options)
    })
    const step = writing(60)
    const released: number[] = []
    for (let more = true; more; ) {
      const before = moved.length
      const turn = forAWhile(connection, step)
      if (moved.length > before) released.push(turn.released)
      more = turn.more
    }
    other.close()
    expect(moved.length).toBeGreaterThan(0)
    for (const [index, at] of released.entries()) expect(at).toBeLessThanOrEqual(moved[index] ?? 0)
  })

  it('tell of a step that fails, with nothing of its turn written', () => {
    const step = writing(2)
    expect(() =>
      forAWhile(connection, () => {
        step()
        throw new Error('no more')
      }),
    ).toThrow('no more')
    expect(count()).toBe(0)
    expect(connection.pragma('wal_autocheckpoint', { simple: true })).toBe(500)
  })
})
