import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import {
  createExtractPool,
  type ExtractPool,
  type ExtractPoolOptions,
} from '../../src/main/library/threads/extract-pool'
import { buildWorker } from './build-worker'
import { makePdf } from './make-pdf'

/** Sets up, for all tests of a file, documents to read and the built worker that reads them; pools end with each test. */
export function setUpExtractPool() {
  let folder: string
  let workerUrl: URL
  let pool: ExtractPool | undefined

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-pool-'))
    workerUrl = await buildWorker('extract')
    await writeFile(
      join(folder, 'tides.pdf'),
      makePdf({ title: 'Tides', pages: [['Spring tide'], ['Neap tide']] }),
    )
    await writeFile(join(folder, 'long.pdf'), makePdf({ pages: Array.from({ length: 900 }, longPage) }))
    await writeFile(join(folder, 'note.md'), '# Note\n\nSome words.\n')
  }, 60_000)
  afterEach(() => pool?.close())
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const file = (name: string) => join(folder, name)

  function createPool(options: Partial<ExtractPoolOptions> = {}): ExtractPool {
    pool = createExtractPool({ workerUrl, ...options })
    return pool
  }

  return {
    file,
    createPool,
    workerUrl: () => workerUrl,
    /** A worker that misbehaves by the path that it is asked for, run as a real thread. */
    async createRoguePool(options: Partial<ExtractPoolOptions> = {}): Promise<ExtractPool> {
      const path = file('rogue.mjs')
      await writeFile(path, rogueWorker)
      return createPool({ workerUrl: path, size: 1, ...options })
    },
  }
}

function longPage(_value: unknown, page: number): string[] {
  return Array.from(
    { length: 40 },
    (_, line) => `Page ${page} line ${line}: the quick brown fox jumps over it.`,
  )
}

const rogueWorker = `import { MessageChannel, parentPort } from 'node:worker_threads'
     parentPort.on('message', ({ id, path, kind, files }) => {
       if (kind === 'read_offered') for (;;) {}
       if (path?.startsWith('offer')) {
         const { port1, port2 } = new MessageChannel()
         const offer = { pages: 1000, next: new SharedArrayBuffer(4), port: port2 }
         parentPort.postMessage({ kind: 'offer', id, offer }, [port2])
         if (path === 'offer and exit') setTimeout(() => process.exit(3), 300)
         else port1.on('close', () => parentPort.postMessage({ kind: 'done', id, value: { path } }))
         return
       }
       if (path === 'slow') return setTimeout(() => parentPort.postMessage({ kind: 'done', id, value: { path } }), 1000)
       if (kind === 'extract_together') {
         if (files.some(({ path }) => path === 'throw')) throw new Error('parser bug')
         return parentPort.postMessage({ kind: 'done', id, value: files })
       }
       if (path === 'throw') throw new Error('parser bug')
       if (path === 'exit') process.exit(3)
       if (path === 'spin') for (;;) {}
       if (path === 'eat') for (const all = []; ; ) all.push(new Array(100000).fill(Math.random()))
       if (path === 'environment') return parentPort.postMessage({ kind: 'done', id, value: Object.keys(process.env) })
       if (path === 'start-then-spin') { parentPort.postMessage({ kind: 'progress', id, progress: { stage: 'reading', done: 0, total: 1 } }); for (;;) {} }
       parentPort.postMessage({ kind: 'done', id, value: { path, kind } })
     })`
