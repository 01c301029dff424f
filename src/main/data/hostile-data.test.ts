import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPromise } from 'yauzl'
import { person } from '../../shared/actor'
import { createAudit } from '../changes/audit'
import { createBlobStore } from '../changes/blobs'
import { changesUnderWay, insertChange } from '../db/changes'
import { type Database, openDatabase } from '../db/open'
import { createDataFolder, type DataFolder, dataFolderAt } from '../disk/data-folder'
import * as contents from './folder-contents'
import { parseManifest } from './manifest'
import { lookAtBackup, unpackBackup } from './unpack-backup'
import { writeArchive } from './write-archive'

let base: string
let folder: DataFolder
let file: string
let into: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'hostile-')))
  folder = dataFolderAt(join(base, 'data'))
  file = join(base, 'backup.zip')
  into = join(base, 'into')
  createDataFolder(folder)
  openDatabase(folder.database).close()
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(base, { recursive: true, force: true })
})

function within<T>(database: string, work: (db: Database) => T): T {
  const db = openDatabase(database)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const control = { progress: () => undefined, stopIfAsked: () => undefined }
const write = (taken = (): void => undefined) =>
  writeArchive({
    ...{ folder, file, application: '1.2.3', now: Date.now(), ...control },
    copy: join(folder.backups, 'snapshot'),
    taken,
  })
const unpack = () =>
  unpackBackup({ path: file, into, root: folder.root, former: null, now: Date.now(), ...control })

describe('a backup whose database was made by somebody else', () => {
  it.each([
    [
      'a trigger that brings ended approvals back',
      'CREATE TRIGGER back AFTER UPDATE ON standing_grants BEGIN UPDATE standing_grants SET revoked_at = NULL; END',
    ],
    ['a view', 'CREATE VIEW other AS SELECT * FROM settings'],
    ['a table more', 'CREATE TABLE other (a)'],
    ['an index more', 'CREATE INDEX other ON settings (value)'],
    ['a column with a default of its own', "ALTER TABLE settings ADD COLUMN more TEXT DEFAULT 'x'"],
    ['a trigger under a name of SQLite', 'hidden'],
  ])('with %s is refused', async (_what, sql) => {
    within(folder.database, ({ raw }) => {
      if (sql !== 'hidden') return raw.exec(sql)
      raw.unsafeMode(true)
      raw.pragma('writable_schema = ON')
      return raw.exec(
        `INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_stat_x', 'audit', 0,
           'CREATE TRIGGER sqlite_stat_x AFTER INSERT ON audit BEGIN DELETE FROM audit; END')`,
      )
    })
    await write()
    await expect(unpack()).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/damaged/),
    })
  })

  it('applies and rolls back nothing: what was under way in it ends there, with a record', async () => {
    within(folder.database, (db) =>
      insertChange(db, {
        ...{ id: 'forged', tool: 'create_file', class: 'safe_create', summary: 'x', at: 1 },
        preview: { summary: 'x', targets: [], changes: [], lost: [], warnings: [], recovery: 'undo' },
        inverse: { path: join(base, 'victim') },
        ...{ actor: person, approvedBy: person, approval: 'decision', proposalId: null, runId: null },
        ...{ conversationId: null, undoes: null, grantId: null, amended: null },
        ...{ redoes: null, undoesPartOf: null, batch: null },
      }),
    )
    await write()
    await unpack()
    const db = openDatabase(dataFolderAt(into).database)
    try {
      expect(changesUnderWay(db)).toEqual([])
      expect(db.raw.prepare('SELECT status FROM changes').pluck().all()).toEqual(['interrupted'])
      const kinds = db.raw.prepare('SELECT kind FROM audit ORDER BY number').pluck().all()
      expect(kinds).toEqual(['change.interrupted', 'data.restored'])
      expect(await createAudit(db, () => new Date()).verify()).toMatchObject({ intact: true })
    } finally {
      db.close()
    }
  })
})

it('a backup whose directory says that an entry ends sooner is damaged, and no fault of the program', async () => {
  await write()
  const bytes = readFileSync(file)
  // The record of the first entry: how many bytes it takes stands twenty after its beginning.
  const size = bytes.indexOf('PK\u0001\u0002', 'latin1') + 20
  bytes.writeUInt32LE(bytes.readUInt32LE(size) - 50, size)
  writeFileSync(file, bytes)
  await expect(unpack()).rejects.toMatchObject({ code: 'corrupt' })
})

describe('names that another system gave', () => {
  const manifestWith = (name: string) =>
    JSON.stringify({
      ...{ format: 'countersign-backup', version: 1, schema: 1, application: '1.2.3', dataFolder: '/data' },
      ...{ createdAt: new Date().toISOString(), leftOut: [], auditIntact: true, missing: 0 },
      counts: { conversations: 0, documents: 0, changes: 0 },
      entries: [
        { kind: 'file', name: 'countersign.db', size: 0, sha256: '0'.repeat(64) },
        { kind: 'folder', path: ['trash', name], mode: 0o700 },
      ],
    })

  it.each(['..\\..\\out', 'C:\\out', 'file:stream', '.. ', 'a.', 'CON', 'nul.txt', 'a\u0001'])(
    '%j is refused on Windows, where it would be another place, and taken elsewhere',
    (name) => {
      expect(() => parseManifest(manifestWith(name), 'b.zip', 1, 'win32')).toThrow(
        expect.objectContaining({ code: 'unsupported' }),
      )
      expect(parseManifest(manifestWith(name), 'b.zip', 1, 'linux').entries).toHaveLength(2)
    },
  )

  it('are taken on Windows where it can have them', () => {
    expect(parseManifest(manifestWith('Änderung (2).txt'), 'b.zip', 1, 'win32').entries).toHaveLength(2)
  })
})

describe('a data folder with something wrong in it', () => {
  it('is backed up all the same: a damaged content is told, and only it does not come back', async () => {
    const blobs = createBlobStore(folder.blobs)
    const [good, bad] = [await blobs.putBytes(Buffer.from('good')), await blobs.putBytes(Buffer.from('bad'))]
    writeFileSync(blobs.path(bad.sha256), 'rot')
    expect(await write()).toMatchObject({ missing: 1, entries: 3 })
    expect(await lookAtBackup(file)).toMatchObject({ missing: 1 })
    await unpack()
    const there = createBlobStore(dataFolderAt(into).blobs)
    expect((await there.read(good.sha256)).toString()).toBe('good')
    expect(existsSync(there.path(bad.sha256))).toBe(false)
  })

  it('tells of what an undo took from the trash since the instant that the database is of', async () => {
    const content = join(folder.trash, 'one', 'content')
    mkdirSync(dirname(content))
    writeFileSync(content, 'trashed')
    const taken = () => rmSync(dirname(content), { recursive: true })
    expect(await write(taken)).toMatchObject({ missing: 1 })
    expect(await lookAtBackup(file)).toMatchObject({ missing: 1 })
  })

  it('gives no file from outside, also where a link took the place of a content since it was listed', async () => {
    const secret = join(base, 'secret')
    writeFileSync(secret, 'a secret')
    const sha256 = createHash('sha256').update('a secret').digest('hex')
    const name = `blobs/${sha256.slice(0, 2)}/${sha256}`
    const at = join(folder.root, name)
    mkdirSync(dirname(at), { recursive: true })
    symlinkSync(secret, at)
    vi.spyOn(contents, 'keptIn').mockImplementation(async function* () {
      yield { kind: 'blob', at, name, size: 8 }
    })
    expect(await write()).toMatchObject({ missing: 1, entries: 1 })
    const zip = await openPromise(file, { autoClose: false })
    const names: string[] = []
    for await (const { fileName } of zip.eachEntry()) names.push(fileName)
    zip.close()
    expect(names).toEqual(['countersign.db', 'manifest.json'])
  })
})
