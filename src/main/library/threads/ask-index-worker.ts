import type { IndexRequest, IndexResponse, IndexValues } from '../../workers/index-protocol'
import { askWorker } from './ask-worker'
import { createWorkerLane, type WorkerLane, type WorkerLaneOptions } from './worker-lane'

const MEMORY_MB = 1024
const IDLE_MS = 30_000

/** Threads of the built `workers/index.js`: one, which ends soon after its work, where nothing else is said. */
export function createIndexLane(
  workerUrl: URL | string,
  how: Partial<Pick<WorkerLaneOptions, 'size' | 'idleMs' | 'graceMs'>>,
): WorkerLane {
  return createWorkerLane({ workerUrl, size: 1, memoryMb: MEMORY_MB, idleMs: IDLE_MS, ...how })
}

/** What is asked of an index worker; its number is given to it on the way. */
export type Asked<Kind extends IndexRequest['kind']> = Omit<
  Extract<IndexRequest, { kind: Kind }>,
  'id' | 'kind' | 'path'
> & { readonly kind: Kind; readonly path: string }

type Meanwhile = Extract<IndexResponse, { kind: 'progress' }>

/** Asks an index worker; the limit is in milliseconds. */
export function ask<Kind extends IndexRequest['kind']>(
  lane: WorkerLane,
  request: Asked<Kind>,
  timeLimitMs: number,
  signal?: AbortSignal,
  onProgress?: (request: number, done: number, total: number) => void,
): Promise<IndexValues[Kind]> {
  return askWorker<IndexValues[Kind], Meanwhile>(lane, {
    ...{ request, timeLimitMs, signal },
    onTold: (told) => onProgress?.(told.request, told.done, told.total),
  })
}
