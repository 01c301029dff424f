import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createBlobStore } from '../../src/main/changes/blobs'
import { openDatabase } from '../../src/main/db/open'
import { createLibrary } from '../../src/main/library/service'
import type { Document } from '../../src/shared/contract/library'
import { type LongestBlock, watchBlocking } from './blocking'
import { type Figure, round } from './figures'

/** Where things are. */
export type IngestBenchOptions = {
  /** The checkout; its build must be fresh. */
  readonly root: string
  /** A folder with `pdf/`; default: beside the checkout. */
  readonly dataSets?: string
  /** The built workers' folder; default: the build's. */
  readonly workers?: string
}

const run = promisify(execFile)

/** Ingests a folder of real PDFs end to end, against `pdftotext` on the same files in the same run. */
export async function benchIngest(options: IngestBenchOptions): Promise<Figure[]> {
  const source = join(options.dataSets ?? resolve(options.root, '../shared/data'), 'pdf')
  const name = 'ingest, pages per second, end to end'
  if (!existsSync(source)) return [{ name: `${name}: not measured, no data`, value: Number.NaN, unit: '' }]
  const files = readdirSync(source)
    .filter((file) => file.endsWith('.pdf'))
    .map((file) => join(source, file))
  const folder = mkdtempSync(join(tmpdir(), 'bench-ingest-'))
  try {
    const ours = await ingest(files, folder, options.workers ?? join(options.root, 'out/main/workers'))
    const theirs = await pdftotext(files)
    const perSecond = (seconds: number) => round(ours.pages / seconds)
    return [
      {
        name,
        value: perSecond(ours.seconds),
        unit: 'pages/s',
        comparison:
          theirs === null
            ? 'pdftotext: not measured, not installed'
            : `pdftotext, text alone: ${perSecond(theirs)} pages/s; ${(theirs / ours.seconds).toFixed(2)} × (${ours.pages} pages)`,
      },
      {
        name: 'ingest, longest block of the main thread',
        value: round(ours.blocked.own, 1),
        unit: 'ms',
        target: '< 50',
        comparison: `${round(ours.blocked.withWaiting, 1)} ms with its waiting for a processor`,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ingest(
  files: readonly string[],
  folder: string,
  workers: string,
): Promise<{ pages: number; seconds: number; blocked: LongestBlock }> {
  const path = join(folder, 'bench.db')
  const db = openDatabase(path)
  const waiting = new Set<string>()
  const ended: Document[] = []
  let finish = () => {}
  const finished = new Promise<void>((done) => {
    finish = done
  })
  const library = createLibrary({
    db,
    dbPath: path,
    blobs: createBlobStore(join(folder, 'blobs')),
    now: Date.now,
    workers: {
      extract: pathToFileURL(join(workers, 'extract.js')),
      index: pathToFileURL(join(workers, 'index.js')),
    },
    publish: (event) => {
      if (event.type !== 'document' || event.document.status === 'pending') return
      if (event.document.status === 'processing' || !waiting.delete(event.document.id)) return
      ended.push(event.document)
      if (ended.length === files.length) finish()
    },
  })
  const blocking = watchBlocking()
  const started = performance.now()
  for (const file of files) {
    const { path: source, size, sha256 } = await library.inspect(file, new AbortController().signal)
    const id = library.newId()
    waiting.add(id)
    const { defaultCollectionId: collectionId } = library
    library.add({ id, path: source, size, sha256, collectionId, title: null, metadata: {} })
  }
  await finished
  const seconds = (performance.now() - started) / 1000
  const blocked = blocking.stop()
  await library.close()
  db.close()
  const failed = ended.filter(({ status }) => status !== 'complete')
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${files.length} files failed: ${failed[0]?.error}`)
  const pages = ended.reduce((sum, document) => sum + (document.pages ?? 0), 0)
  return { pages, seconds, blocked }
}

/** Seconds for all files, one after the other; null where it is not installed. */
async function pdftotext(files: readonly string[]): Promise<number | null> {
  const started = performance.now()
  try {
    for (const file of files) await run('pdftotext', [file, '/dev/null'])
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  return (performance.now() - started) / 1000
}
