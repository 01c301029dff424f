import { setTimeout as sleep } from 'node:timers/promises'
import { isSpendLimit, networkCode, statusOf } from './errors'

// A connection that was cut may work the second time; one that is refused, or a name that is not known, won't.
const passingNetworkErrors = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'EAI_AGAIN'])

/** Whether a request that a network error ended may work the second time. */
export function canPassNetwork(error: unknown): boolean {
  const code = networkCode(error)
  return code !== null && passingNetworkErrors.has(code)
}

/**
 * Waits as long as the server asks, or longer with each attempt. Answers false when trying again can't help or the
 * server asks for longer than people wait.
 */
export async function waitBeforeRetry(
  error: unknown,
  attempt: number,
  times: { readonly retryMs: number; readonly longestMs: number },
  signal: AbortSignal,
): Promise<boolean> {
  if (!canPass(error)) return false
  const asked = askedWaitMs(headersOf(error))
  if (asked !== null && asked > times.longestMs) return false
  await sleep(asked ?? times.retryMs * 2 ** (attempt - 1), undefined, { signal })
  return true
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
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? seconds * 1000 : null
}

function headersOf(error: unknown): Headers | null {
  return typeof error === 'object' && error !== null && 'headers' in error && error.headers instanceof Headers
    ? error.headers
    : null
}
