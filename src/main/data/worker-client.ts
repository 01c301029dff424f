import { dayMs } from '../../shared/durations'
import { AppError, assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { DATABASE_GRACE_MS } from '../db/worker-connection'
import { askUntilCancelled, askWorker } from '../library/threads/ask-worker'
import { createWorkerLane } from '../library/threads/worker-lane'
import type { DataRequest, DataResponse, DataValues } from '../workers/data-protocol'
import type { StageProgress } from './progress'

type Body<Kind extends DataRequest['kind']> = Omit<
  Extract<DataRequest, { kind: Kind }>,
  'id' | 'kind' | 'cancelled'
>

type Meanwhile = Extract<DataResponse, { kind: 'progress' | 'taken' }>

/** What a caller hears of work that takes long, and how it ends it. */
export interface DataWork {
  readonly progress?: StageProgress
  /** See the protocol. */
  readonly taken?: () => void
  readonly signal?: AbortSignal | undefined
}

/** The thread that writes and unpacks backups, and reads what is imported; it starts with the first request. */
export interface DataClient {
  write(body: Body<'write'>, work: DataWork): Promise<DataValues['write']>
  look(path: string): Promise<DataValues['look']>
  unpack(body: Body<'unpack'>, work: DataWork): Promise<DataValues['unpack']>
  import(body: Body<'import'>, work: DataWork): Promise<DataValues['import']>
  close(): Promise<void>
}

/** A manifest of a million entries, and as many in an archive's directory. */
const MEMORY_MB = 2048
const IDLE_MS = 5_000
/** Ends what hangs: terabytes on a slow disk take less. */
const TIME_LIMIT_MS = 7 * dayMs

/** Starts a lane of one thread, which begins with the first request. */
export function createDataClient(workerUrl: URL | string): DataClient {
  const lane = createWorkerLane({
    workerUrl,
    size: 1,
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    graceMs: DATABASE_GRACE_MS,
  })
  const stoppable = <Kind extends 'write' | 'unpack' | 'import'>(
    kind: Kind,
    body: Body<Kind>,
    { progress, taken, signal }: DataWork,
  ) =>
    // What it has open is closed before its files are removed.
    askUntilCancelled<DataValues[Kind], Meanwhile>(lane, (cancelled) => ({
      request: { kind, ...body, cancelled },
      timeLimitMs: TIME_LIMIT_MS,
      signal,
      ofThread,
      onTold(told) {
        switch (told.kind) {
          case 'taken':
            taken?.()
            return
          case 'progress':
            progress?.(told.stage, told.done, told.total)
            return
          default:
            assertNever(told)
        }
      },
    }))
  return {
    write: (body, work) => stoppable('write', body, work),
    look(path) {
      const request: Body<'look'> & { readonly kind: 'look' } = { kind: 'look', path }
      return askWorker<DataValues['look']>(lane, { request, timeLimitMs: TIME_LIMIT_MS, ofThread })
    },
    unpack: (body, work) => stoppable('unpack', body, work),
    import: (body, work) => stoppable('import', body, work),
    close: () => lane.close(),
  }
}

function ofThread(error: AppError): AppError {
  if (error.code === 'cancelled') return new AppError('cancelled', say('error.stopped'))
  return new AppError('internal', say('data.thread_ended'), { cause: error })
}
