import { AppError, type ErrorShape, fromErrorShape, toAppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { documentStopped } from '../documents/document-failure'

/** What became of one of several. */
export type Outcome<Value> = Value | { readonly error: ErrorShape }

type OnProgress = (done: number, total: number) => void

/** Hands work on, what waits at the same time together: a message, a transaction or a wait for the disk is then for many. */
export type TogetherQueue<Item, Value> = {
  /** Throws what kept this one from being done; ends with `cancelled` as soon as it is cancelled. */
  run(item: Item, signal: AbortSignal, onProgress?: OnProgress): Promise<Value>
  /** Fails with `cancelled` what has not begun. */
  close(): void
}

/** How a queue hands work on. */
export type TogetherOptions<Item, Value extends object> = {
  /** Does the work for all, and answers in their order; ends when `signal` does. */
  readonly send: (
    items: readonly Item[],
    signal: AbortSignal,
    onProgress: (index: number, done: number, total: number) => void,
  ) => Promise<readonly Outcome<Value>[]>
  readonly bytesOf: (item: Item) => number
  /** Items that go together at most, and their bytes: none waits long for the others. */
  readonly mostTogether: number
  readonly bytesTogether: number
  /** So many that go together are at work at the same time. */
  readonly atOnce?: number
}

type Waiting<Item, Value> = {
  readonly item: Item
  readonly signal: AbortSignal
  readonly onProgress: OnProgress
  readonly settle: (outcome: Outcome<Value> | AppError) => void
}

/** Starts with nothing waiting. */
export function createTogetherQueue<Item, Value extends object>(
  options: TogetherOptions<Item, Value>,
): TogetherQueue<Item, Value> {
  const { send, bytesOf, mostTogether, bytesTogether, atOnce = 1 } = options
  const waiting: Waiting<Item, Value>[] = []
  let atWork = 0
  let closed = false

  const next = async () => {
    if (atWork >= atOnce) return
    atWork++
    while (waiting.length > 0) await doTogether(takeSome())
    atWork--
  }

  function takeSome(): Waiting<Item, Value>[] {
    let bytes = 0
    let count = 0
    for (const { item } of waiting.slice(0, mostTogether)) {
      bytes += bytesOf(item)
      if (count > 0 && bytes > bytesTogether) break
      count++
    }
    return waiting.splice(0, count)
  }

  /** What makes the worker fail must not take the others with it: each then has one of its own. */
  async function doTogether(some: readonly Waiting<Item, Value>[]): Promise<void> {
    const wanted = some.filter(({ signal }) => !signal.aborted)
    if (wanted.length === 0) return
    try {
      const outcomes = await sendWanted(wanted)
      for (const [index, { settle }] of wanted.entries()) settle(outcomes[index] ?? unanswered())
    } catch (error) {
      if (wanted.length === 1 || closed) for (const { settle } of wanted) settle(toAppError(error))
      else for (const each of wanted) await doTogether([each])
    }
  }

  /** One that is cancelled ends at once; the work ends only when nobody waits for it any more. */
  async function sendWanted(wanted: readonly Waiting<Item, Value>[]): Promise<readonly Outcome<Value>[]> {
    const stop = new AbortController()
    const stopIfNobodyWaits = () => {
      if (wanted.every(({ signal }) => signal.aborted)) stop.abort()
    }
    for (const { signal } of wanted) signal.addEventListener('abort', stopIfNobodyWaits)
    try {
      return await send(
        wanted.map(({ item }) => item),
        stop.signal,
        (index, done, total) => wanted[index]?.onProgress(done, total),
      )
    } finally {
      for (const { signal } of wanted) signal.removeEventListener('abort', stopIfNobodyWaits)
    }
  }

  return {
    run: (item, signal, onProgress = () => {}) =>
      new Promise((resolve, reject) => {
        if (closed || signal.aborted) return reject(documentStopped())
        const onAbort = () => settle(documentStopped())
        const settle = (outcome: Outcome<Value> | AppError) => {
          signal.removeEventListener('abort', onAbort)
          if (outcome instanceof AppError) reject(outcome)
          else if ('error' in outcome) reject(fromErrorShape(outcome.error))
          else resolve(outcome)
        }
        signal.addEventListener('abort', onAbort)
        waiting.push({ item, signal, onProgress, settle })
        // Those that come in the same turn go together.
        queueMicrotask(() => void next())
      }),
    close() {
      closed = true
      for (const { settle } of waiting.splice(0)) settle(documentStopped())
    },
  }
}

function unanswered(): AppError {
  return new AppError('internal', say('document.no_result'))
}
