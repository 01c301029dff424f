import { parentPort, type Transferable } from 'node:worker_threads'
import { z } from 'zod'
import { AppError, toErrorShape } from '../../shared/errors'
import { endThread } from './end-thread'

/** What a worker thread does with its requests. */
export interface Served<Request, Value> {
  readonly schema: z.ZodType<Request>
  readonly answer: (request: Request) => Promise<Value>
  /** What moves to the other side instead of being copied. */
  readonly transferable?: (value: Value) => Transferable[]
  /** What is told of a failure; its code and its sentence unless given. */
  readonly toError?: (error: unknown) => object
}

const requestIdSchema = z.object({ id: z.int() })

/**
 * Makes this thread answer each message that has an `id`, one at a time: with `done` and a `value`, or with `error`.
 * Answers how to send what belongs to a request before its end.
 */
export function serveRequests<Request, Value, Response>(
  served: Served<Request, Value>,
): (message: Response, transfer?: readonly Transferable[]) => void {
  if (parentPort === null) throw new Error('This file runs as a worker thread only.')
  const port = parentPort
  const { schema, answer, transferable = () => [], toError = toErrorShape } = served
  let previous: Promise<void> = Promise.resolve()

  const parse = (message: unknown): Request => {
    const parsed = schema.safeParse(message)
    if (parsed.success) return parsed.data
    throw new AppError('invalid_input', z.prettifyError(parsed.error))
  }
  const serve = async (id: number, message: unknown): Promise<void> => {
    try {
      const value = await answer(parse(message))
      port.postMessage({ kind: 'done', id, value }, transferable(value))
    } catch (error) {
      port.postMessage({ kind: 'error', id, error: toError(error) })
    }
  }
  port.on('message', (message: unknown) => {
    if (message === endThread) process.exit()
    const { id } = requestIdSchema.parse(message)
    previous = previous.then(() => serve(id, message))
  })
  return (message, transfer = []) => port.postMessage(message, transfer)
}
