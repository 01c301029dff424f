import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  fillerText,
  type LibraryFixture,
  openLibraryFixture,
} from '../../../../tests/support/library-fixture'

import { ensureDefaultCollection } from '../../db/collections'
import { migrations } from '../../db/migrate'
import { openDatabase } from '../../db/open'

let fixture: LibraryFixture

beforeEach(async () => {
  fixture = await openLibraryFixture()
  // The first test may have to build the workers.
}, 60_000)
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

it('a library from before this index has it built at the first start; until then searches say what is missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'library-old-'))
  const old = openDatabase(join(folder, 'countersign.db'), migrations.slice(0, 2))
  ensureDefaultCollection(old, 0)
  old.raw.exec(`
    INSERT INTO documents (id, collection_id, title, mime, source, size, status, stage, chunks, actor, added_at, updated_at)
    VALUES ('old', 'default', 'Tides', 'text/plain', '/tides.txt', 9, 'complete', 'done', 1, '{}', 0, 0);
    INSERT INTO chunks (document_number, ordinal, start, end, tokens, text) VALUES (1, 0, 0, 9, 3, 'the tides');`)
  old.close()
  await fixture.close()
  fixture = await openLibraryFixture(folder)
  expect(await fixture.library.search({ query: 'tide', limit: 5 })).toMatchObject({
    results: [],
    waiting: { documents: 1, of: 1 },
  })
  await fixture.library.rebuildIndex(new AbortController().signal)
  const { results, waiting } = await fixture.library.search({ query: 'tide', limit: 5 })
  expect(results.map(({ document_id }) => document_id)).toEqual(['old'])
  expect(waiting).toBeUndefined()
  expect(await fixture.library.checkIndex(null)).toMatchObject({ passages: 1, wrong: [], waiting: 0 })
  // An index that is not that of the passages is told.
  fixture.db.raw.prepare("UPDATE chunks SET text = 'the moons'").run()
  expect((await fixture.library.checkIndex(null)).wrong).toEqual(['Tides'])
})

it('an index that is made anew is made whole also where whoever asked for it stops', async () => {
  const { id } = await fixture.add(fixture.file('tides.txt', 'The tides of the sea.'))
  await fixture.settled(id)
  const stop = new AbortController()
  const made = fixture.library.rebuildIndex(stop.signal)
  stop.abort()
  await expect(made).rejects.toMatchObject({ code: 'cancelled' })
  await vi.waitFor(
    async () =>
      expect(await fixture.library.checkIndex(null)).toMatchObject({ documents: 1, wrong: [], waiting: 0 }),
    { timeout: 10_000 },
  )
})

it('the index is opened ahead of the first search, which then starts no thread; of an empty library it is not', async () => {
  const started: Worker[] = []
  const count = (worker: Worker) => started.push(worker)
  process.on('worker', count)
  try {
    fixture.library.openForSearches()
    // The process tells of a thread in its next turn.
    await setImmediate()
    expect(started).toHaveLength(0)
    const { id } = await fixture.add(fixture.file('tides.txt', 'The tides of the sea.'))
    await fixture.settled(id)
    fixture = await fixture.reopen()
    started.length = 0
    fixture.library.openForSearches()
    await setImmediate()
    expect(started).toHaveLength(1)
    const { results } = await fixture.library.search({ query: 'tides', limit: 5 })
    expect(results[0]?.document_id).toBe(id)
    expect(started).toHaveLength(1)
  } finally {
    process.off('worker', count)
  }
})
