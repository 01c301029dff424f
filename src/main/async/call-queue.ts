/** Calls of one connection that wait for their turn. */
export interface CallQueue<Call> {
  add(call: Call, bytes: number): void
  /** Whether everything was begun. */
  isEmpty(): boolean
  /** Takes out calls that were not begun, and answers whether there were any. */
  remove(isMeant: (call: Call) => boolean): boolean
  /** Is told when a call is over, or something of what waits to be sent was. */
  goOn(): void
  /** Forgets what waits, for good. */
  close(): void
}

/**
 * Bytes of calls that are kept until they are begun; past them the connection is not read until some were. Enough for
 * thousands of calls of the usual length; a single one may be longer.
 */
const waitingLimitBytes = 1024 * 1024
/** What keeping one takes beside its own length. */
const overheadBytes = 256

/**
 * Begins the calls of one connection in their order, one in a turn of the event loop, and none while `isFull`: whoever
 * sends many at once, or does not read what it asked for, neither keeps others waiting nor fills the memory.
 */
export function createCallQueue<Call>(options: {
  readonly begin: (call: Call) => void
  readonly isFull: () => boolean
  /** What the calls come from, where one thing is that. */
  readonly source?: { pause(): void; resume(): void }
}): CallQueue<Call> {
  const { begin, isFull, source } = options
  let waiting: { readonly call: Call; readonly bytes: number }[] = []
  let waitingBytes = 0
  let hasBegun = false
  let isPaused = false
  let isClosed = false

  const count = (bytes: number): void => {
    waitingBytes += bytes
    const isMuch = waitingBytes > waitingLimitBytes
    if (isClosed || isMuch === isPaused) return
    isPaused = isMuch
    if (isMuch) source?.pause()
    else source?.resume()
  }
  const goOn = (): void => {
    if (hasBegun || isFull()) return
    const next = waiting.shift()
    if (next === undefined) return
    hasBegun = true
    setImmediate(() => {
      hasBegun = false
      goOn()
    })
    count(-next.bytes)
    begin(next.call)
  }
  return {
    add(call, bytes) {
      if (isClosed) return
      const kept = bytes + overheadBytes
      waiting.push({ call, bytes: kept })
      count(kept)
      goOn()
    },
    remove(isMeant) {
      const removed = waiting.filter(({ call }) => isMeant(call))
      if (removed.length === 0) return false
      waiting = waiting.filter(({ call }) => !isMeant(call))
      count(-removed.reduce((sum, { bytes }) => sum + bytes, 0))
      return true
    },
    isEmpty: () => waiting.length === 0,
    goOn,
    close() {
      isClosed = true
      waiting = []
    },
  }
}
