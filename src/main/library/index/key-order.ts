import type { FileStream } from './file-stream'
import { compareKeys, createKey, type Key, readUtf8 } from './key'

/** Bytes of the numbers before a key, and of the one behind it, at most. */
const NUMBERS_BYTES = 16

/** So many units of a key are compared at once, as one number. */
const HEAD_UNITS = 3

/** Goes through several dictionaries at once, key by key; of the same key, dictionaries come in their order. */
export type KeyOrder = {
  /** Which dictionary has the present entry; -1 past the end of all. */
  source(): number
  /** The present entry: its key, and where its bytes are read from, all of them before the next one, and end. */
  key(): Key
  stream(): FileStream
  end(): number
  next(): void
}

/** Opens dictionaries at their beginnings. */
export function openInOrder(streams: readonly FileStream[]): KeyOrder {
  const keys = streams.map(createKey)
  const ends = new Int32Array(streams.length)
  /** The first units of each one's key. */
  const heads = new Float64Array(streams.length)
  /** A heap of those that have more, the least key first. */
  const heap = new Int32Array(streams.length)
  let size = 0

  const isBefore = (a: number, b: number): boolean => {
    const difference = (heads[a] as number) - (heads[b] as number)
    if (difference !== 0) return difference < 0
    const rest = compareKeys(keys[a] as Key, keys[b] as Key)
    return rest === 0 ? a < b : rest < 0
  }

  /** Reads on in a dictionary; false at its end. */
  const read = (source: number): boolean => {
    const stream = streams[source] as FileStream
    const key = keys[source] as Key
    stream.need(NUMBERS_BYTES)
    if (stream.isAtEnd()) return false
    const shared = stream.varint()
    const bytes = stream.varint()
    stream.need(bytes + NUMBERS_BYTES)
    readUtf8(key, shared, stream.bytes, stream.at, stream.at + bytes)
    stream.at += bytes
    const payload = stream.varint()
    stream.need(payload)
    ends[source] = stream.at + payload
    if (shared < HEAD_UNITS) heads[source] = headOf(key)
    return true
  }

  /** Lets what stands at a place of the heap sink to where it belongs. */
  const sink = (from: number) => {
    const source = heap[from] as number
    let at = from
    for (;;) {
      let child = at * 2 + 1
      if (child >= size) break
      if (child + 1 < size && isBefore(heap[child + 1] as number, heap[child] as number)) child++
      if (!isBefore(heap[child] as number, source)) break
      heap[at] = heap[child] as number
      at = child
    }
    heap[at] = source
  }

  for (let source = 0; source < streams.length; source++) if (read(source)) heap[size++] = source
  for (let at = (size >> 1) - 1; at >= 0; at--) sink(at)
  return {
    source: () => (size === 0 ? -1 : (heap[0] as number)),
    key: () => keys[heap[0] as number] as Key,
    stream: () => streams[heap[0] as number] as FileStream,
    end: () => ends[heap[0] as number] as number,
    next() {
      if (!read(heap[0] as number)) heap[0] = heap[--size] as number
      if (size > 0) sink(0)
    },
  }
}

function headOf({ units, length }: Key): number {
  let head = 0
  for (let index = 0; index < HEAD_UNITS; index++) {
    head = head * 0x10000 + (index < length ? (units[index] as number) : 0)
  }
  return head
}
