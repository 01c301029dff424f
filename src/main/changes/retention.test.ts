import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyPreview } from '../../../tests/support/empty-preview'
import { effectContext, type OpenFiles, openFiles, planText } from '../../../tests/support/open-files'
import { type RetentionLimits, usualRetention } from '../../shared/contract/retention'
import type { FileChange, FileInverse } from '../../shared/tool/file-change'
import { requireCountersigner } from '../agent/gate/deciding'
import { insertChange, listChanges, settleChange } from '../db/changes'
import { createConversationTable } from '../db/conversations'
import { insertProposal } from '../db/proposals'
import { createRunEventLog } from '../db/run-events'
import { newId } from '../identifier'
import { createAudit } from './audit'
import { applyRetention, applyRetentionDaily, removeHalfWritten } from './retention'
import { createRetention } from './retention-service'
import { createUndoEnded } from './undo-ended'

const DAY = 86_400_000
const signal = new AbortController().signal

let open: OpenFiles
beforeEach(async () => {
  open = openFiles()
  await open.grants.grant(open.docs, 'read_write', 'flag')
})
afterEach(() => open.close())

const at = (name: string) => join(open.docs, name)
const actor = { kind: 'person', name: 'You' } as const

/** Applies a change as the gate does, as if it were so many days ago. */
async function applied(change: FileChange, daysAgo: number): Promise<FileInverse> {
  const effect = effectContext()
  await open.files.apply(change, effect)
  const [inverse] = effect.journaled
  if (inverse === undefined) throw new Error('nothing journaled')
  const id = newId()
  insertChange(open.db, {
    id,
    tool: 'edit_file',
    class: 'safe_update',
    summary: 'x',
    preview: emptyPreview,
    inverse,
    actor,
    approvedBy: actor,
    approval: 'gesture',
    grantId: null,
    amended: null,
    proposalId: null,
    runId: null,
    conversationId: null,
    undoes: null,
    redoes: null,
    undoesPartOf: null,
    batch: null,
    at: Date.now() - daysAgo * DAY,
  })
  settleChange(open.db, id, 'applying', { status: 'applied' })
  return inverse
}

async function edited(name: string, daysAgo: number): Promise<FileInverse> {
  writeFileSync(at(name), `before ${name}`)
  return applied(await planText(open.files, at(name), `after ${name}`), daysAgo)
}

async function trashed(name: string, daysAgo: number): Promise<{ id: string; inverse: FileInverse }> {
  writeFileSync(at(name), `trash ${name}`)
  const { removals, change } = await open.files.planRemovals([at(name)], signal)
  const inverse = await applied(change, daysAgo)
  const id = removals[0]?.trashId ?? ''
  open.db.raw.prepare('UPDATE trash SET trashed_at = ? WHERE id = ?').run(Date.now() - daysAgo * DAY, id)
  return { id, inverse }
}

const audit = () => createAudit(open.db, () => new Date())
const prune = (limits: RetentionLimits = usualRetention) =>
  applyRetention(
    { db: open.db, folder: open.folder, audit: audit(), broughtBack: () => [], now: Date.now() },
    limits,
  )

/** Whether the change can still be undone; undoes it. */
async function undoes(inverse: FileInverse): Promise<boolean> {
  try {
    await open.files.revert(inverse, effectContext())
    return true
  } catch (error) {
    expect(error).toMatchObject({ message: expect.stringMatching(/gone|not in the trash any more/) })
    return false
  }
}

it('keeps what undo needs for thirty days and lets go of what is older', async () => {
  const [old, young] = [await edited('old.txt', 31), await edited('young.txt', 29)]
  const [oldTrash, youngTrash] = [await trashed('t-old.txt', 31), await trashed('t-young.txt', 29)]
  expect(await prune()).toMatchObject({ removedContents: 2, removedFromTrash: 1 })
  expect(await undoes(old)).toBe(false)
  expect(readFileSync(at('old.txt'), 'utf8')).toBe('after old.txt')
  expect(await undoes(young)).toBe(true)
  expect(await undoes(oldTrash.inverse)).toBe(false)
  expect(await undoes(youngTrash.inverse)).toBe(true)
})

it('keeps the pictures that a conversation shows, and lets go of those that only an old change shows', async () => {
  const shown = await open.blobs.putBytes(Buffer.from('shown'))
  const loose = await open.blobs.putBytes(Buffer.from('loose'))
  const picture = { sha256: shown.sha256, mediaType: 'image/png' as const, width: 1, height: 1, size: 5 }
  createConversationTable(open.db).insert({
    id: 'c',
    title: 't',
    createdAt: 0,
    updatedAt: 0,
  })
  createRunEventLog(open.db).append({ conversationId: 'c', runId: 'r', at: 0 }, [
    {
      type: 'tool_finished',
      toolUseId: 't',
      result: { success: true, content: 'A picture.', state: {}, images: [picture] },
      outcome: 'done',
      durationMs: 1,
    },
  ])
  const old = new Date(Date.now() - 90 * DAY)
  for (const { sha256 } of [shown, loose]) utimesSync(open.blobs.path(sha256), old, old)
  await prune()
  expect(await open.blobs.has(shown.sha256)).toBe(true)
  expect(await open.blobs.has(loose.sha256)).toBe(false)
})

it('keeps the thumbnail of a waiting proposal and of a young change', async () => {
  const thumbnail = await open.blobs.putBytes(Buffer.from('thumbnail'))
  const look = {
    mediaType: 'image/png',
    size: 9,
    sha256: 'f'.repeat(64),
    picture: {
      width: 1,
      height: 1,
      thumbnail: { ...thumbnail, mediaType: 'image/png' as const, width: 1, height: 1 },
    },
  }
  insertProposal(open.db, {
    id: newId(),
    tool: 'trash_files',
    class: 'destructive_delete',
    raisedBecause: [],
    input: {},
    plan: {},
    preview: { ...emptyPreview, changes: [{ kind: 'removal', label: 'a', reference: '/a', look }] },
    planHash: 'x',
    typeToConfirm: null,
    actor,
    runId: null,
    conversationId: null,
    toolUseId: null,
    createdAt: 0,
    expiresAt: 1,
    replaces: null,
    needs: [],
  })
  const old = new Date(Date.now() - 90 * DAY)
  utimesSync(open.blobs.path(thumbnail.sha256), old, old)
  await prune()
  expect(await open.blobs.has(thumbnail.sha256)).toBe(true)
})

it('lets go of the oldest first beyond the size, and of no more than that', async () => {
  const first = await edited('a.txt', 3)
  const second = await edited('b.txt', 2)
  const third = await trashed('c.txt', 1)
  const total = (await prune()).keptBytes
  const { keptBytes, removedBytes } = await prune({ ...usualRetention, bytes: total - 1 })
  expect(keptBytes + removedBytes).toBe(total)
  expect(await undoes(first)).toBe(false)
  expect(await undoes(second)).toBe(true)
  expect(await undoes(third.inverse)).toBe(true)
})

it('keeps content that an old and a young change share', async () => {
  const old = await edited('same.txt', 40)
  writeFileSync(at('same.txt'), 'before same.txt')
  const young = await applied(await planText(open.files, at('same.txt'), 'third'), 1)
  await prune()
  expect(await undoes(young)).toBe(true)
  expect(readFileSync(at('same.txt'), 'utf8')).toBe('before same.txt')
  expect(old.transitions).toHaveLength(1)
})

it('keeps what a young change needs, also where that is stored as a difference to something older', async () => {
  const text = Array.from({ length: 9000 }, (_, line) => `line ${line}\n`).join('')
  writeFileSync(at('long.txt'), text)
  const edit = async (old: string, young: string) => {
    const file = await open.files.readForEdit(at('long.txt'))
    const start = file.text.indexOf(old)
    const plan = await open.files.planRewrite(file, [{ start, end: start + old.length, text: young }])
    expect(plan.change.contents).toMatchObject([{ encoding: 'patch' }])
    return plan.change
  }
  await applied(await edit('line 7\n', 'seven\n'), 40)
  const afterFirst = readFileSync(at('long.txt'), 'utf8')
  const young = await applied(await edit('line 8\n', 'eight\n'), 1)
  await prune()
  expect(await undoes(young)).toBe(true)
  expect(readFileSync(at('long.txt'), 'utf8')).toBe(afterFirst)
})

it('never lets go of what a waiting proposal or an unfinished change needs, whatever its age and size', async () => {
  const { id } = await trashed('wanted.txt', 90)
  const back = await open.files.planReturns([id])
  insertProposal(open.db, {
    id: newId(),
    tool: 'restore_files',
    class: 'safe_create',
    raisedBecause: [],
    input: {},
    plan: back.change,
    preview: emptyPreview,
    planHash: 'x',
    typeToConfirm: null,
    actor,
    runId: null,
    conversationId: null,
    toolUseId: null,
    createdAt: Date.now(),
    expiresAt: Date.now() + DAY,
    replaces: null,
    needs: [],
  })
  const stuck = await edited('stuck.txt', 90)
  open.db.raw.prepare("UPDATE changes SET status = 'applying' WHERE inverse LIKE ?").run(`%${stuck.id}%`)
  expect(await prune({ days: 1, bytes: 0 })).toMatchObject({ removedContents: 0, removedFromTrash: 0 })
  expect(await undoes(stuck)).toBe(true)
})

it('never lets go of the content of a document', async () => {
  const { sha256 } = await open.blobs.putBytes(Buffer.from('a document'))
  const year = new Date(Date.now() - 365 * DAY)
  utimesSync(open.blobs.path(sha256), year, year)
  const orphan = await open.blobs.putBytes(Buffer.from('nobody’s'))
  utimesSync(open.blobs.path(orphan.sha256), year, year)
  open.db.raw
    .prepare("INSERT INTO collections (id, name, description, created_at) VALUES ('c', 'C', '', 1)")
    .run()
  open.db.raw
    .prepare(
      `INSERT INTO documents (id, collection_id, title, mime, source, sha256, size, status, stage, actor, added_at, updated_at)
       VALUES ('d', 'c', 't', 'text/plain', '/x', ?, 10, 'complete', 'done', '{}', 1, 1)`,
    )
    .run(sha256)
  expect(await prune({ ...usualRetention, bytes: 0 })).toMatchObject({ removedContents: 1 })
  expect([existsSync(open.blobs.path(sha256)), existsSync(open.blobs.path(orphan.sha256))]).toEqual([
    true,
    false,
  ])
})

it('keeps the last five copies of the database, and takes away what a crash left half-written', async () => {
  const { backups, blobs } = open.folder
  for (let index = 0; index < 8; index++) {
    const path = join(backups, `countersign-schema-${index}.db`)
    writeFileSync(path, 'x')
    utimesSync(path, 1000 + index, 1000 + index)
  }
  for (const path of [join(backups, 'y.db.unfinished'), join(blobs, '.incoming-1')]) {
    writeFileSync(path, 'x')
    utimesSync(path, 1000, 1000)
  }
  writeFileSync(join(blobs, '.incoming-2'), 'being written')
  expect((await prune()).removedBackups).toBe(3)
  expect(readdirSync(backups)).toEqual([3, 4, 5, 6, 7].map((index) => `countersign-schema-${index}.db`))
})

it('takes away at each start what a crash left half written, and nothing else', async () => {
  const { backups, blobs } = open.folder
  const { sha256 } = await open.blobs.putBytes(Buffer.from('whole'))
  for (const path of [join(backups, 'y.db.unfinished'), join(backups, 'x.db'), join(blobs, '.incoming-1')]) {
    writeFileSync(path, 'x')
  }
  await removeHalfWritten(open.folder)
  expect(readdirSync(backups)).toEqual(['x.db'])
  expect(readdirSync(blobs)).toEqual([sha256.slice(0, 2)])
})

it('is applied once a day, however often the application starts', async () => {
  const parts = { db: open.db, folder: open.folder, audit: audit(), broughtBack: () => [] }
  const now = Date.now()
  expect(await applyRetentionDaily({ ...parts, now })).not.toBeNull()
  expect(await applyRetentionDaily({ ...parts, now: now + DAY / 2 })).toBeNull()
  expect(await applyRetentionDaily({ ...parts, now: now + DAY })).not.toBeNull()
  // The clock was ahead and is right again: that must not keep it from being applied until the clock gets there.
  expect(await applyRetentionDaily({ ...parts, now })).not.toBeNull()
})

/** The service as a person at the window has it. */
function service() {
  return createRetention({
    db: open.db,
    folder: open.folder,
    audit: audit(),
    now: () => new Date(),
    inTurn: (work) => work(),
    requireCountersigner,
    broughtBack: () => [],
    publish: () => undefined,
  })
}
const removals = () =>
  open.db.raw
    .prepare("SELECT body FROM audit WHERE kind = 'retention.removed' ORDER BY number")
    .all()
    .map((row) => JSON.parse((row as { body: string }).body))

it('writes down of each thing that goes what it was, how much and why', async () => {
  await edited('old.txt', 31)
  const { id } = await trashed('big.txt', 2)
  await prune()
  await prune({ ...usualRetention, bytes: 0 })
  expect(removals()).toEqual([
    expect.objectContaining({ what: 'content', because: 'age', bytes: Buffer.byteLength('before old.txt') }),
    expect.objectContaining({ what: 'content', because: 'age', bytes: Buffer.byteLength('after old.txt') }),
    expect.objectContaining({
      what: 'trash',
      because: 'size',
      bytes: Buffer.byteLength('trash big.txt'),
      id,
    }),
  ])
  expect(await audit().verify()).toMatchObject({ intact: true })
})

it('says before limits are lowered what would be lost, and loses exactly that', async () => {
  const [old, young] = [await edited('old.txt', 20), await edited('young.txt', 2)]
  const limits = { days: 10, bytes: usualRetention.bytes }
  const retention = service()
  expect(await retention.usage()).toMatchObject({ limits: usualRetention, entries: 4 })
  const loss = await retention.preview(limits)
  expect(loss).toMatchObject({ entries: 2, changes: 1, typeToConfirm: 'delete 2' })
  expect(loss.things.map(({ label }) => label)).toEqual(['x', 'x'])
  const { shown } = loss
  await expect(retention.apply({ limits, shown, by: actor })).rejects.toMatchObject({ code: 'invalid_input' })
  const model = { kind: 'assistant', name: 'Assistant' } as const
  await expect(retention.apply({ limits, shown, typed: 'delete 2', by: model })).rejects.toMatchObject({
    code: 'denied',
  })
  await expect(retention.apply({ limits: null, shown, typed: 'delete 2', by: actor })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await retention.usage()).toMatchObject({ limits: usualRetention, entries: 4 })

  expect(await retention.apply({ limits, shown, typed: 'delete 2', by: actor })).toMatchObject({
    limits,
    entries: 2,
  })
  expect(await undoes(old)).toBe(false)
  expect(await undoes(young)).toBe(true)
  expect(await retention.preview(usualRetention)).toMatchObject({ entries: 0, typeToConfirm: null })
})

it('clears everything but what is waited for, and the changes say that their undo has ended', async () => {
  const [kept, gone] = [await trashed('kept.txt', 1), await trashed('gone.txt', 1)]
  const ended = createUndoEnded({ db: open.db, folder: open.folder, broughtBack: () => [] })
  const entries = () => listChanges(open.db, { limit: 10 })
  expect(entries().map(ended)).toEqual([false, false])
  open.db.raw.prepare("UPDATE changes SET status = 'applying' WHERE inverse LIKE ?").run(`%${kept.id}%`)
  const retention = service()
  const { shown, typeToConfirm } = await retention.preview(null)
  expect(typeToConfirm).toBe('delete 1')
  const after = await retention.apply({ limits: null, shown, typed: 'delete 1', by: actor })
  expect(after).toMatchObject({ entries: 0, bytes: 0, limits: usualRetention })
  expect(removals()).toMatchObject([{ what: 'trash', because: 'cleared', id: gone.id }])
  open.db.raw.prepare("UPDATE changes SET status = 'applied'").run()
  expect(entries().map(ended)).toEqual([true, false])
  expect(await undoes(kept.inverse)).toBe(true)
})

it('leaves alone what is just being added and named by nothing yet', async () => {
  const { sha256 } = await open.blobs.putBytes(Buffer.from('on its way'))
  expect(await service().preview(null)).toMatchObject({ entries: 0 })
  expect(existsSync(open.blobs.path(sha256))).toBe(true)
})
