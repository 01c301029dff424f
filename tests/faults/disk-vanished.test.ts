import { chmodSync, chownSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../src/main/rpc/client'
import { type AttachedHost, startAttached } from '../support/attached-host'
import { applyAfterAll, approve } from '../support/disk/decide'
import { treeOf } from '../support/disk/tree'
import { propose } from '../support/propose'
import { freshFolder } from '../support/start-host'
import { createStick, vanishAndReturn } from './stick'

const limitMs = 60_000
/** The system's user "nobody". */
const nobody = 65_534
const administrator = process.getuid?.() === 0

let base: string
let data: string
let work: string
let running: AttachedHost | null

beforeEach(() => {
  base = realpathSync(freshFolder('fault'))
  data = join(base, 'data')
  work = join(base, 'stick')
  mkdirSync(work)
  running = null
})
afterEach(async () => {
  await running?.stop()
  rmSync(base, { recursive: true, force: true })
})

async function start(options: { readonly user?: number } = {}): Promise<Client> {
  running = await startAttached({ data, roots: [work], ...options })
  return running.client
}
const at = (name: string) => join(work, name)

describe('a granted folder that is not there any more', { timeout: limitMs }, () => {
  it('is unavailable, not deleted; everything goes on when it is back', async () => {
    rmSync(work, { recursive: true })
    await vanishAndReturn(createStick(base), false)
  })
})

describe.skipIf(!administrator)(
  'folders that may not be written (skipped unless an administrator runs it)',
  { timeout: limitMs },
  () => {
    const own = (path: string) => {
      chownSync(path, nobody, nobody)
      return path
    }

    it('refuses each change in a granted folder that is read-only, and applies it once that has changed', async () => {
      own(base)
      own(work)
      for (const name of ['edit.txt', 'trash.txt', 'append.txt', 'move.txt']) {
        writeFileSync(at(name), `${name} old\n`)
        own(at(name))
      }
      const client = await start({ user: nobody })
      const proposals = [
        await propose(client, 'create_file', { path: at('new.txt'), content: 'new\n' }),
        await propose(client, 'edit_file', {
          path: at('edit.txt'),
          edits: [{ old_text: 'old', new_text: 'new' }],
        }),
        await propose(client, 'append_to_file', { path: at('append.txt'), content: 'more\n' }),
        await propose(client, 'trash_files', { paths: [at('trash.txt')] }),
        await propose(client, 'move_files', { items: [{ from: at('move.txt'), to: at('moved.txt') }] }),
      ]
      const before = treeOf(work)
      chmodSync(work, 0o555)
      for (const proposal of proposals) {
        const decision = await approve(client, proposal)
        expect(decision, proposal.tool).toMatchObject({ status: 'failed', code: 'denied' })
        expect(decision.said, proposal.tool).toMatch(/may not be used by this account/)
        expect(treeOf(work), proposal.tool).toEqual(before)
      }
      expect(await client.system.doctor()).toMatchObject({ ok: true })
      chmodSync(work, 0o755)
      for (const proposal of proposals) await applyAfterAll(client, proposal)
      expect(treeOf(work)).toEqual({
        'append.txt': 'append.txt old\nmore\n',
        'edit.txt': 'edit.txt new\n',
        'moved.txt': 'move.txt old\n',
        'new.txt': 'new\n',
      })
    })
  },
)
