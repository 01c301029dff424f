import { existsSync, utimesSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type OpenFiles, openFiles } from '../../../tests/support/open-files'
import { insertProposal } from '../db/proposals'
import { newId } from '../identifier'
import { createAudit } from './audit'
import { findKept } from './kept'
import { putTogether } from './put-together'
import { beyond, letGo } from './retention'

// What somebody comes to need after the retention has looked, and before it removes it.

const DAY = 86_400_000
const content = Buffer.from('what nobody needed')

let open: OpenFiles
let sha256: string
beforeEach(async () => {
  open = openFiles()
  const stored = await open.blobs.putBytes(content)
  sha256 = stored.sha256
  const old = new Date(Date.now() - 90 * DAY)
  utimesSync(open.blobs.path(sha256), old, old)
})
afterEach(() => open.close())

/** Lets go of everything, after what happens once it was looked for; answers what went. */
async function clear(meanwhile: () => unknown): Promise<readonly string[]> {
  const audit = createAudit(open.db, () => new Date())
  const parts = { db: open.db, folder: open.folder, audit, broughtBack: () => [], now: Date.now() }
  const going = beyond(await findKept(parts), null, Date.now())
  expect(going.map(({ thing }) => thing.id)).toEqual([sha256])
  await meanwhile()
  return (await letGo(parts, going)).map(({ thing }) => thing.id)
}

it('goes where nobody came to need it', async () => {
  expect(await clear(() => undefined)).toEqual([sha256])
  expect(existsSync(open.blobs.path(sha256))).toBe(false)
})

it.each<[how: string, store: () => unknown]>([
  ['by itself', () => open.blobs.putBytes(content)],
  ['among others', () => putTogether(open.blobs, [Buffer.from('another'), content])],
])('stays where it was stored again meanwhile, %s', async (_how, store) => {
  expect(await clear(store)).toEqual([])
  expect(await open.blobs.read(sha256)).toEqual(content)
})

it('stays where a proposal that was made meanwhile names it', async () => {
  const actor = { kind: 'person', name: 'You' } as const
  const preview = {
    summary: 'x',
    targets: [],
    changes: [],
    lost: [],
    recovery: 'undo' as const,
    warnings: [],
  }
  const made = () =>
    insertProposal(open.db, {
      ...{ id: newId(), tool: 'write_file', class: 'safe_create', raisedBecause: [], input: {} },
      ...{ plan: { content: sha256 }, preview, planHash: 'x', typeToConfirm: null, actor, runId: null },
      ...{ conversationId: null, toolUseId: null, createdAt: Date.now(), expiresAt: Date.now() + DAY },
      ...{ replaces: null, needs: [] },
    })
  expect(await clear(made)).toEqual([])
  expect(existsSync(open.blobs.path(sha256))).toBe(true)
})
