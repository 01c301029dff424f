import { describe, expect, it } from 'vitest'
import { setUpSearchDesk } from '../../../../tests/support/search-desk'
import { person } from '../../../shared/actor'
import { insertCollection } from '../../db/collections'
import { insertWatchedFolder, putWatchedFile } from '../../db/watched-folders'
import { checkIndex } from '../index/check-index'
import { storeDocuments } from '../index/index-document'
import { placeOfPage, segmentFiles } from '../index/segment-files'

const desk = setUpSearchDesk()
const { store, search, ids } = desk

describe('what can be found', () => {
  it('is bounded by collection, tags, deletion and completeness, however much else matches', async () => {
    insertCollection(desk.db, { id: 'sea', name: 'Sea', description: '', at: 0 })
    await store(
      'noise',
      Array.from({ length: 600 }, () => 'tides tides tides'),
    )
    await store('wanted', ['tides, mentioned once among very many other words of no use'], {
      collectionId: 'sea',
      tags: ['a', 'b'],
    })
    expect(ids('tides', { collectionId: 'sea' })).toEqual(['wanted#0'])
    expect(ids('tides', { tags: ['a', 'b'] })).toEqual(['wanted#0'])
    expect(ids('tides', { tags: ['a', 'c'] })).toEqual([])
    expect(ids('tides', { documentId: 'wanted' })).toEqual(['wanted#0'])
    expect(ids('tides', { types: ['plain'], documentId: 'wanted' })).toEqual(['wanted#0'])
    expect(ids('tides', { types: ['pdf', 'text/html'] })).toEqual([])
    expect(ids('tides', { addedFrom: 1 })).toEqual([])
    expect(ids('tides', { addedBefore: 1, collectionId: 'sea' })).toEqual(['wanted#0'])
    desk.db.raw.prepare("UPDATE documents SET deleted_at = 1 WHERE id = 'noise'").run()
    expect(ids('tides')).toEqual(['wanted#0'])
    desk.db.raw.prepare("UPDATE documents SET status = 'processing' WHERE id = 'wanted'").run()
    expect(ids('tides')).toEqual([])
    desk.db.raw.prepare("UPDATE documents SET deleted_at = NULL, status = 'complete'").run()
    desk.db.raw.prepare("UPDATE collections SET deleted_at = 1 WHERE id = 'sea'").run()
    expect(ids('tides', { collectionId: 'sea' })).toEqual([])
  })

  it('is bounded by what the table of documents is filtered by', async () => {
    await store('one', ['tides'], { title: 'Low water', source: '/papers/Äpfel.txt' })
    await store('two', ['tides'], { title: 'High water', source: '/papers/b.txt' })
    desk.db.raw.prepare("UPDATE documents SET picture_pages = 3 WHERE id = 'two'").run()
    expect(ids('tides', { text: 'water  APFEL' })).toEqual(['one#0'])
    expect(ids('tides', { text: ' ' })).toHaveLength(2)
    expect(ids('tides', { pictures: true })).toEqual(['two#0'])
    expect(ids('tides', { status: 'complete', text: 'papers' })).toHaveLength(2)
    expect(ids('tides', { status: 'error' })).toEqual([])
    await store('three', ['tides'], { title: 'Äpfel' })
    expect(ids('tides', { text: 'apfel' }).toSorted()).toEqual(['one#0', 'three#0'])
    // What the index is not told of counts too.
    desk.db.raw.prepare("UPDATE documents SET title = 'Pear' WHERE id = 'three'").run()
    desk.db.raw.prepare("UPDATE documents SET picture_pages = 0 WHERE id = 'two'").run()
    expect(ids('tides', { text: 'apfel' })).toEqual(['one#0'])
    expect(ids('tides', { pictures: true })).toEqual([])
    expect(ids('tides', { goneFrom: 'papers' })).toEqual([])
    desk.db.raw.prepare('UPDATE documents SET source_gone = 1').run()
    insertWatchedFolder(desk.db, {
      ...{ id: 'papers', path: '/papers', collectionId: 'default', node: '', createdAt: 0 },
      createdBy: person,
    })
    putWatchedFile(desk.db, 'papers', {
      ...{ path: 'b.txt', documentId: 'two', sha256: '', stamp: '', node: '', otherDisk: false, gone: true },
    })
    expect(ids('tides', { goneFrom: 'papers' })).toEqual(['two#0'])
  })

  it('is nothing of a document before its last step, and each passage once after an attempt was cut short', async () => {
    const number = await store(
      'one',
      Array.from({ length: 400 }, (_, index) => `tides ${index}`),
    )
    desk.db.raw.prepare("UPDATE documents SET status = 'processing' WHERE number = ?").run(number)
    const text = 'new tides'
    const chunk = { ordinal: 0, start: 0, end: text.length, page: null, section: null, tokens: 2 }
    const content = { document: { text, mime: 'text/plain', pages: [] }, chunks: [chunk] }
    await storeDocuments(
      desk.connection,
      [{ document: number, sha256: null, title: 'one', extractor: 'test', at: 0, content }],
      () => {},
    )
    expect(search('tides').map(({ text }) => text)).toEqual(['new tides'])
    expect(await checkIndex(desk.connection, null)).toEqual({
      documents: 1,
      passages: 1,
      wrong: [],
      waiting: 0,
    })
  })

  it('is told to be wrong where a part of the index counts its terms wrongly', async () => {
    await store('one', ['tides and moons', 'tides', 'moons'])
    expect((await checkIndex(desk.connection, null)).wrong).toEqual([])
    const segment = Number(desk.db.raw.prepare('SELECT number FROM index_segments').pluck().get())
    const where = `place = ${placeOfPage(segment, segmentFiles.markFrequencies, 0)}`
    const data = desk.db.raw.prepare(`SELECT data FROM index_pages WHERE ${where}`).pluck().get()
    if (!Buffer.isBuffer(data)) throw new Error('There are no frequencies.')
    const changed = Buffer.from(data)
    changed[data.length - 1] = (data.at(-1) ?? 0) + 1
    desk.db.raw.prepare(`UPDATE index_pages SET data = ? WHERE ${where}`).run(changed)
    expect((await checkIndex(desk.connection, null)).wrong).toEqual(['one'])
  })

  it('does not become visible when it was cancelled while it was stored', async () => {
    const number = await store('one', ['tides'])
    desk.db.raw.prepare("UPDATE documents SET status = 'cancelled' WHERE number = ?").run(number)
    const content = { document: { text: 'x', mime: 'text/plain', pages: [] }, chunks: [] }
    const request = { document: number, sha256: null, title: 'one', extractor: 'test', at: 0, content }
    expect(await storeDocuments(desk.connection, [request], () => {})).toEqual([{ completed: false }])
    expect(ids('tides')).toEqual([])
  })

  it('does not become visible with a content that it is no longer to have', async () => {
    const number = await store('one', ['tides'])
    const text = 'what its file was before'
    const content = { document: { text, mime: 'text/plain', pages: [] }, chunks: [] }
    const request = { document: number, sha256: 'before', title: 'one', extractor: 'test', at: 0, content }
    const begin = desk.db.raw.prepare(
      "UPDATE documents SET status = 'processing', stage = ?, sha256 = ? WHERE number = ?",
    )
    begin.run('acquire', 'after', number)
    expect(await storeDocuments(desk.connection, [request], () => {})).toEqual([{ completed: false }])

    // Begun anew after the former attempt had begun to store: seen at the first passage that it tells of.
    begin.run('extract', 'before', number)
    const chunks = Array.from({ length: 4000 }, (_, ordinal) => {
      return { ordinal, start: 0, end: text.length, page: null, section: null, tokens: 5 }
    })
    const storing = storeDocuments(
      desk.connection,
      [{ ...request, content: { ...content, chunks } }],
      () => void begin.run('acquire', 'before', number),
    )
    expect(await storing).toEqual([{ completed: false }])
    expect(desk.db.raw.prepare('SELECT status FROM documents').pluck().all()).toEqual(['processing'])
    expect(ids('tides')).toEqual([])
  })
})
