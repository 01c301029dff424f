import { z } from 'zod'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Words } from '../../../shared/sentences/sentence'
import { shortened } from '../../../shared/text/start-of'
import { withoutKey } from '../../secrets/without-values'
import { ModelFailure } from '../port'
import type { Late } from './patience'

// Errors are recognised by their form and not by the SDK's classes, which are not loaded at the start.
const apiErrorSchema = z.object({
  status: z.number().optional(),
  type: z.string().nullish(),
  errorCode: z.string().nullish(),
  apiMessage: z.string().nullish(),
  name: z.string().optional(),
  message: z.string().optional(),
  /** The body. */
  error: z.unknown().optional(),
})
// How servers tell an error in another form than the API's.
const foreignErrorSchema = z.union([
  // LM Studio; vLLM of a key.
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  // Whatever is built on FastAPI.
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
  // Older versions of vLLM.
  z.object({ message: z.string() }).transform(({ message }) => message),
])
const causeSchema = z.object({ code: z.string().optional(), cause: z.unknown().optional() })
/** What the caller knows about a request that failed. */
export interface FailedRequest {
  /** For people: host and port. */
  readonly address: string
  readonly model: string
  /** What it was sent with, which what is said of it never holds; null without one. */
  readonly key: string | null
  readonly stopped: boolean
  /** Set when a time limit of ours ended it. */
  readonly late: Late | null
}

/** Turns whatever a request threw into an error that says what happened and whether trying again can help. */
export function toModelFailure(error: unknown, request: FailedRequest): AppError {
  const { address, key, late } = request
  if (request.stopped) return new AppError('cancelled', say('model.stopped'), { cause: error })
  if (late !== null) {
    // Before anything came it is asked again by itself, once the network is there.
    if (late.slept === true) {
      const words = say(late.started ? 'model.slept_in_middle' : 'model.slept', { address })
      return new ModelFailure('timeout', words, { retryable: true, passing: !late.started, cause: error })
    }
    const seconds = Math.max(1, Math.round(late.afterMs / 1000))
    const words = say(late.started ? 'model.stalled' : 'model.silent', { address, seconds })
    return failure('timeout', words, true, error)
  }
  if (error instanceof AppError) return error
  const api = apiErrorSchema.safeParse(error).data ?? {}
  const { status } = api
  if (status === undefined && api.type != null)
    return ofStreamError({ type: api.type, message: api.apiMessage, code: api.errorCode }, key, error)
  if (status !== undefined) return ofStatus(status, api, request, error)
  const reason = networkCode(error)
  if (reason !== null)
    return failure('unavailable', say('model.unreachable', { address, reason }), true, error)
  const words = clip(withoutKey(deepestMessage(error) ?? String(error), key))
  return failure('model_error', say('model.server_failed', { address, words }), true, error)
}

/** What a server tells of an error without a status. */
export interface StreamError {
  readonly type: string
  readonly message: string | null | undefined
  /** Tells kinds of one type apart, where the server gives it. */
  readonly code?: string | null
}

/** An error event in the stream, or the body of an answer, by the API's error type. */
export function ofStreamError(
  { type, message, code }: StreamError,
  key: string | null,
  cause?: unknown,
): ModelFailure {
  const says = serversWords(message, key)
  // Of the type of an error that passes, which this one does not.
  if (isSpendLimitCode(code)) return failure('unavailable', say('model.spend_limit', { says }), false, cause)
  switch (type) {
    case 'overloaded_error':
      return passingFailure(say('model.overloaded', { says }), cause)
    case 'rate_limit_error':
      return passingFailure(say('model.too_many_requests', { says }), cause)
    case 'authentication_error':
    case 'permission_error':
      return failure('unauthorized', say('model.key_refused', { says }), false, cause)
    case 'billing_error':
      return failure('unavailable', say('model.no_credit', { says }), false, cause)
    case 'request_too_large':
      return tooLargeFailure(says, cause)
    case 'invalid_request_error':
    case 'not_found_error':
      if (saysTooLong(says)) return tooLargeFailure(says, cause)
      return failure('model_error', say('model.refused', { says }), false, cause)
    default:
      if (saysTooLong(says)) return tooLargeFailure(says, cause)
      return failure('model_error', say('model.broke_off', { says }), true, cause)
  }
}

/** An answer in good order that is JSON instead of events: LM Studio answers so what it does not know. */
export function ofJsonAnswer(body: unknown, address: string, key: string | null): ModelFailure {
  return failure(
    'model_error',
    say('model.not_events', { address, says: serversWords(wordsOf(body), key) }),
    false,
    undefined,
  )
}

/**
 * Whether a server refused what a request is made of, as one does that does not know or take a part of it; not that
 * there is too much of it.
 */
export function isRefusedForm(error: unknown): boolean {
  if (!(error instanceof ModelFailure) || error.tooLarge) return false
  const api = apiErrorSchema.safeParse(error.cause).data
  if (api?.status === 400 || api?.status === 422) return true
  // llama.cpp refuses so what its model does not take.
  return api?.status === 500 && /\bnot supported\b/iu.test(api.apiMessage ?? '')
}

/** What a server says to a request that it refused, in words of its own; empty where it says nothing. */
export function refusalWords(error: unknown): string {
  const api = error instanceof ModelFailure ? apiErrorSchema.safeParse(error.cause).data : undefined
  return api?.apiMessage ?? wordsOf(api?.error) ?? ''
}

/** Whether a spend limit, which waiting does not lift, was the reason. */
export function isSpendLimit(error: unknown): boolean {
  const api = apiErrorSchema.safeParse(error).data
  return isSpendLimitCode(api?.errorCode) || api?.type === 'billing_error'
}

function isSpendLimitCode(code: string | null | undefined): boolean {
  return code?.includes('spend_limit') === true
}

/** The HTTP status of an error, where it has one. */
export function statusOf(error: unknown): number | null {
  return apiErrorSchema.safeParse(error).data?.status ?? null
}

/** `fetch` says only that it failed; why is in the cause of the cause. */
function deepestMessage(error: unknown): string | null {
  let message: string | null = null
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
    message = current.message
    current = current.cause
  }
  return message
}

/** The code of the network error below an error, where there is one. */
export function networkCode(error: unknown): string | null {
  for (let current = error, depth = 0; depth < 5; depth++) {
    const parsed = causeSchema.safeParse(current).data
    if (parsed === undefined) return null
    if (parsed.code !== undefined) return parsed.code
    current = parsed.cause
  }
  return null
}

function ofStatus(
  status: number,
  api: z.output<typeof apiErrorSchema>,
  { address, model, key }: FailedRequest,
  cause: unknown,
): ModelFailure {
  const says = serversWords(api.apiMessage ?? wordsOf(api.error), key)
  const at = { address, status, says }
  if (isSpendLimit(cause)) return failure('unavailable', say('model.spend_limit', { says }), false, cause)
  if (status === 401 || status === 403)
    return failure('unauthorized', say('model.key_refused_at', at), false, cause)
  if (status === 413 || saysTooLong(says)) return tooLargeFailure(says, cause)
  // Who names the model speaks the Messages API and lacks only that.
  const about = { address, model, says }
  if (status === 404 && namesModel(says, model))
    return failure('model_error', say('model.no_such_model', about), false, cause)
  if (status === 404) return failure('model_error', say('model.unknown', about), false, cause)
  if (status === 429) return failure('unavailable', say('model.asked_too_often', at), true, cause)
  if (status === 529 || status === 503 || status === 502 || status === 504)
    return failure('unavailable', say('model.overloaded_at', at), true, cause)
  if (status >= 500) return failure('model_error', say('model.failed_at', at), true, cause)
  return failure('model_error', say('model.refused_at', at), false, cause)
}

/** Whether words have a model's name by itself: a short one is a part of many words. */
function namesModel(says: string, model: string): boolean {
  const signs = /[\p{L}\p{N}_.:/-]/u
  const isPart = (sign: string | undefined) => sign !== undefined && signs.test(sign)
  for (let at = says.indexOf(model); at !== -1; at = says.indexOf(model, at + 1)) {
    const behind = says.slice(at + model.length)
    // A sign that ends the sentence stands directly behind a name.
    if (!isPart(says[at - 1]) && !/^[.:]*[\p{L}\p{N}_/-]/u.test(behind)) return true
  }
  return false
}

function tooLargeFailure(says: string, cause: unknown): ModelFailure {
  const words = say('model.too_long', { says })
  return new ModelFailure('model_error', words, { retryable: false, tooLarge: true, cause })
}

/** An error that goes by itself. */
function passingFailure(message: Words, cause: unknown): ModelFailure {
  return new ModelFailure('unavailable', message, { retryable: true, passing: true, cause })
}

// As the vendor, llama.cpp, vLLM, Ollama and LM Studio say it, each in words of its own.
const tooLongWords =
  /prompt is too long|longer than the context length|exceeds? the (?:available )?context|maximum context length|(?:exceeded context length|context (?:length|window|size) (?:has been )?exceeded|context length of only)|greater than the context length|exceed_context_size/iu

/** Whether a server says that a request holds more than its model takes. */
function saysTooLong(message: string): boolean {
  return tooLongWords.test(message)
}

function failure(
  code: 'timeout' | 'unavailable' | 'unauthorized' | 'model_error',
  message: Words,
  retryable: boolean,
  cause: unknown,
): ModelFailure {
  return new ModelFailure(code, message, { retryable, cause })
}

/** What a body says in another form than the API's; null where it says nothing. */
function wordsOf(body: unknown): string | null {
  return foreignErrorSchema.safeParse(body).data ?? null
}

/** The server's own words, which may be anything: one line, not too long, and without the key, which some repeat. */
function serversWords(message: string | null | undefined, key: string | null): string {
  return message == null ? '' : clip(withoutKey(message, key))
}

function clip(text: string): string {
  const longest = 300
  const line = text.replace(/\s+/gu, ' ').trim()
  return shortened(line, longest)
}
