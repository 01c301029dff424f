import { AppError, type ErrorCode } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type Words, wordsOf } from '../../../shared/sentences/sentence'
import { shortened } from '../../../shared/text/start-of'
import { networkCode } from '../../model/anthropic/errors'
import { withoutKey } from '../../secrets/without-values'

/** What to do after a failure: ask again later, leave these texts out, or wait for the person. */
export type AfterFailure = 'later' | 'other_texts' | 'person'

/** Why there are no vectors. */
export class EmbeddingFailure extends AppError {
  readonly retry: AfterFailure
  /** How long the server asks to be left alone, in milliseconds. */
  readonly retryAfterMs: number | null

  constructor(
    code: ErrorCode,
    message: Words,
    options: { retry: AfterFailure; retryAfterMs?: number | null; cause?: unknown },
  ) {
    super(code, message, { cause: options.cause })
    this.name = 'EmbeddingFailure'
    this.retry = options.retry
    this.retryAfterMs = options.retryAfterMs ?? null
  }

  /** Says of whatever a request threw what happened, in one sentence. */
  static of(error: unknown, server: { address: string }, lateAfterMs: number | null): EmbeddingFailure {
    if (error instanceof EmbeddingFailure) return error
    const host = hostOf(server)
    const later = (code: ErrorCode, message: Words) =>
      new EmbeddingFailure(code, message, { retry: 'later', cause: error })
    if (lateAfterMs !== null) {
      return later('timeout', say('meaning.silent', { host, seconds: Math.ceil(lateAfterMs / 1000) }))
    }
    if (error instanceof AppError) return later(error.code, wordsOf(error))
    return later('unavailable', say('meaning.unreachable', { host, reason: networkCode(error) ?? 'failed' }))
  }
}

/** A model with where it is: a host and port, or empty for this machine. */
export function placeOf(model: { readonly model: string; readonly address: string }): {
  model: string
  host: string
} {
  return { model: model.model, host: hostOf(model) }
}

function hostOf({ address }: { readonly address: string }): string {
  return address === '' ? '' : new URL(address).host
}

/** A server that asks for a longer pause is asked again after this one, in milliseconds. */
const longestPauseMs = 60 * 60_000

/** An answer that is not the wanted one, by its status. */
export function ofAnswer(
  { status, headers, body }: { status: number; headers: Headers; body: unknown },
  server: { readonly address: string; readonly model: string; readonly secret: string | null },
): EmbeddingFailure {
  const { model, host } = placeOf(server)
  const says = messageIn(body, server.secret)
  const at = { host, status, says }
  const fail = (code: ErrorCode, message: Words, retry: AfterFailure) =>
    new EmbeddingFailure(code, message, { retry, retryAfterMs: pauseIn(headers) })
  if (status >= 300 && status < 400) return fail('denied', say('meaning.points_elsewhere', at), 'person')
  if (status === 401 || status === 403) return fail('unauthorized', say('meaning.key_refused', at), 'person')
  if (status === 404 || status === 405) {
    return fail('not_found', say('meaning.unknown_model', { ...at, model }), 'person')
  }
  if (status === 402) return fail('unavailable', say('meaning.no_credit', { says }), 'person')
  if (status === 429) return fail('unavailable', say('meaning.asked_too_often', { host, says }), 'later')
  if (status === 400 || status === 413 || status === 422) {
    return fail('model_error', say('meaning.text_refused', at), 'other_texts')
  }
  if (status >= 500) return fail('unavailable', say('meaning.failed', at), 'later')
  return fail('model_error', say('meaning.no_vectors', at), 'later')
}

function pauseIn(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? Math.min(longestPauseMs, seconds * 1000) : null
}

/** The server's own words, which may be anything: one line, not too long, and without the key. */
function messageIn(body: unknown, key: string | null): string {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  if (typeof message !== 'string') return ''
  const longest = 300
  const line = withoutKey(message, key).replace(/\s+/gu, ' ').trim()
  return shortened(line, longest)
}
