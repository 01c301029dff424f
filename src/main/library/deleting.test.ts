import { describe, expect, it } from 'vitest'
import { setUpLibrary, tides } from '../../../tests/support/library-desk'
import { fillerText } from '../../../tests/support/library-fixture'

const desk = setUpLibrary()

describe('deleting', () => {
  it('hides a document at once and brings it back whole: the same search answers before and after', async () => {
    const id = await desk.addText('tides.md', tides)
    await desk.addText('moon.md', '# Moon\n\nThe moon has no water and no tides of its own.')
    const search = async () =>
      JSON.stringify((await desk.fixture.library.search({ query: 'moon tides', limit: 10 })).results)
    const before = await search()
    const document = JSON.stringify(desk.fixture.library.document(id))
    desk.fixture.library.setPresent(id, false)
    expect(await search()).not.toContain(id)
    expect(() => desk.fixture.library.document(id)).toThrow(expect.objectContaining({ code: 'not_found' }))
    expect(desk.fixture.events.at(-1)).toMatchObject({ type: 'collections' })
    expect(desk.fixture.events).toContainEqual({ type: 'document_removed', id })
    desk.fixture.library.setPresent(id, true)
    expect(await search()).toBe(before)
    expect(JSON.stringify(desk.fixture.library.document(id))).toBe(document)
  })

  it('deletes a collection with its documents and brings all back under its name', async () => {
    const { library } = desk.fixture
    library.createCollection({ id: 'sea', name: 'Sea', description: 'salt' })
    const { id } = await desk.fixture.add(desk.fixture.file('tides.md', tides), { collectionId: 'sea' })
    await desk.fixture.settled(id)
    library.setCollectionPresent('sea', 'Sea', false)
    expect(library.collections().map(({ name }) => name)).toEqual(['Documents'])
    expect((await library.search({ query: 'moon', limit: 5 })).results).toEqual([])
    expect(library.documents({ status: 'all', limit: 5 }).total).toBe(0)
    library.createCollection({ id: 'other', name: 'sea', description: '' })
    expect(() => library.setCollectionPresent('sea', 'Sea', true)).toThrow(
      expect.objectContaining({ code: 'already_exists' }),
    )
    library.setCollectionPresent('other', 'sea', false)
    library.setCollectionPresent('sea', 'Sea', true)
    expect(library.collection('sea')).toMatchObject({ name: 'Sea', description: 'salt', documents: 1 })
    expect((await library.search({ query: 'moon', limit: 5 })).results[0]?.document_id).toBe(id)
  })

  it('stops the work on a deleted document and does it when the document comes back', async () => {
    const { id } = await desk.fixture.add(desk.fixture.file('long.txt', fillerText(100_000)))
    await desk.fixture.event((event) => event.type === 'document' && event.document.status === 'processing')
    desk.fixture.library.setPresent(id, false)
    desk.fixture.library.setPresent(id, true)
    expect((await desk.fixture.settled(id)).status).toBe('complete')
    await desk.expectWhole()
  })

  it('removes for good what was deleted more than 30 days ago, and nothing else', async () => {
    const old = await desk.addText('old.md', tides)
    const recent = await desk.addText('recent.md', '# Recent\n\nmoon')
    desk.fixture.library.setPresent(old, false)
    desk.fixture.library.setPresent(recent, false)
    const day = 24 * 60 * 60 * 1000
    desk.fixture.db.raw
      .prepare('UPDATE documents SET deleted_at = ? WHERE id = ?')
      .run(Date.now() - 31 * day, old)
    await desk.reopen()
    desk.fixture.library.resume()
    const gone = () => desk.fixture.library.isPresent(old) === null
    await expect.poll(gone).toBe(true)
    // Its id goes before its passages do: nobody can bring back half of a document.
    const passages = desk.fixture.db.raw.prepare('SELECT count(*) FROM chunks').pluck()
    await expect.poll(() => passages.get()).toBe(1)
    expect(desk.fixture.library.isPresent(recent)).toBe(false)
  })
})
