/** Time limits of one request, in milliseconds. */
export interface ModelLimits {
  /** Until the answer's first byte: a local model may read a long prompt for minutes before it says anything. */
  readonly firstEventMs: number
  /** Between two signs of life; servers that think for long send pings. */
  readonly idleMs: number
  /** Between two looks whether one of these is over. */
  readonly lookMs: number
  /** Time that a look comes too late by where the machine was asleep, not only busy. */
  readonly sleptMs: number
  /** After that, for a sign of life of a server elsewhere: its pings come more often. */
  readonly afterSleepMs: number
  /** For lists of models. */
  readonly listMs: number
  /** Before the first retry; doubled before each further one. */
  readonly retryMs: number
}

/** The limits in use unless a test needs shorter ones. */
export const modelLimits: ModelLimits = {
  firstEventMs: 240_000,
  idleMs: 120_000,
  lookMs: 1000,
  sleptMs: 20_000,
  afterSleepMs: 20_000,
  listMs: 10_000,
  retryMs: 500,
}

/** How long the end of a connection may take after a complete answer, in milliseconds. */
export const drainLimitMs = 1000

/** The largest answer that is read where JSON comes instead of events, in bytes: an error is a sentence. */
export const jsonLimitBytes = 100_000
