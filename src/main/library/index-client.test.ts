import { afterEach, beforeEach, expect, it } from 'vitest'
import { fillerText, type LibraryFixture, openLibraryFixture } from '../../../tests/support/library-fixture'

let fixture: LibraryFixture

beforeEach(async () => {
  fixture = await openLibraryFixture()
})
afterEach(() => fixture.close())

it('a search that is no longer wanted ends, and the next does not wait for it', async () => {
  const { id } = await fixture.add(fixture.file('tides.txt', `The tides of the sea. ${fillerText(20_000)}`))
  await fixture.settled(id)
  const ended: string[] = []
  const typed = ['t', 'ti', 'tid', 'tide'].map((query) => {
    const stop = new AbortController()
    const search = fixture.library.search({ query, limit: 5, typing: true, signal: stop.signal }).then(
      () => ended.push(`${query} found`),
      (error: { code?: string }) => ended.push(`${query} ${error.code}`),
    )
    return { stop, search }
  })
  for (const { stop } of typed) stop.abort()
  const { results } = await fixture.library.search({ query: 'tides', limit: 5, typing: true })
  expect(results[0]?.document_id).toBe(id)
  // Every one of the others has ended before the last was answered, and none with passages.
  expect(ended.sort()).toEqual(['t', 'ti', 'tid', 'tide'].map((query) => `${query} cancelled`))
})

it('a search is answered while a long document is being indexed', async () => {
  const short = await fixture.add(fixture.file('tides.txt', 'The tides of the sea.'))
  await fixture.settled(short.id)
  const long = await fixture.add(fixture.file('long.txt', fillerText(400_000)))
  await fixture.event(
    (event) => event.type === 'document' && event.document.id === long.id && event.document.stage === 'index',
  )
  const { results } = await fixture.library.search({ query: 'tides', limit: 5 })
  expect(results[0]?.document_id).toBe(short.id)
  expect(fixture.library.document(long.id).status).toBe('processing')
  fixture.library.cancel(long.id)
})
