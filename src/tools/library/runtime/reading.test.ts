import { describe, expect, it } from 'vitest'
import { setUpLibraryTools, tides } from '../../../../tests/support/library-tools'
import { makePdf } from '../../../../tests/support/make-pdf'
import { mimeOfType } from './document-types'

const desk = setUpLibraryTools()
const { add, read } = desk

describe('searching', () => {
  it('tells that a document to search in is not there, instead of finding nothing in it', async () => {
    const { id } = await add('tides.md', tides)
    const search = (doc_id: string) => read('search_library', { query: 'moon', doc_id })
    expect((await search(id)).state.results).toHaveLength(1)
    await expect(search('none')).rejects.toMatchObject({ code: 'not_found' })
    desk.fixture.library.setPresent(id, false)
    await expect(search(id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('what a search tells of the texts that it found', () => {
  it('is which are no Markdown, and which were written to Markdown from another format', async () => {
    const plain = await add('moon.txt', 'The moon pulls.')
    const page = await add('moon.html', '<title>Moon</title><p>The moon rises.</p>')
    await add('tides.md', tides)
    const { state } = await read('search_library', { query: 'moon' })
    expect(state.results).toHaveLength(3)
    expect(state).toMatchObject({ as_written: [plain.id], written_anew: [page.id] })
  })
})

describe('searching for a document by its name that is not read', () => {
  const locked = makePdf({ pages: [['The rent is due at noon.']], password: 'sesame' })

  it.each([
    'When is the rent due, as the lease Miller says?',
    'What does the lease say about the rent?',
    'lease Miller',
  ])('tells that it is there and why it was not searched: %s', async (query) => {
    await add('tides.md', tides)
    const { id } = await add('Lease Miller.pdf', locked)
    const { content, state } = await read('search_library', { query })
    expect(state.unread).toEqual([{ document_id: id, title: 'Lease Miller', why: 'locked' }])
    expect(content).toContain('“Lease Miller” was not searched: it is locked with a password')
  })

  it('tells nothing of one that the words do not name, that was deleted, or lies elsewhere', async () => {
    const { id } = await add('Lease Miller.pdf', locked)
    const unread = async (input: object) => (await read('search_library', input)).state.unread
    expect(await unread({ query: 'the contract of Miller' })).toBeUndefined()
    expect(await unread({ query: 'the' })).toBeUndefined()
    expect(await unread({ query: 'moon', doc_id: id })).toMatchObject([{ why: 'locked' }])
    const { apply } = await desk.change('create_collection', { name: 'Boats' })
    const boats = (await apply()).state.collection_id
    expect(await unread({ query: 'lease Miller', collection_id: boats })).toBeUndefined()
    desk.fixture.library.setPresent(id, false)
    expect(await unread({ query: 'lease Miller' })).toBeUndefined()
  })

  it.each([
    ['Scan.pdf', 'How do I scan a page?', 'What does the scan say?'],
    ['Scan_01.pdf', 'How do I scan?', 'scan 01'],
    ['2024.pdf', 'When were the tides of 2024 highest?', 'What is in 2024.pdf?'],
  ])('tells of %s only where that is asked: %s', async (name, beside, asked) => {
    const { id } = await add(name, locked)
    expect((await read('search_library', { query: beside })).state.unread).toBeUndefined()
    expect((await read('search_library', { query: asked })).state.unread).toMatchObject([{ document_id: id }])
  })

  it('tells only of what the search is of', async () => {
    const { id } = await add('Lease Miller.pdf', locked)
    const unread = async (input: object) =>
      (await read('search_library', { query: 'lease Miller', ...input })).state.unread
    const { addedAt } = desk.fixture.library.document(id)
    const day = (time: number) => new Date(time).toISOString().slice(0, 10)
    const [before, on, after] = [-1, 0, 1].map((days) => day(addedAt + days * 86_400_000))
    expect(await unread({ types: ['pdf'], added_from: on, added_to: on })).toMatchObject([{ why: 'locked' }])
    for (const other of [{ types: ['md'] }, { tags: ['boats'] }, { added_from: after }, { added_to: before }])
      expect(await unread(other), JSON.stringify(other)).toBeUndefined()
    expect(await unread({ doc_id: id, types: ['md'] })).toBeUndefined()
  })
})

describe('searching by type', () => {
  it.each(['md', '.MD', 'markdown', 'text/markdown'])('finds a Markdown file as %s', async (type) => {
    await add('tides.md', tides)
    await add('moon.txt', 'The moon pulls.')
    const { results } = (await read('search_library', { query: 'moon', types: [type] })).state
    expect(results).toMatchObject([{ title: 'Tides' }])
  })

  it.each([
    ['py', 'tide'],
    ['.YAML', 'moon'],
    ['log', 'harbour'],
  ])('finds files of many kinds by their ending: %s', async (type, title) => {
    await add('tide.py', '# when the water rises')
    await add('moon.yaml', 'water: high')
    await add('harbour.log', 'water at the gate')
    const { results } = (await read('search_library', { query: 'water', types: [type] })).state
    expect(results).toMatchObject([{ title }])
    const sources = (await read('search_library', { query: 'water', types: ['text/x-source'] })).state.results
    expect(sources).toHaveLength(2)
  })

  it('knows the endings of all that the library reads', () => {
    const endings = [
      'docx',
      'doc',
      'pptx',
      'ppt',
      'xlsx',
      'xls',
      'msg',
      'odt',
      'ods',
      'odp',
      'epub',
      'jsonl',
      'eml',
      'tsv',
      'htm',
      'txt',
    ]
    for (const ending of endings) expect(mimeOfType(ending)).toContain('/')
    expect(mimeOfType('pdf')).toBe('pdf')
    expect(mimeOfType('constructor')).toBe('constructor')
  })
})

describe('reading', () => {
  it('gives pages with marks, pieces by characters, and says where to go on', async () => {
    const { id } = await add('pages.pdf', makePdf({ title: 'Pages', pages: [['one'], ['two'], ['three']] }))
    expect((await read('read_document', { doc_id: id, from_page: 2, to_page: 9 })).state).toMatchObject({
      text: '[page 2]\ntwo\n\n[page 3]\nthree',
      pages: 3,
      from_page: 2,
      to_page: 3,
    })
    const { content, state } = await read('read_document', { doc_id: id, start: 1, length: 4 })
    expect(state).toMatchObject({ start: 1, end: 5 })
    expect(content).toContain('go on with start=5')
    const blank = await add('blank.pdf', makePdf({ pages: [['one'], [], ['three']] }))
    const between = await read('read_document', { doc_id: blank.id, from_page: 2, to_page: 2 })
    expect(between.state).toMatchObject({ text: expect.not.stringContaining('three') })
    for (const input of [{ from_page: 4 }, { from_page: 3, to_page: 2 }, { from_page: 1, start: 0 }]) {
      await expect(read('read_document', { doc_id: id, ...input })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    }
  })

  it('cuts no letter in two, wherever a piece ends', async () => {
    const { id } = await add('faces.txt', 'ab😀cd😀😀')
    const piece = async (start: number, length: number) => {
      const { state } = await read('read_document', { doc_id: id, start, length })
      return [state.text, state.start, state.end]
    }
    expect(await piece(0, 3)).toEqual(['ab', 0, 2])
    expect(await piece(2, 1)).toEqual(['😀', 2, 4])
    expect(await piece(3, 2)).toEqual(['😀c', 2, 5])
    expect(await piece(6, 50)).toEqual(['😀😀', 6, 10])
    expect(await piece(99, 5)).toEqual(['', 10, 10])
    const beyond = await read('read_document', { doc_id: id, start: 99, length: 5 })
    expect(beyond.content).toContain('There is nothing from there on: the text has 10 characters.')
  })

  it('refuses pages of a document without pages', async () => {
    const { id } = await add('tides.md', tides)
    expect((await read('read_document', { doc_id: id })).state.text).toContain('The moon')
    await expect(read('read_document', { doc_id: id, from_page: 1 })).rejects.toMatchObject({
      code: 'unsupported',
    })
  })

  it('says why a document that failed can’t be read', async () => {
    const { id } = await add('empty.pdf', '')
    await expect(read('read_document', { doc_id: id })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('0 bytes'),
    })
  })

  it('summarizes by the document’s own sentences, in order, with where they are from', async () => {
    const topic = (page: number) =>
      `The harbour of the town number ${page} has a deep channel for large ships.`
    const pages = Array.from({ length: 12 }, (_, page) => [
      topic(page),
      'Lunch was good that day and nothing else happened.',
    ])
    const { id } = await add('harbours.pdf', makePdf({ title: 'Harbours', pages }))
    const { state, content } = await read('summarize_document', { doc_id: id, max_chunks: 3 })
    const chunks = state.chunks as {
      chunk_id: string
      page: number
      sentence: string
      start: number
      end: number
    }[]
    expect(chunks.length).toBeGreaterThan(0)
    expect(chunks.length).toBeLessThanOrEqual(3)
    for (const { sentence, start, end, page } of chunks) {
      const { text } = await desk.fixture.library.text(id, start, end - start)
      expect(text.replace(/\s+/g, ' ')).toContain(sentence)
      expect(content).toContain(`${sentence} [Harbours, p. ${page}]`)
    }
    expect(chunks.map(({ page }) => page)).toEqual(chunks.map(({ page }) => page).sort((a, b) => a - b))
  })
})
