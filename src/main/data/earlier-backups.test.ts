import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeZip } from '../../../tests/support/make-zip'
import { migrations, schemaVersion } from '../db/migrate'
import { openDatabase, openReader } from '../db/open'
import { createDataFolder, type DataFolder, dataFolderAt } from '../disk/data-folder'
import { createRestorer } from './restorer'
import { lookAtBackup, unpackBackup } from './unpack-backup'

let base: string
let folder: DataFolder
let into: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'earlier-')))
  folder = dataFolderAt(join(base, 'data'))
  into = join(base, 'into')
  createDataFolder(folder)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** A backup in the first form, of a database as it was after so many migrations; `bytes` is how long it says that is. */
function earlierBackup(schema: number, bytes?: number): string {
  const database = join(base, 'earlier.db')
  const db = openDatabase(database, migrations.slice(0, schema))
  db.raw
    .prepare("INSERT INTO conversations (id, title, created_at, updated_at) VALUES ('one', 'Tides', 1, 1)")
    .run()
  db.raw.pragma('wal_checkpoint(TRUNCATE)')
  db.raw.pragma('journal_mode = DELETE')
  db.close()
  const content = readFileSync(database)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const manifest = {
    ...{ format: 'countersign-backup', version: 1, schema, application: '0.0.1', dataFolder: '/data' },
    ...{ createdAt: new Date().toISOString(), leftOut: [], auditIntact: true, missing: 0 },
    counts: { conversations: 1, documents: 0, changes: 0 },
    entries: [{ kind: 'file', name: 'countersign.db', size: bytes ?? content.length, sha256 }],
  }
  const path = join(base, 'earlier.zip')
  writeFileSync(path, makeZip({ 'countersign.db': content, 'manifest.json': JSON.stringify(manifest) }))
  return path
}

const unpack = (path: string) =>
  unpackBackup({
    ...{ path, into, root: folder.root, former: null, now: Date.now() },
    progress: () => undefined,
    stopIfAsked: () => undefined,
  })

describe('a backup of an earlier version', () => {
  it.each([1, 8, 20, 30, migrations.length])(
    'with schema %i is brought up to date, and says nothing of what it did not count',
    async (schema) => {
      const summary = await unpack(earlierBackup(schema))
      expect(summary).toMatchObject({ conversations: 1, documents: 0, changes: 0 })
      expect(summary).not.toHaveProperty('notes')
      const db = openReader(dataFolderAt(into).database)
      try {
        expect(schemaVersion(db.raw)).toBe(migrations.length)
        expect(db.raw.prepare('SELECT title FROM conversations').pluck().all()).toEqual(['Tides'])
      } finally {
        db.close()
      }
    },
  )

  it('that needs more room than there is changes nothing, and names the data folder', async () => {
    const path = earlierBackup(migrations.length, 1e15)
    const noRoom = {
      code: 'unavailable',
      message: expect.stringContaining(`The disk of "${folder.root}" has `),
    }
    await expect(unpack(path)).rejects.toMatchObject(noRoom)
    expect(existsSync(into)).toBe(false)
    // Whoever looks at it is told before anything is asked.
    const client = { look: lookAtBackup, unpack: async () => expect.unreachable() }
    const restorer = createRestorer({ folder, client, now: () => new Date() })
    await expect(restorer.look(path)).rejects.toMatchObject(noRoom)
  })
})
