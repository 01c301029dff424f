import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { AppError, toErrorShape } from '../../shared/errors'
import { isDiskFull } from '../../shared/system-failures'
import { syncFile, syncFolder, writePrivateFile } from '../disk/durable'
import { privateFile, privateFolder } from '../disk/owner-only'
import { newId } from '../identifier'
import { createRecent } from '../recent'
import { damaged, openingFailure } from './failures'
import { defineFolding } from './folding'
import { applicationId, inspectDatabase, logHasContent } from './inspect'
import { migrate, migrations, schemaVersion } from './migrate'
import { giveUpReserve, takeReserve } from './reserve'
import * as schema from './schema'

/** An open database: typed queries by `orm`; full-text search and hot paths by `raw`. */
export interface Database {
  readonly raw: BetterSqlite3.Database
  readonly orm: BetterSQLite3Database<typeof schema>
  close(): void
}

// How long a statement waits for another connection's write; indexing writes in short transactions.
const busyTimeoutMs = 5_000
const inMemory = ':memory:'

/** A copy of the database that is not whole yet, with what SQLite keeps beside it. */
export const unfinishedCopy = /\.unfinished(?:-wal|-shm|-journal)?$/

/**
 * Opens a database, new or old, and brings its schema up to date after a backup. A file that isn't ours, isn't
 * whole, is newer or can't be written is refused with an AppError and not touched. On a full disk it opens with the
 * room of its reserve.
 */
export function openDatabase(path: string, steps: readonly string[] = migrations): Database {
  if (path === inMemory) return asDatabase(fill(connect(path), steps))
  try {
    const opened = openOnce(path, steps)
    takeReserveIfRoom(path)
    return opened
  } catch (error) {
    if (!isDiskFull(error) || !giveUpReserve(path)) throw error
    return openOnce(path, steps)
  }
}

function openOnce(path: string, steps: readonly string[]): Database {
  // A link to a disk that is not connected is no invitation to begin anew.
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) createDatabase(path, steps)
  inspectDatabase(path, steps.length)
  const raw = connect(path)
  try {
    restrictModes(path)
    bringUpToDate(raw, path, steps)
    requireInstallation(raw, path)
  } catch (error) {
    raw.close()
    throw openingFailure(path, error)
  }
  return asDatabase(raw)
}

/** Opens a database that is there for reading only, for worker threads. */
export function openReader(path: string): Database {
  try {
    const raw = new BetterSqlite3(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs })
    return asDatabase(raw)
  } catch (error) {
    throw openingFailure(path, error)
  }
}

/**
 * Runs work in one transaction that takes the write lock first: a transaction that begins by reading fails when
 * another connection writes before it does. Inside another transaction it is a savepoint.
 */
export function inTransaction<T>(db: Database, work: () => T): T {
  return db.raw.transaction(work).immediate()
}

/**
 * Writes what came of a change, in one transaction that is outermost: with the room of the reserve where the disk
 * has no other, so that it is recorded. May run `work` twice; the first time leaves nothing.
 */
export function recordOutcome<T>(db: Database, work: () => T): T {
  try {
    return inTransaction(db, work)
  } catch (error) {
    if (!isDiskFull(error) || !giveUpReserve(db.raw.name)) throw error
    return inTransaction(db, work)
  }
}

/** Runs reads that all see the same state, whatever other connections write meanwhile. */
export function inSnapshot<T>(db: Database, work: () => T): T {
  return db.raw.transaction(work).deferred()
}

/** What can't be reserved now is asked for again before a change begins; until then everything can be read. */
function takeReserveIfRoom(path: string): void {
  try {
    takeReserve(path)
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

function connect(path: string): BetterSqlite3.Database {
  try {
    const raw = new BetterSqlite3(path, { timeout: busyTimeoutMs })
    try {
      raw.pragma('journal_mode = WAL')
      // better-sqlite3 is built with NORMAL, which can lose an acknowledged commit on power loss.
      raw.pragma('synchronous = FULL')
      raw.pragma('foreign_keys = ON')
      // What is deleted or written anew is overwritten where its page is written anyway.
      raw.pragma('secure_delete = FAST')
      // What is worked out on the way needs no other disk, which may be full.
      raw.pragma('temp_store = MEMORY')
      defineFolding(raw)
      return raw
    } catch (error) {
      raw.close()
      throw error
    }
  } catch (error) {
    throw openingFailure(path, error)
  }
}

function asDatabase(raw: BetterSqlite3.Database): Database {
  return { raw, orm: drizzle(preparingOnce(raw), { schema }), close: () => raw.close() }
}

/** Statements that are kept prepared; the product has fewer, and lists of varying length make more. */
const keptStatements = 200

/**
 * The same connection, which keeps the statements that it prepared: compiling one takes SQLite longer than running it,
 * and the typed queries prepare theirs at each call.
 */
function preparingOnce(raw: BetterSqlite3.Database): BetterSqlite3.Database {
  const kept = createRecent<string, BetterSqlite3.Statement>(keptStatements)
  const prepare = (sql: string): BetterSqlite3.Statement => kept.of(sql, () => raw.prepare(sql))
  return Object.create(raw, { prepare: { value: prepare } })
}

/** Makes it under another name first: a crash leaves no database or a whole one, so an empty file is never ours. */
function createDatabase(path: string, steps: readonly string[]): void {
  if (logHasContent(path)) {
    throw damaged(`${path}-wal`, 'holds changes of a database that is not there')
  }
  const unfinished = `${path}.new`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: privateFolder })
    for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(`${unfinished}${rest}`, { force: true })
    // Made in memory and written at once: on the disk each migration would wait for it.
    writePrivateFile(unfinished, serialized(fill(connect(inMemory), steps)))
    renameSync(unfinished, path)
    syncFolder(dirname(path))
  } catch (error) {
    throw openingFailure(path, error)
  }
}

function serialized(raw: BetterSqlite3.Database): Buffer {
  try {
    return raw.serialize()
  } finally {
    raw.close()
  }
}

function fill(raw: BetterSqlite3.Database, steps: readonly string[]): BetterSqlite3.Database {
  raw.pragma(`application_id = ${applicationId}`)
  migrate(raw, steps)
  raw.prepare('INSERT INTO install (id, installation, created_at) VALUES (1, ?, ?)').run(newId(), Date.now())
  return raw
}

function bringUpToDate(raw: BetterSqlite3.Database, path: string, steps: readonly string[]): void {
  const version = schemaVersion(raw)
  if (version >= steps.length) return
  const copy = backUp(raw, path, version)
  try {
    migrate(raw, steps)
  } catch (error) {
    const now = schemaVersion(raw)
    // Each start would leave one more of a database that is as it was.
    if (now === version) removeIfPossible(copy)
    const kept = now === version ? 'Nothing was changed.' : `A copy from before is ${copy}.`
    throw new AppError(
      'internal',
      `${path} could not be brought from schema ${version} to ${steps.length}: ${toErrorShape(error).message} It is at schema ${now}. ${kept}`,
      { cause: error },
    )
  }
}

/** Copies the database as it is now; a copy that a crash cut off keeps its unfinished name until the next. */
function backUp(raw: BetterSqlite3.Database, path: string, version: number): string {
  const folder = join(dirname(path), 'backups')
  mkdirSync(folder, { recursive: true, mode: privateFolder })
  for (const name of readdirSync(folder)) {
    // It may have all the room that there is.
    if (unfinishedCopy.test(name)) removeIfPossible(join(folder, name))
  }
  const copy = join(folder, `${basename(path, '.db')}-schema-${version}-${newId()}.db`)
  const unfinished = `${copy}.unfinished`
  try {
    closeSync(openSync(unfinished, 'wx', privateFile))
    raw.prepare('VACUUM INTO ?').run(unfinished)
    syncFile(unfinished)
    renameSync(unfinished, copy)
  } catch (error) {
    for (const rest of ['', '-wal', '-shm', '-journal']) removeIfPossible(`${unfinished}${rest}`)
    throw error
  }
  syncFolder(folder)
  return copy
}

function removeIfPossible(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // What stays takes room alone; why it was to go, or that the database can be opened, matters more.
  }
}

function requireInstallation(raw: BetterSqlite3.Database, path: string): void {
  const row = raw.prepare('SELECT installation FROM install WHERE id = 1').get()
  if (row === undefined) throw damaged(path, 'does not say which installation it belongs to')
}

function restrictModes(path: string): void {
  if (process.platform === 'win32') return
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    if (existsSync(file)) chmodSync(file, privateFile)
  }
}
