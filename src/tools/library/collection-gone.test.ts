import { expect, it } from 'vitest'
import { setUpLibraryTools, tides } from '../../../tests/support/library-tools'
import { makeZip } from '../../../tests/support/make-zip'

const desk = setUpLibraryTools()
const { add, change, undo } = desk

/** Two documents in a collection of their own. */
async function twoDocuments() {
  const made = await (await change('create_collection', { name: 'Sea' })).apply()
  const collection_id = String(made.state.collection_id)
  const first = await add('tides.md', tides, { collection_id })
  const second = await add('moon.md', '# Moon\n\nfar away', { collection_id })
  return { collection_id, first, second, doc_ids: [first.id, second.id] }
}

it('finds what was to be done with documents out of date once their collection is deleted', async () => {
  const { collection_id, first, doc_ids } = await twoDocuments()
  const planned = [
    await change('restart_ingest', { doc_id: first.id }),
    await change('restart_ingests', { doc_ids }),
    await change('update_document', { doc_id: first.id, title: 'Tides and time' }),
    await change('update_documents', { doc_ids, add_tags: ['sea'] }),
    await change('delete_document', { doc_id: first.id }),
  ]
  await (await change('delete_collection', { collection_id })).apply()
  for (const { apply } of planned) {
    await expect(apply()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/propose it again\.$/),
    })
  }
})

it('says before the decision, and then, that what was to come into a collection can’t once that is deleted', async () => {
  const { collection_id } = await twoDocuments()
  const { file } = desk.fixture
  const two = file('two.zip', makeZip({ 'a.md': '# A', 'b.md': '# B' }))
  const url = 'https://example.org/tides'
  const planned = [
    await change('add_document', { source: file('one.md', '# One'), collection_id }),
    await change('add_document', { source: two, collection_id }),
    await change('add_document', { source: url, collection_id }),
    await change('fetch_web_content', { url, collection_id }),
  ]
  await (await change('delete_collection', { collection_id })).apply()
  for (const { apply } of planned) {
    await expect(apply()).rejects.toMatchObject({
      code: 'conflict',
      said: { code: 'adding.no_collection' },
      nothingLeft: true,
    })
  }
})

it('undoes what was done with documents whose collection was deleted, as far as there is something to undo', async () => {
  const { collection_id, first, second, doc_ids } = await twoDocuments()
  const updated = await (await change('update_documents', { doc_ids, add_tags: ['sea'] })).apply()
  const restarted = await (await change('restart_ingests', { doc_ids })).apply()
  for (const id of doc_ids) await desk.fixture.settled(id)
  const deleted = await (await change('delete_collection', { collection_id })).apply()
  await expect(undo('update_documents', updated.inverse)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('no longer in the library'),
  })
  await undo('restart_ingests', restarted.inverse)
  // Its arrival is taken back, so that it does not come back with its collection.
  await undo('add_document', second.inverse)
  await undo('delete_collection', deleted.inverse)
  expect(desk.fixture.library.documentIds(collection_id)).toEqual([first.id])
})
