import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type OpenFiles, openFiles } from '../../../tests/support/open-files'
import { type RetentionLimits, usualRetention } from '../../shared/contract/retention'
import { requireCountersigner } from '../agent/gate/deciding'
import { insertChange, listChanges, settleChange } from '../db/changes'
import { setStoredLimits } from '../db/retention'
import { newId } from '../identifier'
import { createAudit } from './audit'
import { applyRetention, applyRetentionDaily } from './retention'
import { createRetention } from './retention-service'
import { createUndoEnded } from './undo-ended'

const DAY = 86_400_000
const person = { kind: 'person', name: 'You' } as const
const preview = { summary: 'x', targets: [], changes: [], lost: [], recovery: 'trash' as const, warnings: [] }

let open: OpenFiles
let gone: number
beforeEach(() => {
  open = openFiles()
  gone = 0
  open.db.raw
    .prepare("INSERT INTO collections (id, name, description, created_at) VALUES ('c', 'C', '', 1)")
    .run()
})
afterEach(() => open.close())

/** What undoes a deletion in these tests: the ids that come back. */
const broughtBack = ({ inverse }: { readonly inverse: unknown }) => (Array.isArray(inverse) ? inverse : [])

/** A document with an original of so many bytes, deleted so many days ago. */
async function deleted(id: string, { bytes = 10, daysAgo = 1, content = id.padEnd(bytes, '.') } = {}) {
  const { sha256 } = await open.blobs.putBytes(Buffer.from(content))
  open.db.raw
    .prepare(
      `INSERT INTO documents (id, collection_id, title, mime, source, sha256, size, status, stage, actor, added_at, updated_at, deleted_at)
       VALUES (?, 'c', 'Title of ' || ?, 'text/plain', '/x', ?, ?, 'complete', 'done', '{}', 1, 1, ?)`,
    )
    .run(id, id, sha256, bytes, Date.now() - daysAgo * DAY)
  return sha256
}

/** An entry of the ledger that would be undone by bringing these back. */
function entry(inverse: unknown, status: 'applied' | 'applying' = 'applied'): string {
  const id = newId()
  insertChange(open.db, {
    ...{ id, tool: 'delete_documents', class: 'destructive_delete', summary: 'Delete two', preview, inverse },
    ...{ actor: person, approvedBy: person, approval: 'gesture', grantId: null, amended: null },
    ...{ proposalId: null, runId: null, conversationId: null, undoes: null, redoes: null },
    ...{ undoesPartOf: null, batch: null, at: Date.now() },
  })
  if (status === 'applied') settleChange(open.db, id, 'applying', { status })
  return id
}

const audit = () => createAudit(open.db, () => new Date())
const parts = () => ({
  ...{ db: open.db, folder: open.folder, audit: audit(), broughtBack },
  documentsGone: () => void gone++,
})
const prune = (limits: Partial<RetentionLimits>) =>
  applyRetention({ ...parts(), now: Date.now() }, { ...usualRetention, ...limits })
const service = () =>
  createRetention({
    ...parts(),
    now: () => new Date(),
    inTurn: (work) => work(),
    publish: () => undefined,
    requireCountersigner,
  })
const left = () =>
  open.db.raw.prepare("SELECT id FROM documents WHERE id NOT LIKE 'purged %' ORDER BY id").pluck().all()

it('keeps deleted documents for the days that are set, more or fewer than the usual', async () => {
  const original = await deleted('old', { daysAgo: 40 })
  await deleted('young', { daysAgo: 3 })
  expect(await prune({ days: 365 })).toMatchObject({ removedDocuments: 0 })
  expect(left()).toEqual(['old', 'young'])
  expect(await prune({ days: 5 })).toMatchObject({ removedDocuments: 1 })
  expect(left()).toEqual(['young'])
  expect(existsSync(open.blobs.path(original))).toBe(false)
  expect(gone).toBe(1)
})

it('looks after documents whose time is over at each start, by the days that are set', async () => {
  setStoredLimits(open.db, { ...usualRetention, days: 5 })
  await applyRetentionDaily({ ...parts(), now: Date.now() })
  await deleted('young', { daysAgo: 4 })
  expect(await applyRetentionDaily({ ...parts(), now: Date.now() })).toBeNull()
  await deleted('old', { daysAgo: 6 })
  expect(await applyRetentionDaily({ ...parts(), now: Date.now() })).toMatchObject({ removedDocuments: 1 })
  expect(left()).toEqual(['young'])
})

it('keeps the original of a document that gives way to a new version while the ledger is read', async () => {
  await deleted('other', { daysAgo: 3 })
  const sha256 = await deleted('present')
  const set = (at: number | null) =>
    open.db.raw.prepare("UPDATE documents SET deleted_at = ? WHERE id = 'present'").run(at)
  set(null)
  for (let number = 0; number < 250; number++) entry({ sha256 })
  setImmediate(() => set(Date.now()))
  await prune({ bytes: 0 })
  expect(left()).toEqual(['present'])
  expect(existsSync(open.blobs.path(sha256))).toBe(true)
})

it('counts the originals of deleted documents, and lets the oldest go first beyond the size', async () => {
  await deleted('first', { bytes: 400, daysAgo: 3 })
  await deleted('second', { bytes: 300, daysAgo: 2 })
  await deleted('third', { bytes: 200, daysAgo: 1 })
  expect(await service().usage()).toMatchObject({ bytes: 900, entries: 3 })
  await prune({ bytes: 500 })
  expect(left()).toEqual(['second', 'third'])
  expect(await service().usage()).toMatchObject({ bytes: 500, entries: 2 })
})

it('keeps documents that one undo brings back together, or lets all of them go', async () => {
  await deleted('one', { bytes: 400, daysAgo: 2 })
  await deleted('two', { bytes: 300, daysAgo: 2 })
  await deleted('three', { bytes: 200, daysAgo: 1 })
  const change = entry(['one', 'two'])
  const retention = service()
  const limits = { ...usualRetention, days: 1 }
  expect((await retention.preview(limits)).things).toMatchObject([
    { id: change, label: 'Delete two', bytes: 700 },
    { label: 'Title of three', bytes: 200 },
  ])
  await prune({ bytes: 600 })
  expect(left()).toEqual(['three'])
})

it('says before it lets documents go which changes lose their undo, which have ended then', async () => {
  await deleted('one')
  const change = entry(['one'])
  const ended = createUndoEnded({ db: open.db, folder: open.folder, broughtBack })
  const entries = () => listChanges(open.db, { limit: 10 }).map(ended)
  const retention = service()
  const { shown, ...loss } = await retention.preview(null)
  expect(loss).toMatchObject({ entries: 1, changes: 1, typeToConfirm: 'delete 1' })
  expect(loss.things).toMatchObject([{ id: change, label: 'Title of one' }])
  expect(entries()).toEqual([false])
  await retention.apply({ limits: null, shown, typed: 'delete 1', by: person })
  expect(entries()).toEqual([true])
  const removed = open.db.raw.prepare("SELECT body FROM audit WHERE kind = 'retention.removed'").pluck()
  expect(JSON.parse(String(removed.get()))).toMatchObject({ what: 'documents', documents: ['one'] })
})

it('never lets go of a document that an unfinished change needs, nor of its original', async () => {
  const original = await deleted('wanted', { daysAgo: 90 })
  entry(['wanted'], 'applying')
  expect(await prune({ days: 1, bytes: 0 })).toMatchObject({ removedDocuments: 0, removedContents: 0 })
  expect(left()).toEqual(['wanted'])
  expect(existsSync(open.blobs.path(original))).toBe(true)
})

it('leaves a document alone that is there, or whose new content is being read', async () => {
  await deleted('present')
  open.db.raw.prepare("UPDATE documents SET deleted_at = NULL WHERE id = 'present'").run()
  await deleted('arriving', { daysAgo: 90 })
  open.db.raw
    .prepare("UPDATE documents SET version_of = 'present', status = 'pending' WHERE id = 'arriving'")
    .run()
  expect(await prune({ days: 1, bytes: 0 })).toMatchObject({ removedDocuments: 0, removedContents: 0 })
  expect(left()).toEqual(['arriving', 'present'])
})

it('keeps an original for the last document that has it, and for the file that had it too', async () => {
  const twin = await deleted('first', { content: 'twins', daysAgo: 40 })
  await deleted('second', { content: 'twins', daysAgo: 1 })
  await prune({})
  expect(left()).toEqual(['second'])
  expect(existsSync(open.blobs.path(twin))).toBe(true)

  const shared = await deleted('shared', { content: 'in a file, too', daysAgo: 40 })
  const path = join(open.docs, 'a.txt')
  const file = { kind: 'file', sha256: shared, size: 1, mode: 0o644, node: null }
  const step = { op: 'write', path, before: { kind: 'absent' }, after: file }
  entry({ id: newId(), transitions: [step], leftovers: [] })
  await prune({})
  expect(left()).toEqual(['second'])
  expect(existsSync(open.blobs.path(shared))).toBe(true)
})
