import { expect, it } from 'vitest'
import { setUpLibrary, tides } from '../../../../tests/support/library-desk'
import { placeOfPage, segmentFiles } from './segment-files'

const desk = setUpLibrary()

const stored = () =>
  desk.fixture.db.raw.prepare("SELECT number, facts FROM index_segments WHERE state = 'live'").all() as {
    number: number
    facts: string
  }[]

/** What a later version may have written: a file more than this one knows. */
function addFile(): void {
  const write = desk.fixture.db.raw.prepare('UPDATE index_segments SET facts = ? WHERE number = ?')
  for (const { number, facts } of stored()) {
    const known = JSON.parse(facts) as { bytes: number[] }
    write.run(JSON.stringify({ ...known, bytes: [...known.bytes, 4] }), number)
    desk.fixture.db.raw
      .prepare('INSERT INTO index_pages (place, data) VALUES (?, ?)')
      .run(placeOfPage(number, Object.keys(segmentFiles).length, 0), Buffer.from('some'))
  }
}

it('makes an index anew that a later version wrote with files unknown to this one, and loses nothing', async () => {
  const id = await desk.addText('tides.md', tides)
  const removed = await desk.addText('moon.md', '# Moon\n\nThe moon has no tides.')
  desk.fixture.library.setPresent(removed, false)
  const before = desk.fixture.library.document(id)
  addFile()
  await desk.reopen()
  const { library } = desk.fixture
  // It says that it is being made, and not what the program expected.
  expect(await library.search({ query: 'moon', limit: 5 })).toMatchObject({
    results: [],
    waiting: expect.anything(),
  })
  library.resume()
  await expect.poll(async () => (await library.checkIndex(null)).waiting, { timeout: 20_000 }).toBe(0)
  expect(library.document(id)).toEqual(before)
  const search = async () =>
    (await library.search({ query: 'moon', limit: 5 })).results.map(({ document_id }) => document_id)
  expect(new Set(await search())).toEqual(new Set([id]))
  library.setPresent(removed, true)
  expect(await search()).toContain(removed)
  await desk.expectWhole()
}, 60_000)

it('leaves an index as it is that it knows', async () => {
  await desk.addText('tides.md', tides)
  const before = stored()
  await desk.reopen()
  desk.fixture.library.resume()
  expect(stored()).toEqual(before)
})
