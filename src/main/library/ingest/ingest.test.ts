import { closeSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildWorker } from '../../../../tests/support/build-worker'
import { setUpLibrary, tides } from '../../../../tests/support/library-desk'
import { fillerText } from '../../../../tests/support/library-fixture'
import { makePdf, PDF_LAYOUT } from '../../../../tests/support/make-pdf'

const desk = setUpLibrary()

describe('ingestion', () => {
  it('takes a Markdown file to complete, with title, passages and search', async () => {
    const added = await desk.fixture.add(desk.fixture.file('notes.md', tides))
    expect(added).toMatchObject({ status: 'pending', title: 'notes' })
    const done = await desk.fixture.settled(added.id)
    expect(done).toMatchObject({
      status: 'complete',
      stage: 'done',
      title: 'Tides',
      mime: 'text/markdown',
      error: null,
    })
    expect(done.chunks).toBeGreaterThan(0)
    expect(done.tokens).toBeGreaterThan(0)
    const { results } = await desk.fixture.library.search({ query: 'What do the moons do?', limit: 5 })
    expect(results[0]).toMatchObject({ document_id: added.id, title: 'Tides', similarity: 1 })
    const { text } = await desk.fixture.library.text(added.id, 0, 1000)
    expect(text.slice(results[0]?.start, results[0]?.end)).toBe(results[0]?.text)
  })

  it('indexes a long text, whose words come with it, as its passages say', async () => {
    const text = `# Long\n\n${fillerText(300_000, 1)}\n\n潮汐 and the moons\n\n${fillerText(20_000, 2)}`
    const added = await desk.fixture.add(desk.fixture.file('long.md', text))
    expect(await desk.fixture.settled(added.id)).toMatchObject({ status: 'complete' })
    expect(await desk.fixture.library.checkIndex(null)).toMatchObject({ documents: 1, wrong: [] })
    const { results } = await desk.fixture.library.search({ query: '潮汐 moon', limit: 1 })
    expect(results[0]?.text).toContain('潮汐 and the moons')
  })

  it('stores a text once, and gives it back as it was', async () => {
    const text = `\n\n# Long\r\n\r\n${fillerText(60_000, 3)}\t\n\n\n😀 and ${fillerText(3000, 4)}\n \n`
    const { id } = await desk.fixture.add(desk.fixture.file('once.txt', text))
    expect(await desk.fixture.settled(id)).toMatchObject({ status: 'complete' })
    expect((await desk.fixture.library.text(id, 0, text.length)).text).toBe(text.replaceAll('\r\n', '\n'))
    const stored = desk.fixture.db.raw.prepare('SELECT text FROM document_texts').pluck().all().join('')
    expect(stored.trim()).toBe('')
  })

  it('shows a PDF’s page with the cited passage on it', async () => {
    const lines = (word: string) => [`${word} is on this page`, 'and another line is below it']
    const pdf = makePdf({ title: 'Pages', pages: [lines('First'), lines('Second'), lines('Third')] })
    const { id } = await desk.fixture.add(desk.fixture.file('pages.pdf', pdf))
    expect(await desk.fixture.settled(id)).toMatchObject({
      status: 'complete',
      pages: 3,
      mime: 'application/pdf',
    })
    const { results } = await desk.fixture.library.search({ query: 'second', limit: 5 })
    const [found] = results
    if (found === undefined) throw new Error('nothing found')
    expect(found).toMatchObject({ page: 2, title: 'Pages' })
    const page = await desk.fixture.library.page({ id, page: 2, width: 400 })
    expect(page).toMatchObject({ page: 2, pages: 3, width: 400 })
    expect(page.image.startsWith('data:image/png;base64,iVBOR')).toBe(true)
    expect(page.text).toContain('Second is on this page')
    expect(page.words.map(({ start, end }) => page.text.slice(start, end)).join(' ')).toBe(
      page.text.replace(/\s+/gu, ' ').trim(),
    )
    const elsewhere = { start: 0, end: 5 }
    const [none, [first] = []] = await desk.fixture.library.marks({ id, page: 2, ranges: [elsewhere, found] })
    expect(none).toEqual([])
    expect(first?.left).toBeCloseTo(PDF_LAYOUT.left / PDF_LAYOUT.width, 1)
    expect(first?.top).toBeCloseTo((PDF_LAYOUT.height - PDF_LAYOUT.top) / PDF_LAYOUT.height, 1)
    await expect(desk.fixture.library.page({ id, page: 4, width: 400 })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('answers `unsupported` for the page of a document without pages', async () => {
    const id = await desk.addText('notes.md', tides)
    await expect(desk.fixture.library.page({ id, page: 1, width: 400 })).rejects.toMatchObject({
      code: 'unsupported',
    })
  })

  it.each([
    ['an empty file', 'empty.pdf', ''],
    ['a truncated PDF', 'cut.pdf', makePdf({ pages: [['text']] }).subarray(0, 200)],
    ['an encrypted PDF', 'secret.pdf', makePdf({ pages: [['text']], password: 'hush' })],
    ['a picture named as a PDF', 'picture.pdf', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1')],
  ])('ends %s in status error with one sentence, and goes on with the next', async (_, name, content) => {
    const bad = await desk.fixture.add(desk.fixture.file(name, content))
    const failed = await desk.fixture.settled(bad.id)
    expect(failed).toMatchObject({ status: 'error', chunks: 0 })
    expect(failed.error).toMatch(/^[A-Z].*\.$/)
    const good = await desk.fixture.add(desk.fixture.file('good.md', tides))
    expect((await desk.fixture.settled(good.id)).status).toBe('complete')
  })

  it('reads a PDF that is named as a text', async () => {
    const { id } = await desk.fixture.add(
      desk.fixture.file('report.txt', makePdf({ pages: [['hidden words']] })),
    )
    expect(await desk.fixture.settled(id)).toMatchObject({ status: 'complete', mime: 'application/pdf' })
  })

  it('refuses 2 GB before reading', async () => {
    const path = desk.fixture.file('huge.pdf', '')
    truncateSync(path, 2 * 1024 ** 3)
    await expect(desk.fixture.library.inspect(path, new AbortController().signal)).rejects.toMatchObject({
      code: 'too_large',
      message: 'This file has 2.1 GB; the library takes at most 512 MB. Nothing was added.',
    })
  })

  it('says so when the file changed between choosing and reading, and takes it as it is on restart', async () => {
    const path = desk.fixture.file('moving.txt', 'first content')
    const { sha256, size } = await desk.fixture.library.inspect(path, new AbortController().signal)
    writeFileSync(path, 'other content, which nobody approved')
    const added = desk.fixture.library.add({
      id: desk.fixture.library.newId(),
      path,
      size,
      sha256,
      collectionId: 'default',
      title: null,
      metadata: {},
    })
    expect(await desk.fixture.settled(added.id)).toMatchObject({
      status: 'error',
      error: expect.stringContaining('changed after it was chosen'),
    })
    desk.fixture.library.restart(added.id)
    expect(await desk.fixture.settled(added.id)).toMatchObject({ status: 'complete' })
    expect((await desk.fixture.library.text(added.id, 0, 100)).text).toContain('nobody approved')
  })

  it('takes no mixture of a file that is written all the while it is read', async () => {
    // Large enough that it is copied and not read in one go.
    const size = 24 * 1024 * 1024
    const path = desk.fixture.file('written.txt', Buffer.alloc(size, 'a'))
    let round = 0
    const descriptor = openSync(path, 'r+')
    const writing = setInterval(() => {
      const letter = String.fromCharCode(98 + (round++ % 20))
      for (const part of [0, 0.5, 0.9]) writeSync(descriptor, letter.repeat(4096), size * part)
    }, 1)
    try {
      const { id } = await desk.fixture.add(path)
      const document = await desk.fixture.settled(id)
      expect(round).toBeGreaterThan(0)
      expect(document).toMatchObject({
        status: 'error',
        error: expect.stringContaining('changed after it was chosen'),
      })
    } finally {
      clearInterval(writing)
      closeSync(descriptor)
    }
    const [document] = desk.fixture.library.documents({ status: 'all', limit: 1 }).documents
    desk.fixture.library.restart(document?.id ?? '')
    expect(await desk.fixture.settled(document?.id ?? '')).toMatchObject({ status: 'complete', size })
  }, 60_000)

  it('takes a text that is one line of megabytes in passages of the usual size, each where it stands', async () => {
    const line = `${'tide '.repeat(1_000_000)}lanterns${' quay'.repeat(1_000_000)}`
    const { id } = await desk.fixture.add(desk.fixture.file('line.txt', line))
    const document = await desk.fixture.settled(id)
    expect(document).toMatchObject({ status: 'complete', error: null })
    expect(document.tokens / document.chunks).toBeLessThan(1000)
    const { results } = await desk.fixture.library.search({ query: 'lanterns', limit: 1 })
    const { start = 0, end = 0, text } = results[0] ?? {}
    expect(line.slice(start, end)).toBe(text)
    expect(text).toContain('lanterns')
  }, 60_000)

  it('needs the source no more once the document is complete', async () => {
    const path = desk.fixture.file('notes.md', tides)
    const { id } = await desk.fixture.add(path)
    await desk.fixture.settled(id)
    writeFileSync(path, 'something else')
    desk.fixture.library.restart(id)
    expect((await desk.fixture.settled(id)).status).toBe('complete')
    expect((await desk.fixture.library.text(id, 0, 1000)).text).toContain('The moon')
  })

  it('publishes each stage, progress at most ten times a second, and the end at once', async () => {
    const pages = Array.from({ length: 1200 }, (_, page) => [`Page ${page} says ${fillerText(150, page)}`])
    const path = desk.fixture.file('long.pdf', makePdf({ pages }))
    const started = performance.now()
    const { id } = await desk.fixture.add(path)
    await desk.fixture.settled(id)
    const took = performance.now() - started
    const own = desk.fixture.events.filter((event) => event.type === 'document' && event.document.id === id)
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
    const { id } = await desk.fixture.add(desk.fixture.file('long.pdf', makePdf({ pages })))
    await desk.fixture.event(
      (event) =>
        event.type === 'document' && event.document.id === id && event.document.status === 'processing',
    )
    expect(desk.fixture.library.cancel(id)).toMatchObject({ status: 'cancelled' })
    expect((await desk.fixture.library.search({ query: 'marzipan', limit: 5 })).results).toEqual([])
    expect(desk.fixture.library.restart(id)).toMatchObject({ status: 'pending' })
    expect((await desk.fixture.settled(id)).status).toBe('complete')
    expect((await desk.fixture.library.search({ query: 'marzipan', limit: 5 })).results).toHaveLength(5)
  })

  it('keeps a document that was cancelled while it waited away from the queue', async () => {
    const ids: string[] = []
    for (let each = 0; each < 6; each++) {
      ids.push((await desk.fixture.add(desk.fixture.file(`${each}.txt`, fillerText(20_000, each)))).id)
    }
    const last = ids.at(-1) ?? ''
    desk.fixture.library.cancel(last)
    await Promise.all(ids.map((id) => desk.fixture.settled(id)))
    expect(desk.fixture.library.document(last).status).toBe('cancelled')
    expect(desk.fixture.library.documents({ status: 'complete', limit: 10 }).total).toBe(5)
  })

  it('goes on after a restart with what was waiting or at work, each once and whole', async () => {
    const ids: string[] = []
    for (let each = 0; each < 5; each++) {
      ids.push((await desk.fixture.add(desk.fixture.file(`${each}.txt`, fillerText(30_000, each)))).id)
    }
    await desk.fixture.event((event) => event.type === 'document' && event.document.status === 'processing')
    await desk.reopen()
    desk.fixture.library.resume()
    const documents = await Promise.all(ids.map((id) => desk.fixture.settled(id)))
    expect(documents.map(({ status }) => status)).toEqual(ids.map(() => 'complete'))
    await desk.expectWhole()
  })
})

describe('a reader that fails', () => {
  it('is told in a sentence, not in the words of the program', async () => {
    await desk.reopenWithFailingReader()
    const { id } = await desk.fixture.add(desk.fixture.file('note.txt', 'Words'))
    expect(await desk.fixture.settled(id)).toMatchObject({
      status: 'error',
      error: 'This file made its reader crash, so it was left out. Nothing else is affected.',
    })
  })
})

describe('a reader that crashes', () => {
  it('costs its document only, with a reason', async () => {
    const real = await buildWorker('extract')
    const worker = desk.fixture.file(
      'crashing.mjs',
      `await import(${JSON.stringify(real.href)})
       const { parentPort } = await import('node:worker_threads')
       parentPort.on('message', ({ name }) => { if (name === 'crash.txt') throw new Error('boom') })`,
    )
    await desk.reopen({ extract: worker })
    const bad = await desk.fixture.add(desk.fixture.file('crash.txt', fillerText(300_000)))
    const good = await desk.fixture.add(desk.fixture.file('good.txt', 'good tides'))
    expect(await desk.fixture.settled(bad.id)).toMatchObject({
      status: 'error',
      error: 'This file made its reader crash, so it was left out. Nothing else is affected.',
    })
    expect((await desk.fixture.settled(good.id)).status).toBe('complete')
  })
})
