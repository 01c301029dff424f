/** A value on its way between the page and the preload: structure, functions and promises by number, leaves. */
type Encoded =
  | { kind: 'leaf'; value: unknown }
  | { kind: 'list'; items: Encoded[] }
  | { kind: 'object'; entries: [string, Encoded][] }
  | { kind: 'function'; id: number }
  | { kind: 'promise'; id: number }
  | { kind: 'error'; message: string }

type Message =
  | { kind: 'call'; id: number; values: Encoded[] }
  | { kind: 'reply'; failed: boolean; value: Encoded }
  | { kind: 'settle'; id: number; failed: boolean; value: Encoded }
  | { kind: 'expose'; key: string; value: Encoded }
  | { kind: 'window-open'; url: string; frameName: string; features: string }

/** One end of the bridge between the two worlds of a document. */
export type WorldBridge = {
  expose(key: string, value: unknown): void
  /** Tells the other world that the page asked for a window. */
  reportWindow(url: string, frameName: string, features: string): void
  onWindow(listener: (url: string, frameName: string, features: string) => void): void
}

/**
 * Makes one end of the bridge. Both worlds run this function's source text at the start of each document, so
 * it uses nothing from outside its body. Values cross as the detail of an event, which Chromium clones
 * whenever the reader lives in another world; what arrives is frozen, as Electron's bridge does it.
 */
export function createWorldBridge(nonce: string, self: 'page' | 'preload'): WorldBridge {
  const other = self === 'page' ? 'preload' : 'page'
  const dispatch = window.dispatchEvent.bind(window)
  const Event = CustomEvent
  const functions: ((...values: unknown[]) => unknown)[] = []
  const promises = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
  let lastPromise = 0
  let reply: { failed: boolean; value: Encoded } | undefined
  let windowListener: ((url: string, frameName: string, features: string) => void) | undefined

  const send = (detail: Message) => dispatch(new Event(`${nonce}:${other}`, { detail }))

  const encode = (value: unknown, above: readonly object[]): Encoded => {
    if (typeof value === 'function') {
      return { kind: 'function', id: functions.push(value as (...values: unknown[]) => unknown) - 1 }
    }
    if (typeof value !== 'object' || value === null) return { kind: 'leaf', value }
    if (above.includes(value)) throw new Error('An object could not be cloned.')
    const inside = [...above, value]
    if (value instanceof Promise) {
      lastPromise += 1
      const id = lastPromise
      value.then(
        (result) => send({ kind: 'settle', id, failed: false, value: encode(result, []) }),
        (error: unknown) => send({ kind: 'settle', id, failed: true, value: encodeError(error) }),
      )
      return { kind: 'promise', id }
    }
    if (value instanceof Error) return encodeError(value)
    if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => encode(item, inside)) }
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return { kind: 'leaf', value }
    return {
      kind: 'object',
      entries: Object.entries(value).map(([key, item]) => [key, encode(item, inside)]),
    }
  }

  const encodeError = (error: unknown): Encoded => ({
    kind: 'error',
    message: error instanceof Error ? error.message : String(error),
  })

  const decode = (encoded: Encoded): unknown => {
    switch (encoded.kind) {
      case 'leaf':
        return encoded.value
      case 'list':
        return Object.freeze(encoded.items.map(decode))
      case 'object':
        return Object.freeze(Object.fromEntries(encoded.entries.map(([key, item]) => [key, decode(item)])))
      case 'function':
        return Object.freeze((...values: unknown[]) => call(encoded.id, values))
      case 'promise':
        return new Promise((resolve, reject) => promises.set(encoded.id, { resolve, reject }))
      case 'error':
        return new Error(encoded.message)
    }
  }

  const ask = (message: Message): unknown => {
    reply = undefined
    send(message)
    // Events are dispatched at once, so the answer is here, or the value could not be cloned.
    const answer = reply as { failed: boolean; value: Encoded } | undefined
    if (!answer) throw new Error('An object could not be cloned.')
    if (answer.failed) throw decode(answer.value)
    return decode(answer.value)
  }

  const call = (id: number, values: unknown[]) =>
    ask({ kind: 'call', id, values: values.map((value) => encode(value, [])) })

  const answer = (work: () => unknown) => {
    let message: Message
    try {
      message = { kind: 'reply', failed: false, value: encode(work(), []) }
    } catch (error) {
      message = { kind: 'reply', failed: true, value: encodeError(error) }
    }
    send(message)
  }

  window.addEventListener(`${nonce}:${self}`, (event) => {
    const message = (event as CustomEvent<Message | null>).detail // only the other end knows the name
    if (!message) return
    switch (message.kind) {
      case 'call':
        return answer(() => functions[message.id]?.(...message.values.map(decode)))
      case 'expose':
        return answer(() => {
          if (message.key in window) {
            throw new Error('Cannot bind an API on top of an existing property on the window object')
          }
          Object.defineProperty(window, message.key, { value: decode(message.value), enumerable: true })
        })
      case 'reply':
        reply = message
        return
      case 'settle': {
        const waiting = promises.get(message.id)
        promises.delete(message.id)
        if (message.failed) waiting?.reject(decode(message.value))
        else waiting?.resolve(decode(message.value))
        return
      }
      case 'window-open':
        windowListener?.(message.url, message.frameName, message.features)
        return
    }
  })

  return {
    expose: (key, value) => void ask({ kind: 'expose', key, value: encode(value, []) }),
    reportWindow: (url, frameName, features) => void send({ kind: 'window-open', url, frameName, features }),
    onWindow: (listener) => {
      windowListener = listener
    },
  }
}
