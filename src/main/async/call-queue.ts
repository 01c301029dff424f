/** Calls of one connection that wait for their turn. */
export interface CallQueue<Call> {
  /** Takes a call, under its id where it has one; false where too much waits already. */
  add(call: Call, bytes: number, id?: string | number): boolean
  /** Whether everything was begun. */
  isEmpty(): boolean
  /** Takes out the calls of an id that were not begun, and answers whether there were any. */
  remove(id: string | number): boolean
  /** Is told when a call is over, or something of what waits to be sent was. */
  goOn(): void
  /** Forgets what waits, for good. */
  close(): void
}

/**
 * Bytes of calls past which a connection that does not read its answers is not read either, until it does. Any other goes
 * on being read: what gives up a call comes on it as well, and that it was closed.
 */
const pausingBytes = 1024 * 1024
/** Bytes of calls that are kept until they are begun: tens of thousands of the usual length, or one that is longer. */
const waitingLimitBytes = 16 * 1024 * 1024
/** What keeping one takes beside its own length. */
const overheadBytes = 256

interface Waiting<Call> {
  readonly call: Call
  readonly bytes: number
  readonly id: string | number | undefined
}

/**
 * Begins the calls of one connection in their order, one in a turn of the event loop, and none while `isFull`: whoever
 * sends many at once, or does not read what it asked for, neither keeps others waiting nor fills the memory.
 */
export function createCallQueue<Call>(options: {
  readonly begin: (call: Call) => void
  readonly isFull: () => boolean
  /** What the calls come from, where one thing is that, and whether what it is sent piles up unread. */
  readonly source?: { pause(): void; resume(): void }
  readonly isBackedUp?: () => boolean
}): CallQueue<Call> {
  const { begin, isFull, source, isBackedUp = () => false } = options
  const waiting = new Set<Waiting<Call>>()
  const byId = new Map<string | number, Set<Waiting<Call>>>()
  let waitingBytes = 0
  let hasBegun = false
  let isPaused = false
  let isClosed = false

  const look = (): void => {
    const isMuch = waitingBytes > pausingBytes && isBackedUp()
    if (isClosed || isMuch === isPaused) return
    isPaused = isMuch
    if (isMuch) source?.pause()
    else source?.resume()
  }
  const take = (one: Waiting<Call>): void => {
    waiting.delete(one)
    waitingBytes -= one.bytes
    if (one.id === undefined) return
    const same = byId.get(one.id)
    same?.delete(one)
    if (same?.size === 0) byId.delete(one.id)
  }
  const goOn = (): void => {
    look()
    if (hasBegun || isFull()) return
    const [next] = waiting
    if (next === undefined) return
    hasBegun = true
    setImmediate(() => {
      hasBegun = false
      goOn()
    })
    take(next)
    look()
    begin(next.call)
  }
  return {
    add(call, bytes, id) {
      if (isClosed) return true
      if (waitingBytes > waitingLimitBytes) return false
      const one = { call, bytes: bytes + overheadBytes, id }
      waiting.add(one)
      waitingBytes += one.bytes
      if (id !== undefined) byId.set(id, (byId.get(id) ?? new Set()).add(one))
      goOn()
      return true
    },
    remove(id) {
      const same = byId.get(id)
      if (same === undefined) return false
      for (const one of [...same]) take(one)
      look()
      return true
    },
    isEmpty: () => waiting.size === 0,
    goOn,
    close() {
      isClosed = true
      waiting.clear()
      byId.clear()
      // That it was closed is read as well.
      if (isPaused) source?.resume()
    },
  }
}
