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

/** How long the end of a connection may take after a complete answer, in milliseconds. */
export const drainLimitMs = 1000
