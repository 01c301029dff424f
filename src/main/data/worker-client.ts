import { AppError, assertNever, fromErrorShape } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { DATABASE_GRACE_MS } from '../db/worker-connection'
import { createWorkerLane, type WorkerLane } from '../library/worker-lane'
import type { DataRequest, DataResponse, DataValues } from '../workers/data-protocol'
import type { StageProgress } from './progress'

type Body<Kind extends DataRequest['kind']> = Omit<
  Extract<DataRequest, { kind: Kind }>,
  'id' | 'kind' | 'cancelled'
>

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
const TIME_LIMIT_MS = 7 * 24 * 60 * 60_000

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
    work: DataWork,
  ) => {
    const cancelled = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
    // The thread ends by itself: what it has open is closed before its files are removed.
    return ask<Kind>(lane, { kind, ...body, cancelled }, work, () =>
      Atomics.store(new Int32Array(cancelled), 0, 1),
    )
  }
  return {
    write: (body, work) => stoppable('write', body, work),
    look: (path) => ask<'look'>(lane, { kind: 'look', path }, {}),
    unpack: (body, work) => stoppable('unpack', body, work),
    import: (body, work) => stoppable('import', body, work),
    close: () => lane.close(),
  }
}

function ask<Kind extends DataRequest['kind']>(
  lane: WorkerLane,
  request: { readonly kind: Kind } & Partial<Body<Kind>>,
  { progress = () => undefined, taken = () => undefined, signal }: DataWork,
  interrupt?: () => void,
): Promise<DataValues[Kind]> {
  return new Promise((resolve, reject) => {
    lane.run({
      request,
      timeLimitMs: TIME_LIMIT_MS,
      ...(signal === undefined ? {} : { signal }),
      ...(interrupt === undefined ? {} : { interrupt }),
      onFailure: (error) => reject(ofThread(error)),
      onMessage(message) {
        // The worker is the same program, one thread away: its answers are typed, not parsed.
        const response = message as DataResponse
        switch (response.kind) {
          case 'taken':
            taken()
            return false
          case 'progress':
            progress(response.stage, response.done, response.total)
            return false
          case 'error':
            reject(fromErrorShape(response.error))
            return true
          case 'done':
            resolve(response.value as DataValues[Kind])
            return true
          default:
            return assertNever(response)
        }
      },
    })
  })
}

function ofThread(error: AppError): AppError {
  if (error.code === 'cancelled') return new AppError('cancelled', say('error.stopped'))
  return new AppError('internal', say('data.thread_ended'), { cause: error })
}
