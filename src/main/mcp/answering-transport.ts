import type { Readable, Writable } from 'node:stream'
import { type JSONRPCMessage, serializeMessage, type Transport } from '@modelcontextprotocol/server'
import { asError } from '../../shared/errors'
import { readLines } from './read-lines'
import { messageLimitBytes, type Refusal, readMessage, tooLongRefusal } from './read-message'

/** How long requests may take once the client has closed its end; a tool that takes longer is left alone. */
const answerLimitMs = 30_000

/**
 * Standard input and output as a transport that answers whatever it is sent. The SDK's own drops what was asked before
 * the client closed its end, and with it the answer of whoever pipes requests in; it says nothing to what is no message,
 * which a client then waits for, and ends at a line that is too long. `done` resolves when input has ended and every
 * request has its answer.
 */
export function createAnsweringTransport(
  input: Readable,
  output: Writable,
): Transport & { readonly done: Promise<void> } {
  const done = Promise.withResolvers<void>()
  const unanswered = new Set<string | number>()
  let stopReading: (() => void) | null = null
  let ended = false
  let closed = false

  const settle = (id: string | number): void => {
    unanswered.delete(id)
    if (ended && unanswered.size === 0) done.resolve()
  }
  const end = (): void => {
    ended = true
    if (unanswered.size === 0) done.resolve()
    else setTimeout(done.resolve, answerLimitMs).unref()
  }
  const note = (message: JSONRPCMessage): void => {
    if (!('method' in message)) return
    if ('id' in message) unanswered.add(message.id)
    else if (message.method === 'notifications/cancelled') {
      const id = message.params?.requestId
      if (typeof id === 'string' || typeof id === 'number') settle(id)
    }
  }
  const write = (message: JSONRPCMessage | Refusal): Promise<void> =>
    new Promise((resolve, reject) => {
      // The kinds differ in the id alone, which JSON-RPC has as null where it could not be read.
      output.write(serializeMessage(message as JSONRPCMessage), (error) => {
        if (error === null || error === undefined) resolve()
        else reject(error)
      })
    })
  const refuse = (refusal: Refusal): void => {
    transport.onerror?.(new Error(refusal.error.message))
    write(refusal).catch((error: unknown) => transport.onerror?.(asError(error)))
  }
  const receive = (bytes: Buffer): void => {
    const read = readMessage(bytes, 'line')
    if (read.kind === 'refused') refuse(read.refusal)
    if (read.kind !== 'message') return
    note(read.message)
    transport.onmessage?.(read.message)
  }
  const close = async (): Promise<void> => {
    if (closed) return
    closed = true
    stopReading?.()
    transport.onclose?.()
    done.resolve()
  }

  const transport: Transport & { readonly done: Promise<void> } = {
    done: done.promise,
    async start() {
      output.on('error', (error) => {
        if (!closed) transport.onerror?.(error)
        void close()
      })
      stopReading = readLines(input, messageLimitBytes, {
        line: receive,
        rest: receive,
        tooLong: () => refuse(tooLongRefusal(messageLimitBytes, 'line')),
      })
      input.once('end', end)
      input.once('error', end)
    },
    async send(message) {
      try {
        await write(message)
      } finally {
        if (!('method' in message) && message.id !== undefined) settle(message.id)
      }
    },
    close,
  }
  return transport
}
