import { createHash } from 'node:crypto'
import { globSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { fromClientError } from '../../src/main/rpc/client'
import type { Proposal } from '../../src/shared/contract/changes'
import { setUpCoreDesk } from '../support/core-desk'
import { makeZip } from '../support/make-zip'
import { propose } from '../support/propose'
import { freshFolder } from '../support/start-host'

const desk = setUpCoreDesk('for all tests')

const limitMs = 120_000

let folder: string
/** Each test has a folder and a collection of its own. */
let collectionId: string
let tests = 0

beforeEach(async () => {
  tests += 1
  folder = desk.at(`${tests}/notes`)
  mkdirSync(join(folder, 'deep'), { recursive: true })
  collectionId = (await desk.client.library.createCollection({ name: `Test ${tests}` })).id
})

function note(name: string, text = `# ${name}\n\nThe tide of ${name} turns.\n`): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

async function settled() {
  await vi.waitUntil(
    async () => (await desk.client.library.documents({ status: 'pending' })).total === 0,
    limitMs,
  )
}

async function titles(): Promise<string[]> {
  const { documents } = await desk.client.library.documents({ collectionId, limit: 1000 })
  return documents.map(({ title }) => title).sort()
}

const drop = () => desk.client.library.add({ paths: [folder], collectionId })

const newest = async () => (await desk.client.changes.list({ limit: 1 }))[0]

const proposeAdding = (source: string) =>
  propose(desk.client, 'add_document', { source, collection_id: collectionId })

const approve = ({ id, planHash }: Proposal) => desk.client.proposals.approve({ id, planHash })

const stateSchema = z.object({
  succeeded: z.number(),
  failed: z.number(),
  results: z.array(z.object({ document_id: z.string(), source: z.string() })),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
})

describe('a folder that a person drops', { timeout: limitMs }, () => {
  it('is one change that names each file, and one undo takes it all out and brings it back', async () => {
    const paths = [note('a.md'), note('b.md'), note('deep/c.md')]
    const { documents, skipped } = await drop()
    expect(documents.map(({ source }) => source)).toEqual(paths)
    expect(skipped).toEqual([])
    await settled()
    const change = await desk.client.changes.get({ id: (await newest())?.id ?? '' })
    expect(change).toMatchObject({ class: 'safe_create', approval: 'gesture', status: 'applied' })
    expect(change.summary).toMatch(/^Add 3 documents \(\d+ bytes\) from the folder “notes” to the collection/)
    expect(change.preview.changes.map(({ label }) => label)).toEqual(paths)
    const undone = await desk.client.changes.undo({ id: change.id })
    expect(await titles()).toEqual([])
    await desk.client.changes.undo({ id: undone.id })
    expect(await titles()).toEqual(['a.md', 'b.md', 'deep/c.md'])
  })

  it('tells which of its files were there already, and how many came twice', async () => {
    note('a.md', 'The same.\n')
    note('copy of a.md', 'The same.\n')
    const first = await drop()
    expect(first).toMatchObject({ known: [], unchanged: 1 })
    expect(new Set(first.documents.map(({ id }) => id)).size).toBe(1)
    note('b.md')
    const second = await drop()
    expect(second).toMatchObject({ known: [first.documents[0]?.id], unchanged: 2 })
    expect(new Set(second.documents.map(({ id }) => id)).size).toBe(2)
  })

  it('has files that are undone one by one; the rest goes later, and what was taken out stays out', async () => {
    for (const name of ['a.md', 'b.md', 'deep/c.md']) note(name)
    await drop()
    await settled()
    const id = (await newest())?.id ?? ''
    const { items } = await desk.client.changes.undoItems({ id })
    expect(items.map(({ target, undone }) => [target.label, undone])).toEqual([
      ['a.md', false],
      ['b.md', false],
      ['deep/c.md', false],
    ])
    const second = items[1]?.target.reference ?? ''
    const alone = await desk.client.changes.undoSome({ id, references: [second] })
    expect(alone.summary).toMatch(/^Undid only “b.md” of: Add 3 documents/)
    expect(await titles()).toEqual(['a.md', 'deep/c.md'])
    expect((await desk.client.changes.undoItems({ id })).items.map(({ undone }) => undone)).toEqual([
      false,
      true,
      false,
    ])
    const again = desk.client.changes.undoSome({ id, references: [second] })
    expect(await again.catch(fromClientError)).toMatchObject({ code: 'conflict' })
    const unknown = desk.client.changes.undoSome({ id, references: ['nothing'] })
    expect(await unknown.catch(fromClientError)).toMatchObject({ code: 'invalid_input' })

    await desk.client.changes.undo({ id: alone.id })
    expect(await titles()).toEqual(['a.md', 'b.md', 'deep/c.md'])
    await desk.client.changes.undoSome({ id, references: [second] })
    const whole = await desk.client.changes.undo({ id })
    expect(await titles()).toEqual([])
    await desk.client.changes.undo({ id: whole.id })
    expect(await titles(), 'what was taken out before was no part of it').toEqual(['a.md', 'deep/c.md'])
    expect(await desk.client.changes.verify()).toMatchObject({ intact: true })
  })

  it('brings each content once, answers what is there already, and says of each file why it did not come', async () => {
    note('a.md')
    note('twin.md', '# a.md\n\nThe tide of a.md turns.\n')
    note('photo.raw', 'x')
    writeFileSync(join(folder, 'more.zip'), makeZip({ 'in.md': 'Inside.', 'deep.zip': makeZip({}) }))
    const first = await drop()
    const below = (path: string) => path.slice(folder.length)
    expect(first.documents.map(({ source }) => below(source))).toEqual(['/a.md', '/more.zip/in.md', '/a.md'])
    expect(first.skipped.map(({ path }) => below(path)).sort()).toEqual(['/more.zip/deep.zip', '/photo.raw'])
    await settled()
    const before = await newest()
    note('b.md')
    const again = await drop()
    expect(again.documents.map(({ id }) => id)).toEqual([
      first.documents[0]?.id,
      (await desk.client.library.documents({ collectionId, title: 'b' })).documents[0]?.id,
      first.documents[1]?.id,
      first.documents[0]?.id,
    ])
    expect((await newest())?.summary).toMatch(/^Add “b.md”/)
    await settled()
    await drop()
    expect((await newest())?.number, 'nothing new is no change').toBe((before?.number ?? 0) + 1)
  })

  it('is more than one change where it is large, and one undo of its run takes all of it out', async () => {
    const count = 501
    for (let each = 0; each < count; each++) note(`${each}.md`)
    const { documents } = await drop()
    expect(new Set(documents.map(({ id }) => id)).size).toBe(count)
    const changes = await desk.client.changes.list({ limit: 2 })
    expect(changes.map(({ summary }) => summary.split(' (')[0]).sort()).toEqual([
      'Add 500 documents',
      'Add “99.md”',
    ])
    expect(new Set(changes.map(({ runId }) => runId)).size).toBe(1)
    const { undone } = await desk.client.changes.undoRun({ runId: changes[0]?.runId ?? '' })
    expect(undone).toHaveLength(2)
    expect(await titles()).toEqual([])
  })
})

describe('a folder that a tool adds', { timeout: limitMs }, () => {
  it('is one proposal that names each file and what is left out, archives included, and one undo', async () => {
    note('a.md')
    note('deep/c.md')
    note('twin.md', '# a.md\n\nThe tide of a.md turns.\n')
    note('photo.raw', 'x')
    writeFileSync(join(folder, 'more.zip'), makeZip({ 'in.md': 'Inside.' }))
    writeFileSync(join(folder, 'torn.zip'), 'PK\x03\x04 and no more')
    const proposal = await proposeAdding(folder)
    expect(proposal.preview.targets.map(({ reference }) => reference.slice(folder.length))).toEqual([
      '/a.md',
      '/more.zip/in.md',
      '/deep/c.md',
    ])
    const warnings = proposal.preview.warnings.join('\n')
    for (const reason of ['same content', 'reads PDF', 'archive is damaged'])
      expect(warnings).toContain(reason)
    expect(await titles(), 'a plan stores nothing').toEqual([])
    const { result, proposal: applied } = await approve(proposal)
    expect(stateSchema.parse(result?.state)).toMatchObject({ succeeded: 3, failed: 3 })
    await settled()
    expect((await desk.client.library.documents({ collectionId, status: 'complete' })).total).toBe(3)
    await desk.client.changes.undo({ id: applied.changeId ?? '' })
    expect(await titles()).toEqual([])
  })

  it('is added in part where a person chooses, and the model is told what was left out', async () => {
    note('a.md')
    note('b.md')
    note('deep/c.md')
    writeFileSync(join(folder, 'more.zip'), makeZip({ 'in.md': 'Inside.', 'too.md': 'Too.' }))
    writeFileSync(join(folder, 'other.zip'), makeZip({ 'else.md': 'Else.' }))
    const proposal = await proposeAdding(folder)
    const names = proposal.preview.targets.map(({ reference }) => reference.slice(folder.length))
    expect(proposal.chooseBy).toBe('items')
    const items = ['/b.md', '/more.zip/in.md'].map((name) => names.indexOf(name))
    const choice = { items }
    const { id, planHash } = proposal
    const part = await desk.client.proposals.amend({ id, planHash, choice })
    expect(part.preview.summary).toMatch(/^Add 2 documents \(\d+ bytes\) from the folder “notes”/)
    const { result, proposal: applied } = await desk.client.proposals.approve({
      ...{ id, planHash, choice },
      amendedHash: part.planHash,
    })
    expect(result?.content).toMatch(/^Approved in part: 2 of 6 items: .*b\.md.*in\.md.*Left out: .*a\.md/)
    const state = stateSchema.parse(result?.state)
    expect(state.results.map(({ source }) => source.slice(folder.length)).sort()).toEqual([
      '/b.md',
      '/more.zip/in.md',
    ])
    await settled()
    expect(await titles()).toHaveLength(2)
    const stored = globSync('**/*', { cwd: desk.data.blobs }).map((name) => name.replaceAll(/\W/g, ''))
    const isStored = (text: string) =>
      stored.some((name) => name.endsWith(createHash('sha256').update(text).digest('hex').slice(4)))
    expect([isStored('Inside.'), isStored('Too.'), isStored('Else.')]).toEqual([true, false, false])
    // The ledger keeps what was proposed beside what was done.
    expect(applied.preview.targets).toHaveLength(6)
    expect(await newest()).toMatchObject({
      id: applied.changeId,
      amended: expect.stringContaining('2 of 6 items'),
      summary: expect.stringMatching(/^Add 2 documents/),
    })
    await desk.client.changes.undo({ id: applied.changeId ?? '' })
    expect(await titles()).toEqual([])
  })

  it('takes only a part that there is', async () => {
    note('a.md')
    note('b.md')
    const { id, planHash } = await proposeAdding(folder)
    for (const items of [[], [2], [0, 7]]) {
      const forged = desk.client.proposals.approve({ id, planHash, choice: { items } })
      expect(await forged.catch(fromClientError)).toMatchObject({ code: 'invalid_input' })
    }
    expect(await titles()).toEqual([])
  })

  it('leaves out what changed since it was shown, and is a conflict where nothing is as it was', async () => {
    const changing = note('a.md')
    const staying = note('b.md')
    const some = await proposeAdding(folder)
    const all = await proposeAdding(folder)
    writeFileSync(changing, 'Something else.')
    const { result } = await approve(some)
    const state = stateSchema.parse(result?.state)
    expect(state.results.map(({ source }) => source)).toEqual([staying])
    expect(state.skipped).toEqual([{ path: changing, reason: expect.stringContaining('changed since') }])
    utimesSync(staying, 1, 1)
    const { proposal } = await approve(all)
    expect(proposal).toMatchObject({ status: 'conflict', reason: expect.stringContaining('changed since') })
  })

  it('is refused in words where it has one title for all, nothing to read, or lies outside the grants', async () => {
    const refusal = async (input: object) => {
      const outcome = await desk.client.tools.call({ tool: 'add_document', input })
      if (outcome.status !== 'done') throw new Error('It was proposed.')
      return outcome.result
    }
    expect((await refusal({ source: folder })).content).toMatch(/^Nothing in "notes" can be added/)
    note('a.md')
    expect((await refusal({ source: folder, title: 'One' })).error).toMatchObject({ field: 'title' })
    const outside = freshFolder('outside')
    writeFileSync(join(outside, 'a.md'), 'Words')
    expect((await refusal({ source: outside })).success).toBe(false)
    rmSync(outside, { recursive: true, force: true })
  })
})
