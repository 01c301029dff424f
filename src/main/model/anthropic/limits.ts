/** Time limits of one request, in milliseconds. */
export interface ModelLimits {
  /** Until the answer's first byte: a local model may read a long prompt for minutes before it says anything. */
  readonly firstEventMs: number
  /** Between two signs of life; servers that think for long send pings. */
  readonly idleMs: number
  /** For lists of models. */
  readonly listMs: number
  /** Before the first retry; doubled before each further one. */
  readonly retryMs: number
}

/** The limits in use unless a test needs shorter ones. */
export const modelLimits: ModelLimits = {
  firstEventMs: 240_000,
  idleMs: 120_000,
  listMs: 10_000,
  retryMs: 500,
}

/** How often a request is sent in all, when the server asks to come back before anything has streamed. */
export const attemptLimit = 3

/** A server that asks to wait longer than this is told to the person instead, in milliseconds. */
export const longestRetryWaitMs = 15_000

/** How long the end of a connection may take after a complete answer, in milliseconds. */
export const drainLimitMs = 1000
