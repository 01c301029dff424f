import type { RPCHandler } from '@orpc/server/ws'
import type { MessageEvent, WebSocket } from 'ws'
import { z } from 'zod'
import type { ConnectionContext } from './context'

/** Why a connection is closed whose messages are no calls (RFC 6455, 7.4.1). */
const NO_CALL = 1007

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
  z.object({ i: z.string(), t: z.literal(3), p: z.object({ e: z.string() }) }),
  z.object({ i: z.string(), t: z.literal(4) }),
])

/** Answers the calls of a connection. One that sends anything else is closed, which the log is told in one line. */
export function answerCalls(
  handler: RPCHandler<ConnectionContext>,
  webSocket: WebSocket,
  context: ConnectionContext,
): void {
  let isOver = false
  const isCall = ({ data }: MessageEvent): boolean => {
    if (isOver) return false
    if (typeof data === 'string' && isMessage(data)) return true
    isOver = true
    console.error(
      `A connection of ${JSON.stringify(context.actor.name)} was closed, because it sent something that is no call.`,
    )
    webSocket.close(NO_CALL)
    return false
  }
  const calls = {
    send: webSocket.send.bind(webSocket),
    addEventListener(type: string, listener: (event: MessageEvent) => void): void {
      if (type === 'message') webSocket.addEventListener(type, (event) => isCall(event) && listener(event))
      else webSocket.on(type, listener)
    },
  }
  // Of the events that a socket has, the handler listens to these two: `message` and `close`.
  void handler.upgrade(calls as Pick<WebSocket, 'addEventListener' | 'send'>, { context })
}

function isMessage(text: string): boolean {
  try {
    return messageSchema.safeParse(JSON.parse(text)).success
  } catch {
    // Not JSON.
    return false
  }
}
