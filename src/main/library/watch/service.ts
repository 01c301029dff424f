import { stat } from 'node:fs/promises'
import type { Actor } from '../../../shared/actor'
import type { WatchedFolder } from '../../../shared/contract/library'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { problemOf } from '../../../shared/sentences/sentence'
import type { Audit } from '../../changes/audit'
import { type Database, inTransaction } from '../../db/open'
import {
  countWatched,
  findWatchedFolder,
  insertWatchedFolder,
  listWatchedFolders,
  removeWatchedFolder,
  unreadWatchedFiles,
  type WatchedFolderRow,
} from '../../db/watched-folders'
import { onDisk } from '../../files/disk-errors'
import { isInside } from '../../files/protected-places'
import type { Publish } from '../../publish'
import type { LibraryToolService } from '../tool-service'
import type { FolderChange } from './compare'
import { createFolderWatchers } from './folder-watchers'
import {
  changesOfOneRound,
  inverseOf,
  keepContents,
  type RoundInverse,
  redoTaken,
  requireBase,
  takeChanges,
  undoTaken,
} from './rounds'
import { type CallGate, createFolderTaking } from './take-folder'
import { usualTimes, type WatchTimes } from './watcher'

/** Changes of a watched folder that are to be taken, as a plan keeps them. */
export type FolderRound = {
  readonly folder: WatchedFolderRow
  readonly collection: string
  readonly changes: readonly FolderChange[]
}

/** Watched folders as the tool sees them. */
export type WatchedFolderRounds = {
  /** What changed in a folder since it was last taken; reads only. */
  round(id: string, signal: AbortSignal): Promise<FolderRound>
  /** Throws `conflict` where what is known of the files is not what the changes were planned against. */
  requireBase(id: string, changes: readonly FolderChange[]): void
  /** Takes changes that were planned; `journal` stores what undoes them before anything is done. */
  take(
    id: string,
    changes: readonly FolderChange[],
    journal: (inverse: RoundInverse) => void,
    signal: AbortSignal,
  ): Promise<WatchedFolderRow>
  undo(id: string, inverse: RoundInverse, rollback: boolean): Promise<void>
  redo(inverse: RoundInverse): Promise<void>
}

/** Watched folders as people see them. */
export type WatchedFolders = WatchedFolderRounds & {
  list(): WatchedFolder[]
  /** Watches a folder that may be read; throws `outside_grant` otherwise. */
  watch(wish: {
    readonly path: string
    readonly collectionId: string
    readonly by: Actor
  }): Promise<WatchedFolder>
  /** Ends watching; documents stay. */
  stop(id: string, by: Actor): Promise<WatchedFolder>
  /** Begins to look at every watched folder, and takes changes through `call`. */
  start(call: CallGate): void
  close(): Promise<void>
}

/** What watching needs. */
export type WatchedFoldersParts = {
  readonly db: Database
  readonly library: Pick<
    LibraryToolService,
    'batches' | 'hash' | 'openArchive' | 'newId' | 'collection' | 'isCollectionPresent' | 'takesPictures'
  >
  readonly files: {
    resolveReadable(path: string): Promise<string>
    protection(): (path: string) => boolean
  }
  readonly audit: Pick<Audit, 'record'>
  readonly publish: Publish
  readonly now: () => number
  readonly report: (error: unknown) => void
  readonly times?: WatchTimes
}

/** Files that can't be read and are named; more would only be a list. */
const namedUnread = 20

/** Makes the service; it looks at nothing before `start`. */
export function createWatchedFolders(parts: WatchedFoldersParts): WatchedFolders {
  const { db, library, files, audit, publish, now, report, times = usualTimes } = parts
  const { batches, newId, openArchive } = library
  const rounds = { db, batches, newId, openArchive }
  const taking = createFolderTaking({ db, library, files, now, rounds, times })
  const watchers = createFolderWatchers({
    ...{ times, report, takeAll: taking.takeAll },
    find: (id) => findWatchedFolder(db, id),
    changed: () => tell(),
  })

  const tell = () => publish({ type: 'watched_folders', folders: list() })
  const list = () => listWatchedFolders(db).map(view)

  function view(row: WatchedFolderRow): WatchedFolder {
    const known = watchers.standing(row.id)
    const stored = unreadWatchedFiles(db, row.id, namedUnread)
    return {
      ...{ id: row.id, path: row.path, collectionId: row.collectionId },
      ...{ lastSeen: row.lastSeen, createdAt: row.createdAt },
      ...countWatched(db, row.id),
      state: known?.state ?? 'idle',
      ...problemOf(known?.problem ?? null),
      told: known?.watcher.told ?? null,
      unread: [...(known?.unread ?? []), ...stored].slice(0, namedUnread),
    }
  }

  function presentFolder(id: string): WatchedFolderRow {
    const row = findWatchedFolder(db, id)
    if (row === undefined) throw new AppError('not_found', say('watch.none', { id }), { field: 'folder_id' })
    return row
  }

  return {
    list,
    async watch({ path, collectionId, by }) {
      library.collection(collectionId)
      const canonical = await files.resolveReadable(path)
      await requireNewFolder(canonical)
      const row = {
        id: library.newId(),
        path: canonical,
        collectionId,
        node: '',
        createdAt: now(),
        createdBy: by,
      }
      inTransaction(db, () => {
        insertWatchedFolder(db, row)
        audit.record('watch.made', { id: row.id, path: canonical, collection: collectionId, by })
      })
      const stored = presentFolder(row.id)
      watchers.begin(stored)
      tell()
      return view(stored)
    },
    async stop(id, by) {
      const row = presentFolder(id)
      const ended = view(row)
      const watcherEnded = watchers.leave(id)
      const released = inTransaction(db, () => {
        audit.record('watch.ended', { id, path: row.path, by })
        return removeWatchedFolder(db, id)
      })
      tell()
      await batches.tell(released)
      await watcherEnded()
      return ended
    },
    start: (call) => watchers.start(call, listWatchedFolders(db)),
    close: watchers.close,
    async round(id, signal) {
      const folder = presentFolder(id)
      const changes =
        taking.prepared(id) ?? (await taking.look(folder, signal)).changes.slice(0, changesOfOneRound)
      return { folder, collection: library.collection(folder.collectionId).name, changes }
    },
    requireBase: (id, changes) => requireBase(rounds, presentFolder(id), changes),
    async take(id, changes, journal, signal) {
      const folder = presentFolder(id)
      await keepContents(rounds, folder, changes, signal)
      requireBase(rounds, folder, changes)
      const { versionIds, ...inverse } = inverseOf(rounds, changes)
      journal(inverse)
      await takeChanges(rounds, folder, changes, versionIds)
      return folder
    },
    async undo(id, inverse, rollback) {
      await undoTaken(rounds, id, inverse, rollback)
      tell()
    },
    async redo(inverse) {
      await redoTaken(rounds, inverse)
      tell()
    },
  }

  async function requireNewFolder(path: string): Promise<void> {
    const stats = await onDisk(path, () => stat(path))
    if (!stats.isDirectory()) {
      throw new AppError('invalid_input', say('watch.file', { path }), {
        field: 'path',
      })
    }
    const other = listWatchedFolders(db).find((row) => isInside(row.path, path) || isInside(path, row.path))
    if (other === undefined) return
    throw new AppError(
      'already_exists',
      other.path === path ? say('watch.already', { path }) : say('watch.inside', { path, other: other.path }),
      { field: 'path' },
    )
  }
}
