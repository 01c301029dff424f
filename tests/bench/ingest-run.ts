import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { createBlobStore } from '../../src/main/changes/blobs'
import { openDatabase } from '../../src/main/db/open'
import { createLibrary } from '../../src/main/library/service'
import type { Document } from '../../src/shared/contract/document'
import { type LongestBlock, watchBlocking } from './blocking'

/** What one run of files through the library took. */
export type IngestRun = {
  readonly pages: number
  readonly seconds: number
  /** Seconds for the same files added once more. */
  readonly againSeconds: number
  readonly blocked: LongestBlock
  /** By how much the process grew at most while it read (bytes). */
  readonly grownBytes: number
}

/** Adds files to a library of its own in `folder` and waits until all can be found; `reader` takes the place of ours. */
export async function runIngest(
  files: readonly string[],
  folder: string,
  workers: string,
  reader: URL = pathToFileURL(join(workers, 'extract.js')),
): Promise<IngestRun> {
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
      extract: reader,
      index: pathToFileURL(join(workers, 'index.js')),
    },
    publish: (event) => {
      if (event.type !== 'document' || event.document.status === 'pending') return
      if (event.document.status === 'processing' || !waiting.delete(event.document.id)) return
      ended.push(event.document)
      if (ended.length === files.length) finish()
    },
  })
  const memory = watchMemory()
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
  const grownBytes = memory.stop()
  const startedAgain = performance.now()
  for (const file of files) {
    const { sha256 } = await library.inspect(file, new AbortController().signal)
    if (library.documentWithContent(sha256, library.defaultCollectionId) === null) {
      throw new Error(`${file} was not known again.`)
    }
  }
  const againSeconds = (performance.now() - startedAgain) / 1000
  await library.close()
  db.close()
  const failed = ended.filter(({ status }) => status !== 'complete')
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${files.length} files failed: ${failed[0]?.error}`)
  const pages = ended.reduce((sum, document) => sum + (document.pages ?? 0), 0)
  return { pages, seconds, againSeconds, blocked, grownBytes }
}

/** Between two looks at the memory (milliseconds): a page takes about as long. */
const MEMORY_LOOK_MS = 20

function watchMemory(): { stop(): number } {
  // The main thread keeps a heap of its own, with room for garbage, that is no worker's.
  const outside = () => {
    const { rss, heapTotal } = process.memoryUsage()
    return rss - heapTotal
  }
  const before = outside()
  let most = before
  const look = () => {
    most = Math.max(most, outside())
  }
  const timer = setInterval(look, MEMORY_LOOK_MS)
  return {
    stop() {
      look()
      clearInterval(timer)
      return most - before
    },
  }
}
