import { toAppError } from '../../../shared/errors'
import { type Words, wordsOf } from '../../../shared/sentences/sentence'
import type { WatchedFolderRow } from '../../db/watched-folders'
import type { Look } from './look'
import type { CallGate } from './take-folder'
import { createWatcher, type RoundOutcome, type Watcher, type WatchTimes } from './watcher'

/** How it stands with one watched folder. */
export interface FolderStanding {
  readonly watcher: Pick<Watcher, 'told' | 'close'>
  readonly state: 'looking' | 'watching' | 'unavailable'
  /** Why it can't be looked at. */
  readonly problem: Words | null
  /** Files that can't be read. */
  readonly unread: Look['unread']
}

/** Looks after watched folders from `start` on, each with a watcher of its own. */
export interface FolderWatchers {
  /** From now on changes are taken through `call`; of these folders and of those that are begun later. */
  start(call: CallGate, folders: readonly WatchedFolderRow[]): void
  /** Begins with one more; nothing before `start`. */
  begin(folder: WatchedFolderRow): void
  /** Undefined for one that is not looked after. */
  standing(id: string): FolderStanding | undefined
  /** Looks after it no more; what is answered waits until the look that goes on has ended. */
  leave(id: string): () => Promise<void>
  close(): Promise<void>
}

/** Makes them; they look at nothing before `start`. */
export function createFolderWatchers(parts: {
  readonly times: WatchTimes
  /** The folder as it is stored now; undefined for one that is watched no more. */
  readonly find: (id: string) => WatchedFolderRow | undefined
  /** Looks, and has what changed taken. */
  readonly takeAll: (folder: WatchedFolderRow, call: CallGate, signal: AbortSignal) => Promise<Look>
  /** How a folder stands has changed. */
  readonly changed: () => void
  readonly report: (error: unknown) => void
}): FolderWatchers {
  const { times, find, takeAll, changed, report } = parts
  const standings = new Map<string, FolderStanding>()
  let call: CallGate | null = null

  /** What is told of one that was left meanwhile is told of none. */
  const tell = (id: string, now: Partial<FolderStanding>): void => {
    const before = standings.get(id)
    if (before !== undefined) standings.set(id, { ...before, ...now })
  }

  async function round(id: string, signal: AbortSignal): Promise<RoundOutcome | null> {
    const folder = find(id)
    if (!standings.has(id) || folder === undefined || call === null) return null
    try {
      const found = await takeAll(folder, call, signal)
      tell(id, { state: 'watching', problem: null, unread: found.unread })
      return found
    } catch (error) {
      signal.throwIfAborted()
      const failure = toAppError(error)
      if (failure.code === 'internal') report(error)
      tell(id, { state: 'unavailable', problem: wordsOf(failure) })
      return null
    } finally {
      if (!signal.aborted) changed()
    }
  }

  function begin({ id, path }: WatchedFolderRow): void {
    if (call === null) return
    const watcher = createWatcher({ path, times, report, round: (signal) => round(id, signal) })
    standings.set(id, { watcher, state: 'looking', problem: null, unread: [] })
  }

  return {
    begin,
    start(through, folders) {
      call = through
      for (const folder of folders) begin(folder)
    },
    standing: (id) => standings.get(id),
    leave(id) {
      const left = standings.get(id)
      standings.delete(id)
      return async () => await left?.watcher.close()
    },
    async close() {
      const watchers = [...standings.values()].map(({ watcher }) => watcher.close())
      standings.clear()
      await Promise.all(watchers)
    },
  }
}
