import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import { asError } from '../../../shared/errors'
import { type PageEvent, PageFailure } from './page-browser'

/** A DevTools connection: commands and events of the browser itself (no session) and of its pages. */
export interface DevTools {
  send(method: string, params: Readonly<Record<string, unknown>>, sessionId?: string): Promise<unknown>
  /** Hears the events of one session from here on. */
  listen(sessionId: string, listener: (event: PageEvent) => void): void
  /** Resolves when nothing more comes. */
  readonly ended: Promise<void>
}

/** Bytes of one message: a page's serialized text with room. More is not what was asked for. */
const MAX_MESSAGE_BYTES = 32 * (1 << 20)

const messageSchema = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
  sessionId: z.string().optional(),
})

/**
 * Speaks the DevTools protocol over the pipes of `--remote-debugging-pipe`: JSON with a zero byte behind each message.
 * Unlike a port, no other program can connect to them, and Chromium ends when they close.
 */
export function connectDevTools(output: Readable, input: Writable): DevTools {
  const waiting = new Map<
    number,
    { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }
  >()
  const listeners = new Map<string, (event: PageEvent) => void>()
  let lastId = 0
  let why: Error | null = null
  const ended = Promise.withResolvers<void>()

  function end(message: string): void {
    why ??= new PageFailure(message)
    for (const { reject } of waiting.values()) reject(why)
    waiting.clear()
    ended.resolve()
  }

  function take(text: string): void {
    const { id, method, params, result, error, sessionId = '' } = messageSchema.parse(JSON.parse(text))
    if (id === undefined) {
      if (method !== undefined) listeners.get(sessionId)?.({ method, params })
      return
    }
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asked?.resolve(result)
    else asked?.reject(new PageFailure(error.message))
  }

  let parts: Buffer[] = []
  let bytes = 0
  output.on('data', (chunk: Buffer) => {
    let rest = chunk
    for (let at = rest.indexOf(0); at !== -1; at = rest.indexOf(0)) {
      const whole = Buffer.concat([...parts, rest.subarray(0, at)])
      parts = []
      bytes = 0
      rest = rest.subarray(at + 1)
      try {
        take(whole.toString('utf8'))
      } catch (error) {
        // Whoever speaks otherwise is not what was started.
        output.destroy(asError(error))
        return
      }
    }
    parts.push(rest)
    bytes += rest.length
    if (bytes > MAX_MESSAGE_BYTES) output.destroy(new Error('The browser sent a message without an end.'))
  })
  output.on('error', (error) => end(error.message))
  output.on('close', () => end('The browser has ended.'))
  // A browser that has ended takes nothing more; its output says so as well.
  input.on('error', (error) => end(error.message))

  return {
    send(method, params, sessionId) {
      return new Promise((resolve, reject) => {
        if (why !== null) return reject(why)
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        input.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`)
      })
    },
    listen(sessionId, listener) {
      listeners.set(sessionId, listener)
    },
    ended: ended.promise,
  }
}
