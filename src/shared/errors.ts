import { z } from 'zod'
import { diskSentences } from './sentences/disk'
import { type Said, saidSchema, sayingOf, textOf, type Words, wordsOf } from './sentences/sentence'
import { systemFailure } from './system-failures'

/** Every way in which Countersign fails, as a stable code; the message is for people and for the model. */
const errorCodes = [
  'invalid_input',
  'not_found',
  'already_exists',
  'outside_grant',
  'denied',
  'conflict',
  'unsupported',
  /** A password is needed, or another one. */
  'locked',
  /** There is no text, only pictures; text recognition could read them. */
  'no_text',
  'too_large',
  'busy',
  'cancelled',
  'timeout',
  'unavailable',
  'model_error',
  'corrupt',
  'newer_version',
  'read_only',
  'unauthorized',
  'internal',
] as const

/** Parses an error code where one crosses a border. */
export const errorCodeSchema = z.enum(errorCodes)
/** One of {@link errorCodes}. */
export type ErrorCode = z.infer<typeof errorCodeSchema>

/** The one error that Countersign throws on purpose: a code to act on and a sentence to read. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** The name of the input field that is wrong, where there is one. */
  readonly field: string | undefined

  /** What the message says, where it is a sentence of the catalogue. */
  readonly said: Said | undefined

  /** Titles or addresses of what it was read from, where its sentence does not name them; empty for nothing from outside. */
  readonly sources: readonly string[] | undefined

  /** It never reached whoever was asked to do it, or was refused before beginning: nothing of it can have been done. */
  readonly notBegun: boolean

  /** A conflict of which no part is left that could be approved without the rest. */
  readonly nothingLeft: boolean

  constructor(
    code: ErrorCode,
    message: Words,
    options: {
      cause?: unknown
      field?: string
      sources?: readonly string[]
      notBegun?: boolean
      nothingLeft?: boolean
    } = {},
  ) {
    super(textOf(message), options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.field = options.field
    this.sources = options.sources
    this.notBegun = options.notBegun === true
    this.nothingLeft = options.nothingLeft === true
    this.said = typeof message === 'string' ? undefined : message.said
  }
}

/** The same error, where nothing of what failed can have been done. */
export function asNotBegun(error: AppError): AppError {
  const { code, cause, field, sources } = error
  return new AppError(code, wordsOf(error), {
    ...(cause === undefined ? {} : { cause }),
    ...(field === undefined ? {} : { field }),
    ...(sources === undefined ? {} : { sources }),
    notBegun: true,
  })
}

/** How an error travels: over RPC, in a result, in a run event. */
export const errorShapeSchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  field: z.string().optional(),
  said: saidSchema.optional(),
  nothingLeft: z.literal(true).optional(),
})
/** The travelling form of an {@link AppError}. */
export type ErrorShape = z.infer<typeof errorShapeSchema>

// Of its own catalogue: the page needs no other.
const saying = sayingOf(diskSentences)

/** What was thrown, as an error: anything can be thrown. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/** What is wrong with one field of an input. */
export function invalidField(message: Words, field: string): AppError {
  return new AppError('invalid_input', message, { field })
}

/** The only place where an unknown throw becomes an AppError; an abort counts as `cancelled`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof Error && error.name === 'AbortError') {
    return new AppError('cancelled', saying('error.stopped'), { cause: error })
  }
  const failure = systemFailure(error)
  if (failure !== null) return new AppError(failure.code, failure.message, { cause: error })
  const message = error instanceof Error ? error.message : String(error)
  return new AppError('internal', message || saying('error.unsaid'), { cause: error })
}

/** Turns any throw into what can be stored or sent. */
export function toErrorShape(error: unknown): ErrorShape {
  const { code, message, field, said, nothingLeft } = toAppError(error)
  return {
    code,
    message,
    ...(field === undefined ? {} : { field }),
    ...(said === undefined ? {} : { said }),
    ...(nothingLeft ? { nothingLeft } : {}),
  }
}

/** What was stored or sent, as an error again. */
export function fromErrorShape(shape: ErrorShape, cause?: unknown): AppError {
  const { code, field, nothingLeft = false } = shape
  return new AppError(code, wordsOf(shape), {
    ...{ cause, nothingLeft },
    ...(field === undefined ? {} : { field }),
  })
}

/** Makes the compiler prove that a switch is complete; throws if data from outside slipped through. */
export function assertNever(value: never): never {
  throw new AppError('internal', `Unexpected value: ${JSON.stringify(value)}`)
}
