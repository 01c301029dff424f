import { PassThrough, type Readable, type Writable } from 'node:stream'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { socketMessageLimitBytes } from '../rpc/serve-socket'

/** How long requests may take once the client has closed its end; a tool that takes longer is left alone. */
const answerLimitMs = 30_000

/**
 * Standard input and output as a transport that answers what was asked before the client closed its end; the SDK's
 * own drops it, and with it the answer of whoever pipes requests in. `done` resolves when input has ended and every
 * request has its answer.
 */
export function createAnsweringTransport(
  input: Readable,
  output: Writable,
  limitMs: number = answerLimitMs,
): Transport & { readonly done: Promise<void> } {
  const done = Promise.withResolvers<void>()
  // The inner transport never sees the end of input, which would close it at once.
  const open = new PassThrough()
  const inner = new StdioServerTransport(open, output, { maxBufferSize: socketMessageLimitBytes })
  const unanswered = new Set<string | number>()
  let ended = false

  const settle = (id: string | number): void => {
    unanswered.delete(id)
    if (ended && unanswered.size === 0) done.resolve()
  }
  const end = (): void => {
    ended = true
    if (unanswered.size === 0) done.resolve()
    else setTimeout(done.resolve, limitMs).unref()
  }
  const note = (message: JSONRPCMessage): void => {
    if (!('method' in message)) return
    if ('id' in message) unanswered.add(message.id)
    else if (message.method === 'notifications/cancelled') {
      const id = message.params?.requestId
      if (typeof id === 'string' || typeof id === 'number') settle(id)
    }
  }

  const transport: Transport & { readonly done: Promise<void> } = {
    done: done.promise,
    async start() {
      inner.onmessage = (message) => {
        note(message)
        transport.onmessage?.(message)
      }
      inner.onclose = () => {
        transport.onclose?.()
        done.resolve()
      }
      inner.onerror = (error) => transport.onerror?.(error)
      await inner.start()
      input.pipe(open, { end: false })
      // What was read before the end is still on its way through the pipe.
      input.once('end', () => setImmediate(end))
      input.once('error', end)
    },
    async send(message) {
      try {
        await inner.send(message)
      } finally {
        if (!('method' in message) && message.id !== undefined) settle(message.id)
      }
    },
    close: () => inner.close(),
  }
  return transport
}
