import { AppError, type ErrorCode } from '../../../shared/errors'
import { networkCode, networkReason } from '../../model/anthropic/errors'

/** What to do after a failure: ask again later, leave these texts out, or wait for the person. */
export type AfterFailure = 'later' | 'other_texts' | 'person'

/** Why there are no vectors. */
export class EmbeddingFailure extends AppError {
  readonly retry: AfterFailure
  /** How long the server asks to be left alone, in milliseconds. */
  readonly retryAfterMs: number | null

  constructor(
    code: ErrorCode,
    message: string,
    options: { retry: AfterFailure; retryAfterMs?: number | null; cause?: unknown },
  ) {
    super(code, message, { cause: options.cause })
    this.name = 'EmbeddingFailure'
    this.retry = options.retry
    this.retryAfterMs = options.retryAfterMs ?? null
  }

  /** Says of whatever a request threw what happened, in one sentence. */
  static of(error: unknown, server: { address: string }, lateAfterMs: number | null): EmbeddingFailure {
    const at =
      server.address === ''
        ? 'The embedding model on this machine'
        : `The embedding server at ${new URL(server.address).host}`
    if (error instanceof EmbeddingFailure) return error
    const later = (code: ErrorCode, message: string) =>
      new EmbeddingFailure(code, message, { retry: 'later', cause: error })
    if (lateAfterMs !== null) {
      return later('timeout', `${at} did not answer for ${Math.ceil(lateAfterMs / 1000)} s.`)
    }
    if (error instanceof AppError) return later(error.code, error.message)
    const code = networkCode(error)
    const reason = code === null ? 'the connection failed' : networkReason(code)
    return later('unavailable', `${at} can’t be reached: ${reason}.`)
  }
}

/** A model with where it is, for people: a host and port, or this machine. */
export function placeOf({ model, address }: { readonly model: string; readonly address: string }): string {
  return address === '' ? `${model} on this machine` : `${model} at ${new URL(address).host}`
}

/** A server that asks for a longer pause is asked again after this one, in milliseconds. */
const longestPauseMs = 60 * 60_000

/** An answer that is not the wanted one, by its status. */
export function ofAnswer(
  { status, headers, body }: { status: number; headers: Headers; body: unknown },
  server: { readonly address: string; readonly model: string },
): EmbeddingFailure {
  const at = `The embedding server at ${new URL(server.address).host}`
  const said = messageIn(body)
  const fail = (code: ErrorCode, message: string, retry: AfterFailure) =>
    new EmbeddingFailure(code, `${message}${said}`, { retry, retryAfterMs: pauseIn(headers) })
  if (status >= 300 && status < 400) {
    return fail('denied', `${at} points to another address (${status}), which is not followed.`, 'person')
  }
  if (status === 401 || status === 403) {
    return fail('unauthorized', `${at} refused the key (${status}). Check it in Settings.`, 'person')
  }
  if (status === 404 || status === 405) {
    return fail(
      'not_found',
      `${at} knows no model “${server.model}”, or makes no vectors (${status}).`,
      'person',
    )
  }
  if (status === 402) return fail('unavailable', `The account of this key can’t pay (402).`, 'person')
  if (status === 429) return fail('unavailable', `${at} is asked too often (429).`, 'later')
  if (status === 400 || status === 413 || status === 422) {
    return fail('model_error', `${at} refused the text (${status}).`, 'other_texts')
  }
  if (status >= 500) return fail('unavailable', `${at} failed (${status}).`, 'later')
  return fail('model_error', `${at} answered something that is no list of vectors (${status}).`, 'later')
}

function pauseIn(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? Math.min(longestPauseMs, seconds * 1000) : null
}

/** The server's own words, which may be anything: one line, and not too long. */
function messageIn(body: unknown): string {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  if (typeof message !== 'string' || message.trim() === '') return ''
  const longest = 300
  const line = message.replace(/\s+/gu, ' ').trim()
  return ` It says: ${line.length > longest ? `${line.slice(0, longest)}…` : line}`
}
