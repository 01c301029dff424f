import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import type { Proposal } from '../../src/shared/contract/changes'
import type { Document } from '../../src/shared/contract/document'
import type { DocumentFilter } from '../../src/shared/contract/document-table'
import { openTestCore, type TestCore } from '../support/open-test-core'
import { freshFolder } from '../support/start-host'

// Bulk actions of the library, as the window does them: one proposal, one entry of the ledger, one undo.

const many = 12
let test: TestCore
let client: Client
let papers: string

beforeAll(async () => {
  test = await openTestCore()
  papers = freshFolder('papers')
  for (let at = 0; at < many; at++)
    writeFileSync(join(papers, `paper-${at}.md`), `# Paper ${at}\n\nTide ${at}.\n`)
  writeFileSync(join(papers, 'broken.pdf'), '%PDF-1.4 and nothing more')
  client = clientInProcess(test.core.router, { actor: person, approval: null })
  await client.library.add({ paths: [papers] })
  await vi.waitUntil(async () => (await count({ status: 'at_work' })) === 0, 30_000)
}, 60_000)
afterAll(async () => {
  await test.close()
  rmSync(papers, { recursive: true, force: true })
})

async function count(filter: DocumentFilter): Promise<number> {
  return (await client.library.countRows({ filter })).documents
}

async function ids(filter: DocumentFilter): Promise<string[]> {
  const sort = { column: 'title', direction: 'ascending' } as const
  return (await client.library.rowIds({ filter, sort, offset: 0, limit: 1000 })).ids
}

async function propose(tool: string, input: unknown): Promise<Proposal> {
  const outcome = await client.tools.call({ tool, input })
  if (outcome.status !== 'proposed') throw new Error(outcome.result.content)
  return outcome.proposal
}

async function approve({ id, planHash, typeToConfirm }: Proposal): Promise<string> {
  const typed = typeToConfirm === null ? {} : { typed: typeToConfirm }
  const { proposal, result } = await client.proposals.approve({ id, planHash, ...typed })
  expect(result?.success, result?.content).toBe(true)
  return proposal.changeId ?? ''
}

const complete: DocumentFilter = { status: 'complete' }

describe('a batch of documents', () => {
  it('gets tags and another collection as one change, and one undo takes it all back', async () => {
    const { id: collection } = await client.library.createCollection({ name: 'Sea' })
    const chosen = await ids(complete)
    expect(chosen).toHaveLength(many)
    const proposal = await propose('update_documents', {
      doc_ids: chosen,
      add_tags: ['tides', 'read'],
      collection_id: collection,
    })
    expect(proposal.preview.summary).toBe(
      'Change 12 documents: add “tides”, “read”, move to the collection “Sea”.',
    )
    expect(proposal.preview.changes).toHaveLength(many)
    // More than a glance takes in: asked in a dialog.
    expect(proposal.class).toBe('destructive_update')
    expect(await count({ tag: 'tides' })).toBe(0)
    const change = await approve(proposal)
    expect(await count({ tag: 'tides', collectionId: collection })).toBe(many)
    expect((await client.library.facets({})).tags).toEqual([
      { tag: 'read', documents: many },
      { tag: 'tides', documents: many },
    ])
    await client.changes.undo({ id: change })
    expect(await count({ tag: 'tides' })).toBe(0)
    expect(await count({ collectionId: collection })).toBe(0)
  })

  it('of a few is a safe change; tags that are there stay, and nothing to change is not proposed', async () => {
    const [first, second] = await ids(complete)
    const tagged = await propose('update_documents', { doc_ids: [first], add_tags: ['one'] })
    expect(tagged.class).toBe('safe_update')
    await approve(tagged)
    await approve(await propose('update_documents', { doc_ids: [first, second], add_tags: ['two'] }))
    expect(await client.library.document({ id: first ?? '' })).toMatchObject({ tags: ['one', 'two'] })
    const again = await client.tools.call({
      tool: 'update_documents',
      input: { doc_ids: [first], add_tags: ['two'] },
    })
    expect(again).toMatchObject({ status: 'done', result: { success: true } })
    await approve(
      await propose('update_documents', { doc_ids: [first, second], remove_tags: ['one', 'two'] }),
    )
    expect((await client.library.facets({})).tags).toEqual([])
  })

  it('is deleted after one yes that names what is lost, and comes back whole with one undo', async () => {
    const chosen = await ids(complete)
    const proposal = await propose('delete_documents', { doc_ids: chosen })
    expect(proposal).toMatchObject({ class: 'destructive_delete', typeToConfirm: `delete ${many}` })
    expect(proposal.preview.summary).toMatch(
      /^Delete 12 documents \(12 passages, \d+ bytes\) from the library\./,
    )
    expect(proposal.preview.lost).toHaveLength(many)
    const change = await approve(proposal)
    expect(await count(complete)).toBe(0)
    expect((await client.library.search({ query: 'tide' })).results).toEqual([])
    await client.changes.undo({ id: change })
    expect(await ids(complete)).toEqual(chosen)
    expect((await client.library.search({ query: 'tide' })).results).toHaveLength(many)
  })

  it('can be approved in part', async () => {
    const chosen = await ids(complete)
    const { id, planHash } = await propose('delete_documents', { doc_ids: chosen })
    const choice = { items: [0, 3] }
    const shown = await client.proposals.amend({ id, planHash, choice })
    expect(shown.preview.lost).toHaveLength(2)
    expect(shown.preview.summary).toContain('Delete 2 documents (2 passages')
    const { proposal } = await client.proposals.approve({
      ...{ id, planHash, choice, amendedHash: shown.planHash },
      ...(shown.typeToConfirm === null ? {} : { typed: shown.typeToConfirm }),
    })
    expect(await ids(complete)).toEqual(chosen.filter((_, place) => place !== 0 && place !== 3))
    await client.changes.undo({ id: proposal.changeId ?? '' })
    expect(await count(complete)).toBe(many)
  })

  it('is not touched when one of it changed after it was shown', async () => {
    const [first = '', second = ''] = await ids(complete)
    const { id, planHash } = await propose('update_documents', { doc_ids: [first, second], add_tags: ['x'] })
    await approve(await propose('update_document', { doc_id: second, title: 'Another' }))
    const { proposal } = await client.proposals.approve({ id, planHash })
    expect(proposal.status).toBe('conflict')
    expect((await client.library.facets({})).tags).toEqual([])
  })

  it('asks about the one that was changed since when it is undone', async () => {
    const [first = '', second = ''] = await ids(complete)
    const change = await approve(
      await propose('update_documents', { doc_ids: [first, second], add_tags: ['y'] }),
    )
    await approve(await propose('update_document', { doc_id: first, tags: ['mine'] }))
    await expect(client.changes.undo({ id: change })).rejects.toThrow('was changed again since')
    const { differences } = await client.changes.compareUndo({ id: change })
    expect(differences).toMatchObject([{ reference: first, obstacle: 'changed' }])
    await client.changes.undo({ id: change, decisions: [{ reference: first, choice: 'keep' }] })
    const tags = async (id: string): Promise<Document['tags']> => (await client.library.document({ id })).tags
    expect([await tags(first), await tags(second)]).toEqual([['mine'], []])
  })

  it('that failed is read again, each with its reason when it fails again', async () => {
    const failed = await ids({ status: 'error' })
    expect(failed).toHaveLength(1)
    await approve(await propose('restart_ingests', { doc_ids: failed }))
    await vi.waitUntil(async () => (await count({ status: 'at_work' })) === 0, 30_000)
    const document = await client.library.document({ id: failed[0] ?? '' })
    expect(document).toMatchObject({ status: 'error', error: expect.stringContaining('damaged') })
  })

  it('of too many is refused before anything is planned', async () => {
    const outcome = await client.tools.call({
      tool: 'delete_documents',
      input: { doc_ids: Array.from({ length: 2001 }, (_, at) => String(at)) },
    })
    expect(outcome).toMatchObject({ status: 'done', result: { success: false } })
  })
})
