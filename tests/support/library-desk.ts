import { afterEach, beforeEach, expect } from 'vitest'
import { type LibraryFixture, openLibraryFixture } from './library-fixture'

/** A library for each test of this file or group, on a folder of its own. */
export function setUpLibrary() {
  let open: LibraryFixture | undefined
  const now = () => {
    if (open === undefined) throw new Error('The library is there only while its tests run.')
    return open
  }
  // The first may have to build the workers.
  beforeEach(async () => {
    open = await openLibraryFixture()
  }, 60_000)
  afterEach(() => now().close())

  return {
    get fixture() {
      return now()
    },
    /** Closes the library and opens it again on the same folder, as a start of the application does. */
    async reopen(...replaced: Parameters<LibraryFixture['reopen']>): Promise<void> {
      open = await now().reopen(...replaced)
    },
    /** The same, with a reader that fails at every document; by itself as a fault of the program does. */
    async reopenWithFailingReader(code = 'internal', message = 'x is not a function'): Promise<void> {
      const extract = now().file(
        'failing.mjs',
        `import { parentPort } from 'node:worker_threads'
         const error = ${JSON.stringify({ code, message })}
         parentPort.on('message', ({ id, kind, files }) => parentPort.postMessage(
           kind === 'extract_together'
             ? { kind: 'done', id, value: files.map(() => ({ error })) }
             : { kind: 'error', id, error }))`,
      )
      open = await now().reopen({ extract })
    },
    /** Adds a text and waits until it has come to rest; gives its id back. */
    async addText(name: string, content: string): Promise<string> {
      const { id } = await now().add(now().file(name, content))
      await now().settled(id)
      return id
    },
    /** Expects that every passage of the index belongs to a complete document and is there once. */
    async expectWhole(): Promise<void> {
      const { db, library } = now()
      const count = (sql: string) => db.raw.prepare(sql).pluck().get()
      expect(count('SELECT count(*) FROM chunks')).toBe(count('SELECT sum(chunks) FROM documents'))
      const passages = count('SELECT count(*) FROM chunks')
      expect(await library.checkIndex(null)).toMatchObject({ passages, wrong: [], waiting: 0 })
    },
  }
}

/** A document in Markdown with two sections. */
export const tides =
  '# Tides\n\nThe moon pulls the water of the seas twice a day.\n\n## Springs\n\nSpring tides come at full moon.\n'
