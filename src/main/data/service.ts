import type {
  BackupSummary,
  DataJob,
  DataPlace,
  DataStatus,
  PendingRestore,
  WrittenBackup,
  WrittenExport,
} from '../../shared/contract/data'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { InTurn } from '../async/in-turn'
import type { Database } from '../db/open'
import { lastBackup, restoredFrom, setBackedUp, setRestoreNoticed } from '../db/restored'
import type { DataFolder } from '../disk/data-folder'
import { newId } from '../identifier'
import type { Publish } from '../publish'
import { backUp } from './back-up'
import type { ExportData } from './export/export-data'
import { absolute, targetFolder } from './paths'
import { pendingRestore, removePending } from './pending-restore'
import { placeOf } from './place'
import { createRestorer } from './restorer'
import type { RunJob } from './run-job'
import { createDataClient, type DataWork } from './worker-client'

/** The data as a whole, while the application runs: one job at a time. */
export interface DataService {
  status(): DataStatus
  /** What is meant by a written path; see `placeOf`. */
  place(kind: DataJob['kind'], path: string): Promise<DataPlace>
  backUp(wish: { path: string; replace: boolean }, signal: AbortSignal): Promise<WrittenBackup>
  look(path: string): Promise<BackupSummary>
  prepareRestore(path: string, signal: AbortSignal): Promise<PendingRestore>
  cancelRestore(): Promise<boolean>
  /** See the contract. */
  acknowledgeRestore(): void
  export(path: string, signal: AbortSignal): Promise<WrittenExport>
  /** Does other work as a job on the data: what an import reads and stores. */
  readonly run: RunJob
  /** Ends the job; false where there is none. */
  stop(): boolean
  /** True while stored contents are being read: none may go meanwhile. */
  isReading(): boolean
  /** Throws `busy` while they are. */
  requireNotReading(): void
  /** Ends the job in good order. */
  close(): Promise<void>
}

/** Makes the service; one backup, restore, export or import is at work at a time. */
export function createDataService(parts: {
  readonly db: Database
  readonly folder: DataFolder
  readonly worker: URL | string
  readonly inTurn: InTurn
  readonly exportData: ExportData
  readonly application: string
  readonly publish: Publish
  readonly now: () => Date
}): DataService {
  const { db, folder, publish, now } = parts
  const client = createDataClient(parts.worker)
  const restorer = createRestorer({ folder, client, now })
  let job: DataJob | null = null
  let stopping = new AbortController()
  let ended: Promise<unknown> = Promise.resolve()

  const status = (): DataStatus => ({
    job,
    lastBackup: lastBackup(db),
    pending: pendingRestore(folder),
    restored: restoredFrom(db),
  })
  const isReading = (): boolean => job?.kind === 'backup' || job?.kind === 'export'
  const announce = (): void => publish({ type: 'data', status: status() })

  /** Runs a job, the only one, until it ends by itself, by its caller or by `stop`. */
  async function run<T>(
    kind: DataJob['kind'],
    path: string,
    caller: AbortSignal,
    work: (control: DataWork & { readonly signal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    if (job !== null) throw new AppError('busy', say('data.at_work'))
    stopping = new AbortController()
    const signal = AbortSignal.any([caller, stopping.signal])
    // An import reads at once; all others begin once no change is under way.
    const stage = kind === 'import' ? 'checking' : 'waiting'
    const mine: DataJob = { id: newId(), kind, path, stage, done: 0, total: 0 }
    job = mine
    announce()
    const running = work({
      signal,
      progress(stage, done, total) {
        job = { ...mine, stage, done, total }
        announce()
      },
    })
    ended = running.catch(() => undefined)
    try {
      return await running
    } finally {
      job = null
      announce()
    }
  }

  return {
    status,
    run,
    place: (kind, path) =>
      placeOf(kind, path, { root: folder.root, last: lastBackup(db)?.path ?? null, today: now() }),
    backUp: (wish, caller) =>
      run('backup', wish.path, caller, async (control) => {
        const { application } = parts
        const written = await backUp(
          { folder, client, inTurn: parts.inTurn, application, now: () => now().getTime() },
          wish,
          control,
        )
        setBackedUp(db, { path: written.path, at: written.createdAt, bytes: written.fileBytes })
        return written
      }),
    look: async (path) => restorer.look(absolute(path)),
    prepareRestore: (path, caller) =>
      run('restore', path, caller, async (control) => restorer.prepare(absolute(path), control)),
    async cancelRestore() {
      if (job?.kind === 'restore') throw new AppError('busy', say('data.at_work'))
      const cancelled = await removePending(folder)
      announce()
      return cancelled
    },
    acknowledgeRestore() {
      setRestoreNoticed(db)
      announce()
    },
    export: (path, caller) =>
      run('export', path, caller, async (control) =>
        parts.exportData(await targetFolder(path, folder.root), control),
      ),
    stop() {
      if (job === null) return false
      stopping.abort()
      return true
    },
    isReading,
    requireNotReading() {
      if (isReading()) throw new AppError('busy', say('data.at_work'))
    },
    async close() {
      stopping.abort()
      await ended
      await client.close()
    },
  }
}
