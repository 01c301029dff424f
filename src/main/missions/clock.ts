/** The time, and what wakes up: a test has its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** The machine's time zone (IANA name). */
  zone(): string
  /** Calls back once after so many milliseconds, unless what it answers was called. */
  after(ms: number, call: () => void): () => void
}

/** The machine's own; it does not keep a process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  zone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
  after(ms, call) {
    const timer = setTimeout(call, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
