import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../src/main/rpc/client'
import { applyAfterAll, approve, leftovers, refusal } from '../support/disk/decide'
import { because, fullDiskSentence, onSmallDisk } from '../support/disk/on-small-disk'
import { noSmallDisk } from '../support/disk/small-disk'
import { treeOf } from '../support/disk/tree'
import { propose } from '../support/propose'
import { runCommand } from '../support/run-command'
import { crashOnFullDisk } from './crash-on-full-disk'
import { expectOneSentence } from './one-sentence'

const limitMs = 60_000
const kilobyte = 1024

const stage = onSmallDisk()
const start = (data: string, roots: readonly string[] = []) => stage.start({ data, roots })

describe.skipIf(noSmallDisk !== null)(
  `a full disk below the granted folder${because}`,
  { timeout: limitMs },
  () => {
    const text = (letter: string, size: number) => `${letter.repeat(63)}\n`.repeat(size / 64)
    const size = 256 * kilobyte

    it('fails each change whole, says so, and applies it once there is room', async () => {
      const work = join(stage.disk.path, 'work')
      const at = (...names: string[]) => stage.disk.seen(join(work, ...names))
      const data = join(stage.base, 'data')
      const other = join(stage.base, 'other')
      mkdirSync(at())
      mkdirSync(other)
      const old = text('a', size)
      for (const name of ['edit.txt', 'overwrite.txt', 'append.txt', 'undone.txt', 'trashed.txt']) {
        writeFileSync(at(name), name === 'undone.txt' ? text('b', size) : old)
      }
      for (const name of ['one.txt', 'two.txt']) writeFileSync(join(other, name), text('c', size))
      const { client } = await start(data, [work, other])

      const undone = await propose(client, 'overwrite_file', {
        path: join(work, 'undone.txt'),
        content: 'short',
      })
      expect(await approve(client, undone)).toMatchObject({ status: 'applied' })
      const trashed = await propose(client, 'trash_files', { paths: [join(work, 'trashed.txt')] })
      expect(await approve(client, trashed)).toMatchObject({ status: 'applied' })

      const moves = ['one.txt', 'two.txt'].map((name) => ({ from: join(other, name), to: join(work, name) }))
      const plans: [string, unknown][] = [
        ['create_file', { path: join(work, 'deep', 'new.txt'), content: text('n', size) }],
        [
          'edit_file',
          { path: join(work, 'edit.txt'), edits: [{ old_text: old, new_text: text('e', size) }] },
        ],
        ['overwrite_file', { path: join(work, 'overwrite.txt'), content: text('o', size) }],
        ['append_to_file', { path: join(work, 'append.txt'), content: 'more' }],
        ['copy_files', { items: moves }],
        ['move_files', { items: moves }],
        ['restore_files', { items: [join(work, 'trashed.txt')] }],
      ]
      const proposals = []
      for (const [tool, input] of plans) proposals.push(await propose(client, tool, input))
      // Room for one of two files that are moved together, for none of those that are written.
      stage.disk.fill(size + 16 * kilobyte)
      stage.disk.fill(size - 16 * kilobyte)
      const before = readdirSync(at(), { recursive: true }).sort()

      for (const proposal of proposals) {
        const decision = await approve(client, proposal)
        expect(decision, proposal.tool).toMatchObject({ status: 'failed', code: 'unavailable' })
        expect(decision.said, proposal.tool).toMatch(fullDiskSentence)
        expect(readdirSync(at(), { recursive: true }).sort(), proposal.tool).toEqual(before)
        expect(leftovers(at()), proposal.tool).toEqual([])
      }
      const undo = await refusal(
        client.changes.undo({ id: (await client.proposals.get({ id: undone.id })).changeId ?? '' }),
      )
      expect(undo).toMatchObject({ code: 'unavailable', said: expect.stringMatching(fullDiskSentence) })
      expect(readFileSync(at('undone.txt'), 'utf8')).toBe('short')
      for (const name of ['edit.txt', 'overwrite.txt', 'append.txt']) {
        expect(readFileSync(at(name), 'utf8') === old, name).toBe(true)
      }
      for (const name of ['one.txt', 'two.txt']) expect(existsSync(join(other, name))).toBe(true)
      expect(await client.system.doctor()).toMatchObject({ ok: true })

      stage.disk.makeRoom()
      for (const proposal of proposals.slice(0, 4)) await applyAfterAll(client, proposal)
      expect(readFileSync(at('deep', 'new.txt'), 'utf8') === text('n', size)).toBe(true)
      expect(readFileSync(at('append.txt'), 'utf8') === `${old}more`).toBe(true)
    })
  },
)

describe.skipIf(noSmallDisk !== null)(
  `a full disk below the data folder${because}`,
  { timeout: limitMs },
  () => {
    let data: string
    let work: string
    const inWork = (name: string) => join(work, name)
    const big = 'x'.repeat(60 * kilobyte)

    beforeEach(() => {
      data = join(stage.disk.path, 'data')
      work = join(stage.base, 'work')
      mkdirSync(work)
      for (const name of ['edit.txt', 'trash.txt', 'undone.txt']) {
        writeFileSync(inWork(name), `${name} old\n`)
      }
    })

    const edit = (client: Client, name: string, text: string) =>
      propose(client, 'edit_file', { path: inWork(name), edits: [{ old_text: 'old', new_text: text }] })
    /** The database on the full disk is whole and so is the chain. */
    const expectWhole = async (client: Client) =>
      expect(await client.system.doctor()).toMatchObject({ ok: true })

    it('changes nothing that can’t be recorded, answers reads, starts again, and applies all once there is room', async () => {
      writeFileSync(join(stage.base, 'note.md'), '# Tides\n\nHigh water is at noon.\n')
      const first = await start(data, [work])
      const { client } = first
      expect(
        await runCommand(['add', join(stage.base, 'note.md'), '--data', data], { prefix: stage.disk.prefix }),
      ).toMatchObject({ status: 0 })
      const changed = await edit(client, 'undone.txt', 'new')
      expect(await approve(client, changed)).toMatchObject({ status: 'applied' })
      const change = (await client.proposals.get({ id: changed.id })).changeId ?? ''
      const rejected = await propose(client, 'create_file', { path: inWork('never.txt'), content: 'no' })
      await client.proposals.reject({ id: rejected.id, reason: 'No.' })
      const proposals = [
        await propose(client, 'create_file', { path: inWork('new.txt'), content: big }),
        await edit(client, 'edit.txt', big),
        await propose(client, 'trash_files', { paths: [inWork('trash.txt')] }),
      ]
      const before = treeOf(work)
      const kept = ['blobs', 'trash', 'uploads'].map((name) => join(stage.disk.seen(data), name))
      const keeps = kept.map(treeOf)
      stage.disk.fill()

      for (const proposal of proposals) {
        const decision = await approve(client, proposal)
        expect(decision, proposal.tool).toMatchObject({ status: 'pending', code: 'unavailable' })
        expect(decision.said, proposal.tool).toMatch(fullDiskSentence)
      }
      const refused: [string, () => Promise<unknown>][] = [
        ['undo', () => client.changes.undo({ id: change })],
        ['settings', () => client.settings.set({ language: 'de' })],
        ['reject', () => client.proposals.reject({ id: proposals[0]?.id ?? '', reason: 'No.' })],
        ['new collection', () => client.library.createCollection({ name: 'More', description: '' })],
        ['new grant', () => client.files.grant({ path: stage.base, access: 'read' })],
        [
          'question',
          () => client.conversations.send({ conversationId: null, text: 'Hello?', attachments: [] }),
        ],
      ]
      for (const [what, work] of refused) {
        expect(await refusal(work()), what).toEqual({
          code: 'unavailable',
          said: expect.stringMatching(fullDiskSentence),
        })
      }
      const { documents, skipped } = await client.library.add({ paths: [inWork('edit.txt')] })
      expect({ documents, reason: skipped[0]?.reason }).toEqual({
        documents: [],
        reason: expect.stringMatching(fullDiskSentence),
      })
      expectOneSentence(
        await runCommand(['ask', 'When is high water?', '--data', data], { prefix: stage.disk.prefix }),
        fullDiskSentence,
      )

      const expectKept = async (reader: Client) => {
        expect(treeOf(work)).toEqual(before)
        expect(leftovers(stage.disk.seen(data))).toEqual([])
        expect((await reader.proposals.list({ status: 'pending' })).map(({ id }) => id).sort()).toEqual(
          proposals.map(({ id }) => id).sort(),
        )
        expect(await reader.proposals.get({ id: rejected.id })).toMatchObject({ status: 'rejected' })
        expect(await reader.changes.get({ id: change })).toMatchObject({ status: 'applied' })
        expect((await reader.library.search({ query: 'high water', limit: 5 })).results).toHaveLength(1)
        expect(await reader.settings.get()).toMatchObject({ language: 'system' })
        await expectWhole(reader)
      }
      await expectKept(client)
      expect(kept.map(treeOf)).toEqual(keeps)
      await first.kill()
      const second = await start(data, [work])
      await expectKept(second.client)
      // Its end takes the log away; the next start makes it anew, in the room of the reserve.
      await second.stop()
      stage.disk.fill()
      const third = await start(data, [work])
      await expectKept(third.client)

      stage.disk.makeRoom()
      for (const proposal of proposals) await applyAfterAll(third.client, proposal)
      await third.client.changes.undo({ id: change })
      expect(readFileSync(inWork('new.txt'), 'utf8') === big).toBe(true)
      expect(readFileSync(inWork('undone.txt'), 'utf8')).toBe('undone.txt old\n')
      expect(existsSync(inWork('trash.txt'))).toBe(false)
      await expectWhole(third.client)
    })

    it('rolls back at a start on a full disk what a crash left half-way', async () => {
      await crashOnFullDisk(stage.disk, stage.base, { reserve: true })
    })
  },
)
