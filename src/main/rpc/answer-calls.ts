import type { RPCHandler } from '@orpc/server/ws'
import type { MessageEvent, WebSocket } from 'ws'
import { z } from 'zod'
import { createCallQueue } from '../async/call-queue'
import type { ConnectionContext } from './context'

/** Why a connection is closed whose messages are no calls (RFC 6455, 7.4.1). */
const NO_CALL = 1007
/** Why one is closed that has too much waiting (RFC 6455, registry of close codes). */
const TRY_AGAIN_LATER = 1013

const ITEM = 3
const GIVEN_UP = 4

/** What oRPC sends (its `standard-server-peer`): a call, or for one that is under way an item or that it is given up. */
const messageSchema = z.union([
  z.object({
    i: z.string(),
    t: z.literal(1).optional(),
    p: z.object({
      u: z.string().regex(/^\//),
      m: z.string().optional(),
      // The contract takes JSON alone: no files, no forms.
      h: z.record(z.string().regex(/^(?!content-)/i), z.union([z.string(), z.array(z.string())])).optional(),
    }),
  }),
  z.object({ i: z.string(), t: z.literal(ITEM), p: z.object({ e: z.string() }) }),
  z.object({ i: z.string(), t: z.literal(GIVEN_UP) }),
])

type Message = z.infer<typeof messageSchema>

/**
 * Calls of a connection that are under way at once, streams among them; more wait. A page and a program have some dozens
 * at most.
 */
const callLimit = 256
/** Answers that wait to be read by whoever asked: past them a few calls more are begun, such as a Stop, and then none. */
const unsentLimitBytes = 1024 * 1024
const callLimitUnread = 16

/** A connection whose calls are answered. */
export interface AnsweredConnection {
  /** Begins no more calls; answers whether all that were begun had their answers sent within the time. */
  finish(limitMs: number): Promise<boolean>
}

/** Answers the calls of a connection. One that sends anything else is closed, which the log is told in one line. */
export function answerCalls(
  handler: RPCHandler<ConnectionContext>,
  webSocket: WebSocket,
  context: ConnectionContext,
): AnsweredConnection {
  let isOver = false
  let underWay = 0
  let answer: (event: MessageEvent) => unknown = () => {}
  let allAnswered = () => {}

  const end = (): void => {
    underWay -= 1
    if (underWay === 0) allAnswered()
    queue.goOn()
  }
  const isBackedUp = (): boolean => webSocket.bufferedAmount > unsentLimitBytes
  const queue = createCallQueue<MessageEvent>({
    begin(event) {
      underWay += 1
      // Resolves once the answer, or the last of a stream, is on its way.
      Promise.resolve(answer(event)).then(end, end)
    },
    isFull: () => underWay >= (isBackedUp() ? callLimitUnread : callLimit),
    source: webSocket,
    isBackedUp,
  })
  const refuse = (code: number, why: string): void => {
    isOver = true
    console.error(`A connection of ${JSON.stringify(context.actor.name)} was closed, because ${why}.`)
    webSocket.close(code)
  }
  const receive = (event: MessageEvent): void => {
    if (isOver) return
    const message = typeof event.data === 'string' ? readMessage(event.data) : null
    if (message === null) refuse(NO_CALL, 'it sent something that is no call')
    else if ('p' in message && message.t !== ITEM) {
      if (!queue.add(event, String(event.data).length, message.i))
        refuse(TRY_AGAIN_LATER, 'too many calls waited')
    } else if (message.t !== GIVEN_UP || !queue.remove(message.i)) answer(event)
  }
  const calls = {
    /** Waits where the other end does not read, so that its streams wait too. */
    send: (data: Parameters<WebSocket['send']>[0]): Promise<void> =>
      new Promise((resolve) => {
        // Whoever is gone is told by `close`.
        webSocket.send(data, () => {
          resolve()
          queue.goOn()
        })
        if (webSocket.bufferedAmount <= unsentLimitBytes) resolve()
      }),
    addEventListener(type: string, listener: (event: MessageEvent) => unknown): void {
      if (type !== 'message') return void webSocket.on(type, listener)
      answer = listener
      webSocket.addEventListener(type, receive)
    },
  }
  webSocket.once('close', queue.close)
  // Of the events that a socket has, the handler listens to these two: `message` and `close`.
  void handler.upgrade(calls as Pick<WebSocket, 'addEventListener' | 'send'>, { context })
  return {
    finish(limitMs) {
      queue.close()
      return new Promise((resolve) => {
        if (underWay === 0) return resolve(true)
        const timer = setTimeout(() => resolve(false), limitMs)
        allAnswered = () => {
          clearTimeout(timer)
          resolve(true)
        }
      })
    },
  }
}

/** Whether a message gives up a call that was made before. */
export function givesUpCall(text: string): boolean {
  return readMessage(text)?.t === GIVEN_UP
}

/** Null for what is no message. */
function readMessage(text: string): Message | null {
  try {
    return messageSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // Not JSON.
    return null
  }
}
