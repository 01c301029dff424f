import { StrictEmitter, strict } from './strict'
import { createWire } from './wire'

/** Where the messages of a port go that was handed to a page. */
export type RemotePort = { post(data: unknown): void; close(): void }

const wire = createWire()
// Ports as the application holds them, and what the stand-in knows of each.
const inner = new WeakMap<object, Port>()

class Port extends StrictEmitter {
  peer: Port | undefined
  private queue: unknown[] = []
  private started = false
  private closed = false
  private remote: RemotePort | undefined

  constructor() {
    super('MessagePortMain', ['message', 'close'])
  }

  postMessage(data: unknown, transfer: readonly unknown[] = []): void {
    if (transfer.length > 0) throw new Error('The Electron stand-in has no transfer of ports over ports.')
    // Cloned now, as later changes by the sender must not be seen.
    const copy = wire.unpack(wire.pack(data))
    if (!this.closed) this.peer?.deliver(copy)
  }

  start(): void {
    if (this.started) return
    this.started = true
    const waiting = this.queue
    this.queue = []
    for (const data of waiting) this.emitLater(data)
  }

  close(): void {
    if (this.closed) return
    this.end()
    this.peer?.end()
  }

  /** Takes a message that was sent to this end. */
  deliver(data: unknown): void {
    if (this.remote) this.remote.post(data)
    else if (this.started) this.emitLater(data)
    else this.queue.push(data)
  }

  /** This end now lives in a page. */
  moveTo(remote: RemotePort): void {
    if (this.remote || this.started) throw new Error('A port that is in use cannot be transferred.')
    this.remote = remote
    for (const data of this.queue) remote.post(data)
    this.queue = []
    if (this.closed) remote.close()
  }

  private emitLater(data: unknown) {
    setImmediate(() => {
      if (!this.closed) this.emit('message', { data, ports: [] })
    })
  }

  private end() {
    if (this.closed) return
    this.closed = true
    if (this.remote) this.remote.close()
    else setImmediate(() => this.emit('close'))
  }
}

function pair(): [Port, Port] {
  const [one, other] = [new Port(), new Port()]
  one.peer = other
  other.peer = one
  return [one, other]
}

function facade(port: Port): Port {
  const outside = strict('MessagePortMain', port)
  inner.set(outside, port)
  return outside
}

/** Electron's MessageChannelMain. */
export class MessageChannelMain {
  readonly port1: Port
  readonly port2: Port

  constructor() {
    const [one, other] = pair()
    this.port1 = facade(one)
    this.port2 = facade(other)
  }
}

/** Hands a port of the application to a page and gives the end to which the page's messages are posted. */
export function sendPortAway(
  port: unknown,
  remote: RemotePort,
): { post(data: unknown): void; close(): void } {
  const moved = typeof port === 'object' && port !== null ? inner.get(port) : undefined
  if (!moved) throw new TypeError('Invalid value for transfer: only a MessagePortMain can be sent.')
  moved.moveTo(remote)
  return { post: (data) => moved.peer?.deliver(data), close: () => moved.close() }
}

/** Makes the application's end of a port that a page sent. */
export function receivePort(remote: RemotePort): { port: Port; post(data: unknown): void; close(): void } {
  const [mine, theirs] = pair()
  theirs.moveTo(remote)
  return { port: facade(mine), post: (data) => mine.deliver(data), close: () => theirs.close() }
}
