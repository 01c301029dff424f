import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors'
import { acquireFolderLock } from './lock'
import { migrations } from './migrate'
import { inTransaction, openDatabase } from './open'
import * as schema from './schema'
import { openReadingConnection } from './worker-connection'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-db-'))
  path = join(folder, 'data', 'countersign.db')
})

afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

function failure(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('It did not fail.')
}

function makeDatabase(): void {
  openDatabase(path).close()
}

describe('opening', () => {
  it('makes a new database that says whose it is, for this user alone', () => {
    const db = openDatabase(path)
    expect(db.raw.pragma('application_id', { simple: true })).toBe(0x4353474e)
    expect(db.raw.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(db.raw.pragma('synchronous', { simple: true })).toBe(2)
    expect(db.raw.pragma('foreign_keys', { simple: true })).toBe(1)
    expect(db.orm.select().from(schema.install).all()).toHaveLength(1)
    for (const file of readdirSync(join(folder, 'data'))) {
      expect(statSync(join(folder, 'data', file)).mode & 0o777).toBe(0o600)
    }
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700)
    db.close()
    expect(readdirSync(join(folder, 'data'))).toEqual(['countersign.db', 'countersign.db.reserve'])
  })

  it('keeps the installation and the rows when it is opened again', () => {
    const first = openDatabase(path)
    const installation = first.orm.select().from(schema.install).all()
    first.close()
    const second = openDatabase(path)
    expect(second.orm.select().from(schema.install).all()).toEqual(installation)
    second.close()
  })

  it('goes on after a crash while the database was being made', () => {
    mkdirSync(join(folder, 'data'))
    writeFileSync(`${path}.new`, 'half')
    makeDatabase()
    expect(readdirSync(join(folder, 'data'))).toEqual(['countersign.db', 'countersign.db.reserve'])
  })

  it('narrows the modes of a database that others could read', () => {
    makeDatabase()
    chmodSync(path, 0o644)
    openDatabase(path).close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('opens in memory', () => {
    const db = openDatabase(':memory:')
    expect(db.orm.select().from(schema.install).all()).toHaveLength(1)
    db.close()
  })

  it('lets a reader see what was committed and write nothing', () => {
    const db = openDatabase(path)
    const reader = openReadingConnection(path)
    db.orm.insert(schema.settings).values({ key: 'a', value: '1' }).run()
    expect(reader.prepare('SELECT * FROM settings').all()).toEqual([{ key: 'a', value: '1' }])
    expect(() => reader.exec("INSERT INTO settings VALUES ('b', '2')")).toThrow('readonly')
    reader.close()
    db.close()
  })

  it('reads and writes in one transaction while another connection writes in between', () => {
    const db = openDatabase(path)
    const other = openDatabase(path)
    other.raw.pragma('busy_timeout = 0')
    inTransaction(db, () => {
      db.orm.select().from(schema.settings).all()
      expect(() => other.raw.exec("INSERT INTO settings VALUES ('b', '2')")).toThrow('locked')
      db.orm.insert(schema.settings).values({ key: 'a', value: '1' }).run()
    })
    expect(other.orm.select().from(schema.settings).all()).toHaveLength(1)
    other.close()
    db.close()
  })
})

describe('refusing', () => {
  it('refuses a file of zero bytes and leaves it', () => {
    mkdirSync(join(folder, 'data'))
    writeFileSync(path, '')
    const error = failure(() => openDatabase(path))
    expect(error.code).toBe('corrupt')
    expect(error.message).toContain('0 bytes')
    expect(error.message).toContain('left as it is')
    expect(statSync(path).size).toBe(0)
    expect(readdirSync(join(folder, 'data'))).toEqual(['countersign.db'])
  })

  it.each([
    ['text', Buffer.from('not a database at all, only text that is long enough to fill a header '.repeat(4))],
    ['a short file', Buffer.from('SQLite format 3\0')],
  ])('refuses %s and leaves it', (_name, bytes) => {
    mkdirSync(join(folder, 'data'))
    writeFileSync(path, bytes)
    expect(failure(() => openDatabase(path)).code).toBe('corrupt')
    expect(readFileSync(path)).toEqual(bytes)
  })

  it('refuses a database of another program and leaves it', () => {
    mkdirSync(join(folder, 'data'))
    const foreign = new BetterSqlite3(path)
    foreign.exec('CREATE TABLE theirs (id INTEGER)')
    foreign.close()
    const before = readFileSync(path)
    const error = failure(() => openDatabase(path))
    expect(error.code).toBe('corrupt')
    expect(error.message).toContain('not a database of Countersign')
    expect(readFileSync(path)).toEqual(before)
  })

  it('refuses a folder in its place', () => {
    mkdirSync(path, { recursive: true })
    expect(failure(() => openDatabase(path)).code).toBe('corrupt')
  })

  it('refuses a database that is cut off', () => {
    makeDatabase()
    truncateSync(path, statSync(path).size - 4096)
    const error = failure(() => openDatabase(path))
    expect(error.code).toBe('corrupt')
    expect(error.message).toContain('cut off')
  })

  it('refuses a database whose pages are overwritten', () => {
    makeDatabase()
    const bytes = readFileSync(path)
    bytes.fill(0xff, 100, 4096)
    writeFileSync(path, bytes)
    expect(failure(() => openDatabase(path)).code).toBe('corrupt')
  })

  it('refuses a newer database and touches nothing', () => {
    const newer = [...migrations, 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;']
    openDatabase(path, newer).close()
    const before = readFileSync(path)
    const error = failure(() => openDatabase(path))
    expect(error.code).toBe('newer_version')
    expect(error.message).toContain('not touched')
    expect(readFileSync(path)).toEqual(before)
    expect(readdirSync(join(folder, 'data'))).toEqual(['countersign.db', 'countersign.db.reserve'])
  })

  it('refuses a database whose newer version is only in its log, and moves nothing out of the log', () => {
    makeDatabase()
    const newer = openDatabase(path)
    newer.raw.pragma('user_version = 99')
    const copy = join(folder, 'copy.db')
    copyFileSync(path, copy)
    copyFileSync(`${path}-wal`, `${copy}-wal`)
    newer.close()
    const before = [readFileSync(copy), readFileSync(`${copy}-wal`)]
    expect(failure(() => openDatabase(copy)).code).toBe('newer_version')
    expect([readFileSync(copy), readFileSync(`${copy}-wal`)]).toEqual(before)
  })

  it('refuses a file that may not be written', () => {
    makeDatabase()
    chmodSync(path, 0o400)
    const error = failure(() => openDatabase(path))
    expect(error.code).toBe('read_only')
    expect(error.message).toContain('--data')
    expect(statSync(path).mode & 0o777).toBe(0o400)
  })

  it('refuses a folder that may not be written', () => {
    makeDatabase()
    chmodSync(join(folder, 'data'), 0o500)
    expect(failure(() => openDatabase(path)).code).toBe('read_only')
    chmodSync(join(folder, 'data'), 0o700)
  })

  it('refuses to start anew beside the log of a database that is gone', () => {
    mkdirSync(join(folder, 'data'))
    writeFileSync(`${path}-wal`, 'changes')
    expect(failure(() => openDatabase(path)).code).toBe('corrupt')
    expect(existsSync(path)).toBe(false)
  })
})

describe('migrating', () => {
  const next = [
    ...migrations,
    'CREATE TABLE extra (id INTEGER PRIMARY KEY) STRICT; INSERT INTO extra VALUES (7);',
  ]

  it('copies the database before it changes its schema', () => {
    const old = openDatabase(path)
    old.orm.insert(schema.settings).values({ key: 'a', value: '1' }).run()
    old.close()
    const db = openDatabase(path, next)
    expect(db.raw.prepare('SELECT id FROM extra').all()).toEqual([{ id: 7 }])
    expect(db.raw.pragma('user_version', { simple: true })).toBe(next.length)
    db.close()
    const backups = readdirSync(join(folder, 'data', 'backups'))
    expect(backups).toHaveLength(1)
    const backup = join(folder, 'data', 'backups', backups[0] ?? '')
    expect(statSync(backup).mode & 0o777).toBe(0o600)
    const copy = openDatabase(backup)
    expect(copy.orm.select().from(schema.settings).all()).toEqual([{ key: 'a', value: '1' }])
    copy.close()
  })

  it('makes no copy when there is nothing to change', () => {
    makeDatabase()
    openDatabase(path).close()
    expect(existsSync(join(folder, 'data', 'backups'))).toBe(false)
  })

  it('undoes a migration that fails half-way and says where the copy is', () => {
    makeDatabase()
    const broken = [...next, 'CREATE TABLE half (id INTEGER); CREATE TABLE half (id INTEGER);']
    const error = failure(() => openDatabase(path, broken))
    expect(error.message).toContain('backups')
    const db = openDatabase(path, next)
    expect(db.raw.pragma('user_version', { simple: true })).toBe(next.length)
    expect(db.raw.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").all()).toEqual([])
    db.close()
  })

  it('leaves no copy of a database that is as it was, however often it is started', () => {
    makeDatabase()
    const broken = [...migrations, 'CREATE TABLE half (id INTEGER); CREATE TABLE half (id INTEGER);']
    for (let start = 0; start < 3; start++)
      expect(failure(() => openDatabase(path, broken)).message).toMatch(/Nothing was changed\.$/)
    expect(readdirSync(join(folder, 'data', 'backups'))).toEqual([])
  })

  it('takes away what a crash left of a copy, which may have all the room', () => {
    makeDatabase()
    const backups = join(folder, 'data', 'backups')
    mkdirSync(backups)
    writeFileSync(join(backups, 'countersign-schema-1-a.db.unfinished'), 'half')
    mkdirSync(join(backups, 'b.unfinished', 'folder'), { recursive: true })
    openDatabase(path, next).close()
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/^countersign-schema-\d+-[^.]+\.db$/)])
  })

  it('refuses a migration that leaves rows without what they refer to', () => {
    makeDatabase()
    const orphaning = [
      ...migrations,
      `PRAGMA defer_foreign_keys = ON;
       INSERT INTO chunks VALUES (1, 42, 0, NULL, NULL, 0, 1, 1, 'x');`,
    ]
    expect(failure(() => openDatabase(path, orphaning)).message).toContain('rows')
    openDatabase(path).close()
  })

  it('agrees with the tables that queries are typed by', () => {
    const db = openDatabase(path)
    for (const table of Object.values(schema).filter((value) => value instanceof SQLiteTable)) {
      const { name, columns } = getTableConfig(table)
      const typed = columns.map((column) => ({
        name: column.name,
        type: column.getSQLType().toUpperCase(),
        required: column.notNull || column.primary,
        key: column.primary,
      }))
      const rows = db.raw.pragma(`table_info(${name})`) as {
        name: string
        type: string
        notnull: number
        pk: number
      }[]
      const keys = rows.filter((row) => row.pk > 0)
      const stored = rows.map((row) => ({
        name: row.name,
        type: row.type,
        required: row.notnull === 1 || row.pk > 0,
        key: row.pk > 0 && keys.length === 1,
      }))
      expect({ name, columns: typed }).toEqual({ name, columns: stored })
    }
    const typedNames = Object.values(schema).filter((value) => value instanceof SQLiteTable)
    const storedNames = db.raw
      .prepare(
        // The index of words is a virtual table with tables of its own; it is used by raw SQL alone.
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
      )
      .all()
    expect(typedNames).toHaveLength(storedNames.length)
    db.close()
  })
})

describe('the folder lock', () => {
  const holder = `
    const Sqlite = require('better-sqlite3')
    const raw = new Sqlite(process.argv[1], { timeout: 0 })
    raw.exec('BEGIN EXCLUSIVE')
    console.log('held')
    setInterval(() => {}, 1000)
  `

  it('is given once, and again after it was released', () => {
    const first = acquireFolderLock(join(folder, 'lock.db'))
    expect(first).not.toBeNull()
    expect(acquireFolderLock(join(folder, 'lock.db'))).toBeNull()
    first?.release()
    first?.release()
    const second = acquireFolderLock(join(folder, 'lock.db'))
    expect(second).not.toBeNull()
    second?.release()
    expect(statSync(join(folder, 'lock.db')).mode & 0o777).toBe(0o600)
  })

  it('is held against another process, and dies with a holder that is killed', async () => {
    const child = spawn(process.execPath, ['-e', holder, join(folder, 'lock.db')], {
      cwd: process.cwd(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    expect(acquireFolderLock(join(folder, 'lock.db'))).toBeNull()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    const lock = acquireFolderLock(join(folder, 'lock.db'))
    expect(lock).not.toBeNull()
    lock?.release()
  })

  it('keeps another process out', () => {
    const lock = acquireFolderLock(join(folder, 'lock.db'))
    const attempt = () =>
      execFileSync(process.execPath, ['-e', holder, join(folder, 'lock.db')], {
        stdio: 'pipe',
        timeout: 10_000,
      })
    expect(attempt).toThrow('database is locked')
    lock?.release()
  })

  it('says what to do when the lock file is damaged', () => {
    appendFileSync(join(folder, 'lock.db'), 'garbage '.repeat(100))
    const error = failure(() => acquireFolderLock(join(folder, 'lock.db')))
    expect(error.code).toBe('corrupt')
    expect(error.message).toContain('delete it')
  })
})
