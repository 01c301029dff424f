import { describe, expect, it } from 'vitest'
import { setUpLibrary, tides } from '../../../../tests/support/library-desk'
import { fillerText } from '../../../../tests/support/library-fixture'
import { letGoOfDocuments } from '../../db/deleted-documents'

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

  it('is found by its title again when it comes back, also where it went before the index had that', async () => {
    const id = await desk.addText('tides.md', tides)
    desk.fixture.library.setPresent(id, false)
    // As it is left where it goes at the moment in which it was read, with a title that was chosen meanwhile.
    desk.fixture.db.raw
      .prepare("UPDATE documents SET title = 'Almanac', title_chosen = 1, stage = 'index' WHERE id = ?")
      .run(id)
    const from = desk.fixture.events.length
    desk.fixture.library.setPresent(id, true)
    await desk.fixture.event(
      (event) =>
        event.type === 'document' &&
        event.document.stage === 'done' &&
        desk.fixture.events.indexOf(event) >= from,
    )
    expect((await desk.fixture.library.search({ query: 'almanac', limit: 5 })).results).toHaveLength(1)
  })

  it('is found by the title that it got while it was to be read again, once that is taken back', async () => {
    const id = await desk.addText('tides.md', tides)
    const { library } = desk.fixture
    library.restart(id)
    library.setDocumentFields(id, { ...library.documentFields(id), title: 'Almanac', titleChosen: true })
    const from = desk.fixture.events.length
    expect(library.undoRestart(id, 'complete')).toMatchObject({ status: 'complete' })
    await desk.fixture.event(
      (event) =>
        event.type === 'document' &&
        event.document.stage === 'done' &&
        desk.fixture.events.indexOf(event) >= from,
    )
    expect((await library.search({ query: 'almanac', limit: 5 })).results).toHaveLength(1)
  })

  it.each(['at the next start', 'while it runs'])(
    'removes for good what the retention let go of, %s, and nothing else',
    async (when) => {
      const gone = await desk.addText('gone.md', tides)
      const kept = await desk.addText('kept.md', '# Kept\n\nmoon')
      for (const id of [gone, kept]) desk.fixture.library.setPresent(id, false)
      letGoOfDocuments(desk.fixture.db, [gone])
      // Its id goes before its passages do: nobody can bring back half of a document.
      expect(desk.fixture.library.isPresent(gone)).toBeNull()
      if (when === 'while it runs') desk.fixture.library.removeLetGo()
      else {
        await desk.reopen()
        desk.fixture.library.resume()
      }
      const count = (table: string) => desk.fixture.db.raw.prepare(`SELECT count(*) FROM ${table}`).pluck()
      await expect.poll(() => count('documents').get()).toBe(1)
      expect(count('chunks').get()).toBe(1)
      expect(desk.fixture.library.isPresent(kept)).toBe(false)
    },
  )
})
