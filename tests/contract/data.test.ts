import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { finishRestore } from '../../src/main/data/pending-restore'
import { createRestorer } from '../../src/main/data/restorer'
import { createDataClient } from '../../src/main/data/worker-client'
import { openReader } from '../../src/main/db/open'
import { createDataFolder, dataFolderAt } from '../../src/main/disk/data-folder'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { buildWorker } from '../support/build-worker'
import { converse } from '../support/converse'
import { approve, decide, furnish } from '../support/crash/cases'
import { folderPicture, picture, settled } from '../support/crash/picture'
import { createStage, type Stage } from '../support/crash/stage'
import { openTestCore, type TestCore } from '../support/open-test-core'
import { propose } from '../support/propose'

const limitMs = 120_000
const context = { actor: person, approval: null } as const

let stage: Stage
let test: TestCore
let client: Client
let backups: string

const at = (name: string) => join(stage.work, name)
const open = async (data: string): Promise<TestCore> => openTestCore({ data, roots: [stage.work] })
const clientOf = ({ core }: TestCore): Client => clientInProcess(core.router, context)

/** A folder of everything: documents, a conversation, changes, trash with a link, grants, an assistant. */
beforeAll(async () => {
  stage = createStage()
  backups = join(stage.work, '..', 'backups')
  mkdirSync(backups)
  test = await open(stage.data)
  client = clientOf(test)
  await furnish(stage, client)
  mkdirSync(at('odd/empty'), { recursive: true })
  writeFileSync(at('odd/back\\slash: a.txt'), 'odd', { mode: 0o640 })
  symlinkSync('/etc/hostname', at('odd/out'))
  await decide(client, 'trash_files', { paths: [at('odd')] })
  await decide(client, 'edit_file', {
    path: at('a.txt'),
    edits: [{ old_text: 'first', new_text: 'changed' }],
  })
  await converse(client, '/list_collections', limitMs)
  const remembered = await propose(client, 'create_file', { path: at('folder/one.txt'), content: '1' })
  const { id, planHash } = remembered
  await client.proposals.approve({ id, planHash, remember: { scope: 'container', uses: 5 } })
  await propose(client, 'create_file', { path: at('never.txt'), content: 'never' })
  await client.policies.set({ assistant: 'default', tool: 'read_file', policy: 'deny' })
  await settled(client)
}, limitMs)
afterAll(async () => {
  await test.close()
  stage.remove()
})

/** Adds texts, and does not wait until they are read; answers their titles. */
async function addTexts(kind: string): Promise<string[]> {
  const titles = Array.from({ length: 30 }, (_, number) => `${kind} ${number}`)
  // All at once: one after the other, most would be read before the last is there.
  await Promise.all(
    titles.map((title) => {
      const text = `${title}: the pilot marks the outer buoy at dawn. `.repeat(6000)
      return client.library.addText({ title, text, collectionId: 'default' })
    }),
  )
  return titles
}

/** Waits until no upload is left: one goes when its document is told as read, which the database says a moment earlier. */
async function spent({ folder }: TestCore): Promise<void> {
  await vi.waitFor(() => expect(readdirSync(folder.uploads)).toEqual([]), { timeout: 10_000 })
}

/** Restores into a folder of its own, as the command line does where nobody has it. */
async function restored(file: string, name: string): Promise<string> {
  const folder = dataFolderAt(join(stage.work, '..', name))
  createDataFolder(folder)
  const worker = createDataClient(fileURLToPath(await buildWorker('data')))
  try {
    await createRestorer({ folder, client: worker, now: () => new Date() }).prepare(file, {})
    expect(await finishRestore(folder)).not.toBeNull()
    return folder.root
  } finally {
    await worker.close()
  }
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

describe('a backup of a filled data folder', { timeout: limitMs }, () => {
  it('is restored row by row and byte by byte', async () => {
    const written = await client.data.backUp({ path: join(backups, 'whole.zip') })
    expect(written).toMatchObject({ conversations: 1, missing: 0, auditIntact: true })
    const before = rowsOf(stage.data)
    const root = await restored(written.path, 'restored')
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
      expect(folderPicture(join(root, folder)), folder).toEqual(folderPicture(join(stage.data, folder)))
    }
    expect(existsSync(join(root, 'restore'))).toBe(false)
  })

  it('has no key, no model, no search index and nothing that belongs to the machine', async () => {
    const key = 'a key that must stay'
    await client.settings.set({ provider: 'anthropic' })
    await client.settings.setKey({ key })
    mkdirSync(join(stage.data, 'models'), { recursive: true })
    writeFileSync(join(stage.data, 'models', 'weights'), 'weights of a model')
    const { path } = await client.data.backUp({ path: join(backups, 'without.zip') })
    await client.settings.set({ provider: 'offline' })
    const root = await restored(path, 'without')
    const db = openReader(dataFolderAt(root).database)
    expect(db.raw.prepare('SELECT count(*) FROM index_pages').pluck().get()).toBe(0)
    db.close()
    expect(readFileSync(dataFolderAt(root).database, 'latin1')).not.toContain(key)
    expect(existsSync(join(root, 'secrets.json'))).toBe(false)
    expect(existsSync(join(root, 'models'))).toBe(false)
  })

  it('works as before after a restore: search, undo, conversations, assistants, grants, audit chain', async () => {
    const { path } = await client.data.backUp({ path: join(backups, 'works.zip') })
    const expected = await picture(stage, client)
    const conversations = await client.conversations.list()
    const assistants = await client.assistants.list()
    const root = await restored(path, 'works')
    const other = await open(root)
    try {
      const there = clientOf(other)
      await settled(there)
      expect(await picture(stage, there)).toEqual(expected)
      expect(await there.conversations.list()).toEqual(conversations)
      expect(await there.assistants.list()).toEqual(assistants)
      expect(await there.policies.list({ assistant: 'default' })).toEqual(
        await client.policies.list({ assistant: 'default' }),
      )
      // The index is made again in the background.
      await vi.waitUntil(
        async () => (await there.library.search({ query: 'pilot buoy dawn', limit: 5 })).results.length > 0,
        { timeout: limitMs },
      )
      expect(await there.system.doctor({ index: 'whole' })).toMatchObject({ ok: true })
      expect((await there.files.grants()).map(({ path: granted }) => granted)).toContain(stage.work)

      const changes = await there.changes.list({ limit: 50 })
      const trashing = changes.find(({ tool, summary }) => tool === 'trash_files' && summary.includes('odd'))
      await there.changes.undo({ id: trashing?.id ?? '' })
      expect(folderPicture(at('odd'))).toEqual([
        ['back\\slash: a.txt', expect.any(Number), 'odd'],
        ['empty', expect.any(Number), []],
        ['out', 'link', '/etc/hostname'],
      ])
      const edit = changes.find(({ tool }) => tool === 'edit_file')
      await there.changes.undo({ id: edit?.id ?? '' })
      expect(readFileSync(at('a.txt'), 'utf8')).toContain('first line')
      expect(await there.changes.verify()).toMatchObject({ intact: true })
    } finally {
      await other.close()
    }
  })

  it('has each text that is on its way into the library, which is read where it was restored', async () => {
    const texts = await addTexts('Backed up')
    expect(readdirSync(test.folder.uploads).length).toBeGreaterThan(0)
    const { path, missing } = await client.data.backUp({ path: join(backups, 'on-their-way.zip') })
    expect(missing).toBe(0)
    await settled(client)
    const other = await open(await restored(path, 'on-their-way'))
    try {
      const there = clientOf(other)
      await settled(there)
      const { documents } = await there.library.documents({ limit: 500 })
      const restoredTexts = documents.filter(({ title }) => title.startsWith('Backed up'))
      expect(restoredTexts.map(({ error }) => error)).toEqual(texts.map(() => null))
      await spent(other)
    } finally {
      await other.close()
    }
    await spent(test)
  })

  it('asks no question of then again, and gives no approval of then', async () => {
    const { path } = await client.data.backUp({ path: join(backups, 'terms.zip') })
    expect(await client.proposals.list({ status: 'pending' })).toHaveLength(1)
    expect(await client.grantsLedger.list({ status: 'active' })).toHaveLength(1)
    const other = await open(await restored(path, 'terms'))
    try {
      const there = clientOf(other)
      expect(await there.proposals.list({ status: 'pending' })).toEqual([])
      const [newest] = await there.proposals.list({ status: 'all' })
      expect(newest).toMatchObject({
        status: 'expired',
        reason: expect.stringMatching(/backup was restored/),
      })
      expect(await there.grantsLedger.list({ status: 'active' })).toEqual([])
      const outcome = await there.tools.call({
        tool: 'create_file',
        input: { path: at('folder/two.txt'), content: '2' },
      })
      expect(outcome.status).toBe('proposed')
      const { restored: from, lastBackup } = await there.data.status()
      expect(from).toMatchObject({ path, former: null })
      expect(lastBackup).toMatchObject({ path, at: from?.createdAt, bytes: statSync(path).size })
    } finally {
      await other.close()
    }
  })

  it('starts no server of another program before somebody says yes on this machine, and has none of its keys', async () => {
    const key = 'a token that must stay'
    const { id, configurationHash } = await client.mcpServers.save({
      id: null,
      draft: {
        name: 'Tides',
        callSeconds: 60,
        connection: {
          ...{ kind: 'command', program: 'tides', arguments: [], folder: '' },
          variables: [{ name: 'TIDES_TOKEN', value: key }],
        },
      },
    })
    expect(await client.mcpServers.approve({ id, configurationHash })).toMatchObject({ state: 'idle' })
    const { path } = await client.data.backUp({ path: join(backups, 'servers.zip') })
    const root = await restored(path, 'servers')
    expect(readFileSync(dataFolderAt(root).database, 'latin1')).not.toContain(key)
    const other = await open(root)
    try {
      expect(await clientOf(other).mcpServers.list()).toMatchObject([{ id, state: 'unapproved' }])
    } finally {
      await other.close()
      await client.mcpServers.remove({ id })
    }
  })

  it('is a consistent whole while others write', async () => {
    let writing = true
    const writer = (async () => {
      for (let number = 0; writing; number++) {
        const path = at(`while-${number}.txt`)
        await approve(client, await propose(client, 'create_file', { path, content: `${number}` }))
      }
    })()
    const files: string[] = []
    for (let number = 0; number < 3; number++) {
      files.push((await client.data.backUp({ path: join(backups, `busy-${number}.zip`) })).path)
    }
    writing = false
    await writer
    for (const [number, file] of files.entries()) {
      const other = await open(await restored(file, `busy-${number}`))
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

describe('where a backup may be written', { timeout: limitMs }, () => {
  it('is not over a file, unless that was said, and not inside the data folder', async () => {
    const path = join(backups, 'mine.zip')
    writeFileSync(path, 'mine')
    await expect(client.data.backUp({ path })).rejects.toThrow(/exists already/)
    expect(readFileSync(path, 'utf8')).toBe('mine')
    await client.data.backUp({ path, replace: true })
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK')
    const link = join(backups, 'link')
    symlinkSync(stage.data, link)
    for (const inside of [
      join(stage.data, 'b.zip'),
      join(stage.data, 'blobs', 'b.zip'),
      join(link, 'b.zip'),
    ]) {
      await expect(client.data.backUp({ path: inside })).rejects.toThrow(/inside the data folder/)
    }
    await expect(client.data.backUp({ path: 'relative.zip' })).rejects.toThrow(/whole path/)
    await expect(client.data.backUp({ path: join(backups, 'no', 'b.zip') })).rejects.toThrow(/is not there/)
    expect(readdirSync(backups).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('is readable by this user alone', async () => {
    const { path } = await client.data.backUp({ path: join(backups, 'private.zip') })
    const [entry] = folderPicture(backups).filter((each) => (each as [string])[0] === 'private.zip')
    expect((entry as [string, number])[1] & 0o777).toBe(0o600)
    expect(existsSync(path)).toBe(true)
  })
})

describe('a restore while the application runs', { timeout: limitMs }, () => {
  it('takes its place at the next start, keeps what was there beside, and can be given up before', async () => {
    const { path } = await client.data.backUp({ path: join(backups, 'next.zip') })
    await decide(client, 'create_file', { path: at('later.txt'), content: 'later' })
    const newest = async () => (await clientOf(test).changes.list({ limit: 1 }))[0]?.summary
    const pending = await client.data.prepareRestore({ path })
    expect((await client.data.status()).pending).toEqual(pending)
    expect(await client.data.cancelRestore()).toEqual({ cancelled: true })
    expect((await client.data.status()).pending).toBeNull()
    expect(existsSync(join(stage.data, 'restore'))).toBe(false)

    await client.data.prepareRestore({ path })
    expect(await newest()).toContain('later.txt')
    await test.close()
    test = await open(stage.data)
    client = clientOf(test)
    expect(await newest()).not.toContain('later.txt')
    const { restored: from } = await client.data.status()
    expect(from).toMatchObject({ path, noticed: false })
    await client.data.acknowledgeRestore()
    expect((await client.data.status()).restored).toEqual({ ...from, noticed: true })
    const former = await open(from?.former ?? '')
    expect((await clientOf(former).changes.list({ limit: 1 }))[0]?.summary).toContain('later.txt')
    await former.close()
    rmSync(from?.former ?? '', { recursive: true })
    expect(await client.system.doctor()).toMatchObject({ ok: true })
  })

  it('is refused for a damaged file, and what waited before still waits', async () => {
    const { path } = await client.data.backUp({ path: join(backups, 'good.zip') })
    const pending = await client.data.prepareRestore({ path })
    const other = join(backups, 'other.txt')
    appendFileSync(other, 'no backup')
    await expect(client.data.prepareRestore({ path: other })).rejects.toThrow(
      /is not a backup of Countersign/,
    )
    expect((await client.data.status()).pending).toEqual(pending)
    // One whose damage shows only as it is unpacked.
    const damaged = join(backups, 'damaged.zip')
    const bytes = readFileSync(path)
    bytes.fill(0, 200, 2_000)
    writeFileSync(damaged, bytes)
    await expect(client.data.prepareRestore({ path: damaged })).rejects.toThrow(/is damaged/)
    expect((await client.data.status()).pending).toEqual(pending)
    expect(readdirSync(join(stage.data, 'restore')).toSorted()).toEqual(['content', 'pending.json'])
    // A whole one takes its place.
    const { path: second } = await client.data.backUp({ path: join(backups, 'second.zip') })
    expect((await client.data.prepareRestore({ path: second })).backup.path).toBe(second)
    expect((await client.data.status()).pending?.backup.path).toBe(second)
    expect(readdirSync(join(stage.data, 'restore')).toSorted()).toEqual(['content-2', 'pending.json'])
    await client.data.cancelRestore()
    expect(existsSync(join(stage.data, 'restore'))).toBe(false)
  })
})

describe('one thing at a time', { timeout: limitMs }, () => {
  it('is at work, and stopping it leaves nothing behind', async () => {
    const path = join(backups, 'stopped.zip')
    const events = await client.events.watch()
    const writing = client.data.backUp({ path }).catch((error: unknown) => error)
    for await (const event of events) if (event.type === 'data' && event.status.job !== null) break
    await expect(client.data.export({ path: join(backups, 'out') })).rejects.toThrow(/is at work/)
    expect(await client.data.stop()).toEqual({ stopped: true })
    expect(String(await writing)).toMatch(/Stopped/)
    expect(existsSync(path)).toBe(false)
    expect(readdirSync(backups).filter((name) => name.startsWith('.'))).toEqual([])
    expect(readdirSync(join(stage.data, 'backups'))).toEqual([])
    expect((await client.data.status()).job).toBeNull()
  })
})
