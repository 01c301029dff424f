import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrations } from '../../src/main/db/migrate'
import { openDatabase } from '../../src/main/db/open'
import { leftovers, refusal } from '../support/disk/decide'
import { because, onSmallDisk } from '../support/disk/on-small-disk'
import { noSmallDisk } from '../support/disk/small-disk'
import { treeOf } from '../support/disk/tree'
import { makeNoise } from '../support/make-picture'

const stage = onSmallDisk()

/** What happened, what was kept, and what to do. */
const full =
  /^[^\n]*disk[^\n]* is full[^\n]*\. What was there (before was|is) kept\. Make room, then try again\.$/

describe.skipIf(noSmallDisk !== null)(`a full disk${because}`, { timeout: 60_000 }, () => {
  it('takes no backup and no export, of which nothing is left, and does when there is room', async () => {
    const { client } = await stage.start({ data: join(stage.base, 'data') })
    const text = 'The pilot marks the outer buoy at dawn. '.repeat(5000)
    await client.library.addText({ title: 'Buoys', text, collectionId: 'default' })
    const target = (name: string) => join(stage.disk.path, name)
    stage.disk.fill(8192)
    const works = {
      'one.zip': () => client.data.backUp({ path: target('one.zip') }),
      out: () => client.data.export({ path: target('out') }),
    }
    for (const [name, work] of Object.entries(works)) {
      const { code, said } = await refusal(work())
      expect(code, said).toBe('unavailable')
      expect(said).toMatch(full)
      // Named as the person did, and not as it is called until it is whole.
      expect(said).toContain(`"${target(name)}`)
    }
    expect(readdirSync(stage.disk.seen(stage.disk.path))).toEqual(['.filler'])
    expect((await client.data.status()).job).toBeNull()
    stage.disk.makeRoom()
    for (const work of Object.values(works)) expect(await work()).toMatchObject({ missing: 0 })
    expect(readdirSync(stage.disk.seen(stage.disk.path)).sort()).toEqual(['one.zip', 'out'])
    expect(await client.system.doctor()).toMatchObject({ ok: true })
  })

  it('changes nothing of what is set or kept, and takes it when there is room', async () => {
    const data = join(stage.disk.path, 'data')
    const folder = join(stage.base, 'folder')
    mkdirSync(folder)
    writeFileSync(join(folder, 'a.md'), '# Tides')
    const { client } = await stage.start({ data })
    await client.settings.setKey({ key: 'sk-one-1234567890' })
    const said = await client.conversations.send({ conversationId: null, text: 'Hello' })
    await expect
      .poll(async () => (await client.conversations.list()).some(({ running }) => running))
      .toBe(false)
    await client.conversations.remove({ id: said.conversationId })
    const settings = await client.settings.get()
    const trash = await client.conversations.trash()
    const secrets = () => treeOf(stage.disk.seen(data))['secrets.json']
    const keys = secrets()
    stage.disk.fill()
    const id = said.conversationId
    const works: Readonly<Record<string, () => Promise<unknown>>> = {
      settings: () => client.settings.set({ theme: 'dark' }),
      key: () => client.settings.setKey({ key: 'sk-two-1234567890' }),
      message: () => client.conversations.send({ conversationId: null, text: 'y'.repeat(100_000) }),
      picture: () => client.conversations.drawPicture({ data: makeNoise(300, 300).toString('base64') }),
      text: () => client.library.addText({ title: 'T', text: 'z'.repeat(100_000), collectionId: 'default' }),
      grant: () => client.files.grant({ path: folder, access: 'read_write' }),
      trash: () => client.conversations.removeForGood({ id }),
    }
    for (const [name, work] of Object.entries(works)) {
      const { code, said } = await refusal(work())
      expect(code, name).toBe('unavailable')
      expect(said, name).toMatch(full)
    }
    expect(await client.settings.get()).toEqual(settings)
    expect(await client.conversations.trash()).toEqual(trash)
    expect(await client.files.grants()).toEqual([])
    expect(secrets()).toBe(keys)
    expect(leftovers(stage.disk.seen(data))).toEqual([])
    stage.disk.makeRoom()
    for (const work of Object.values(works)) await work()
    expect((await client.settings.get()).theme).toBe('dark')
    expect(await client.conversations.trash()).toEqual([])
    expect(await client.system.doctor()).toMatchObject({ ok: true })
  })

  it('takes no file of the page that does not fit, of which nothing is left, and does when there is room', async () => {
    const data = join(stage.disk.path, 'data')
    const { host } = await stage.start({ data })
    const { origin, hash } = new URL(host.url)
    const upload = async (bytes: number) => {
      const response = await fetch(`${origin}/upload`, {
        method: 'POST',
        headers: {
          origin,
          authorization: `Bearer ${new URLSearchParams(hash.slice(1)).get('token')}`,
          'x-file-name': 'tides.txt',
        },
        body: Buffer.alloc(bytes, 'x'),
      })
      return (await response.json()) as { code?: string; message?: string; path?: string }
    }
    stage.disk.fill(300 * 1024)
    const refused = await upload(1024 * 1024)
    expect(refused).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The disk is full\./),
    })
    expect(readdirSync(stage.disk.seen(join(data, 'uploads')))).toEqual([])
    stage.disk.makeRoom()
    expect((await upload(1024 * 1024)).path).toContain('tides.txt')
  })

  it('keeps a database from being brought up to date, of which nothing is left however often it is tried, until there is room', async () => {
    const data = join(stage.disk.path, 'data')
    const database = stage.disk.seen(join(data, 'countersign.db'))
    const former = openDatabase(database, migrations.slice(0, -1))
    former.raw.exec(`INSERT INTO settings (key, value) VALUES ('large', '"' || hex(zeroblob(300000)) || '"')`)
    former.close()
    stage.disk.fill(512 * 1024)
    for (let time = 0; time < 3; time++)
      await expect(stage.start({ data })).rejects.toThrow(/The disk is full.*Nothing was changed\. Make room/)
    expect(readdirSync(stage.disk.seen(join(data, 'backups')))).toEqual([])
    stage.disk.makeRoom()
    const { client } = await stage.start({ data })
    expect(await client.system.doctor()).toMatchObject({ ok: true })
  })
})
