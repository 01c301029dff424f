import { describe, expect, it } from 'vitest'
import { setUpLibraryTools, tides } from '../../../../tests/support/library-tools'

const desk = setUpLibraryTools()
const { add, change, read, undo } = desk

describe('collections', () => {
  it('are made, changed and listed; undo takes each step back', async () => {
    const made = await (await change('create_collection', { name: 'Sea' })).apply()
    const collection_id = String(made.state.collection_id)
    const { preview, apply } = await change('update_collection', {
      collection_id,
      name: 'Ocean',
      description: 'salt',
    })
    expect(preview.changes[0]).toMatchObject({
      fields: [{ name: 'name', before: 'Sea', after: 'Ocean' }, { name: 'description' }],
    })
    const updated = await apply()
    expect((await read('list_collections', {})).state.collections).toMatchObject([
      { name: 'Documents' },
      { name: 'Ocean', documents: 0 },
    ])
    await undo('update_collection', updated.inverse)
    expect(desk.fixture.library.collection(collection_id)).toMatchObject({ name: 'Sea', description: '' })
    await undo('create_collection', made.inverse)
    expect(desk.fixture.library.isCollectionPresent(collection_id)).toBe(false)
  })

  it('are listed as one looks for a name: without accents and case, numbers by their value', async () => {
    for (const name of ['Wings', 'Papers 10', 'übersicht', 'Papers 9', 'Äpfel', 'Übersicht 2']) {
      await (await change('create_collection', { name })).apply()
    }
    const { collections } = (await read('list_collections', {})).state as { collections: { name: string }[] }
    expect(collections.map(({ name }) => name)).toEqual([
      'Documents',
      'Äpfel',
      'Papers 9',
      'Papers 10',
      'übersicht',
      'Übersicht 2',
      'Wings',
    ])
  })

  it('refuse a name that is taken, whatever its case, and a second apply over someone else’s change', async () => {
    const made = await (await change('create_collection', { name: 'Sea' })).apply()
    const collection_id = String(made.state.collection_id)
    await expect(change('create_collection', { name: 'sEA' })).rejects.toMatchObject({
      code: 'already_exists',
      message: 'There is a collection named “Sea” already.',
    })
    const update = await change('update_collection', { collection_id, name: 'Ocean' })
    desk.fixture.library.updateCollection(collection_id, { name: 'Lake', description: '' })
    await expect(update.apply()).rejects.toMatchObject({ code: 'conflict' })
    await expect(
      undo('update_collection', {
        collection_id,
        before: { name: 'Sea', description: '' },
        after: { name: 'X', description: '' },
      }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  it('keep what was added since when their creation is undone', async () => {
    const made = await (await change('create_collection', { name: 'Sea' })).apply()
    await add('tides.md', tides, { collection_id: made.state.collection_id })
    await expect(undo('create_collection', made.inverse)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('name every document that deleting loses, and come back whole', async () => {
    const made = await (await change('create_collection', { name: 'Sea' })).apply()
    const collection_id = String(made.state.collection_id)
    await add('tides.md', tides, { collection_id })
    await add('moon.md', '# Moon\n\nfar away', { collection_id })
    const search = async () =>
      JSON.stringify((await desk.fixture.library.search({ query: 'moon', limit: 5 })).results)
    const before = await search()
    const { preview, apply } = await change('delete_collection', { collection_id })
    expect(preview.lost.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'collection Sea',
      'document Tides',
      'document Moon',
    ])
    // What the sizes of all that goes come to is what the documents have.
    const { documents } = desk.fixture.library.documents({ status: 'all', limit: 10 })
    const sum = (sizes: readonly { readonly size?: number | undefined }[]) =>
      sizes.reduce((total, { size = 0 }) => total + size, 0)
    expect(sum(preview.lost)).toBe(sum(documents))
    expect(preview.targets[0]?.size).toBe(sum(documents))
    expect(preview.recovery).toBe('trash')
    const stale = await change('delete_collection', { collection_id })
    const deleted = await apply()
    await expect(stale.apply()).rejects.toMatchObject({ code: 'conflict' })
    expect(await search()).toBe('[]')
    const redo = await undo('delete_collection', deleted.inverse)
    expect(await search()).toBe(before)
    await undo('delete_collection', redo)
    expect(await search()).toBe('[]')
  })

  it('refuse to lose the one for everything', async () => {
    await expect(change('delete_collection', { collection_id: 'default' })).rejects.toMatchObject({
      code: 'denied',
    })
  })
})
