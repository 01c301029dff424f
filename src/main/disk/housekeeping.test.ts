import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyPreview } from '../../../tests/support/empty-preview'
import { effectContext, type OpenFiles, openFiles, planText } from '../../../tests/support/open-files'
import { openTestCore } from '../../../tests/support/open-test-core'
import type { FileChange, FileInverse } from '../../shared/tool/file-change'
import { insertChange, settleChange } from '../db/changes'
import { insertProposal } from '../db/proposals'
import { retentionAppliedAt } from '../db/retention'
import { newId } from '../identifier'
import { keepHouseHourly } from './housekeeping'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const person = { kind: 'person', name: 'You' } as const

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())
const hoursPass = (hours: number) => vi.advanceTimersByTimeAsync(hours * HOUR)

it('lets go of what is too old while the application stays open, and keeps what a proposal waits for', async () => {
  const kept = await keptForUndo()
  const { close } = await openTestCore({ data: kept.data })
  expect(await kept.left()).toEqual(['pre-image', 'trash', 'wanted', 'document'])
  const daysPass = async (days: number) => {
    vi.setSystemTime(Date.now() + days * DAY - HOUR)
    await hoursPass(1)
  }
  for (let days = 0; days < 29; days += 1) {
    await daysPass(1)
    await vi.waitFor(() => expect(kept.appliedAt()).toBeGreaterThan(Date.now() - HOUR), 10_000)
  }
  expect(await kept.left()).toEqual(['pre-image', 'trash', 'wanted', 'document'])
  await daysPass(2)
  await vi.waitFor(async () => expect(await kept.left()).toEqual(['wanted']), 10_000)
  await close()
  expect(vi.getTimerCount()).toBe(0)
  kept.close()
})

it('lets go of nothing because the clock is wrong at a start', async () => {
  const kept = await keptForUndo()
  const everything = ['pre-image', 'trash', 'wanted', 'document']
  const opened = Date.now()
  for (const clock of [0, 4000, 4000.5, 1, 900, 2, -20_000, 3].map((days) => opened + days * DAY)) {
    vi.setSystemTime(clock)
    await (await openTestCore({ data: kept.data })).close()
    expect(await kept.left()).toEqual(everything)
  }
  // It stays so: then time has passed and nobody was here, and no proposal waits any more.
  for (const clock of [opened + 4000 * DAY, opened + 4002 * DAY]) {
    vi.setSystemTime(clock)
    await (await openTestCore({ data: kept.data })).close()
  }
  expect(await kept.left()).toEqual([])
  kept.close()
})

/** What reports and what is worked on in tests without a core. */
function house({ isNeeded = (): boolean => false, work = async (): Promise<void> => undefined } = {}) {
  const reported: unknown[] = []
  const done = { first: 0, second: 0 }
  const always = vi.fn(async () => undefined)
  const stop = keepHouseHourly({
    inTurn: (turn) => turn(),
    isNeeded,
    report: (error) => reported.push(error),
    works: [
      async () => {
        done.first++
        await work()
      },
      async () => void done.second++,
    ],
    always: [always],
  })
  return { reported, done, always, stop }
}

it('is looked after once an hour until it is stopped', async () => {
  const { done, stop } = house()
  expect(done).toEqual({ first: 0, second: 0 })
  await hoursPass(3)
  expect(done).toEqual({ first: 3, second: 3 })
  stop()
  await hoursPass(3)
  expect(done).toEqual({ first: 3, second: 3 })
  expect(vi.getTimerCount()).toBe(0)
})

it('removes nothing while somebody needs what is stored, such as a backup that reads it, and does the rest', async () => {
  let reading = true
  const { done, always, reported, stop } = house({ isNeeded: () => reading })
  await hoursPass(2)
  expect(always).toHaveBeenCalledTimes(2)
  expect(done).toEqual({ first: 0, second: 0 })
  reading = false
  await hoursPass(1)
  expect(done).toEqual({ first: 1, second: 1 })
  expect(reported).toEqual([])
  stop()
})

it('reports what fails, does the rest, and tries again an hour later', async () => {
  const failure = new Error('cannot be read')
  const { done, reported, stop } = house({ work: () => Promise.reject(failure) })
  await hoursPass(2)
  expect(done).toEqual({ first: 2, second: 2 })
  expect(reported).toEqual([failure, failure])
  stop()
})

it('does not begin again while one is under way, and does nothing more once it is stopped', async () => {
  let finish = () => {}
  const { done, stop } = house({ work: () => new Promise<void>((resolve) => (finish = resolve)) })
  await hoursPass(3)
  expect(done).toEqual({ first: 1, second: 0 })
  stop()
  finish()
  await hoursPass(1)
  expect(done).toEqual({ first: 1, second: 0 })
})

/**
 * A data folder of today in which are kept: what a file was before a change, two files in the trash, one of which a
 * proposal wants back, and a deleted document.
 */
async function keptForUndo() {
  const open = openFiles()
  await open.grants.grant(open.docs, 'read_write', 'flag')
  const fileAt = (name: string) => join(open.docs, name)
  for (const name of ['edited', 'trashed', 'wanted']) writeFileSync(fileAt(name), `before ${name}`)
  await applied(open, await planText(open.files, fileAt('edited'), 'after'))
  const before = createHash('sha256').update('before edited').digest('hex')
  const trash = async (name: string) => {
    const { removals, change } = await open.files.planRemovals([fileAt(name)], new AbortController().signal)
    await applied(open, change)
    return removals[0]?.trashId ?? ''
  }
  const [trashed, wanted] = [await trash('trashed'), await trash('wanted')]
  const { change: plan } = await open.files.planReturns([wanted])
  insertProposal(open.db, {
    ...{
      id: newId(),
      tool: 'restore_files',
      class: 'safe_create',
      raisedBecause: [],
      input: {},
      plan,
      preview: emptyPreview,
    },
    ...{
      planHash: 'x',
      typeToConfirm: null,
      actor: person,
      runId: null,
      conversationId: null,
      toolUseId: null,
    },
    ...{ createdAt: Date.now(), expiresAt: Date.now() + 90 * DAY, replaces: null, needs: [] },
  })
  const { sha256 } = await open.blobs.putBytes(Buffer.from('original'))
  open.db.raw
    .prepare("INSERT INTO collections (id, name, description, created_at) VALUES ('c', 'C', '', 1)")
    .run()
  open.db.raw
    .prepare(
      `INSERT INTO documents (id, collection_id, title, mime, source, sha256, size, status, stage, actor, added_at, updated_at, deleted_at)
       VALUES ('d', 'c', 'D', 'text/plain', '/x', ?, 8, 'complete', 'done', '{}', 1, 1, ?)`,
    )
    .run(sha256, Date.now())
  return {
    data: open.folder.root,
    close: open.close,
    appliedAt: () => retentionAppliedAt(open.db),
    async left() {
      const there = {
        'pre-image': await open.blobs.has(before),
        trash: existsSync(join(open.folder.trash, trashed)),
        wanted: existsSync(join(open.folder.trash, wanted)),
        document: await open.blobs.has(sha256),
      }
      return Object.entries(there).flatMap(([name, isThere]) => (isThere ? [name] : []))
    },
  }
}

/** Applies a change as the gate does, now. */
async function applied({ db, files }: OpenFiles, change: FileChange): Promise<FileInverse> {
  const effect = effectContext()
  await files.apply(change, effect)
  const [inverse] = effect.journaled
  if (inverse === undefined) throw new Error('nothing journaled')
  const id = newId()
  insertChange(db, {
    ...{ id, tool: 'edit_file', class: 'safe_update', summary: 'x', inverse, at: Date.now() },
    preview: emptyPreview,
    ...{ actor: person, approvedBy: person, approval: 'gesture', grantId: null, amended: null },
    ...{ proposalId: null, runId: null, conversationId: null, undoes: null, redoes: null },
    ...{ undoesPartOf: null, batch: null },
  })
  settleChange(db, id, 'applying', { status: 'applied' })
  return inverse
}
