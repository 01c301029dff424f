import { describe, expect, it } from 'vitest'
import { setUpLibrary, tides } from '../../../tests/support/library-desk'
import { fillerText } from '../../../tests/support/library-fixture'

const desk = setUpLibrary()

describe('documents that are there already', () => {
  it('finds the document of the collection that has the same content', async () => {
    const id = await desk.addText('one.md', tides)
    const { sha256 } = await desk.fixture.library.inspect(
      desk.fixture.file('two.md', tides),
      new AbortController().signal,
    )
    expect(desk.fixture.library.documentWithContent(sha256, 'default')).toMatchObject({ id })
    const other = desk.fixture.library.createCollection({ id: 'other', name: 'Other', description: '' })
    expect(desk.fixture.library.documentWithContent(sha256, other.id)).toBeNull()
  })
})

describe('changing a document', () => {
  it('finds it by its new title, also when the change was cut short by the end of the process', async () => {
    const id = await desk.addText('tides.md', tides)
    const fields = desk.fixture.library.documentFields(id)
    desk.fixture.library.setDocumentFields(id, {
      ...fields,
      title: 'Gezeitenkunde',
      titleChosen: true,
      tags: ['sea', 'moon'],
    })
    await desk.reopen()
    desk.fixture.library.resume()
    await expect.poll(() => desk.fixture.library.document(id).stage).toBe('done')
    const { results } = await desk.fixture.library.search({ query: 'gezeitenkunde', limit: 5 })
    expect(results[0]).toMatchObject({ document_id: id, title: 'Gezeitenkunde' })
    expect(
      (await desk.fixture.library.search({ query: 'tides', tags: ['moon'], limit: 5 })).results,
    ).not.toEqual([])
    expect(
      (await desk.fixture.library.search({ query: 'tides', tags: ['moon', 'sun'], limit: 5 })).results,
    ).toEqual([])
  })

  it('keeps a title that was chosen while the document was read', async () => {
    const { id } = await desk.fixture.add(
      desk.fixture.file('long.md', `# Extracted\n\n${fillerText(50_000)}`),
    )
    await desk.fixture.event((event) => event.type === 'document' && event.document.status === 'processing')
    desk.fixture.library.setDocumentFields(id, {
      ...desk.fixture.library.documentFields(id),
      title: 'Chosen',
      titleChosen: true,
    })
    expect((await desk.fixture.settled(id)).title).toBe('Chosen')
    await expect.poll(() => desk.fixture.library.document(id).stage, { timeout: 20_000 }).toBe('done')
    const { results } = await desk.fixture.library.search({ query: 'chosen', limit: 1 })
    expect(results[0]?.document_id).toBe(id)
  })
})

describe('lists', () => {
  it('pages through documents, newest first, by status and part of the title', async () => {
    for (const name of ['a_1.txt', 'b%2.txt', 'a_3.txt']) await desk.addText(name, `text of ${name}`)
    const { library } = desk.fixture
    const first = library.documents({ status: 'all', limit: 2 })
    expect(first.documents.map(({ title }) => title)).toEqual(['a_3', 'b%2'])
    expect(first).toMatchObject({ total: 3 })
    const second = library.documents({ status: 'all', limit: 2, cursor: first.cursor ?? '' })
    expect(second.documents.map(({ title }) => title)).toEqual(['a_1'])
    expect(second.cursor).toBeNull()
    expect(library.documents({ status: 'all', limit: second.total }).cursor).toBeNull()
    expect(library.documents({ status: 'all', title: 'A_', limit: 5 }).total).toBe(2)
    expect(library.documents({ status: 'all', title: '%', limit: 5 }).total).toBe(1)
    expect(library.documents({ status: 'error', limit: 5 }).total).toBe(0)
    expect(() => library.documents({ status: 'all', limit: 5, cursor: 'x' })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })
})

describe('a search', () => {
  it('says of which documents the text is no Markdown, and of which it was written as Markdown here', async () => {
    const code = await desk.addText('quay.ts', 'export const quay = rows[a][b]\n')
    await desk.addText('quays.md', 'The **quay** is long.\n')
    const page = await desk.addText('quay.html', '<p>The quay is &lt;div&gt; by name.</p>\n')
    // What is typed into a cell or an entry comes as it is, which is HTML in exports of shops and calendars.
    await desk.addText('quays.csv', 'Place,Text\nQuay,It is <b>long</b>.\n')
    await desk.addText('quays.tsv', 'Place\tText\nQuay\tIt is <b>wide</b>.\n')
    await desk.addText(
      'quays.ics',
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Quay\nDESCRIPTION:At <b>noon</b>.\nEND:VEVENT\nEND:VCALENDAR\n',
    )
    const { results, asWritten, writtenAnew } = await desk.fixture.library.search({ query: 'quay', limit: 9 })
    expect(results).toHaveLength(6)
    expect(asWritten).toEqual([code])
    expect(writtenAnew).toEqual([page])
  })
})

describe('words found in a document', () => {
  it('stand between what looks like HTML where its text was written as Markdown here', async () => {
    const behind = async (id: string) => {
      const { matches } = await desk.fixture.library.find(id, 'quay', new AbortController().signal)
      return matches[0]?.after
    }
    const page = await desk.addText('quay.html', '<p>The quay is &lt;div&gt; by name.</p>\n')
    expect(await behind(page)).toBe(' is <div> by name.')
    expect(await behind(await desk.addText('quay.md', 'The quay is <b>long</b>.\n'))).toBe(' is long.')
  })
})
