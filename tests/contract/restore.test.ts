import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { dataFolderAt } from '../../src/main/disk/data-folder'
import { decide } from '../support/crash/cases'
import { folderPicture, picture, settled } from '../support/crash/picture'
import { clientOf, filledDataLimitMs, setUpFilledData } from '../support/filled-data'

const desk = setUpFilledData()

describe('what was restored', { timeout: filledDataLimitMs }, () => {
  it('works as before: search, undo, conversations, assistants, grants, audit chain', async () => {
    const { path } = await desk.client.data.backUp({ path: join(desk.backups, 'works.zip') })
    const expected = await picture(desk.stage, desk.client)
    const conversations = await desk.client.conversations.list()
    const assistants = await desk.client.assistants.list()
    const root = await desk.restored(path, 'works')
    const other = await desk.open(root)
    try {
      const there = clientOf(other)
      await settled(there)
      expect(await picture(desk.stage, there)).toEqual(expected)
      expect(await there.conversations.list()).toEqual(conversations)
      expect(await there.assistants.list()).toEqual(assistants)
      expect(await there.policies.list({ assistant: 'default' })).toEqual(
        await desk.client.policies.list({ assistant: 'default' }),
      )
      // The index is made again in the background.
      await vi.waitUntil(
        async () => (await there.library.search({ query: 'pilot buoy dawn', limit: 5 })).results.length > 0,
        { timeout: filledDataLimitMs },
      )
      expect(await there.system.doctor({ index: 'whole' })).toMatchObject({ ok: true })
      expect((await there.files.grants()).map(({ path: granted }) => granted)).toContain(desk.stage.work)

      const changes = await there.changes.list({ limit: 50 })
      const trashing = changes.find(({ tool, summary }) => tool === 'trash_files' && summary.includes('odd'))
      await there.changes.undo({ id: trashing?.id ?? '' })
      expect(folderPicture(desk.at('odd'))).toEqual([
        ['back\\slash: a.txt', expect.any(Number), 'odd'],
        ['empty', expect.any(Number), []],
        ['out', 'link', '/etc/hostname'],
      ])
      const edit = changes.find(({ tool }) => tool === 'edit_file')
      await there.changes.undo({ id: edit?.id ?? '' })
      expect(readFileSync(desk.at('a.txt'), 'utf8')).toContain('first line')
      expect(await there.changes.verify()).toMatchObject({ intact: true })
    } finally {
      await other.close()
    }
  })

  it('asks no question of then again, and gives no approval of then', async () => {
    const { path } = await desk.client.data.backUp({ path: join(desk.backups, 'terms.zip') })
    expect(await desk.client.proposals.list({ status: 'pending' })).toHaveLength(1)
    expect(await desk.client.grantsLedger.list({ status: 'active' })).toHaveLength(1)
    const other = await desk.open(await desk.restored(path, 'terms'))
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
        input: { path: desk.at('folder/two.txt'), content: '2' },
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
    const { id, configurationHash } = await desk.client.mcpServers.save({
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
    expect(await desk.client.mcpServers.approve({ id, configurationHash })).toMatchObject({ state: 'idle' })
    const { path } = await desk.client.data.backUp({ path: join(desk.backups, 'servers.zip') })
    const root = await desk.restored(path, 'servers')
    expect(readFileSync(dataFolderAt(root).database, 'latin1')).not.toContain(key)
    const other = await desk.open(root)
    try {
      expect(await clientOf(other).mcpServers.list()).toMatchObject([{ id, state: 'unapproved' }])
    } finally {
      await other.close()
      await desk.client.mcpServers.remove({ id })
    }
  })
})

describe('a restore while the application runs', { timeout: filledDataLimitMs }, () => {
  it('takes its place at the next start, keeps what was there beside, and can be given up before', async () => {
    const { path } = await desk.client.data.backUp({ path: join(desk.backups, 'next.zip') })
    await decide(desk.client, 'create_file', { path: desk.at('later.txt'), content: 'later' })
    const newest = async () => (await desk.client.changes.list({ limit: 1 }))[0]?.summary
    const pending = await desk.client.data.prepareRestore({ path })
    expect((await desk.client.data.status()).pending).toEqual(pending)
    expect(await desk.client.data.cancelRestore()).toEqual({ cancelled: true })
    expect((await desk.client.data.status()).pending).toBeNull()
    expect(existsSync(join(desk.stage.data, 'restore'))).toBe(false)

    await desk.client.data.prepareRestore({ path })
    expect(await newest()).toContain('later.txt')
    await desk.startAgain()
    expect(await newest()).not.toContain('later.txt')
    const { restored: from } = await desk.client.data.status()
    expect(from).toMatchObject({ path, noticed: false })
    await desk.client.data.acknowledgeRestore()
    expect((await desk.client.data.status()).restored).toEqual({ ...from, noticed: true })
    const former = await desk.open(from?.former ?? '')
    expect((await clientOf(former).changes.list({ limit: 1 }))[0]?.summary).toContain('later.txt')
    await former.close()
    rmSync(from?.former ?? '', { recursive: true })
    expect(await desk.client.system.doctor()).toMatchObject({ ok: true })
  })

  it('is refused for a damaged file, and what waited before still waits', async () => {
    const { path } = await desk.client.data.backUp({ path: join(desk.backups, 'good.zip') })
    const pending = await desk.client.data.prepareRestore({ path })
    const other = join(desk.backups, 'other.txt')
    appendFileSync(other, 'no backup')
    await expect(desk.client.data.prepareRestore({ path: other })).rejects.toThrow(
      /is not a backup of Countersign/,
    )
    expect((await desk.client.data.status()).pending).toEqual(pending)
    // One whose damage shows only as it is unpacked.
    const damaged = join(desk.backups, 'damaged.zip')
    const bytes = readFileSync(path)
    bytes.fill(0, 200, 2_000)
    writeFileSync(damaged, bytes)
    await expect(desk.client.data.prepareRestore({ path: damaged })).rejects.toThrow(/is damaged/)
    expect((await desk.client.data.status()).pending).toEqual(pending)
    expect(readdirSync(join(desk.stage.data, 'restore')).toSorted()).toEqual(['content', 'pending.json'])
    // A whole one takes its place.
    const { path: second } = await desk.client.data.backUp({ path: join(desk.backups, 'second.zip') })
    expect((await desk.client.data.prepareRestore({ path: second })).backup.path).toBe(second)
    expect((await desk.client.data.status()).pending?.backup.path).toBe(second)
    expect(readdirSync(join(desk.stage.data, 'restore')).toSorted()).toEqual(['content-2', 'pending.json'])
    await desk.client.data.cancelRestore()
    expect(existsSync(join(desk.stage.data, 'restore'))).toBe(false)
  })
})
