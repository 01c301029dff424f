import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpLibrary, tides } from '../../../../tests/support/library-desk'
import { fillerText, type LibraryFixture } from '../../../../tests/support/library-fixture'
import { EXTRACTOR_VERSIONS } from '../extractors/versions'

const desk = setUpLibrary()

describe('a better reader', () => {
  const read = (each: LibraryFixture, id: string) =>
    each.db.raw.prepare('SELECT number, extractor, chunks FROM documents WHERE id = ?').get(id) as {
      number: number
      extractor: string
      chunks: number
    }
  const again = (each: LibraryFixture, id: string) =>
    each.event(
      (event) =>
        event.type === 'document' && event.document.id === id && read(each, id).extractor !== 'older',
    )

  it('reads what an older one read again, under the same id, and it can be found all the while', async () => {
    const text = `# Ebb\n\n${fillerText(20_000)}\n\nThe lighthouse stands here.`
    const first = await desk.fixture.add(desk.fixture.file('first.md', text), { title: 'My own title' })
    await desk.fixture.settled(first.id)
    const second = await desk.addText('second.md', tides)
    const fields = desk.fixture.library.documentFields(first.id)
    desk.fixture.library.setDocumentFields(first.id, { ...fields, tags: ['kept'] })
    const before = desk.fixture.library.document(first.id)
    const old = read(desk.fixture, first.id)
    desk.fixture.db.raw.prepare("UPDATE documents SET extractor = 'older' WHERE id = ?").run(first.id)
    // What the older reader got wrong.
    desk.fixture.db.raw
      .prepare("UPDATE document_texts SET text = 'wrong', whole = 1 WHERE document_number = ?")
      .run(old.number)

    await desk.reopen()
    desk.fixture.library.resume()
    let done = false
    const wait = again(desk.fixture, first.id).then(() => {
      done = true
    })
    do {
      const { results } = await desk.fixture.library.search({ query: 'lighthouse', limit: 5 })
      expect(results.map(({ document_id }) => document_id)).toEqual([first.id])
      expect(desk.fixture.library.documents({ status: 'all', limit: 5 }).total).toBe(2)
    } while (!done)
    await wait

    const after = read(desk.fixture, first.id)
    expect(after).toMatchObject({ chunks: old.chunks, extractor: EXTRACTOR_VERSIONS['text/markdown'] })
    expect(after.number).not.toBe(old.number)
    expect(desk.fixture.library.document(first.id)).toEqual(before)
    expect((await desk.fixture.library.text(first.id, 0, 5)).text).toBe('# Ebb')
    // Its place in the list is that of the day on which it was added.
    const { documents } = desk.fixture.library.documents({ status: 'all', limit: 5 })
    expect(documents.map(({ id }) => id)).toEqual([second, first.id])
    const { results } = await desk.fixture.library.search({ query: 'lighthouse', limit: 5 })
    expect(results).toHaveLength(1)
  }, 30_000)

  it('keeps a title that nobody chose as the one that it has by itself', async () => {
    const id = await desk.addText('tides.md', tides)
    // As an older reader may have understood it.
    desk.fixture.db.raw
      .prepare("UPDATE documents SET extractor = 'older', title = 'Ebb', read_title = 'Ebb' WHERE id = ?")
      .run(id)
    await desk.reopen()
    desk.fixture.library.resume()
    await again(desk.fixture, id)
    expect(desk.fixture.library.document(id).title).toBe('Ebb')
    expect(desk.fixture.library.titleByItself(id)).toBe('Ebb')
  }, 30_000)

  it('leaves a document as it was read when it can’t be read any more', async () => {
    const id = await desk.addText('tides.md', tides)
    desk.fixture.db.raw.prepare("UPDATE documents SET extractor = 'older' WHERE id = ?").run(id)
    const { sha256 } = desk.fixture.library.document(id)
    const [blob = ''] = globSync(join(desk.fixture.folder, 'blobs', '**', sha256 ?? ''))
    rmSync(blob)
    await desk.reopen()
    desk.fixture.library.resume()
    // It waits its turn behind the older one, so that one was looked at by then.
    const other = await desk.addText('other.md', 'Words of another document')
    desk.fixture.db.raw.prepare("UPDATE documents SET extractor = 'older' WHERE id = ?").run(other)
    await desk.reopen()
    desk.fixture.library.resume()
    await again(desk.fixture, other)
    expect(desk.fixture.library.document(id).status).toBe('complete')
    expect((await desk.fixture.library.search({ query: 'moon', limit: 5 })).results).not.toEqual([])
  }, 30_000)
})
