import { createNotice, type Notice } from './notice'
import { folderAt, type Scan, whatIs } from './scan'

/** When a watched folder is looked at, in milliseconds. */
export type WatchTimes = {
  /** After a file was last written, before it is read. */
  readonly quiet: number
  /** After the last of several changes, so that they become one round. */
  readonly calm: number
  /** At the latest after the first of changes that do not stop. */
  readonly latest: number
  /** While files are being written. */
  readonly unsettled: number
  /** Between two looks whether the folder itself is still the same, or back. */
  readonly presence: number
  /** Between two looks at everything where the system tells of changes: what it does not tell of is found by these. */
  readonly regular: number
  /** The same where the system tells of nothing. */
  readonly polling: number
}

/** What people wait for without noticing, and what a disk bears without wearing out. */
export const usualTimes: WatchTimes = {
  quiet: 1000,
  calm: 400,
  latest: 4000,
  unsettled: 1200,
  presence: 5000,
  regular: 5 * 60_000,
  polling: 30_000,
}

/** A round is followed by a rest of so many times its own length: a large folder is looked at less often. */
const restsPerRound = 5
/** The longest rest (milliseconds). */
const longestRest = 10_000

/** What one round of looking found. */
export type RoundOutcome = { readonly scan: Scan; readonly unsettled: boolean }

/** Decides when a folder is looked at. */
export type Watcher = {
  /** Looks soon. */
  touch(): void
  /** Whether the system tells of changes; null before the first look. */
  readonly told: boolean | null
  close(): Promise<void>
}

/**
 * Starts looking at a folder, at once and then after each change. `round` answers what it found, or null where the
 * folder could not be looked at.
 */
export function createWatcher(options: {
  readonly path: string
  readonly times: WatchTimes
  round(signal: AbortSignal): Promise<RoundOutcome | null>
  readonly report: (error: unknown) => void
  readonly notice?: (onChange: () => void) => Notice
}): Watcher {
  const { path, times, round, report, notice: makeNotice = createNotice } = options
  const stop = new AbortController()
  const notice = makeNotice(() => soon())
  let timer: NodeJS.Timeout | undefined
  let firstChange: number | null = null
  let running: Promise<void> | null = null
  let again = false
  let node: string | null = null
  let told: boolean | null = null
  let restUntil = 0

  const presence = setInterval(() => void lookForFolder(), times.presence)
  presence.unref()
  later(0)

  function later(delay: number): void {
    if (stop.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(run, Math.max(delay, restUntil - performance.now()))
    timer.unref()
  }

  function soon(): void {
    if (running !== null) {
      again = true
      return
    }
    const now = performance.now()
    firstChange ??= now
    later(Math.min(times.calm, Math.max(0, firstChange + times.latest - now)))
  }

  function run(): void {
    firstChange = null
    running = once().finally(() => {
      running = null
      if (again) {
        again = false
        soon()
      }
    })
  }

  async function once(): Promise<void> {
    const started = performance.now()
    try {
      const outcome = await round(stop.signal)
      node = outcome?.scan.node ?? null
      if (outcome !== null) told = await notice.follow(outcome.scan.folders)
      const ended = performance.now()
      restUntil = ended + Math.min(longestRest, (ended - started) * restsPerRound)
      if (outcome === null) later(times.presence)
      else if (outcome.unsettled) later(times.unsettled)
      else later(told === true ? times.regular : times.polling)
    } catch (error) {
      if (stop.signal.aborted) return
      report(error)
      later(times.polling)
    }
  }

  /** Mounting and unmounting is told by no system: another folder is at the path then, or none. */
  async function lookForFolder(): Promise<void> {
    if (running !== null || node === null) return
    const there = await folderAt(path).then(whatIs, () => null)
    if (there !== node) soon()
  }

  return {
    touch: () => soon(),
    get told() {
      return told
    },
    async close() {
      stop.abort()
      clearTimeout(timer)
      clearInterval(presence)
      notice.close()
      await running
    },
  }
}
