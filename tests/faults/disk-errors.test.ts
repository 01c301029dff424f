import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../src/main/rpc/client'
import { type AttachedHost, startAttached } from '../support/attached-host'
import { applyAfterAll, approve, leftovers, refusal } from '../support/disk/decide'
import { createFaultyDisk, type DiskFault, type FaultyDisk } from '../support/disk/disk-faults'
import { createFaultySystem, noFaultySystem } from '../support/disk/system-faults'
import { treeOf } from '../support/disk/tree'
import { propose } from '../support/propose'
import { runCommand } from '../support/run-command'
import { freshFolder } from '../support/start-host'
import { failEachInTurn } from './fail-each'
import { expectOneSentence } from './one-sentence'

const limitMs = 60_000
/** What happened, what was kept, what to do. */
const helpful = /disk .*reported an error.*kept.*(Check the disk|try again)/s

let base: string
let work: string
let data: string
let running: AttachedHost | null

beforeEach(() => {
  base = realpathSync(freshFolder('fault'))
  work = join(base, 'work')
  data = join(base, 'data')
  mkdirSync(work)
  running = null
})
afterEach(async () => {
  await running?.stop()
  rmSync(base, { recursive: true, force: true })
})

const at = (name: string) => join(work, name)

/** Files of a fresh start, so that each fault meets the same. */
function writeFiles(): void {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work)
  for (const name of ['edit.txt', 'trash.txt', 'move.txt']) writeFileSync(at(name), `${name} old\n`)
}

const changes: Record<string, () => unknown> = {
  create_file: () => ({ path: at('deep/new.txt'), content: `new ${Math.random()}` }),
  edit_file: () => ({ path: at('edit.txt'), edits: [{ old_text: 'old', new_text: `${Math.random()}` }] }),
  trash_files: () => ({ paths: [at('trash.txt')] }),
  move_files: () => ({ items: [{ from: at('move.txt'), to: at('moved.txt') }] }),
  copy_files: () => ({ items: [{ from: at('move.txt'), to: at('copied.txt') }] }),
}

const temporary = '\\.countersign-.*\\.tmp$'
const arriving = '\\.countersign-arriving-'
const leaving = '\\.countersign-leaving-'

/** Each way in which the disk fails while one change is applied. */
const faults: readonly (readonly [tool: string, fault: DiskFault])[] = [
  ['edit_file', { call: 'open', path: temporary, errno: 'EIO' }],
  ['edit_file', { call: 'write', path: temporary, errno: 'EIO' }],
  ['edit_file', { call: 'fsync', path: temporary, errno: 'EIO' }],
  ['edit_file', { call: 'chmod', path: temporary, errno: 'EIO' }],
  ['edit_file', { call: 'rename', path: 'edit\\.txt$', errno: 'EIO' }],
  ['edit_file', { call: 'fsync', path: 'work$', errno: 'EIO', times: 1 }],
  ['edit_file', { call: 'fsync', path: 'work$', errno: 'EIO' }],
  ['edit_file', { call: 'open', path: '\\.incoming-', errno: 'EIO' }],
  ['edit_file', { call: 'write', path: '\\.incoming-', errno: 'EIO' }],
  ['edit_file', { call: 'fsync', path: '\\.incoming-', errno: 'EIO' }],
  ['edit_file', { call: 'rename', path: 'blobs/', errno: 'EIO' }],
  ['edit_file', { call: 'fsync', path: 'blobs/', errno: 'EIO' }],
  ['create_file', { call: 'mkdir', path: 'deep$', errno: 'EIO' }],
  ['create_file', { call: 'link', path: 'new\\.txt$', errno: 'EIO' }],
  ['create_file', { call: 'fsync', path: temporary, errno: 'EIO' }],
  ['create_file', { call: 'unlink', path: temporary, errno: 'EIO', times: 1 }],
  ['create_file', { call: 'fsync', path: 'deep$', errno: 'EIO', times: 1 }],
  ['trash_files', { call: 'mkdir', path: 'trash/', errno: 'EIO' }],
  ['trash_files', { call: 'writeFile', path: 'about\\.json$', errno: 'EIO' }],
  ['trash_files', { call: 'rename', path: 'trash/', errno: 'EIO' }],
  ['trash_files', { call: 'fsync', path: 'trash/', errno: 'EIO', times: 1 }],
  ['trash_files', { call: 'fsync', path: 'work$', errno: 'EIO', times: 1 }],
  ['move_files', { call: 'link', path: 'moved\\.txt$', errno: 'EIO' }],
  ['move_files', { call: 'unlink', path: leaving, errno: 'EIO', times: 1 }],
  ['move_files', { call: 'rename', path: leaving, errno: 'EIO', times: 1 }],
  ['move_files', { call: 'fsync', path: 'work$', errno: 'EIO', times: 1 }],
  ['copy_files', { call: 'open', path: arriving, errno: 'EIO' }],
  ['copy_files', { call: 'write', path: arriving, errno: 'EIO' }],
  ['copy_files', { call: 'fsync', path: arriving, errno: 'EIO' }],
  ['copy_files', { call: 'read', path: 'move\\.txt$', errno: 'EIO' }],
  ['copy_files', { call: 'fsync', path: 'work$', errno: 'EIO', times: 1 }],
]

describe.skipIf(process.platform !== 'linux')(
  'a disk that fails while a change is applied',
  { timeout: limitMs },
  () => {
    /** Fails one change; answers what was wrong with how that went. */
    async function judge(
      client: Client,
      disk: FaultyDisk,
      tool: string,
      fault: DiskFault,
    ): Promise<unknown[]> {
      writeFiles()
      const proposal = await propose(client, tool, changes[tool]?.())
      const before = treeOf(work)
      disk.fail(fault)
      const decision = await approve(client, proposal)
      disk.fail()
      const wrong: unknown[] = []
      const demand = (what: string, holds: boolean, found: unknown) => {
        if (!holds) wrong.push({ what, found })
      }
      demand('it failed where it should', disk.happened().length > 0, 'no failure')
      demand(
        'the proposal says so',
        decision.status === 'failed' && decision.code === 'unavailable',
        decision,
      )
      demand('it is a sentence that helps', helpful.test(decision.said), decision.said)
      const after = treeOf(work)
      demand('every file is as before', JSON.stringify(after) === JSON.stringify(before), after)
      demand('nothing half-made is left', leftovers(base).length === 0, leftovers(base))
      await applyAfterAll(client, proposal).catch((error: unknown) =>
        wrong.push({ what: 'apply later', error }),
      )
      return wrong
    }

    it('never reports it as done: each file stays as it was, and the change can be applied later', async () => {
      const disk = createFaultyDisk(base)
      running = await startAttached({ data, roots: [work], environment: disk.environment })
      const { client } = running
      const found: unknown[] = []
      for (const [tool, fault] of faults) {
        const wrong = await judge(client, disk, tool, fault)
        if (wrong.length > 0) found.push({ tool, ...fault, wrong })
      }
      expect(found).toEqual([])

      // What undo brings back can't be read: the change stands, and can be undone later.
      writeFiles()
      const edited = await propose(client, 'edit_file', changes.edit_file?.())
      expect(await approve(client, edited)).toMatchObject({ status: 'applied' })
      const id = (await client.proposals.get({ id: edited.id })).changeId ?? ''
      const after = treeOf(work)
      disk.fail({ call: 'open', path: 'blobs/../[0-9a-f]+$', errno: 'EIO' })
      expect(await refusal(client.changes.undo({ id }))).toMatchObject({ code: 'unavailable' })
      expect(disk.happened().length).toBeGreaterThan(0)
      expect(treeOf(work)).toEqual(after)
      disk.fail()
      await client.changes.undo({ id })
      expect(treeOf(work)['edit.txt']).toBe('edit.txt old\n')
      expect(await client.system.doctor()).toMatchObject({ ok: true })
    })
  },
)

const because = noFaultySystem === null ? '' : ` (skipped: ${noFaultySystem})`

describe.skipIf(noFaultySystem !== null)(
  `a disk that fails below the database${because}`,
  { timeout: limitMs },
  () => {
    it('never acknowledges what a failing fsync kept from being durable, whichever of them it is', async () => {
      const failed = await failEachInTurn(base, { call: 'fsync', errno: 'EIO' })
      // The decision, the beginning of the change, its end.
      expect(failed).toBe(3)
    })

    it('refuses to start on a database that can’t be read, in one sentence', async () => {
      const system = createFaultySystem(base)
      expect(await runCommand(['grants', '--data', data])).toMatchObject({ status: 0 })
      for (const [call, path] of [
        ['read', 'countersign.db'],
        ['write', 'countersign.db-wal'],
      ] as const) {
        system.fail({ call, path, errno: 'EIO' })
        const finished = await runCommand(['grant', work, '--data', data], {
          environment: system.environment,
        })
        expect(system.happened().length, call).toBeGreaterThan(0)
        expectOneSentence(finished, /disk (of the data folder )?reported an error/)
      }
      system.fail(null)
      expect(await runCommand(['doctor', '--data', data])).toMatchObject({ status: 0 })
    })

    it.each(['EIO', 'EPERM'] as const)(
      'says of a disk that takes no sockets, and answers %s, what is wrong and what to do',
      async (errno) => {
        const system = createFaultySystem(base)
        system.fail({ call: 'bind', path: 'countersign.sock', errno })
        const finished = await runCommand(['grant', work, '--data', data], {
          environment: system.environment,
        })
        expect(system.happened()).toHaveLength(1)
        expectOneSentence(
          finished,
          /could not reach Countersign: it can make no socket .* \((EIO|EPERM)\).*another disk with --data/,
        )
        system.fail(null)
        expect(await runCommand(['grants', '--data', data])).toMatchObject({ status: 0, stderr: '' })
      },
    )
  },
)
