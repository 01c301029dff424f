import { globSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildWorker } from '../../../tests/support/build-worker'
import { fillerText, type LibraryFixture, openLibraryFixture } from '../../../tests/support/library-fixture'
import { makePdf, PDF_LAYOUT } from '../../../tests/support/make-pdf'
import { EXTRACTOR_VERSIONS } from './extractors/versions'

let fixture: LibraryFixture

beforeEach(async () => {
  fixture = await openLibraryFixture()
}, 60_000)
afterEach(() => fixture.close())

const tides =
  '# Tides\n\nThe moon pulls the water of the seas twice a day.\n\n## Springs\n\nSpring tides come at full moon.\n'

async function addText(name: string, content: string): Promise<string> {
  const { id } = await fixture.add(fixture.file(name, content))
  await fixture.settled(id)
  return id
}

describe('ingestion', () => {
  it('takes a Markdown file to complete, with title, passages and search', async () => {
    const added = await fixture.add(fixture.file('notes.md', tides))
    expect(added).toMatchObject({ status: 'pending', title: 'notes' })
    const done = await fixture.settled(added.id)
    expect(done).toMatchObject({
      status: 'complete',
      stage: 'done',
      title: 'Tides',
      mime: 'text/markdown',
      error: null,
    })
    expect(done.chunks).toBeGreaterThan(0)
    expect(done.tokens).toBeGreaterThan(0)
    const { results } = await fixture.library.search({ query: 'What do the moons do?', limit: 5 })
    expect(results[0]).toMatchObject({ document_id: added.id, title: 'Tides', similarity: 1 })
    const { text } = fixture.library.text(added.id, 0, 1000)
    expect(text.slice(results[0]?.start, results[0]?.end)).toBe(results[0]?.text)
  })

  it('shows a PDF’s page with the cited passage on it', async () => {
    const lines = (word: string) => [`${word} is on this page`, 'and another line is below it']
    const pdf = makePdf({ title: 'Pages', pages: [lines('First'), lines('Second'), lines('Third')] })
    const { id } = await fixture.add(fixture.file('pages.pdf', pdf))
    expect(await fixture.settled(id)).toMatchObject({ status: 'complete', pages: 3, mime: 'application/pdf' })
    const { results } = await fixture.library.search({ query: 'second', limit: 5 })
    const [found] = results
    if (found === undefined) throw new Error('nothing found')
    expect(found).toMatchObject({ page: 2, title: 'Pages' })
    const page = await fixture.library.page({ id, page: 2, width: 400, highlight: found })
    expect(page).toMatchObject({ page: 2, pages: 3, width: 400 })
    expect(page.image.startsWith('data:image/png;base64,iVBOR')).toBe(true)
    expect(page.text).toContain('Second is on this page')
    const first = page.highlights[0]
    expect(first?.left).toBeCloseTo(PDF_LAYOUT.left / PDF_LAYOUT.width, 1)
    expect(first?.top).toBeCloseTo((PDF_LAYOUT.height - PDF_LAYOUT.top) / PDF_LAYOUT.height, 1)
    await expect(fixture.library.page({ id, page: 4, width: 400 })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('answers `unsupported` for the page of a document without pages', async () => {
    const id = await addText('notes.md', tides)
    await expect(fixture.library.page({ id, page: 1, width: 400 })).rejects.toMatchObject({
      code: 'unsupported',
    })
  })

  it.each([
    ['an empty file', 'empty.pdf', ''],
    ['a truncated PDF', 'cut.pdf', makePdf({ pages: [['text']] }).subarray(0, 200)],
    ['an encrypted PDF', 'secret.pdf', makePdf({ pages: [['text']], password: 'hush' })],
    ['a picture named as a PDF', 'picture.pdf', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1')],
  ])('ends %s in status error with one sentence, and goes on with the next', async (_, name, content) => {
    const bad = await fixture.add(fixture.file(name, content))
    const failed = await fixture.settled(bad.id)
    expect(failed).toMatchObject({ status: 'error', chunks: 0 })
    expect(failed.error).toMatch(/^[A-Z].*\.$/)
    const good = await fixture.add(fixture.file('good.md', tides))
    expect((await fixture.settled(good.id)).status).toBe('complete')
  })

  it('reads a PDF that is named as a text', async () => {
    const { id } = await fixture.add(fixture.file('report.txt', makePdf({ pages: [['hidden words']] })))
    expect(await fixture.settled(id)).toMatchObject({ status: 'complete', mime: 'application/pdf' })
  })

  it('refuses 2 GB before reading', async () => {
    const path = fixture.file('huge.pdf', '')
    truncateSync(path, 2 * 1024 ** 3)
    await expect(fixture.library.inspect(path, new AbortController().signal)).rejects.toMatchObject({
      code: 'too_large',
      message: 'This file has 2.1 GB; the library takes at most 512 MB. Nothing was added.',
    })
  })

  it('says so when the file changed between choosing and reading, and takes it as it is on restart', async () => {
    const path = fixture.file('moving.txt', 'first content')
    const { sha256, size } = await fixture.library.inspect(path, new AbortController().signal)
    writeFileSync(path, 'other content, which nobody approved')
    const added = fixture.library.add({
      id: fixture.library.newId(),
      path,
      size,
      sha256,
      collectionId: 'default',
      title: null,
      metadata: {},
    })
    expect(await fixture.settled(added.id)).toMatchObject({
      status: 'error',
      error: expect.stringContaining('changed after it was chosen'),
    })
    fixture.library.restart(added.id)
    expect(await fixture.settled(added.id)).toMatchObject({ status: 'complete' })
    expect(fixture.library.text(added.id, 0, 100).text).toContain('nobody approved')
  })

  it('needs the source no more once the document is complete', async () => {
    const path = fixture.file('notes.md', tides)
    const { id } = await fixture.add(path)
    await fixture.settled(id)
    writeFileSync(path, 'something else')
    fixture.library.restart(id)
    expect((await fixture.settled(id)).status).toBe('complete')
    expect(fixture.library.text(id, 0, 1000).text).toContain('The moon')
  })

  it('publishes each stage, progress at most ten times a second, and the end at once', async () => {
    const pages = Array.from({ length: 1200 }, (_, page) => [`Page ${page} says ${fillerText(150, page)}`])
    const path = fixture.file('long.pdf', makePdf({ pages }))
    const started = performance.now()
    const { id } = await fixture.add(path)
    await fixture.settled(id)
    const took = performance.now() - started
    const own = fixture.events.filter((event) => event.type === 'document' && event.document.id === id)
    const last = own.at(-1)
    expect(last?.type === 'document' && last.document.status).toBe('complete')
    const documents = own.flatMap((event) => (event.type === 'document' ? [event.document] : []))
    expect(documents.length).toBeLessThanOrEqual(took / 100 + 3)
    expect(documents.some(({ stage, progress }) => stage === 'extract' && progress.total === 1200)).toBe(true)
  })

  it('cancels at work, is not found then, and starts again on request', async () => {
    const pages = Array.from({ length: 300 }, (_, page) => [
      `Page ${page} says marzipan ${fillerText(60, page)}`,
    ])
    const { id } = await fixture.add(fixture.file('long.pdf', makePdf({ pages })))
    await fixture.event(
      (event) =>
        event.type === 'document' && event.document.id === id && event.document.status === 'processing',
    )
    expect(fixture.library.cancel(id)).toMatchObject({ status: 'cancelled' })
    expect((await fixture.library.search({ query: 'marzipan', limit: 5 })).results).toEqual([])
    expect(fixture.library.restart(id)).toMatchObject({ status: 'pending' })
    expect((await fixture.settled(id)).status).toBe('complete')
    expect((await fixture.library.search({ query: 'marzipan', limit: 5 })).results).toHaveLength(5)
  })

  it('keeps a document that was cancelled while it waited away from the queue', async () => {
    const ids: string[] = []
    for (let each = 0; each < 6; each++) {
      ids.push((await fixture.add(fixture.file(`${each}.txt`, fillerText(20_000, each)))).id)
    }
    const last = ids.at(-1) ?? ''
    fixture.library.cancel(last)
    await Promise.all(ids.map((id) => fixture.settled(id)))
    expect(fixture.library.document(last).status).toBe('cancelled')
    expect(fixture.library.documents({ status: 'complete', limit: 10 }).total).toBe(5)
  })

  it('goes on after a restart with what was waiting or at work, each once and whole', async () => {
    const ids: string[] = []
    for (let each = 0; each < 5; each++) {
      ids.push((await fixture.add(fixture.file(`${each}.txt`, fillerText(30_000, each)))).id)
    }
    await fixture.event((event) => event.type === 'document' && event.document.status === 'processing')
    fixture = await fixture.reopen()
    fixture.library.resume()
    const documents = await Promise.all(ids.map((id) => fixture.settled(id)))
    expect(documents.map(({ status }) => status)).toEqual(ids.map(() => 'complete'))
    await expectWhole(fixture)
  })
})

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
    const first = await fixture.add(fixture.file('first.md', text), { title: 'My own title' })
    await fixture.settled(first.id)
    const second = await addText('second.md', tides)
    const fields = fixture.library.documentFields(first.id)
    fixture.library.setDocumentFields(first.id, { ...fields, tags: ['kept'] })
    const before = fixture.library.document(first.id)
    const old = read(fixture, first.id)
    fixture.db.raw.prepare("UPDATE documents SET extractor = 'older' WHERE id = ?").run(first.id)
    // What the older reader got wrong.
    fixture.db.raw
      .prepare("UPDATE document_texts SET text = 'wrong' WHERE document_number = ?")
      .run(old.number)

    fixture = await fixture.reopen()
    fixture.library.resume()
    let done = false
    const wait = again(fixture, first.id).then(() => {
      done = true
    })
    do {
      const { results } = await fixture.library.search({ query: 'lighthouse', limit: 5 })
      expect(results.map(({ document_id }) => document_id)).toEqual([first.id])
      expect(fixture.library.documents({ status: 'all', limit: 5 }).total).toBe(2)
    } while (!done)
    await wait

    const after = read(fixture, first.id)
    expect(after).toMatchObject({ chunks: old.chunks, extractor: EXTRACTOR_VERSIONS['text/plain'] })
    expect(after.number).not.toBe(old.number)
    expect(fixture.library.document(first.id)).toEqual(before)
    expect(fixture.library.text(first.id, 0, 5).text).toBe('# Ebb')
    // Its place in the list is that of the day on which it was added.
    const { documents } = fixture.library.documents({ status: 'all', limit: 5 })
    expect(documents.map(({ id }) => id)).toEqual([second, first.id])
    const { results } = await fixture.library.search({ query: 'lighthouse', limit: 5 })
    expect(results).toHaveLength(1)
  }, 30_000)

  it('leaves a document as it was read when it can’t be read any more', async () => {
    const id = await addText('tides.md', tides)
    fixture.db.raw.prepare("UPDATE documents SET extractor = 'older' WHERE id = ?").run(id)
    const { sha256 } = fixture.library.document(id)
    const [blob = ''] = globSync(join(fixture.folder, 'blobs', '**', sha256 ?? ''))
    rmSync(blob)
    fixture = await fixture.reopen()
    fixture.library.resume()
    // It waits its turn behind the older one, so that one was looked at by then.
    const other = await addText('other.md', 'Words of another document')
    fixture.db.raw.prepare("UPDATE documents SET extractor = 'older' WHERE id = ?").run(other)
    fixture = await fixture.reopen()
    fixture.library.resume()
    await again(fixture, other)
    expect(fixture.library.document(id).status).toBe('complete')
    expect((await fixture.library.search({ query: 'moon', limit: 5 })).results).not.toEqual([])
  }, 30_000)
})

/** Every passage of the index belongs to a complete document and is there once. */
async function expectWhole({ db, library }: LibraryFixture): Promise<void> {
  const count = (sql: string) => db.raw.prepare(sql).pluck().get()
  expect(count('SELECT count(*) FROM chunks')).toBe(count('SELECT sum(chunks) FROM documents'))
  const passages = count('SELECT count(*) FROM chunks')
  expect(await library.checkIndex(null)).toMatchObject({ passages, wrong: [], waiting: 0 })
}

describe('a reader that crashes', () => {
  it('costs its document only, with a reason', async () => {
    const real = await buildWorker('extract')
    const worker = fixture.file(
      'crashing.mjs',
      `await import(${JSON.stringify(real.href)})
       const { parentPort } = await import('node:worker_threads')
       parentPort.on('message', ({ name }) => { if (name === 'crash.txt') throw new Error('boom') })`,
    )
    fixture = await fixture.reopen({ extract: worker })
    const bad = await fixture.add(fixture.file('crash.txt', fillerText(300_000)))
    const good = await fixture.add(fixture.file('good.txt', 'good tides'))
    expect(await fixture.settled(bad.id)).toMatchObject({
      status: 'error',
      error: 'This file made its reader crash, so it was left out. Nothing else is affected.',
    })
    expect((await fixture.settled(good.id)).status).toBe('complete')
  })
})

describe('documents that are there already', () => {
  it('finds the document of the collection that has the same content', async () => {
    const id = await addText('one.md', tides)
    const { sha256 } = await fixture.library.inspect(
      fixture.file('two.md', tides),
      new AbortController().signal,
    )
    expect(fixture.library.documentWithContent(sha256, 'default')).toMatchObject({ id })
    const other = fixture.library.createCollection({ id: 'other', name: 'Other', description: '' })
    expect(fixture.library.documentWithContent(sha256, other.id)).toBeNull()
  })
})

describe('deleting', () => {
  it('hides a document at once and brings it back whole: the same search answers before and after', async () => {
    const id = await addText('tides.md', tides)
    await addText('moon.md', '# Moon\n\nThe moon has no water and no tides of its own.')
    const search = async () =>
      JSON.stringify((await fixture.library.search({ query: 'moon tides', limit: 10 })).results)
    const before = await search()
    const document = JSON.stringify(fixture.library.document(id))
    fixture.library.setPresent(id, false)
    expect(await search()).not.toContain(id)
    expect(() => fixture.library.document(id)).toThrow(expect.objectContaining({ code: 'not_found' }))
    expect(fixture.events.at(-1)).toMatchObject({ type: 'collections' })
    expect(fixture.events).toContainEqual({ type: 'document_removed', id })
    fixture.library.setPresent(id, true)
    expect(await search()).toBe(before)
    expect(JSON.stringify(fixture.library.document(id))).toBe(document)
  })

  it('deletes a collection with its documents and brings all back under its name', async () => {
    const { library } = fixture
    library.createCollection({ id: 'sea', name: 'Sea', description: 'salt' })
    const { id } = await fixture.add(fixture.file('tides.md', tides), { collectionId: 'sea' })
    await fixture.settled(id)
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
    const { id } = await fixture.add(fixture.file('long.txt', fillerText(100_000)))
    await fixture.event((event) => event.type === 'document' && event.document.status === 'processing')
    fixture.library.setPresent(id, false)
    fixture.library.setPresent(id, true)
    expect((await fixture.settled(id)).status).toBe('complete')
    await expectWhole(fixture)
  })

  it('removes for good what was deleted more than 30 days ago, and nothing else', async () => {
    const old = await addText('old.md', tides)
    const recent = await addText('recent.md', '# Recent\n\nmoon')
    fixture.library.setPresent(old, false)
    fixture.library.setPresent(recent, false)
    const day = 24 * 60 * 60 * 1000
    fixture.db.raw.prepare('UPDATE documents SET deleted_at = ? WHERE id = ?').run(Date.now() - 31 * day, old)
    fixture = await fixture.reopen()
    fixture.library.resume()
    const gone = () => fixture.library.isPresent(old) === null
    await expect.poll(gone).toBe(true)
    // Its id goes before its passages do: nobody can bring back half of a document.
    const passages = fixture.db.raw.prepare('SELECT count(*) FROM chunks').pluck()
    await expect.poll(() => passages.get()).toBe(1)
    expect(fixture.library.isPresent(recent)).toBe(false)
  })
})

describe('changing a document', () => {
  it('finds it by its new title, also when the change was cut short by the end of the process', async () => {
    const id = await addText('tides.md', tides)
    const fields = fixture.library.documentFields(id)
    fixture.library.setDocumentFields(id, {
      ...fields,
      title: 'Gezeitenkunde',
      titleChosen: true,
      tags: ['sea', 'moon'],
    })
    fixture = await fixture.reopen()
    fixture.library.resume()
    await expect.poll(() => fixture.library.document(id).stage).toBe('done')
    const { results } = await fixture.library.search({ query: 'gezeitenkunde', limit: 5 })
    expect(results[0]).toMatchObject({ document_id: id, title: 'Gezeitenkunde' })
    expect((await fixture.library.search({ query: 'tides', tags: ['moon'], limit: 5 })).results).not.toEqual(
      [],
    )
    expect(
      (await fixture.library.search({ query: 'tides', tags: ['moon', 'sun'], limit: 5 })).results,
    ).toEqual([])
  })

  it('keeps a title that was chosen while the document was read', async () => {
    const { id } = await fixture.add(fixture.file('long.md', `# Extracted\n\n${fillerText(50_000)}`))
    await fixture.event((event) => event.type === 'document' && event.document.status === 'processing')
    fixture.library.setDocumentFields(id, {
      ...fixture.library.documentFields(id),
      title: 'Chosen',
      titleChosen: true,
    })
    expect((await fixture.settled(id)).title).toBe('Chosen')
    await expect.poll(() => fixture.library.document(id).stage, { timeout: 20_000 }).toBe('done')
    const { results } = await fixture.library.search({ query: 'chosen', limit: 1 })
    expect(results[0]?.document_id).toBe(id)
  })
})

describe('lists', () => {
  it('pages through documents, newest first, by status and part of the title', async () => {
    for (const name of ['a_1.txt', 'b%2.txt', 'a_3.txt']) await addText(name, `text of ${name}`)
    const { library } = fixture
    const first = library.documents({ status: 'all', limit: 2 })
    expect(first.documents.map(({ title }) => title)).toEqual(['a_3', 'b%2'])
    expect(first).toMatchObject({ total: 3 })
    const second = library.documents({ status: 'all', limit: 2, cursor: first.cursor ?? '' })
    expect(second.documents.map(({ title }) => title)).toEqual(['a_1'])
    expect(second.cursor).toBeNull()
    expect(library.documents({ status: 'all', title: 'A_', limit: 5 }).total).toBe(2)
    expect(library.documents({ status: 'all', title: '%', limit: 5 }).total).toBe(1)
    expect(library.documents({ status: 'error', limit: 5 }).total).toBe(0)
    expect(() => library.documents({ status: 'all', limit: 5, cursor: 'x' })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })
})

describe('finding files', () => {
  it('walks folders without following links, skips hidden ones and says why others were left out', async () => {
    const long = `${'n'.repeat(251)}.txt`
    for (const name of [
      'in/a.txt',
      'in/sub/b.MD',
      'in/.hidden/c.txt',
      'in/node_modules/package/README.md',
      'in/LICENSE',
      'in/.d.txt',
      'in/e.zip',
      'in/line\nbreak.txt',
      'in/\u202egnp.txt',
      `in/${long}`,
    ]) {
      fixture.file(name, name)
    }
    const top = join(fixture.folder, 'files/in')
    symlinkSync(top, join(top, 'sub/loop'))
    symlinkSync('/etc/passwd', join(top, 'passwd.txt'))
    mkdirSync(join(top, 'empty'))
    const missing = join(top, 'missing.txt')
    const { files, skipped } = await fixture.library.findFiles(
      [top, join(top, 'a.txt'), join(top, 'e.zip'), missing],
      new AbortController().signal,
    )
    expect(files.map((path) => path.slice(top.length + 1)).sort()).toEqual(
      ['LICENSE', 'a.txt', 'e.zip', 'line\nbreak.txt', long, 'sub/b.MD', '\u202egnp.txt'].sort(),
    )
    expect(skipped.map(({ path }) => path.slice(top.length + 1)).sort()).toEqual(
      ['missing.txt', 'passwd.txt', 'sub/loop'].sort(),
    )
    expect(skipped.every(({ reason }) => reason.endsWith('.'))).toBe(true)
  })

  it('gives a name with a line break and direction marks a title of one plain line', async () => {
    const { id } = await fixture.add(fixture.file('line\nbreak \u202etxt.txt', 'text'))
    expect((await fixture.settled(id)).title).toBe('line break txt')
  })

  it('stops when it is told to', async () => {
    await expect(fixture.library.findFiles([fixture.folder], AbortSignal.abort())).rejects.toThrow()
  })
})
