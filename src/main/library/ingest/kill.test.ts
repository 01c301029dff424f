import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildEntry, buildWorker } from '../../../../tests/support/build-worker'
import {
  fillerText,
  type LibraryFixture,
  openLibraryFixture,
} from '../../../../tests/support/library-fixture'

const DOCUMENTS = 6

/** Adds files, or reads documents again, in a process of its own that kills itself hard when a document enters the stage. */
async function addAndKill(fixture: LibraryFixture, paths: readonly string[], stage: string): Promise<void> {
  const workers = [await buildWorker('extract'), await buildWorker('index')].map(String)
  const entry = fileURLToPath(await buildEntry('tests/support/library-child.ts'))
  const child = spawn(process.execPath, [entry, fixture.folder, ...workers, stage, ...paths], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

it.each(['acquire', 'extract', 'index', 'complete'])(
  'after a kill while a document is at %s, goes on with each document once and whole',
  async (stage) => {
    const folder = mkdtempSync(join(tmpdir(), 'library-kill-'))
    let fixture = await openLibraryFixture(folder)
    const paths = Array.from({ length: DOCUMENTS }, (_, each) =>
      fixture.file(`${each}.txt`, fillerText(60_000, each)),
    )
    await fixture.library.close()
    fixture.db.close()

    await addAndKill(fixture, paths, stage)

    fixture = await openLibraryFixture(folder)
    const { documents } = fixture.library.documents({ status: 'all', limit: 50 })
    expect(documents.map(({ source }) => source).sort()).toEqual([...paths].sort())
    expect(documents.some(({ status }) => status === 'pending' || status === 'processing')).toBe(true)
    fixture.library.resume()
    const settled = await Promise.all(documents.map(({ id }) => fixture.settled(id)))
    expect(settled.map(({ status }) => status)).toEqual(paths.map(() => 'complete'))
    const count = (sql: string) => fixture.db.raw.prepare(sql).pluck().get()
    expect(count('SELECT count(*) FROM chunks')).toBe(settled.reduce((sum, { chunks }) => sum + chunks, 0))
    expect(await fixture.library.checkIndex(null)).toEqual({
      documents: DOCUMENTS,
      passages: count('SELECT count(*) FROM chunks'),
      wrong: [],
      waiting: 0,
    })
    expect(count('PRAGMA integrity_check')).toBe('ok')
    await fixture.close()
  },
  30_000,
)

describe('after a kill while a new reading of a document is written into the index', {
  timeout: 60_000,
}, () => {
  const text = `The lighthouse stands here.\n\n${fillerText(60_000)}\n\nThe harbour ends here.`
  let fixture: LibraryFixture
  let id = ''

  beforeEach(async () => {
    const first = await openLibraryFixture()
    const added = await first.add(first.file('long.txt', text))
    id = (await first.settled(added.id)).id
    await first.library.close()
    first.db.close()
    await addAndKill(first, [`again:${id}`], 'writing')
    fixture = await openLibraryFixture(first.folder)
  }, 60_000)
  afterEach(() => fixture.close())

  async function expectWhole(): Promise<void> {
    const { library, db } = fixture
    const { total } = await library.text(id, 0, 10)
    expect((await library.text(id, 0, total)).text).toBe(text)
    for (const query of ['lighthouse', 'harbour']) {
      expect((await library.search({ query, limit: 5 })).results).toHaveLength(1)
    }
    const count = (sql: string) => db.raw.prepare(sql).pluck().get()
    await expect.poll(() => count('SELECT count(*) FROM documents')).toBe(1)
    expect(count('SELECT count(*) FROM chunks')).toBe(library.document(id).chunks)
    // Nobody knows after a kill which title it was indexed with: it is indexed once more.
    await expect.poll(() => library.document(id).stage).toBe('done')
    expect(await library.checkIndex(null)).toMatchObject({ documents: 1, wrong: [], waiting: 0 })
  }

  it('it can be taken back, with what was read before', async () => {
    fixture.library.undoRestart(id, 'complete')
    expect(fixture.library.document(id).status).toBe('complete')
    fixture.library.resume()
    await expectWhole()
  })

  it('it goes on, and ends as whole as if nothing had happened', async () => {
    expect(fixture.library.document(id).status).toBe('processing')
    fixture.library.resume()
    expect((await fixture.settled(id)).status).toBe('complete')
    await expectWhole()
  })
})
