import type { Readable, Writable } from 'node:stream'
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server'
import { asError } from '../../shared/errors'
import { createCallQueue } from '../async/call-queue'
import { readLines } from './read-lines'
import {
  cancelledId,
  messageLimitBytes,
  type Refusal,
  readMessage,
  refusal,
  tooLongRefusal,
} from './read-message'

/** How long requests may take once the client has closed its end; a tool that takes longer is left alone. */
const answerLimitMs = 30_000

/** Requests that are under way at once; more wait. */
const callLimit = 64
/** Answers that wait to be read by the client: past them a few requests more are begun, and then none. */
const unsentLimitBytes = 1024 * 1024
const callLimitUnread = 16
/** What a server may answer of its own (JSON-RPC 2.0, 5.1). */
const tooManyWait = -32_000
/** Answered only when it is given up: it takes no place of others, and the SDK has a limit of its own. */
const listening = 'subscriptions/listen'

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
  /** How many requests of an id are under way: one that a client gives twice is answered twice. */
  const begun = new Map<string | number, number>()
  let underWay = 0
  let stopReading: (() => void) | null = null
  let ended = false
  let closed = false

  const isBackedUp = (): boolean => output.writableLength > unsentLimitBytes
  const queue = createCallQueue<JSONRPCMessage | { readonly refusal: Refusal }>({
    begin(taken) {
      if ('refusal' in taken) refuse(taken.refusal)
      else begin(taken)
      finishIfAnswered()
    },
    isFull: () => underWay >= (isBackedUp() ? callLimitUnread : callLimit),
    source: input,
    isBackedUp,
  })
  const begin = (message: JSONRPCMessage): void => {
    if (isRequest(message) && message.method !== listening) {
      begun.set(message.id, (begun.get(message.id) ?? 0) + 1)
      underWay += 1
    }
    transport.onmessage?.(message)
  }
  const finishIfAnswered = (): void => {
    if (ended && underWay === 0 && queue.isEmpty()) done.resolve()
  }
  const settle = (id: string | number, times: number): void => {
    const left = Math.max(0, (begun.get(id) ?? 0) - times)
    underWay -= (begun.get(id) ?? 0) - left
    if (left === 0) begun.delete(id)
    else begun.set(id, left)
    queue.goOn()
    finishIfAnswered()
  }
  const end = (): void => {
    ended = true
    finishIfAnswered()
    setTimeout(done.resolve, answerLimitMs).unref()
  }
  const cancel = (message: JSONRPCMessage, id: string | number): void => {
    // What was not begun needs no answer, and nobody else has to know of it.
    const wasWaiting = queue.remove(id)
    if (!wasWaiting || begun.has(id)) transport.onmessage?.(message)
    settle(id, Number.POSITIVE_INFINITY)
  }
  const write = (message: JSONRPCMessage | Refusal): Promise<void> =>
    new Promise((resolve, reject) => {
      // The kinds differ in the id alone, which JSON-RPC has as null where it could not be read.
      output.write(serializeMessage(message as JSONRPCMessage), (error) => {
        queue.goOn()
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
    if (read.kind === 'refused') queue.add({ refusal: read.refusal }, bytes.length)
    if (read.kind !== 'message') return
    const { message } = read
    const cancelled = cancelledId(message)
    if (cancelled !== null) cancel(message, cancelled)
    else if (!isRequest(message)) queue.add(message, bytes.length)
    // Who asks whether somebody is there is told at once.
    else if (message.method === 'ping' && !isBackedUp()) begin(message)
    else if (!queue.add(message, bytes.length, message.id))
      refuse(refusal(tooManyWait, 'Too many requests wait. Send more once some are answered.', message.id))
  }
  const close = async (): Promise<void> => {
    if (closed) return
    closed = true
    queue.close()
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
        tooLong: () => void queue.add({ refusal: tooLongRefusal(messageLimitBytes, 'line') }, 0),
      })
      input.once('end', end)
      input.once('error', end)
    },
    async send(message) {
      try {
        await write(message)
      } finally {
        if (!('method' in message) && message.id !== undefined) settle(message.id, 1)
      }
    },
    close,
  }
  return transport
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message
}
