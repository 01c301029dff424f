import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LibraryFixture, openLibraryFixture } from '../../../tests/support/library-fixture'
import { makePdf } from '../../../tests/support/make-pdf'

let fixture: LibraryFixture
let id: string

beforeAll(async () => {
  fixture = await openLibraryFixture()
  const pages = Array.from({ length: 20 }, (_, page) => [`Page ${page + 1} tells of a harbour.`])
  const added = await fixture.add(fixture.file('book.pdf', makePdf({ title: 'Book', pages })))
  id = (await fixture.settled(added.id)).id
}, 60_000)
afterAll(() => fixture.close())

it('reads every passage of a document where there are few, and evenly chosen ones where there are more', async () => {
  const { signal } = new AbortController()
  const all = await fixture.library.chunks(id, 100, signal)
  expect(all.map(({ page }) => page)).toEqual(Array.from({ length: 20 }, (_, page) => page + 1))
  expect(all[6]?.text).toBe('Page 7 tells of a harbour.')
  const some = await fixture.library.chunks(id, 7, signal)
  expect(some.map(({ page }) => page)).toEqual([1, 4, 7, 10, 13, 16, 19])
})
