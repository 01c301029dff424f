import { z } from 'zod'
import { AppError } from '../../../shared/errors'
import { ModelFailure } from '../port'
import { tooLargeText } from '../too-large'

// Errors are recognised by their form and not by the SDK's classes, which are not loaded at the start.
const apiErrorSchema = z.object({
  status: z.number().optional(),
  type: z.string().nullish(),
  errorCode: z.string().nullish(),
  apiMessage: z.string().nullish(),
  name: z.string().optional(),
  message: z.string().optional(),
  /** The body; LM Studio tells its errors as a plain string. */
  error: z.object({ error: z.string() }).optional().catch(undefined),
})
const causeSchema = z.object({ code: z.string().optional(), cause: z.unknown().optional() })
const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name could not be looked up; there may be no network',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EHOSTUNREACH: 'the machine can’t be reached',
  ENETUNREACH: 'there is no network',
}

/** What the caller knows about a request that failed. */
export interface FailedRequest {
  /** For people: host and port. */
  readonly address: string
  readonly model: string
  readonly stopped: boolean
  /** Set when a time limit of ours ended it: how long, in milliseconds, and whether anything had arrived. */
  readonly late: { readonly afterMs: number; readonly started: boolean } | null
}

/** Turns whatever a request threw into an error that says what happened and whether trying again can help. */
export function toModelFailure(error: unknown, request: FailedRequest): AppError {
  if (request.stopped)
    return new AppError('cancelled', 'Stopped before the answer was complete.', { cause: error })
  if (request.late !== null) {
    const seconds = Math.max(1, Math.round(request.late.afterMs / 1000))
    const what = request.late.started ? 'stopped sending in the middle of its answer' : 'did not answer'
    return failure('timeout', `The model server at ${request.address} ${what} for ${seconds} s.`, true, error)
  }
  if (error instanceof AppError) return error
  const api = apiErrorSchema.safeParse(error).data ?? {}
  const { status } = api
  if (status === undefined && api.type != null) return ofStreamError(api.type, said(api.apiMessage), error)
  if (status !== undefined) return ofStatus(status, api, request, error)
  const code = networkCode(error)
  if (code !== null) {
    return failure(
      'unavailable',
      `The model server at ${request.address} can’t be reached: ${networkReason(code)}.`,
      true,
      error,
    )
  }
  const text = deepestMessage(error) ?? String(error)
  return failure('model_error', `The model server at ${request.address} failed: ${clip(text)}`, true, error)
}

/** An error event in the stream, or the body of an answer, by the API's error type. */
export function ofStreamError(type: string, message: string, cause?: unknown): ModelFailure {
  switch (type) {
    case 'overloaded_error':
      return passingFailure(`The model is overloaded.${message} Try again in a moment.`, cause)
    case 'rate_limit_error':
      return passingFailure(`Too many requests to the model.${message} Try again in a moment.`, cause)
    case 'authentication_error':
    case 'permission_error':
      return failure(
        'unauthorized',
        `The model server refused the key.${message} Check it in Settings.`,
        false,
        cause,
      )
    case 'billing_error':
      return failure('unavailable', `The account of this key can’t pay.${message}`, false, cause)
    case 'request_too_large':
      return tooLargeFailure(message, cause)
    case 'invalid_request_error':
    case 'not_found_error':
      if (saysTooLong(message)) return tooLargeFailure(message, cause)
      return failure('model_error', `The model server refused the request.${message}`, false, cause)
    default:
      if (saysTooLong(message)) return tooLargeFailure(message, cause)
      return failure('model_error', `The model broke off with an error.${message}`, true, cause)
  }
}

/** Whether a spend limit, which waiting does not lift, was the reason. */
export function isSpendLimit(error: unknown): boolean {
  const api = apiErrorSchema.safeParse(error).data
  return api?.errorCode?.includes('spend_limit') === true || api?.type === 'billing_error'
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

/** Why a server can't be reached, in words. */
export function networkReason(code: string): string {
  return networkReasons[code] ?? code
}

function ofStatus(
  status: number,
  api: z.output<typeof apiErrorSchema>,
  request: FailedRequest,
  cause: unknown,
): ModelFailure {
  const message = said(api.apiMessage ?? api.error?.error)
  if (isSpendLimit(cause)) {
    return failure(
      'unavailable',
      `The spend limit of this key is reached.${message} Raise it or use another key.`,
      false,
      cause,
    )
  }
  if (status === 401 || status === 403) {
    return failure(
      'unauthorized',
      `The model server at ${request.address} refused the key (${status}).${message} Check it in Settings.`,
      false,
      cause,
    )
  }
  if (status === 413 || saysTooLong(message)) {
    return tooLargeFailure(message, cause)
  }
  if (status === 404) {
    return failure(
      'model_error',
      `The server at ${request.address} knows no model “${request.model}” or no Messages API (404).${message}`,
      false,
      cause,
    )
  }
  if (status === 429 || status === 529 || status === 503 || status === 502 || status === 504) {
    const what = status === 429 ? 'is asked too often' : 'is overloaded'
    return failure(
      'unavailable',
      `The model server at ${request.address} ${what} (${status}).${message} Try again in a moment.`,
      true,
      cause,
    )
  }
  if (status >= 500) {
    return failure(
      'model_error',
      `The model server at ${request.address} failed (${status}).${message}`,
      true,
      cause,
    )
  }
  return failure(
    'model_error',
    `The model server at ${request.address} refused the request (${status}).${message}`,
    false,
    cause,
  )
}

function tooLargeFailure(message: string, cause: unknown): ModelFailure {
  return new ModelFailure('model_error', tooLargeText(message), { retryable: false, tooLarge: true, cause })
}

/** An error that goes by itself. */
function passingFailure(message: string, cause: unknown): ModelFailure {
  return new ModelFailure('unavailable', message, { retryable: true, passing: true, cause })
}

// As the vendor, llama.cpp, vLLM and LM Studio say it, each in words of its own.
const tooLongWords =
  /prompt is too long|exceeds? the (?:available )?context|maximum context length|(?:exceeded context length|context (?:length|window|size) (?:has been )?exceeded|context length of only)|greater than the context length|exceed_context_size/iu

/** Whether a server says that a request holds more than its model takes. */
function saysTooLong(message: string): boolean {
  return tooLongWords.test(message)
}

function failure(
  code: 'timeout' | 'unavailable' | 'unauthorized' | 'model_error',
  message: string,
  retryable: boolean,
  cause: unknown,
): ModelFailure {
  return new ModelFailure(code, message, { retryable, cause })
}

/** The server's own words, which may be anything: one line, and not too long. */
function said(message: string | null | undefined): string {
  if (message == null || message.trim() === '') return ''
  const words = clip(message)
  return ` It says: ${words}${/[.!?…]$/u.test(words) ? '' : '.'}`
}

function clip(text: string): string {
  const longest = 300
  const line = text.replace(/\s+/gu, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}
