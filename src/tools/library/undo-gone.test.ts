import { expect, it } from 'vitest'
import { setUpLibraryTools, tides } from '../../../tests/support/library-tools'

const desk = setUpLibraryTools()
const { add, change, undo } = desk

/** What a purge leaves of a document. */
const purge = (id: string) => desk.fixture.db.raw.prepare('DELETE FROM documents WHERE id = ?').run(id)
const goneForGood = {
  code: 'unavailable',
  message: expect.stringMatching(/was deleted.*it can’t come back\. Nothing was done\.$/),
}

it('brings no document back that is gone for good, and says so instead of having done it', async () => {
  const { id } = await add('tides.md', tides)
  const { id: other } = await add('moon.md', '# Moon\n\nfar away')
  const one = await (await change('delete_document', { doc_id: id })).apply()
  const two = await (await change('delete_documents', { doc_ids: [other] })).apply()
  for (const each of [id, other]) purge(each)
  await expect(undo('delete_document', one.inverse)).rejects.toMatchObject(goneForGood)
  await expect(undo('delete_documents', two.inverse)).rejects.toMatchObject(goneForGood)
})

it('brings no empty collection back in place of one whose documents are gone for good', async () => {
  const made = await (await change('create_collection', { name: 'Sea' })).apply()
  const collection_id = String(made.state.collection_id)
  const { id } = await add('tides.md', tides, { collection_id })
  const deleted = await (await change('delete_collection', { collection_id })).apply()
  purge(id)
  await expect(undo('delete_collection', deleted.inverse)).rejects.toMatchObject(goneForGood)
  expect(desk.fixture.library.isCollectionPresent(collection_id)).toBe(false)
})

it('takes the arrival of a document back that is gone for good, and does not bring it again', async () => {
  const { id, inverse } = await add('tides.md', tides)
  desk.fixture.library.setPresent(id, false)
  purge(id)
  const again = await undo('add_document', inverse)
  await expect(undo('add_document', again)).rejects.toMatchObject(goneForGood)
})
