import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openReader } from '../../src/main/db/open'
import { dataFolderAt } from '../../src/main/disk/data-folder'
import { approve } from '../support/crash/cases'
import { folderPicture, settled } from '../support/crash/picture'
import { clientOf, filledDataLimitMs, setUpFilledData, uploadsSpent } from '../support/filled-data'
import { propose } from '../support/propose'

const desk = setUpFilledData()

/** Adds texts, and does not wait until they are read; answers their titles. */
async function addTexts(kind: string): Promise<string[]> {
  const titles = Array.from({ length: 30 }, (_, number) => `${kind} ${number}`)
  // All at once: one after the other, most would be read before the last is there.
  await Promise.all(
    titles.map((title) => {
      const text = `${title}: the pilot marks the outer buoy at dawn. `.repeat(6000)
      return desk.client.library.addText({ title, text, collectionId: 'default' })
    }),
  )
  return titles
}

/** Every row of every table that a backup keeps as it is. */
function rowsOf(data: string): Record<string, unknown[]> {
  const db = openReader(dataFolderAt(data).database)
  const madeAgain = /^(index_|search_changes|message_words_|sqlite_)/
  try {
    const tables = db.raw
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all()
      .filter((name) => !madeAgain.test(name))
    return Object.fromEntries(
      tables.map((name) => [name, db.raw.prepare(`SELECT * FROM "${name}"`).all()] as const),
    )
  } finally {
    db.close()
  }
}

const without = (rows: unknown[] | undefined, ...columns: string[]) =>
  rows?.map((row) =>
    Object.fromEntries(Object.entries(row as object).filter(([name]) => !columns.includes(name))),
  )

describe('a backup of a filled data folder', { timeout: filledDataLimitMs }, () => {
  it('is restored row by row and byte by byte', async () => {
    const written = await desk.client.data.backUp({ path: join(desk.backups, 'whole.zip') })
    expect(written).toMatchObject({ conversations: 1, missing: 0, auditIntact: true })
    const before = rowsOf(desk.stage.data)
    const root = await desk.restored(written.path, 'restored')
    const after = rowsOf(root)

    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())
    // What a restore changes has its own tests.
    const changed = [
      'proposals',
      'standing_grants',
      'audit',
      'settings',
      'documents',
      'trash',
      'conversations',
    ]
    for (const [table, rows] of Object.entries(before)) {
      if (!changed.includes(table)) expect(after[table], table).toEqual(rows)
    }
    expect(without(after.proposals, 'expires_at')).toEqual(without(before.proposals, 'expires_at'))
    expect(without(after.documents, 'indexing')).toEqual(without(before.documents, 'indexing'))
    expect(without(after.trash, 'trashed_at')).toEqual(without(before.trash, 'trashed_at'))
    expect(without(after.standing_grants, 'revoked_at')).toEqual(
      without(before.standing_grants, 'revoked_at'),
    )
    expect(after.audit?.slice(0, before.audit?.length)).toEqual(before.audit)
    for (const folder of ['blobs', 'trash', 'uploads']) {
      expect(folderPicture(join(root, folder)), folder).toEqual(folderPicture(join(desk.stage.data, folder)))
    }
    expect(existsSync(join(root, 'restore'))).toBe(false)
  })

  it('has no key, no model, no search index and nothing that belongs to the machine', async () => {
    const key = 'a key that must stay'
    await desk.client.settings.set({ provider: 'anthropic' })
    await desk.client.settings.setKey({ key })
    mkdirSync(join(desk.stage.data, 'models'), { recursive: true })
    writeFileSync(join(desk.stage.data, 'models', 'weights'), 'weights of a model')
    const { path } = await desk.client.data.backUp({ path: join(desk.backups, 'without.zip') })
    await desk.client.settings.set({ provider: 'offline' })
    const root = await desk.restored(path, 'without')
    const db = openReader(dataFolderAt(root).database)
    expect(db.raw.prepare('SELECT count(*) FROM index_pages').pluck().get()).toBe(0)
    db.close()
    expect(readFileSync(dataFolderAt(root).database, 'latin1')).not.toContain(key)
    expect(existsSync(join(root, 'secrets.json'))).toBe(false)
    expect(existsSync(join(root, 'models'))).toBe(false)
  })

  it('has each text that is on its way into the library, which is read where it was restored', async () => {
    const texts = await addTexts('Backed up')
    expect(readdirSync(desk.test.folder.uploads).length).toBeGreaterThan(0)
    const { path, missing } = await desk.client.data.backUp({ path: join(desk.backups, 'on-their-way.zip') })
    expect(missing).toBe(0)
    await settled(desk.client)
    const other = await desk.open(await desk.restored(path, 'on-their-way'))
    try {
      const there = clientOf(other)
      await settled(there)
      const { documents } = await there.library.documents({ limit: 500 })
      const restoredTexts = documents.filter(({ title }) => title.startsWith('Backed up'))
      expect(restoredTexts.map(({ error }) => error)).toEqual(texts.map(() => null))
      await uploadsSpent(other)
    } finally {
      await other.close()
    }
    await uploadsSpent(desk.test)
  })

  it('is a consistent whole while others write', async () => {
    let writing = true
    const writer = (async () => {
      for (let number = 0; writing; number++) {
        const path = desk.at(`while-${number}.txt`)
        await approve(desk.client, await propose(desk.client, 'create_file', { path, content: `${number}` }))
      }
    })()
    const files: string[] = []
    for (let number = 0; number < 3; number++) {
      files.push((await desk.client.data.backUp({ path: join(desk.backups, `busy-${number}.zip`) })).path)
    }
    writing = false
    await writer
    for (const [number, file] of files.entries()) {
      const other = await desk.open(await desk.restored(file, `busy-${number}`))
      try {
        const there = clientOf(other)
        expect(await there.system.doctor()).toMatchObject({ ok: true })
        const changes = await there.changes.list({ limit: 500 })
        expect(changes.filter(({ status }) => status !== 'applied')).toEqual([])
      } finally {
        await other.close()
      }
    }
  })
})

describe('where a backup may be written', { timeout: filledDataLimitMs }, () => {
  it('is not over a file, unless that was said, and not inside the data folder', async () => {
    const path = join(desk.backups, 'mine.zip')
    writeFileSync(path, 'mine')
    await expect(desk.client.data.backUp({ path })).rejects.toThrow(/exists already/)
    expect(readFileSync(path, 'utf8')).toBe('mine')
    await desk.client.data.backUp({ path, replace: true })
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK')
    const link = join(desk.backups, 'link')
    symlinkSync(desk.stage.data, link)
    for (const inside of [
      join(desk.stage.data, 'b.zip'),
      join(desk.stage.data, 'blobs', 'b.zip'),
      join(link, 'b.zip'),
    ]) {
      await expect(desk.client.data.backUp({ path: inside })).rejects.toThrow(/inside the data folder/)
    }
    await expect(desk.client.data.backUp({ path: 'relative.zip' })).rejects.toThrow(/whole path/)
    await expect(desk.client.data.backUp({ path: join(desk.backups, 'no', 'b.zip') })).rejects.toThrow(
      /is not there/,
    )
    expect(readdirSync(desk.backups).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('is readable by this user alone', async () => {
    const { path } = await desk.client.data.backUp({ path: join(desk.backups, 'private.zip') })
    const [entry] = folderPicture(desk.backups).filter((each) => (each as [string])[0] === 'private.zip')
    expect((entry as [string, number])[1] & 0o777).toBe(0o600)
    expect(existsSync(path)).toBe(true)
  })
})

describe('one thing at a time', { timeout: filledDataLimitMs }, () => {
  it('is at work, and stopping it leaves nothing behind', async () => {
    const path = join(desk.backups, 'stopped.zip')
    const events = await desk.client.events.watch()
    const writing = desk.client.data.backUp({ path }).catch((error: unknown) => error)
    for await (const event of events) if (event.type === 'data' && event.status.job !== null) break
    await expect(desk.client.data.export({ path: join(desk.backups, 'out') })).rejects.toThrow(/is at work/)
    expect(await desk.client.data.stop()).toEqual({ stopped: true })
    expect(String(await writing)).toMatch(/Stopped/)
    expect(existsSync(path)).toBe(false)
    expect(readdirSync(desk.backups).filter((name) => name.startsWith('.'))).toEqual([])
    expect(readdirSync(join(desk.stage.data, 'backups'))).toEqual([])
    expect((await desk.client.data.status()).job).toBeNull()
  })
})
