import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createBlobStore } from '../../src/main/changes/blobs'
import { type Database, openDatabase } from '../../src/main/db/open'
import type { CatalogueModel } from '../../src/main/library/embedding/local/catalogue'
import { createEmbedding, type EmbeddingService } from '../../src/main/library/embedding/service'
import { createLibrary } from '../../src/main/library/service'
import type { LibraryToolService } from '../../src/main/library/tool-service'
import { createEventHub } from '../../src/main/publish'
import { createFileSecrets } from '../../src/main/secrets/file-secrets'
import { createRecognitionChoice } from '../../src/main/settings/recognition-choice'
import type { Document } from '../../src/shared/contract/document'
import type { AppEvent } from '../../src/shared/contract/events'
import { isAtWork } from '../../src/shared/standing-of'
import { buildWorker } from './build-worker'

/** A library on a folder of its own, with its events. */
export type LibraryFixture = {
  readonly folder: string
  readonly dbPath: string
  readonly db: Database
  readonly library: LibraryToolService
  /** Switched off, until a test chooses a model. */
  readonly embedding: EmbeddingService
  readonly events: AppEvent[]
  /** Writes a file to be added. */
  file(name: string, content: string | Uint8Array): string
  /** Adds a file as the tool does, without the gate. */
  add(path: string, options?: { collectionId?: string; title?: string }): Promise<Document>
  /** Resolves when the document has come to rest. */
  settled(id: string): Promise<Document>
  /** Resolves with the first event from now on, or already there, that fits. */
  event(fits: (event: AppEvent) => boolean): Promise<AppEvent>
  /** Closes the library and opens it again on the same folder, with another worker if need be. */
  reopen(replaced?: ReplacedParts): Promise<LibraryFixture>
  close(): Promise<void>
}

/** What a test has in place of the usual. */
type ReplacedParts = { readonly extract?: string; readonly localModels?: readonly CatalogueModel[] }

/** Opens a library with the real workers; on a new folder unless one is given. */
export async function openLibraryFixture(
  folder = mkdtempSync(join(tmpdir(), 'library-')),
  replaced: ReplacedParts = {},
): Promise<LibraryFixture> {
  const workers = {
    extract: replaced.extract ?? (await buildWorker('extract')),
    index: await buildWorker('index'),
  }
  const dbPath = join(folder, 'countersign.db')
  const db = openDatabase(dbPath)
  const events: AppEvent[] = []
  const listeners = new Set<() => void>()
  const report = (error: unknown) => {
    throw error
  }
  const hub = createEventHub(report)
  hub.subscribe((event) => {
    events.push(event)
    for (const listener of [...listeners]) listener()
  })
  const embedding = createEmbedding({
    db,
    dbPath,
    secrets: createFileSecrets(join(folder, 'secrets.json')),
    hub,
    worker: await buildWorker('embed'),
    local: {
      catalogue: replaced.localModels ?? [],
      folder: join(folder, 'models'),
      worker: await buildWorker('infer'),
    },
    now: Date.now,
    firstPauseMs: 20,
    report,
  })
  const library = createLibrary({
    db,
    dbPath,
    blobs: createBlobStore(join(folder, 'blobs')),
    publish: hub.publish,
    now: Date.now,
    workers,
    report,
    queryVector: embedding.queryVector,
    recognition: createRecognitionChoice(db),
  })

  const until = <T>(look: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const check = () => {
        const found = look()
        if (found === undefined) return
        listeners.delete(check)
        resolve(found)
      }
      listeners.add(check)
      check()
    })

  const shut = async () => {
    await Promise.all([library.close(), embedding.close()])
    db.close()
  }

  return {
    folder,
    dbPath,
    db,
    library,
    embedding,
    events,
    file(name, content) {
      const path = join(folder, 'files', name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      return path
    },
    async add(path, { collectionId = library.defaultCollectionId, title } = {}) {
      const { path: canonical, size, sha256 } = await library.inspect(path, new AbortController().signal)
      return library.add({
        id: library.newId(),
        path: canonical,
        size,
        sha256,
        collectionId,
        title: title ?? null,
        metadata: {},
      })
    },
    settled: (id) =>
      until(() => {
        const document = library.document(id)
        return isAtWork(document) ? undefined : document
      }),
    event: (fits) => until(() => events.find(fits)),
    async reopen(replacedNow) {
      await shut()
      return await openLibraryFixture(folder, replacedNow)
    },
    async close() {
      await shut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Words that no stop list knows, the same for the same seed. */
export function fillerText(words: number, seed = 1): string {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const word = () => {
    // Zipf's law: few words are common, most are rare.
    const rank = Math.floor(Math.exp(next() * Math.log(50_000)))
    return `w${rank.toString(36)}`
  }
  return Array.from({ length: words }, (_, index) => word() + (index % 15 === 14 ? '.\n' : '')).join(' ')
}
