import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createGate } from '../../src/main/agent/gate'
import { createRegistry } from '../../src/main/agent/registry'
import { createAudit } from '../../src/main/changes/audit'
import { listWatchedFolders } from '../../src/main/db/watched-folders'
import { createWatchedFolders, type WatchedFolders } from '../../src/main/library/watch/service'
import type { WatchTimes } from '../../src/main/library/watch/watcher'
import { person } from '../../src/shared/actor'
import type { Change } from '../../src/shared/contract/changes'
import type { Document } from '../../src/shared/contract/document'
import type { WatchedFolder } from '../../src/shared/contract/library'
import { AppError } from '../../src/shared/errors'
import libraryModule from '../../src/tools/library/module'
import createLibraryRuntime from '../../src/tools/library/runtime'
import { type LibraryFixture, openLibraryFixture } from './library-fixture'
import { noSummaries } from './no-summaries'
import { noWeb } from './no-web'

/** Between two looks at a condition (milliseconds). */
const lookMs = 20
/** Quick enough for tests, which wait for conditions and not for times. */
const testTimes: WatchTimes = {
  quiet: 20,
  calm: 20,
  latest: 200,
  unsettled: 40,
  presence: 50,
  regular: 200,
  polling: 200,
}

/** A library with a gate and watched folders, on a folder of its own. */
export interface WatchedFixture {
  readonly library: LibraryFixture
  readonly watched: WatchedFolders
  readonly gate: ReturnType<typeof createGate>
  /** The folder that is watched. */
  readonly folder: string
  write(name: string, content: string): string
  /** Watches the folder and waits until it was taken once. */
  watch(): Promise<WatchedFolder>
  state(): WatchedFolder
  documents(): readonly Document[]
  /** Newest first. */
  changes(): readonly Change[]
  /** Resolves when a condition holds. */
  until<T>(look: () => T | undefined | false): Promise<T>
  /** Ends without closing anything, like a crash, or in good order, and opens again. */
  reopen(): Promise<WatchedFixture>
  close(): Promise<void>
  revoke(): void
  /** The archives that were opened since this fixture was, in order. */
  opened(): readonly string[]
  /** Does something once so many archives were opened, before anything is taken of the last. */
  whenOpened(times: number, work: () => void): void
}

/** Opens everything; on the folder of an earlier one where that is given. */
export async function openWatchedFixture(earlier?: string): Promise<WatchedFixture> {
  const library = await openLibraryFixture(earlier)
  const folder = join(realpathSync(library.folder), 'papers')
  if (earlier === undefined) mkdirSync(folder)
  const { db } = library
  const now = () => new Date()
  const publish = () => undefined
  let granted = true
  const files = {
    async resolveReadable(path: string) {
      if (!granted) throw new AppError('outside_grant', `${path} is outside the granted folders.`)
      return path
    },
    protection: () => () => false,
  }
  const failures: unknown[] = []
  const opened: string[] = []
  let whenOpened: { times: number; work: () => void } | null = null
  const counting = {
    ...library.library,
    async openArchive(...[path, keep, signal]: Parameters<typeof library.library.openArchive>) {
      const found = await library.library.openArchive(path, keep, signal)
      opened.push(path)
      if (opened.length === whenOpened?.times) whenOpened.work()
      return found
    },
  }
  const watched = createWatchedFolders({
    ...{ db, library: counting, files, publish, times: testTimes },
    audit: createAudit(db, now),
    now: Date.now,
    report: (error) => void failures.push(error),
  })
  const runtime = createLibraryRuntime({
    web: noWeb,
    summaries: noSummaries,
    library: library.library,
    files,
    watchedFolders: watched,
  })
  const registry = createRegistry([libraryModule], new Map([['library', runtime]]))
  const gate = createGate({ db, registry, publish, now })
  await gate.recover()
  library.library.resume()
  watched.start(gate.call)

  const until = async <T>(look: () => T | undefined | false): Promise<T> => {
    for (;;) {
      if (failures.length > 0) throw failures[0]
      const found = look()
      if (found !== undefined && found !== false) return found
      await new Promise((resolve) => setTimeout(resolve, lookMs))
    }
  }
  const state = () => {
    const [first] = watched.list()
    if (first === undefined) throw new Error('No folder is watched.')
    return first
  }
  const documents = () => library.library.documents({ status: 'all', limit: 10_000 }).documents
  return {
    ...{ library, watched, gate, folder, until, state, documents },
    write(name, content) {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      return path
    },
    async watch() {
      await watched.watch({ path: folder, collectionId: 'default', by: person })
      return until(() => (state().state === 'watching' ? state() : undefined))
    },
    changes: () => gate.changes({ limit: 100 }),
    revoke() {
      granted = false
    },
    opened: () => opened,
    whenOpened(times, work) {
      whenOpened = { times, work }
    },
    async reopen() {
      await watched.close()
      await library.library.close()
      db.close()
      return openWatchedFixture(library.folder)
    },
    async close() {
      await watched.close()
      expectNone(failures)
      if (listWatchedFolders(db).length > 1) throw new Error('More than one folder is watched.')
      await library.close()
      rmSync(library.folder, { recursive: true, force: true })
    },
  }
}

function expectNone(failures: readonly unknown[]): void {
  if (failures.length > 0) throw failures[0]
}
