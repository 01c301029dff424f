import { setTimeout as sleep } from 'node:timers/promises'
import { ModelFailure, type RetryPolicy } from '../port'
import { isSpendLimit, networkCode, statusOf } from './errors'

// A connection that was cut may work the second time; one that is refused, or a name that is not known, won't.
const passingNetworkErrors = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
])
// Unless the server has answered already: then its address is right, and it starts anew or the network is away.
const passingOnceReached = new Set(['ECONNREFUSED', 'ENOTFOUND'])

/** Patience where nobody looks on: a moment only, because what asks may itself be waited for. */
export const quietRetries: RetryPolicy = {
  attempts: 3,
  longestWaitMs: 15_000,
  wait: async ({ waitMs }, signal) => void (await sleep(waitMs, undefined, { signal })),
}

/** Whether a request that a network error ended may work the second time. */
export function canPassNetwork(error: unknown): boolean {
  const code = networkCode(error)
  return code !== null && passingNetworkErrors.has(code)
}

/** Whether a request that failed so had come to its server. */
export function hasReached(failure: unknown): boolean {
  return failure instanceof ModelFailure && (failure.passing || statusOf(failure.cause) !== null)
}

/**
 * How long to wait before attempt `attempt` + 1, in milliseconds: as the server asks, or longer with each attempt.
 * Null when trying again can't help. `reached` says that the server has answered before.
 */
export function retryWaitMs(
  failure: unknown,
  attempt: number,
  firstMs: number,
  reached: boolean,
): number | null {
  if (failure instanceof ModelFailure && !failure.retryable) return null
  const reason = failure instanceof ModelFailure ? failure.cause : failure
  const passing = failure instanceof ModelFailure && failure.passing
  const isAway = reached && passingOnceReached.has(networkCode(reason) ?? '')
  if (!passing && !isAway && !canPass(reason)) return null
  const usual = firstMs * 2 ** (attempt - 1)
  const asked = askedWaitMs(headersOf(reason))
  // "At once", or a time that is over by this clock, would be asked again and again without a pause.
  return asked === null || asked <= 0 ? usual : asked
}

function canPass(error: unknown): boolean {
  if (isSpendLimit(error)) return false
  const status = statusOf(error)
  if (status === null) return canPassNetwork(error)
  const asked = headersOf(error)?.get('x-should-retry')
  if (asked === 'true') return true
  if (asked === 'false') return false
  return status === 408 || status === 409 || status === 429 || status >= 500
}

function askedWaitMs(headers: Headers | null): number | null {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  if (milliseconds > 0) return milliseconds
  const asked = headers?.get('retry-after') ?? ''
  const seconds = Number(asked)
  if (seconds > 0) return seconds * 1000
  // The other form that HTTP allows is a date.
  const until = Date.parse(asked)
  return Number.isNaN(until) ? null : until - Date.now()
}

function headersOf(error: unknown): Headers | null {
  return typeof error === 'object' && error !== null && 'headers' in error && error.headers instanceof Headers
    ? error.headers
    : null
}
