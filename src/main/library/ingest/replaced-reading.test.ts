import { describe, expect, it } from 'vitest'
import { setUpLibrary, tides } from '../../../../tests/support/library-desk'
import { fillerText } from '../../../../tests/support/library-fixture'
import { storedText } from '../../../../tests/support/stored-text'

const desk = setUpLibrary()

/** Long enough that its index is written in many parts. */
const long = `The lighthouse stands here.\n\n${fillerText(60_000)}\n\nThe harbour ends here.`

/** Adds a document, has it read again, and waits until that is written into the index. */
async function addAndReadAgain(): Promise<string> {
  const id = await desk.addText('long.txt', long)
  const passages = count('SELECT count(*) FROM chunks')
  desk.fixture.library.restart(id)
  await until(() => count('SELECT count(*) FROM chunks') !== passages)
  return id
}

const until = (fits: () => boolean) => expect.poll(fits, { interval: 1, timeout: 20_000 }).toBe(true)

const textOf = (id: string) => storedText(desk.fixture.db, id)

const count = (sql: string) => desk.fixture.db.raw.prepare(sql).pluck().get()

async function expectFormer(id: string): Promise<void> {
  const { library } = desk.fixture
  expect(library.document(id)).toMatchObject({ status: 'complete', error: null })
  expect(textOf(id)).toBe(long)
  for (const query of ['lighthouse', 'harbour']) {
    const { results } = await library.search({ query, limit: 5 })
    expect(results.map(({ document_id }) => document_id)).toEqual([id])
  }
  await until(() => count('SELECT count(*) FROM documents WHERE deleted_at <= 0') === 0)
  await until(() => library.document(id).stage === 'done')
  await desk.expectWhole()
}

/** Has the new content of a document's file read, as a watched folder does; answers what undoes that. */
async function takeVersion(id: string, name: string, content: string) {
  const { library } = desk.fixture
  const path = desk.fixture.file(name, content)
  const { sha256: to, size } = await library.inspect(path, new AbortController().signal)
  const version = { documentId: id, versionId: library.newId(), to }
  const from = library.document(id).sha256
  const inPlace = !library.batches.hasBeenRead(id)
  await library.batches.take([
    { kind: 'changed', version: { ...version, size, path, inPlace }, beside: () => {} },
  ])
  return { ...version, from }
}

it('is not mixed with what takes its place while a long text is read', async () => {
  const id = await desk.addText('very-long.txt', `First words.\n\n${fillerText(1_500_000)}`)
  const { library, db } = desk.fixture
  // What is read in the first turn is replaced after it.
  const read = library.text(id, 0, 5)
  db.raw.exec(
    "UPDATE chunks SET text = 'Other' || substr(text, 6) WHERE ordinal = 0; UPDATE documents SET updated_at = updated_at + 1",
  )
  expect((await read).text).toBe('Other')
})

it('has the pages of the reading that its text is of', async () => {
  const id = await desk.addText('very-long.txt', `First words.\n\n${fillerText(1_500_000)}`)
  const { library, db } = desk.fixture
  const read = library.textByPages(id, ([page]) => ({ start: page?.start ?? 0, length: 5 }))
  db.raw.exec(
    'INSERT INTO document_pages (document_number, page, start, "end") SELECT number, 7, 6, 100 FROM documents; UPDATE documents SET updated_at = updated_at + 1',
  )
  expect(await read).toMatchObject({ text: 'words', start: 6, pages: [{ page: 7, start: 6, end: 100 }] })
})

describe('what was read of a document, while its new reading is written', { timeout: 60_000 }, () => {
  it('comes back whole when reading it again is taken back', async () => {
    const id = await addAndReadAgain()
    desk.fixture.library.undoRestart(id, 'complete')
    await expectFormer(id)
  })

  it('comes back whole when reading it again is cancelled, and also when that is then taken back', async () => {
    const id = await addAndReadAgain()
    expect(desk.fixture.library.cancel(id)).toMatchObject({ status: 'complete' })
    await expectFormer(id)
    desk.fixture.library.undoRestart(id, 'complete')
    await expectFormer(id)
  })

  it('stays in the index as it is when reading it again is cancelled, also another time', async () => {
    const id = await addAndReadAgain()
    const { library } = desk.fixture
    const indexing = () => count('SELECT indexing FROM documents WHERE deleted_at IS NULL')
    const before = indexing()
    expect(library.cancel(id)).toMatchObject({ status: 'complete', stage: 'done' })
    library.restart(id)
    expect(library.cancel(id)).toMatchObject({ status: 'complete', stage: 'done' })
    await expectFormer(id)
    expect(indexing()).toBe(before)
  })

  it('has the title that was chosen meanwhile when reading it again is cancelled, with others', async () => {
    const id = await addAndReadAgain()
    const { library } = desk.fixture
    library.setDocumentFields(id, { ...library.documentFields(id), title: 'Almanac', titleChosen: true })
    expect(await library.cancelAll([id])).toBe(1)
    await until(() => library.document(id).stage === 'done')
    expect((await library.search({ query: 'almanac', limit: 1 })).results[0]).toMatchObject({
      title: 'Almanac',
    })
    await expectFormer(id)
  })

  it('is what the document has until it is read anew, once the program goes on', async () => {
    const id = await addAndReadAgain()
    await desk.reopen()
    expect(desk.fixture.library.document(id).status).toBe('processing')
    desk.fixture.library.undoRestart(id, 'complete')
    desk.fixture.library.resume()
    await expectFormer(id)
  })

  it('is left for good only when the new reading takes its place', async () => {
    const id = await addAndReadAgain()
    await desk.fixture.settled(id)
    await expectFormer(id)
    expect(count('SELECT count(*) FROM documents')).toBe(1)
  })

  it('stays as the former version when the file changes, and undo brings it back', async () => {
    const id = await addAndReadAgain()
    const version = await takeVersion(id, 'long.txt', tides)
    await until(() => desk.fixture.library.document(id).sha256 === version.to)
    expect(textOf(id)).toContain('The moon')
    expect(desk.fixture.library.batches.versionObstacle(version, false)).toBeNull()
    await desk.fixture.library.batches.setVersions([version], false)
    await expectFormer(id)
  })

  it('has the title that was chosen and the name that its file got meanwhile', async () => {
    const id = await addAndReadAgain()
    const { library } = desk.fixture
    library.setDocumentFields(id, { ...library.documentFields(id), title: 'Almanac', titleChosen: true })
    const path = desk.fixture.file('yearbook.txt', long)
    await library.batches.setSources([{ id, source: { path, gone: false }, beside: () => {} }])
    await until(() => library.document(id).stage === 'done')
    for (const query of ['almanac', 'yearbook']) {
      expect((await library.search({ query, limit: 1 })).results[0]).toMatchObject({ title: 'Almanac' })
    }
    await expectFormer(id)
  })
})

describe('what was asked of a document', { timeout: 60_000 }, () => {
  it('is asked of its new version too, also where that was read already', async () => {
    const id = await desk.addText('tides.md', tides)
    const version = await takeVersion(id, 'tides.md', long)
    const { library } = desk.fixture
    await until(() => library.document(id).sha256 === version.to)
    library.restart(id, true)
    await desk.fixture.settled(id)
    await library.batches.setVersions([version], false)
    expect(library.document(id).sha256).toBe(version.from)
    expect(library.isRecognized(id)).toBe(true)
  })
})

describe('a document that is read again while its new version is', { timeout: 60_000 }, () => {
  it('leaves its former content whole when that version takes its place', async () => {
    const id = await desk.addText('tides.md', tides)
    const version = await takeVersion(id, 'tides.md', long)
    const { library } = desk.fixture
    const stage = desk.fixture.db.raw.prepare('SELECT stage FROM documents WHERE id = ?').pluck()
    await until(() => stage.get(version.versionId) === 'index')
    // As one that waits behind many others.
    desk.fixture.db.raw
      .prepare("UPDATE documents SET status = 'pending', stage = 'waiting' WHERE id = ?")
      .run(id)
    await until(() => library.document(id).sha256 === version.to)
    expect(library.document(id).status).toBe('complete')
    await library.batches.setVersions([version], false)
    expect(library.document(id)).toMatchObject({ status: 'complete', title: 'Tides' })
    expect(textOf(id)).toContain('The moon')
    expect((await library.search({ query: 'moon', limit: 5 })).results).toHaveLength(1)
  })
})

describe('a document that can’t be read again', () => {
  it('has what was read before, and says that and why, until reading it again is taken back', async () => {
    const id = await desk.addText('ports.jsonl', '{"port":"Brest"}\n{broken\n')
    const told = desk.fixture.library.warnings(id)
    expect(told).toHaveLength(1)
    await desk.reopenWithFailingReader()
    const { library } = desk.fixture
    for (let times = 0; times < 2; times++) {
      library.restart(id, true)
      expect(await desk.fixture.settled(id)).toMatchObject({ status: 'complete', error: null, warnings: 2 })
      const [first, second] = library.warnings(id)
      expect(first).toEqual(told[0])
      expect(second?.said).toMatchObject({ code: 'document.not_read_again' })
      expect(Object.values(second?.said.inner ?? {})).toMatchObject([{ code: 'document.crashed' }])
      expect(textOf(id)).toContain('Brest')
      expect((await library.search({ query: 'Brest', limit: 5 })).results).toHaveLength(1)
    }
    expect(library.undoRestart(id, 'complete', false)).toMatchObject({ status: 'complete', warnings: 1 })
    expect(library.warnings(id)).toEqual(told)
    expect(library.isRecognized(id)).toBe(false)
  })

  it('waits for its password where it needs one, and is then what it was when that is taken back', async () => {
    const id = await desk.addText('tides.md', tides)
    await desk.reopenWithFailingReader('locked', 'This file needs a password.')
    const { library } = desk.fixture
    library.restart(id)
    expect(await desk.fixture.settled(id)).toMatchObject({ status: 'error', locked: true })
    expect(library.undoRestart(id, 'complete')).toMatchObject({
      status: 'complete',
      error: null,
      warnings: 0,
    })
    expect(textOf(id)).toContain('The moon')
    library.restart(id)
    expect(await desk.fixture.settled(id)).toMatchObject({ locked: true })
    library.restart(id)
    expect(library.undoRestart(id, 'error')).toMatchObject({ status: 'complete', error: null })
  })
})
