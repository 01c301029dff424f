import { expect, it } from 'vitest'
import { setUpLibraryTools, tides } from '../../../tests/support/library-tools'
import { setStoredLimits } from '../../main/db/retention'

const desk = setUpLibraryTools()
const { add, change } = desk

it('says how long deleted documents come back by what is set, and that too large ones may not', async () => {
  const collection = await (await change('create_collection', { name: 'Sea' })).apply()
  const collection_id = String(collection.state.collection_id)
  const { id } = await add('tides.md', tides)
  const { id: other } = await add('moon.md', '# Moon\n\nfar away')
  await add('springs.md', '# Springs\n\nafter full moon', { collection_id })
  const deletions = [
    ['delete_document', { doc_id: id }],
    ['delete_documents', { doc_ids: [other] }],
    ['delete_collection', { collection_id }],
  ] as const
  setStoredLimits(desk.fixture.db, { days: 365, bytes: 100_000_000 })
  desk.fixture.db.raw.prepare('UPDATE documents SET size = 150000000').run()
  for (const [tool, input] of deletions) {
    expect((await change(tool, input)).preview).toMatchObject({
      recovery: 'briefly',
      warnings: [expect.stringContaining('150 MB is more than the 100 MB that are kept for undo')],
    })
  }
  desk.fixture.db.raw.prepare('UPDATE documents SET size = 100').run()
  for (const [tool, input] of deletions) {
    const { preview, apply } = await change(tool, input)
    expect(preview).toMatchObject({ recovery: 'trash', warnings: [] })
    expect((await apply()).content).toMatch(/Undo brings (it|them) back for 365 days\.$/)
  }
})
