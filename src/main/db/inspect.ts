import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { requireFileOrNothing } from '../disk/own-file'
import { besideForeignLog, damaged, fromTheFuture, openingFailure, unwritable } from './failures'
import { schemaVersion } from './migrate'

/** "CSGN": marks a file as a database of Countersign (SQLite's application_id). */
export const applicationId = 0x4353474e

// The header of https://www.sqlite.org/fileformat2.html#the_database_header
const headerBytes = 100
const formatOfReader = 19
const withLog = 2
const magic = 'SQLite format 3\0'
const ownerWrites = 0o200

/** Refuses a file that isn't ours, isn't whole, is newer or can't be written; changes nothing. */
export function inspectDatabase(path: string, knownVersion: number): void {
  if (isLinkToNowhere(path)) {
    throw damaged(path, 'is a link to a file that is not there; it may be on a disk that is not connected')
  }
  const file = statSync(path)
  if (!file.isFile()) throw damaged(path, 'is not a file')
  // SQLite waits for a pipe among them, for ever.
  for (const beside of ['-wal', '-shm', '-journal']) requireFileOrNothing(`${path}${beside}`, 'refuse')
  const header = readHeader(path)
  if (file.size === 0) throw damaged(path, 'is empty (0 bytes)')
  if (header.length < headerBytes || header.toString('latin1', 0, magic.length) !== magic) {
    throw damaged(path, 'is not a database')
  }
  if (header.readUInt32BE(68) !== applicationId) throw damaged(path, 'is not a database of Countersign')
  const version = header.readUInt32BE(60)
  if (version > knownVersion) throw fromTheFuture(path, version, knownVersion)
  if (logHasContent(path)) {
    if (!writesAhead(header)) throw besideForeignLog(path)
    const logged = versionWithLog(path)
    if (logged > knownVersion) throw fromTheFuture(path, logged, knownVersion)
  } else if (file.size < databaseBytes(header)) {
    throw damaged(path, `is cut off: ${file.size} of ${databaseBytes(header)} bytes are there`)
  }
  checkWritable(path, file)
}

function isLinkToNowhere(path: string): boolean {
  return lstatSync(path).isSymbolicLink() && !existsSync(path)
}

/** Whether a write-ahead log with content lies beside the database. */
export function logHasContent(path: string): boolean {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  return log !== undefined && log.size > 0
}

/** Refuses where a write would fail, also for an administrator whom the system would let write. */
function checkWritable(path: string, stats: Stats): void {
  if ((stats.mode & ownerWrites) === 0) throw unwritable(path)
  try {
    accessSync(path, constants.W_OK)
    accessSync(dirname(path), constants.W_OK)
  } catch (error) {
    throw unwritable(path, error)
  }
  if (process.platform === 'win32') return
  const folder = statSync(dirname(path))
  if ((folder.mode & ownerWrites) === 0) throw unwritable(dirname(path))
}

function readHeader(path: string): Buffer {
  const descriptor = openForReading(path)
  try {
    const header = Buffer.alloc(Math.min(headerBytes, fstatSync(descriptor).size))
    readSync(descriptor, header, 0, header.length, 0)
    return header
  } finally {
    closeSync(descriptor)
  }
}

function openForReading(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw openingFailure(path, error)
  }
}

/**
 * Whether the database was ever written with a log, as each is from its first opening on. A copy from the backups folder
 * was not, so that a log beside it is of the one whose place it took; SQLite would mix the two.
 */
function writesAhead(header: Buffer): boolean {
  return header[formatOfReader] === withLog
}

function databaseBytes(header: Buffer): number {
  const stored = header.readUInt16BE(16)
  const pageBytes = stored === 1 ? 65_536 : stored
  // The page count in the header holds only when the two change counters agree.
  const countHolds = header.readUInt32BE(24) === header.readUInt32BE(92)
  return countHolds ? header.readUInt32BE(28) * pageBytes : 0
}

// A connection that only reads does not move the log into the database when it closes.
function versionWithLog(path: string): number {
  try {
    const raw = new BetterSqlite3(path, { readonly: true, fileMustExist: true })
    try {
      return schemaVersion(raw)
    } finally {
      raw.close()
    }
  } catch (error) {
    throw openingFailure(path, error)
  }
}
