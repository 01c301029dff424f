import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Proposal } from '../../src/shared/contract/changes'
import type { Document } from '../../src/shared/contract/document'
import type { DocumentFilter } from '../../src/shared/contract/document-table'
import { setUpCoreDesk } from '../support/core-desk'
import { propose } from '../support/propose'

// Bulk actions of the library, as the window does them: one proposal, one entry of the ledger, one undo.

const desk = setUpCoreDesk('for all tests')

const many = 12

beforeAll(async () => {
  for (let at = 0; at < many; at++)
    writeFileSync(join(desk.papers, `paper-${at}.md`), `# Paper ${at}\n\nTide ${at}.\n`)
  writeFileSync(join(desk.papers, 'broken.pdf'), '%PDF-1.4 and nothing more')
  await desk.client.library.add({ paths: [desk.papers] })
  await vi.waitUntil(async () => (await count({ status: 'at_work' })) === 0, 30_000)
}, 60_000)

async function count(filter: DocumentFilter): Promise<number> {
  return (await desk.client.library.countRows({ filter })).documents
}

async function ids(filter: DocumentFilter): Promise<string[]> {
  const sort = { column: 'title', direction: 'ascending' } as const
  return (await desk.client.library.rowIds({ filter, sort, offset: 0, limit: 1000 })).ids
}

async function approve({ id, planHash, typeToConfirm }: Proposal): Promise<string> {
  const typed = typeToConfirm === null ? {} : { typed: typeToConfirm }
  const { proposal, result } = await desk.client.proposals.approve({ id, planHash, ...typed })
  expect(result?.success, result?.content).toBe(true)
  return proposal.changeId ?? ''
}

const complete: DocumentFilter = { status: 'complete' }

describe('a batch of documents', () => {
  it('gets tags and another collection as one change, and one undo takes it all back', async () => {
    const { id: collection } = await desk.client.library.createCollection({ name: 'Sea' })
    const chosen = await ids(complete)
    expect(chosen).toHaveLength(many)
    const proposal = await propose(desk.client, 'update_documents', {
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
    expect((await desk.client.library.facets({})).tags).toEqual([
      { tag: 'read', documents: many },
      { tag: 'tides', documents: many },
    ])
    await desk.client.changes.undo({ id: change })
    expect(await count({ tag: 'tides' })).toBe(0)
    expect(await count({ collectionId: collection })).toBe(0)
  })

  it('goes back as far as it is there, where some of it was deleted since', async () => {
    const { id: collection } = await desk.client.library.createCollection({ name: 'Bay' })
    const [first = '', second = ''] = await ids(complete)
    const input = { doc_ids: [first, second], collection_id: collection }
    const moved = await approve(await propose(desk.client, 'update_documents', input))
    const deleteOne = async (doc_id: string) =>
      await approve(await propose(desk.client, 'delete_document', { doc_id }))
    const deleted = await deleteOne(first)
    expect(await desk.client.changes.compareUndo({ id: moved })).toMatchObject({
      differences: [{ reference: first, obstacle: 'gone', choices: ['keep'] }],
      rest: true,
    })
    const other = await deleteOne(second)
    expect(await desk.client.changes.compareUndo({ id: moved })).not.toHaveProperty('rest')
    await desk.client.changes.undo({ id: other })
    await desk.client.changes.undo({ id: moved, decisions: [{ reference: first, choice: 'keep' }] })
    expect(await ids({ collectionId: collection })).toEqual([])
    expect(await ids(complete)).toHaveLength(many - 1)
    await desk.client.changes.undo({ id: deleted })
    expect(await ids(complete)).toHaveLength(many)
    await approve(
      await propose(desk.client, 'update_documents', { doc_ids: [first], collection_id: 'default' }),
    )
  })

  it('goes back as far as it is there also where several are undone together', async () => {
    const { id: collection } = await desk.client.library.createCollection({ name: 'Cove' })
    const [first = '', second = ''] = await ids(complete)
    const input = { doc_ids: [first, second], collection_id: collection }
    const moved = await approve(await propose(desk.client, 'update_documents', input))
    const deleted = await approve(await propose(desk.client, 'delete_document', { doc_id: first }))
    const several = { ids: [moved] }
    expect(await desk.client.changes.undoSeveral(several)).toMatchObject({
      undone: [],
      kept: [{ change: { id: moved }, canChoose: true }],
    })
    const decisions = [{ changeId: moved, reference: first, choice: 'keep' as const }]
    expect(await desk.client.changes.undoSeveral({ ...several, decisions })).toMatchObject({
      undone: [{ undoes: moved }],
      kept: [],
    })
    expect(await ids({ collectionId: collection })).toEqual([])
    await desk.client.changes.undo({ id: deleted })
    await approve(
      await propose(desk.client, 'update_documents', { doc_ids: [first], collection_id: 'default' }),
    )
  })

  it('of a few is a safe change; tags that are there stay, and nothing to change is not proposed', async () => {
    const [first, second] = await ids(complete)
    const tagged = await propose(desk.client, 'update_documents', { doc_ids: [first], add_tags: ['one'] })
    expect(tagged.class).toBe('safe_update')
    await approve(tagged)
    await approve(
      await propose(desk.client, 'update_documents', { doc_ids: [first, second], add_tags: ['two'] }),
    )
    expect(await desk.client.library.document({ id: first ?? '' })).toMatchObject({ tags: ['one', 'two'] })
    const again = await desk.client.tools.call({
      tool: 'update_documents',
      input: { doc_ids: [first], add_tags: ['two'] },
    })
    expect(again).toMatchObject({ status: 'done', result: { success: true } })
    await approve(
      await propose(desk.client, 'update_documents', {
        doc_ids: [first, second],
        remove_tags: ['one', 'two'],
      }),
    )
    expect((await desk.client.library.facets({})).tags).toEqual([])
  })

  it('is deleted after one yes that names what is lost, and comes back whole with one undo', async () => {
    const chosen = await ids(complete)
    const proposal = await propose(desk.client, 'delete_documents', { doc_ids: chosen })
    expect(proposal).toMatchObject({ class: 'destructive_delete', typeToConfirm: `delete ${many}` })
    expect(proposal.preview.summary).toMatch(
      /^Delete 12 documents \(12 passages, \d+ bytes\) from the library\./,
    )
    expect(proposal.preview.lost).toHaveLength(many)
    const change = await approve(proposal)
    expect(await count(complete)).toBe(0)
    expect((await desk.client.library.search({ query: 'tide' })).results).toEqual([])
    await desk.client.changes.undo({ id: change })
    expect(await ids(complete)).toEqual(chosen)
    expect((await desk.client.library.search({ query: 'tide' })).results).toHaveLength(many)
  })

  it('can be approved in part', async () => {
    const chosen = await ids(complete)
    const { id, planHash } = await propose(desk.client, 'delete_documents', { doc_ids: chosen })
    const choice = { items: [0, 3] }
    const shown = await desk.client.proposals.amend({ id, planHash, choice })
    expect(shown.preview.lost).toHaveLength(2)
    expect(shown.preview.summary).toContain('Delete 2 documents (2 passages')
    const { proposal } = await desk.client.proposals.approve({
      ...{ id, planHash, choice, amendedHash: shown.planHash },
      ...(shown.typeToConfirm === null ? {} : { typed: shown.typeToConfirm }),
    })
    expect(await ids(complete)).toEqual(chosen.filter((_, place) => place !== 0 && place !== 3))
    await desk.client.changes.undo({ id: proposal.changeId ?? '' })
    expect(await count(complete)).toBe(many)
  })

  it('is not touched when one of it changed after it was shown', async () => {
    const [first = '', second = ''] = await ids(complete)
    const { id, planHash } = await propose(desk.client, 'update_documents', {
      doc_ids: [first, second],
      add_tags: ['x'],
    })
    await approve(await propose(desk.client, 'update_document', { doc_id: second, title: 'Another' }))
    const { proposal } = await desk.client.proposals.approve({ id, planHash })
    expect(proposal.status).toBe('conflict')
    expect((await desk.client.library.facets({})).tags).toEqual([])
  })

  it('asks about the one that was changed since when it is undone', async () => {
    const [first = '', second = ''] = await ids(complete)
    const change = await approve(
      await propose(desk.client, 'update_documents', { doc_ids: [first, second], add_tags: ['y'] }),
    )
    await approve(await propose(desk.client, 'update_document', { doc_id: first, tags: ['mine'] }))
    await expect(desk.client.changes.undo({ id: change })).rejects.toThrow('was changed again since')
    const { differences } = await desk.client.changes.compareUndo({ id: change })
    expect(differences).toMatchObject([{ reference: first, obstacle: 'changed' }])
    await desk.client.changes.undo({ id: change, decisions: [{ reference: first, choice: 'keep' }] })
    const tags = async (id: string): Promise<Document['tags']> =>
      (await desk.client.library.document({ id })).tags
    expect([await tags(first), await tags(second)]).toEqual([['mine'], []])
  })

  it('that failed is read again, each with its reason when it fails again', async () => {
    const failed = await ids({ status: 'error' })
    expect(failed).toHaveLength(1)
    await approve(await propose(desk.client, 'restart_ingests', { doc_ids: failed }))
    await vi.waitUntil(async () => (await count({ status: 'at_work' })) === 0, 30_000)
    const document = await desk.client.library.document({ id: failed[0] ?? '' })
    expect(document).toMatchObject({ status: 'error', error: expect.stringContaining('damaged') })
  })

  it('of too many is refused before anything is planned', async () => {
    const outcome = await desk.client.tools.call({
      tool: 'delete_documents',
      input: { doc_ids: Array.from({ length: 2001 }, (_, at) => String(at)) },
    })
    expect(outcome).toMatchObject({ status: 'done', result: { success: false } })
  })
})
