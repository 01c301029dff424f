import { AppError, toAppError } from '../../shared/errors'
import type { PackedDocument } from '../workers/index-protocol'
import type { StoreOutcome } from './index-document'

/** Hands documents to the index, those that wait at the same time together. */
export type StoreQueue = {
  /** False when it was cancelled meanwhile; throws what kept it from being stored. */
  store(
    document: PackedDocument,
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<{ readonly completed: boolean }>
  /** Fails with `cancelled` what has not begun. */
  close(): void
}

/** Has documents stored; ends when `signal` does, with none of them visible. */
export type SendDocuments = (
  documents: readonly PackedDocument[],
  signal: AbortSignal,
  onProgress: (request: number, done: number, total: number) => void,
) => Promise<readonly StoreOutcome[]>

/** Documents that go together at most, and their bytes: none waits long for the others. */
const MOST_TOGETHER = 100
const BYTES_TOGETHER = 4 * 1024 * 1024

type Waiting = {
  readonly document: PackedDocument
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
  readonly settle: (outcome: StoreOutcome | AppError) => void
}

/** Starts with nothing waiting. */
export function createStoreQueue(send: SendDocuments): StoreQueue {
  const waiting: Waiting[] = []
  let busy = false
  let closed = false

  const next = async () => {
    if (busy) return
    busy = true
    while (waiting.length > 0) await storeTogether(takeSome(waiting))
    busy = false
  }

  /** What makes the index's thread fail must not take the others with it: each then has one of its own. */
  async function storeTogether(some: readonly Waiting[]): Promise<void> {
    const wanted = some.filter(({ signal }) => !signal.aborted)
    if (wanted.length === 0) return
    try {
      const outcomes = await sendWanted(wanted)
      for (const [index, { settle }] of wanted.entries()) settle(outcomes[index] ?? { completed: false })
    } catch (error) {
      if (wanted.length === 1 || closed) for (const { settle } of wanted) settle(toAppError(error))
      else for (const each of wanted) await storeTogether([each])
    }
  }

  /** One that is cancelled ends at once; the thread ends only when nobody waits for it any more. */
  async function sendWanted(wanted: readonly Waiting[]): Promise<readonly StoreOutcome[]> {
    const stop = new AbortController()
    const stopIfNobodyWaits = () => {
      if (wanted.every(({ signal }) => signal.aborted)) stop.abort()
    }
    for (const { signal } of wanted) signal.addEventListener('abort', stopIfNobodyWaits)
    try {
      const documents = wanted.map(({ document }) => document)
      return await send(documents, stop.signal, (request, done, total) =>
        wanted[request]?.onProgress(done, total),
      )
    } finally {
      for (const { signal } of wanted) signal.removeEventListener('abort', stopIfNobodyWaits)
    }
  }

  return {
    store: (document, signal, onProgress) =>
      new Promise((resolve, reject) => {
        if (closed || signal.aborted) return reject(cancelled())
        const onAbort = () => settle(cancelled())
        const settle = (outcome: StoreOutcome | AppError) => {
          signal.removeEventListener('abort', onAbort)
          if (outcome instanceof AppError) reject(outcome)
          else if ('error' in outcome) reject(new AppError(outcome.error.code, outcome.error.message))
          else resolve(outcome)
        }
        signal.addEventListener('abort', onAbort)
        waiting.push({ document, signal, onProgress, settle })
        // Those that come in the same turn go together.
        queueMicrotask(() => void next())
      }),
    close() {
      closed = true
      for (const { settle } of waiting.splice(0)) settle(cancelled())
    },
  }
}

function takeSome(waiting: Waiting[]): Waiting[] {
  let bytes = 0
  let count = 0
  for (const { document } of waiting.slice(0, MOST_TOGETHER)) {
    bytes += document.packed.byteLength
    if (count > 0 && bytes > BYTES_TOGETHER) break
    count++
  }
  return waiting.splice(0, count)
}

function cancelled(): AppError {
  return new AppError('cancelled', 'Stopped before it was done. The file itself was not changed.')
}
