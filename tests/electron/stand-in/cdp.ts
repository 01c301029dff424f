import type { Readable, Writable } from 'node:stream'
import type { Protocol } from '../../../node_modules/playwright-core/types/protocol'

export type { Protocol }

type Method = keyof Protocol.CommandParameters
type EventName = keyof Protocol.Events
type Listener = (params: never) => void
type AnyListener = (event: string, params: unknown) => void
type Pending = { resolve(value: never): void; reject(error: Error): void; method: string; session: string }

/** One DevTools session: the browser itself, a page, or a worker of a page. */
export type CdpSession = {
  /** Sends a command and gives its answer. */
  send<M extends Method>(
    method: M,
    params?: Protocol.CommandParameters[M],
  ): Promise<Protocol.CommandReturnValues[M]>
  /** Sends a command whose answer does not matter; a target that is gone is no failure then. */
  tell<M extends Method>(method: M, params?: Protocol.CommandParameters[M]): void
  on<E extends EventName>(event: E, listener: (params: Protocol.Events[E]) => void): void
  /** Hears every event of the session. */
  onAny(listener: (event: string, params: unknown) => void): void
  readonly closed: boolean
}

/** A DevTools connection with the sessions on it. */
export type CdpConnection = { readonly browser: CdpSession; session(id: string): CdpSession }

/** Speaks the DevTools protocol over Chromium's pipe, which ends Chromium when this process ends. */
export function connectCdp(output: Readable, input: Writable): CdpConnection {
  let lastId = 0
  let open = true
  const pending = new Map<number, Pending>()
  const sessions = new Map<
    string,
    { handle: CdpSession; listeners: Map<string, Listener[]>; hearers: AnyListener[]; closed: boolean }
  >()

  const session = (id: string): CdpSession => {
    const known = sessions.get(id)
    if (known) return known.handle
    const state = { listeners: new Map<string, Listener[]>(), hearers: [] as AnyListener[], closed: false }
    const handle: CdpSession = {
      get closed() {
        return state.closed || !open
      },
      send: (method, params) =>
        new Promise((resolve, reject) => {
          if (handle.closed) return reject(new Error(`${method}: the target is gone`))
          lastId += 1
          pending.set(lastId, { resolve, reject, method, session: id })
          const message = { id: lastId, method, params: params ?? {}, ...(id && { sessionId: id }) }
          input.write(`${JSON.stringify(message)}\0`)
        }),
      tell: (method, params) => {
        handle.send(method, params).catch((error: Error) => {
          if (!handle.closed) process.stderr.write(`[stand-in] ${error.message}\n`)
        })
      },
      on: (event, listener) => {
        state.listeners.set(event, [...(state.listeners.get(event) ?? []), listener as Listener])
      },
      onAny: (listener) => void state.hearers.push(listener),
    }
    sessions.set(id, Object.assign(state, { handle }))
    return handle
  }

  const closeSession = (id: string) => {
    const state = sessions.get(id)
    if (state) state.closed = true
    for (const [key, waiting] of pending) {
      if (waiting.session !== id) continue
      pending.delete(key)
      waiting.reject(new Error(`${waiting.method}: the target is gone`))
    }
  }

  const receive = (text: string) => {
    const message = JSON.parse(text) as {
      id?: number
      method?: string
      params?: Record<string, unknown>
      result?: unknown
      error?: { message: string }
      sessionId?: string
    }
    if (message.id !== undefined) {
      const waiting = pending.get(message.id)
      pending.delete(message.id)
      if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`))
      else waiting?.resolve(message.result as never)
      return
    }
    const state = sessions.get(message.sessionId ?? '')
    for (const listener of state?.listeners.get(message.method ?? '') ?? []) listener(message.params as never)
    for (const hearer of state?.hearers ?? []) hearer(message.method ?? '', message.params ?? {})
    if (message.method === 'Target.detachedFromTarget') closeSession(String(message.params?.sessionId))
  }

  let rest: Buffer = Buffer.alloc(0)
  output.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let end = rest.indexOf(0)
    while (end >= 0) {
      const text = rest.toString('utf8', 0, end)
      rest = rest.subarray(end + 1)
      receive(text)
      end = rest.indexOf(0)
    }
  })
  const close = () => {
    open = false
    for (const id of sessions.keys()) closeSession(id)
  }
  output.on('close', close)
  // Writing to a Chromium that has ended fails with EPIPE; its end is reported by the process itself.
  input.on('error', close)
  return { browser: session(''), session }
}
