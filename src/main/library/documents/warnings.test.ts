import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acrossMigration } from '../../../../tests/support/former-database'
import { type LibraryFixture, openLibraryFixture } from '../../../../tests/support/library-fixture'
import { makePdf } from '../../../../tests/support/make-pdf'
import { makeZip } from '../../../../tests/support/make-zip'

let fixture: LibraryFixture
beforeAll(async () => {
  fixture = await openLibraryFixture()
})
afterAll(() => fixture.close())

async function warningsOf(name: string, content: string | Uint8Array) {
  const { id } = await fixture.add(fixture.file(name, content))
  const document = await fixture.settled(id)
  expect(document).toMatchObject({ status: 'complete' })
  const { warnings } = await fixture.library.layout(id)
  expect(document.warnings).toBe(warnings.length)
  expect(fixture.library.warnings(id)).toEqual(warnings)
  const { text } = await fixture.library.text(id, 0, 1_000_000)
  return {
    id,
    text,
    warnings,
    told: warnings.map(({ said: { code, values }, places }) => ({ code, values, places })),
  }
}

/** The second of its three pages is no object of the file. */
function pdfWithDamagedPage(): Buffer {
  const damaged = makePdf({ pages: [['The first page'], ['The second page'], ['The third page']] })
  damaged.write('0 0 R', damaged.indexOf('8 0 R 10 0 R'), 'latin1')
  return damaged
}

it('a damaged page of a PDF is told with its page, and the others are read', async () => {
  const { text, told } = await warningsOf('damaged.pdf', pdfWithDamagedPage())
  expect(text).toBe('The first page\n\n\n\nThe third page')
  expect(told).toEqual([
    {
      code: 'extraction.damaged_pages',
      values: { count: 1, total: 3, pages: '2' },
      places: [{ page: 2, start: text.indexOf('\n\n') + 2 }],
    },
  ])
})

it('a page that is a picture is told while nobody asked for text recognition, and an empty one is not', async () => {
  const drawn = { content: '10 10 50 50 re f' }
  const { told } = await warningsOf('drawn.pdf', makePdf({ pages: [['Words'], drawn, []] }))
  expect(told).toMatchObject([{ code: 'extraction.picture_pages', places: [{ page: 2 }] }])
})

it('wrong bytes in a UTF-8 text leave the rest as it is and are told with their lines', async () => {
  const bytes = Buffer.concat([
    Buffer.from('Größe der Flut\nHöhe der Ebbe, gemessen in Süderhöft '),
    Buffer.from([0xff, 0xfe, 0xc3, 0x28]),
    Buffer.from('\nÜbermorgen ändert es sich'),
  ])
  const { text, told } = await warningsOf('wrong.txt', bytes)
  expect(text).toContain('Größe der Flut')
  expect(text).toContain('Übermorgen ändert es sich')
  expect(told).toEqual([
    {
      code: 'extraction.replaced_characters',
      values: { count: 3 },
      places: [{ line: 2, start: text.indexOf('\ufffd') }],
    },
  ])
})

it('an encoding that had to be guessed is told, one that is told or plain is not', async () => {
  const latin = Buffer.from('Die Größe der Flut ändert sich täglich, hört man in Süderhöft.', 'latin1')
  const { text, told } = await warningsOf('latin.txt', latin)
  expect(text).toContain('Größe der Flut ändert')
  expect(told).toEqual([
    { code: 'extraction.guessed_encoding', values: { encoding: expect.any(String) }, places: [] },
  ])
  const thai = iconv.encode('ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอนหรือวรรณยุกต์', 'tis620')
  expect((await warningsOf('thai.txt', thai)).text).not.toContain('\ufffd')
  expect((await warningsOf('plain.txt', 'Nothing but plain words')).told).toEqual([])
  expect((await warningsOf('utf8.txt', 'Größe, wie sie sein soll')).told).toEqual([])
})

it('what limits leave out of a table is told', async () => {
  const row =
    '<table:table-row table:number-rows-repeated="5000"><table:table-cell><text:p>Same</text:p></table:table-cell></table:table-row>'
  const sheet = `<office:document-content><office:body><office:spreadsheet><table:table table:name="Tides">${row}</table:table></office:spreadsheet></office:body></office:document-content>`
  const ods = makeZip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    { name: 'content.xml', content: sheet },
  ])
  const { told } = await warningsOf('long.ods', ods)
  expect(told).toEqual([{ code: 'extraction.cut_rows', values: { count: 4000, limit: 1000 }, places: [] }])
})

it('what is attached to a message is named as not read', async () => {
  const mail = [
    'From: a@example.org',
    'Subject: Tides',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'See the table.',
    '--b',
    'Content-Type: application/pdf; name="table.pdf"',
    'Content-Disposition: attachment; filename="table.pdf"',
    '',
    'bytes',
    '--b--',
    '',
  ].join('\r\n')
  const { told } = await warningsOf('tides.eml', mail)
  expect(told).toMatchObject([
    { code: 'extraction.attachments', values: { count: 1, names: ['table.pdf'], more: 0 } },
  ])
})

it('reading anew replaces what was told', async () => {
  const { id } = await warningsOf('again.jsonl', '{"port":"Brest"}\n{broken\n')
  const stored = () =>
    fixture.db.raw.prepare('SELECT warnings FROM documents WHERE id = ?').pluck().get(id) as string
  const first = stored()
  expect(JSON.parse(first)).toHaveLength(1)
  fixture.db.raw.prepare(`UPDATE documents SET warnings = '[]' WHERE id = ?`).run(id)
  fixture.library.restart(id)
  expect((await fixture.settled(id)).warnings).toBe(1)
  expect(stored()).toBe(first)
})

it('documents of former versions have nothing to tell', () => {
  acrossMigration(
    'ADD COLUMN warnings',
    (raw) => {
      raw
        .prepare("INSERT INTO collections (id, name, description, created_at) VALUES ('c', 'C', '', 1)")
        .run()
      raw
        .prepare(
          `INSERT INTO documents (id, collection_id, title, mime, source, size, status, stage, actor, added_at, updated_at)
         VALUES ('d', 'c', 'Tides', 'text/plain', '/a', 1, 'complete', 'done', '{}', 1, 1)`,
        )
        .run()
    },
    (raw) => {
      expect(raw.prepare('SELECT title, warnings FROM documents').all()).toEqual([
        { title: 'Tides', warnings: '[]' },
      ])
      expect(() => raw.prepare(`UPDATE documents SET warnings = '{}'`).run()).toThrow(/CHECK/)
    },
  )
})
