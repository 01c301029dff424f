import type { CallOutcome } from '../../../shared/contract/tools'
import { AppError, fromErrorShape } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { putWatchedArchives } from '../../db/watched-archives'
import { sawWatchedFolder, type WatchedFolderRow } from '../../db/watched-folders'
import type { GateCall } from '../../services/gate'
import type { FolderChange } from './compare'
import { type Look, lookAtFolder } from './look'
import { changesOfOneRound, type RoundParts, recordFacts } from './rounds'
import { folderAt } from './scan'
import type { WatchedFoldersParts } from './service'
import type { WatchTimes } from './watcher'

/** The gate, for changes that are to be taken. */
export type CallGate = (call: GateCall) => Promise<CallOutcome>

/** Looks at watched folders, and has what changed in them taken through the gate. */
export type FolderTaking = {
  /** What changed since it was last taken; reads only. Throws where it can't be looked at. */
  look(folder: WatchedFolderRow, signal: AbortSignal): Promise<Look>
  /** Looks, and has all of it taken; throws where a part can't be. */
  takeAll(folder: WatchedFolderRow, call: CallGate, signal: AbortSignal): Promise<Look>
  /** The changes that the tool is being called for, once: they are not looked for twice. */
  prepared(folderId: string): readonly FolderChange[] | undefined
}

type FolderTakingParts = Pick<WatchedFoldersParts, 'db' | 'library' | 'files' | 'now'> & {
  readonly rounds: RoundParts
  readonly times: WatchTimes
}

/** Starts with nothing prepared. */
export function createFolderTaking(parts: FolderTakingParts): FolderTaking {
  const { db, library, files, now, rounds, times } = parts
  /** By folder. */
  const prepared = new Map<string, readonly FolderChange[]>()

  async function look(folder: WatchedFolderRow, signal: AbortSignal): Promise<Look> {
    if (library.isCollectionPresent(folder.collectionId) !== true) {
      throw new AppError('unavailable', say('watch.no_collection'))
    }
    // Says of a folder that is away what became of its documents; the grant would only say that it is away.
    await folderAt(folder.path)
    const path = await files.resolveReadable(folder.path)
    if (path !== folder.path)
      throw new AppError('unavailable', say('watch.leads_elsewhere', { path: folder.path }))
    const { hash, newId, openArchive, takesPictures } = library
    return lookAtFolder(
      {
        ...{ db, now, hash, newId, openArchive, quietMs: times.quiet, isProtected: files.protection() },
        takesPictures,
      },
      folder,
      signal,
    )
  }

  /**
   * Whether all of it was taken. Each part is an entry of the ledger; all of one round belong together, so that one undo
   * takes them back.
   */
  async function takeChanges(
    folder: WatchedFolderRow,
    changes: readonly FolderChange[],
    call: CallGate,
    signal: AbortSignal,
  ): Promise<boolean> {
    const runId = library.newId()
    let all = true
    for (let from = 0; from < changes.length; from += changesOfOneRound) {
      signal.throwIfAborted()
      prepared.set(folder.id, changes.slice(from, from + changesOfOneRound))
      const outcome = await call({
        tool: 'update_watched_folder',
        input: { folder_id: folder.id },
        actor: { kind: 'watched_folder', name: 'Watched folder' },
        approval: 'safe',
        ...{ runId, conversationId: null, toolUseId: null, signal },
      })
      all &&= outcome.status === 'done'
      if (outcome.status === 'done' && !outcome.result.success) {
        const { error, content } = outcome.result
        throw error === undefined ? new AppError('internal', content) : fromErrorShape(error)
      }
    }
    return all
  }

  return {
    look,
    async takeAll(folder, call, signal) {
      const found = await look(folder, signal)
      await recordFacts(rounds, folder, found)
      const all = await takeChanges(folder, found.changes, call, signal)
      // Before everything in them was taken, archives are to be looked into again.
      if (all) putWatchedArchives(db, folder.id, found.archives)
      sawWatchedFolder(db, folder.id, { node: found.scan.node, lastSeen: now() })
      return found
    },
    prepared(folderId) {
      const changes = prepared.get(folderId)
      prepared.delete(folderId)
      return changes
    },
  }
}
