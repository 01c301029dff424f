import { describe, expect, it } from 'vitest'
import { setUpLibraryTools, tides } from '../../../../tests/support/library-tools'
import type { DocumentFields } from '../../../main/library/tool-service'

const desk = setUpLibraryTools()
const { add, change } = desk

/** What someone does to a document after its deletion was shown; the last is what a watched folder does. */
const changes: readonly [what: string, change: (id: string) => void, told: string][] = [
  ['got a tag', (id) => set(id, { tags: ['keep'] }), 'What is noted of “Tides”, such as its tags, changed'],
  ['got other metadata', (id) => set(id, { metadata: { status: 'to be kept' } }), 'What is noted of “Tides”'],
  ['was renamed', (id) => set(id, { title: 'Keep', titleChosen: true }), 'The title of “Tides” changed'],
  ['has a title that someone chose now', (id) => set(id, { titleChosen: true }), 'What is noted of “Tides”'],
  ['got another content', (id) => withContent(id, 'f'.repeat(64)), 'The content of “Tides” changed'],
]

function set(id: string, fields: Partial<DocumentFields>): void {
  const { library } = desk.fixture
  library.setDocumentFields(id, { ...library.documentFields(id), ...fields })
}

function withContent(id: string, sha256: string): void {
  desk.fixture.db.raw.prepare('UPDATE documents SET sha256 = ? WHERE id = ?').run(sha256, id)
}

async function newCollection(name: string): Promise<string> {
  const { state } = await (await change('create_collection', { name })).apply()
  return String(state.collection_id)
}

const conflict = { code: 'conflict' }

describe('a document that is to be deleted', () => {
  it.each(changes)(
    'stays, alone and among others, when it %s since that was shown',
    async (_, changed, told) => {
      const { id } = await add('tides.md', tides)
      const { id: other } = await add('moon.md', '# Moon\n\nfar away')
      const alone = await change('delete_document', { doc_id: id })
      const among = await change('delete_documents', { doc_ids: [other, id] })
      changed(id)
      const saying = { ...conflict, message: expect.stringContaining(told) }
      await expect(alone.apply()).rejects.toMatchObject(saying)
      await expect(among.apply()).rejects.toMatchObject(saying)
      expect([id, other].map((each) => desk.fixture.library.isPresent(each))).toEqual([true, true])
      // Proposed again it is what it is now that is deleted.
      await (await change('delete_documents', { doc_ids: [other, id] })).apply()
      expect(desk.fixture.library.isPresent(id)).toBe(false)
    },
  )

  it('stays when it was moved to another collection', async () => {
    const { id } = await add('tides.md', tides)
    const collectionId = await newCollection('Sea')
    const { apply } = await change('delete_document', { doc_id: id })
    set(id, { collectionId })
    const saying = { ...conflict, message: expect.stringContaining('was moved to another collection') }
    await expect(apply()).rejects.toMatchObject(saying)
    expect(desk.fixture.library.isPresent(id)).toBe(true)
  })

  it('is not told as gone when only the collection that it was in is', async () => {
    const { collection_id, id } = await filled()
    const { apply } = await change('delete_document', { doc_id: id })
    set(id, { collectionId: await newCollection('Land') })
    await (await change('delete_collection', { collection_id })).apply()
    const saying = { ...conflict, message: expect.stringContaining('The collection that “Tides” was in') }
    await expect(apply()).rejects.toMatchObject(saying)
  })

  it('is told as changed when its collection was deleted with it', async () => {
    const { collection_id, id } = await filled()
    const alone = await change('delete_document', { doc_id: id })
    const among = await change('delete_documents', { doc_ids: [id] })
    await (await change('delete_collection', { collection_id })).apply()
    await expect(alone.apply()).rejects.toMatchObject(conflict)
    await expect(among.apply()).rejects.toMatchObject(conflict)
  })

  it('goes though it was read meanwhile, which gave it its title', async () => {
    const { id } = await unread('alone.md')
    const { id: other } = await unread('among.md')
    const alone = await change('delete_document', { doc_id: id })
    const among = await change('delete_documents', { doc_ids: [other] })
    await read(id, other)
    await alone.apply()
    await among.apply()
    expect([id, other].map((each) => desk.fixture.library.isPresent(each))).toEqual([false, false])
  })

  it('stays when someone gave it a title or a tag while it was read', async () => {
    const { id } = await unread('titled.md')
    const { id: other } = await unread('tagged.md')
    const titled = await change('delete_document', { doc_id: id })
    const tagged = await change('delete_documents', { doc_ids: [other] })
    set(id, { title: 'Keep this', titleChosen: true })
    set(other, { tags: ['keep'] })
    await desk.fixture.settled(id)
    await desk.fixture.settled(other)
    await expect(titled.apply()).rejects.toMatchObject(conflict)
    await expect(tagged.apply()).rejects.toMatchObject(conflict)
  })

  it('stays where the proposal is of a version that did not keep what it was', async () => {
    const { id } = await add('tides.md', tides)
    const { title, sha256, size, collectionId: collection_id } = desk.fixture.library.document(id)
    const planned = { document_id: id, title, sha256, collection_id }
    const { delete_document, delete_documents } = desk.runtime
    await expect(delete_document.apply(planned, effect)).rejects.toMatchObject(conflict)
    const documents = [{ ...planned, size, pages: 0, passages: 1 }]
    await expect(delete_documents.apply({ documents }, effect)).rejects.toMatchObject(conflict)
    expect(desk.fixture.library.isPresent(id)).toBe(true)
  })
})

describe('a collection that is to be deleted', () => {
  it.each(changes)('stays when a document in it %s since that was shown', async (_, changed) => {
    const { collection_id, id } = await filled()
    const { apply } = await change('delete_collection', { collection_id })
    changed(id)
    await expect(apply()).rejects.toMatchObject(conflict)
    expect(desk.fixture.library.isCollectionPresent(collection_id)).toBe(true)
    await (await change('delete_collection', { collection_id })).apply()
    expect(desk.fixture.library.isCollectionPresent(collection_id)).toBe(false)
  })

  it.each([
    ['described anew', { name: 'Sea', description: 'Keep this.' }],
    ['renamed', { name: 'Ocean', description: '' }],
  ])('stays when it was %s', async (_, fields) => {
    const { collection_id } = await filled()
    const { apply } = await change('delete_collection', { collection_id })
    desk.fixture.library.updateCollection(collection_id, fields)
    await expect(apply()).rejects.toMatchObject(conflict)
    expect(desk.fixture.library.isCollectionPresent(collection_id)).toBe(true)
  })

  it('stays when a document came into it', async () => {
    const { collection_id } = await filled()
    const { apply } = await change('delete_collection', { collection_id })
    await add('moon.md', '# Moon\n\nfar away', { collection_id })
    await expect(apply()).rejects.toMatchObject(conflict)
    expect(desk.fixture.library.isCollectionPresent(collection_id)).toBe(true)
  })

  it('goes though a document in it was read meanwhile, which gave it its title', async () => {
    const { collection_id } = await filled()
    const { id } = await unread('unread.md', collection_id)
    const { apply } = await change('delete_collection', { collection_id })
    await read(id)
    await apply()
    expect(desk.fixture.library.isCollectionPresent(collection_id)).toBe(false)
  })

  it('stays where the proposal is of a version that did not keep what it was', async () => {
    const { collection_id, id } = await filled()
    const planned = { collection_id, name: 'Sea', documents: [id] }
    await expect(desk.runtime.delete_collection.apply(planned, effect)).rejects.toMatchObject(conflict)
    expect(desk.fixture.library.isCollectionPresent(collection_id)).toBe(true)
  })
})

const effect = {
  signal: new AbortController().signal,
  progress: () => {},
  runId: null,
  journal: () => {
    throw new Error('It would have been deleted.')
  },
}

/** A collection with one document. */
async function filled(): Promise<{ collection_id: string; id: string }> {
  const collection_id = await newCollection('Sea')
  const { id } = await add('tides.md', tides, { collection_id })
  return { collection_id, id }
}

/** A document whose title is still the name of its file, because nobody read it yet. */
async function unread(name: string, collectionId?: string): Promise<{ id: string }> {
  const { fixture } = desk
  const { id, status } = await fixture.add(fixture.file(name, `# Title of ${name}\n\nsome text`), {
    ...(collectionId === undefined ? {} : { collectionId }),
  })
  expect(status).toBe('pending')
  return { id }
}

async function read(...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { status, title } = await desk.fixture.settled(id)
    expect({ status, title }).toEqual({ status: 'complete', title: expect.stringMatching(/^Title of/) })
  }
}

describe('a document that is to be read again', () => {
  it.each(changes.filter(([what]) => /renamed|content/.test(what)))(
    'is left alone, by itself and among others, when it %s since that was shown',
    async (_, changed) => {
      const { id } = await add('tides.md', tides)
      const { id: other } = await add('moon.md', '# Moon\n\nfar away')
      const alone = await change('restart_ingest', { doc_id: id })
      const among = await change('restart_ingests', { doc_ids: [other, id] })
      changed(id)
      await expect(alone.apply()).rejects.toMatchObject(conflict)
      await expect(among.apply()).rejects.toMatchObject(conflict)
      expect([id, other].map((each) => desk.fixture.library.document(each).status)).toEqual([
        'complete',
        'complete',
      ])
    },
  )

  it('is read again although its tags changed, of which nothing was shown', async () => {
    const { id } = await add('tides.md', tides)
    const { apply } = await change('restart_ingest', { doc_id: id })
    set(id, { tags: ['sea'] })
    await apply()
    expect((await desk.fixture.settled(id)).status).toBe('complete')
  })
})

describe('a change of a document that was to be read', () => {
  it('is made although reading it gave it its title meanwhile, which it keeps', async () => {
    const { id } = await unread('alone.md')
    const { id: other } = await unread('among.md')
    const alone = await change('update_document', { doc_id: id, tags: ['sea'] })
    const among = await change('update_documents', { doc_ids: [other], add_tags: ['sea'] })
    await read(id, other)
    const { inverse } = await alone.apply()
    await among.apply()
    const { library } = desk.fixture
    for (const each of [id, other])
      expect(library.document(each)).toMatchObject({
        title: expect.stringMatching(/^Title of/),
        tags: ['sea'],
      })
    await desk.undo('update_document', inverse)
    expect(library.document(id)).toMatchObject({ title: 'Title of alone.md', tags: [] })
  })

  it('is refused where somebody chose a title since, and where the title is what is changed', async () => {
    const { id } = await unread('alone.md')
    const tagged = await change('update_document', { doc_id: id, tags: ['sea'] })
    const titled = await change('update_document', { doc_id: id, title: 'Sea' })
    await read(id)
    await expect(titled.apply()).rejects.toMatchObject(conflict)
    set(id, { title: 'Mine', titleChosen: true })
    await expect(tagged.apply()).rejects.toMatchObject(conflict)
  })
})
