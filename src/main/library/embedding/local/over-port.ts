import type { MessagePort } from 'node:worker_threads'
import { AppError, type ErrorShape, toErrorShape } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { wordsOf } from '../../../../shared/sentences/sentence'
import { type AfterFailure, EmbeddingFailure } from '../failure'
import type { AskModel } from './ask-model'

/** From the thread that stores vectors to the process, which has the thread that makes them. */
type Question = { readonly id: number; readonly model: string; readonly texts: readonly string[] }
type Reply =
  | { readonly id: number; readonly vectors: Float32Array<ArrayBuffer>[] }
  | { readonly id: number; readonly error: ErrorShape; readonly retry: AfterFailure | null }

/** Answers what comes over a port until its other end is gone. */
export function answerOver(port: MessagePort, ask: AskModel): void {
  const gone = new AbortController()
  const answer = async ({ id, model, texts }: Question): Promise<void> => {
    try {
      const vectors = await ask(model, texts, gone.signal)
      const reply: Reply = { id, vectors }
      port.postMessage(
        reply,
        vectors.map(({ buffer }) => buffer),
      )
    } catch (error) {
      const retry = error instanceof EmbeddingFailure ? error.retry : null
      const reply: Reply = { id, error: toErrorShape(error), retry }
      port.postMessage(reply)
    }
  }
  // Both ends are the same program: what comes is typed, not parsed.
  port.on('message', (question: Question) => void answer(question))
  port.on('close', () => gone.abort())
  // A thread that may ask is no reason to go on.
  port.unref()
}

/** Asks over a port. */
export function askOver(port: MessagePort): AskModel {
  const waiting = new Map<number, (reply: Reply) => void>()
  let nextId = 1
  port.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  return (model, texts, signal) =>
    new Promise((resolve, reject) => {
      const id = nextId++
      const stop = () => {
        waiting.delete(id)
        reject(new AppError('cancelled', say('meaning.stopped')))
      }
      signal.addEventListener('abort', stop, { once: true })
      waiting.set(id, (reply) => {
        signal.removeEventListener('abort', stop)
        if ('vectors' in reply) return resolve(reply.vectors)
        const { code } = reply.error
        reject(
          reply.retry === null
            ? new AppError(code, wordsOf(reply.error))
            : new EmbeddingFailure(code, wordsOf(reply.error), { retry: reply.retry }),
        )
      })
      const question: Question = { id, model, texts }
      port.postMessage(question)
    })
}
