import type { EmbeddingStatus } from '../../../shared/contract/embedding'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Words } from '../../../shared/sentences/sentence'
import { problemOf, wordsOf } from '../../../shared/sentences/sentence'
import type { VectorSet } from '../../db/vector-sets'
import type { EmbedCounts } from '../../workers/embed-protocol'
import type { EmbeddingModel } from './embedder'
import { EmbeddingFailure } from './failure'
import type { EmbedClient } from './worker-client'

/** Fills the set of the chosen model, batch after batch. */
export type Work = {
  /** Begins, also after a failure. */
  start(): void
  /** Something may have come to do; what waits for a provider goes on waiting. */
  kick(): void
  /** Ends what is under way; a batch that was not stored is made again. */
  stop(): Promise<void>
  isAtWork(): boolean
  state(): { readonly state: WorkState; readonly problem: Words | null }
}

type WorkState = Exclude<EmbeddingStatus['state'], 'off' | 'paused'>

/** What the work is made of. */
export type WorkParts = {
  readonly client: EmbedClient
  readonly now: () => number
  readonly firstPauseMs?: number
  /** Whether there is to be any work. */
  readonly wanted: () => boolean
  /** Whether documents are being read: those come first. */
  readonly mustWait: () => boolean
  readonly model: () => Promise<EmbeddingModel>
  readonly anyUnused: () => boolean
  readonly onCounts: (set: number, counts: EmbedCounts) => void
  readonly onChange: () => void
  readonly report: (error: unknown) => void
}

/** Before a provider that is away is asked again (milliseconds); doubled each time. */
const FIRST_PAUSE_MS = 5000

/** It is asked again at least this often. */
const LONGEST_PAUSE_MS = 10 * 60_000

/** Makes the work; it begins with `start`. */
export function createWork(parts: WorkParts): Work {
  const { client } = parts
  let state: WorkState = 'waiting'
  let problem: Words | null = null
  let running: Promise<void> | null = null
  let stopping = new AbortController()
  let again = false
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let entered: VectorSet | null = null
  let next = 0

  const become = (now: WorkState, why: Words | null = null) => {
    if (state === now && problemOf(problem).problem === problemOf(why).problem) return
    state = now
    problem = why
    parts.onChange()
  }

  /** One batch; answers whether there may be another. */
  const batch = async (signal: AbortSignal): Promise<boolean> => {
    const model = await parts.model()
    entered ??= await client.enter(model, signal)
    const { number: set, dimensions } = entered
    const done = await client.some({ model, set, dimensions, from: next }, signal)
    next = done.next
    failures = 0
    if (done.counts !== null) {
      parts.onCounts(set, done.counts)
      parts.onChange()
    }
    return done.more
  }

  const fail = (error: unknown) => {
    if (error instanceof AppError && error.code === 'cancelled') return
    if (!(error instanceof AppError)) parts.report(error)
    const failure = toFailure(error)
    const { retry, retryAfterMs } = failure
    // Whatever the model is now, it is asked before more of its vectors are taken.
    entered = null
    if (retry === 'person') return become('failed', wordsOf(failure))
    const pause = Math.min(LONGEST_PAUSE_MS, (parts.firstPauseMs ?? FIRST_PAUSE_MS) * 2 ** failures)
    failures++
    timer = setTimeout(
      () => {
        timer = undefined
        launch()
      },
      Math.max(pause, retryAfterMs ?? 0),
    )
    timer.unref()
    become('away', wordsOf(failure))
  }

  const run = async (signal: AbortSignal): Promise<void> => {
    try {
      if (parts.anyUnused()) await client.clear(false)
      while (parts.wanted() && !signal.aborted) {
        again = false
        if (parts.mustWait()) return become('waiting')
        become('working')
        if (await batch(signal)) continue
        if (parts.anyUnused()) await client.clear(false)
        if (!again) return become('done')
      }
    } catch (error) {
      if (!signal.aborted) fail(error)
    }
  }

  const launch = () => {
    if (running !== null) {
      again = true
      return
    }
    const { signal } = stopping
    running = run(signal).finally(() => {
      running = null
      if (again && !signal.aborted && state !== 'failed' && timer === undefined) {
        again = false
        launch()
      }
    })
  }

  return {
    start() {
      clearTimeout(timer)
      timer = undefined
      failures = 0
      if (state === 'failed' || state === 'away') {
        state = 'waiting'
        problem = null
      }
      launch()
    },
    kick() {
      next = 0
      if (timer === undefined && state !== 'failed' && parts.wanted()) launch()
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      stopping.abort()
      await running
      stopping = new AbortController()
      entered = null
      next = 0
    },
    isAtWork: () => running !== null,
    state: () => ({ state, problem }),
  }
}

function toFailure(error: unknown): EmbeddingFailure {
  if (error instanceof EmbeddingFailure) return error
  // What the program itself says, of a key that can't be read for instance, the person has to mend.
  if (error instanceof AppError) return new EmbeddingFailure(error.code, wordsOf(error), { retry: 'person' })
  return new EmbeddingFailure('internal', say('meaning.went_wrong'), { retry: 'later' })
}
