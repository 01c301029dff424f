import { ByteReader, ByteWriter } from './bytes'
import { type KeyVisitor, walkKeys } from './dictionary-walk'
import { copyKey, createKey, type Key, sharedUnits } from './key'
import type { ReadRange, SegmentFile } from './segment-files'

/** Entries of a block; each but the first keeps only what differs from the one before. */
const BLOCK_ENTRIES = 32

type Append = (file: SegmentFile, bytes: Uint8Array, length: number) => void

/** Writes keys in rising order (by UTF-16 units), each with some bytes, and the first key of each block aside. */
export function createDictionaryWriter(append: Append, file: SegmentFile, blocksFile: SegmentFile) {
  const block = new ByteWriter(4096)
  const blocks = new ByteWriter(64)
  let entries = 0
  const previous = createKey()
  const flush = () => {
    if (entries === 0) return
    append(file, block.bytes, block.length)
    blocks.varint(block.length)
    append(blocksFile, blocks.bytes, blocks.length)
    block.clear()
    entries = 0
  }
  return {
    add(key: Key, payload: ByteWriter) {
      if (entries === BLOCK_ENTRIES) flush()
      if (entries === 0) {
        previous.length = 0
        blocks.clear()
        blocks.key(key)
      }
      const shared = sharedUnits(previous, key)
      block.varint(shared)
      block.key(key, shared)
      block.varint(payload.length)
      block.appendWritten(payload)
      copyKey(key, previous, shared)
      entries++
    },
    finish: flush,
  }
}

/** How many units two keys begin with alike; never half a surrogate pair. */
export function sharedLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let shared = 0
  while (shared < most && a.charCodeAt(shared) === b.charCodeAt(shared)) shared++
  const before = shared === 0 ? 0 : a.charCodeAt(shared - 1)
  return before >= 0xd800 && before < 0xdc00 ? shared - 1 : shared
}

/** Goes through the entries of a dictionary in order. */
export type DictionaryCursor = {
  /** The present key; undefined past the end. */
  key: string | undefined
  /** The present entry's bytes. */
  payload: ByteReader
  /** Where they end. */
  end: number
  next(): void
}

/** A dictionary to look things up in. */
export type Dictionary = {
  /** The entry's bytes and where they end, or null. */
  find(key: string): { readonly payload: ByteReader; readonly end: number } | null
  /** See {@link walkKeys}. */
  walk(beginning: string, visitor: KeyVisitor): void
  /** The key at a place among all, counted from 0. */
  at(place: number): string
  /** At the first entry with this key or a later one. */
  from(key: string): DictionaryCursor
}

/** Opens a dictionary; the table of its blocks stays in memory, with the first keys that were asked for. */
export function openDictionary(
  read: ReadRange,
  file: SegmentFile,
  blocksFile: SegmentFile,
  blocksBytes: number,
): Dictionary {
  /** Where the first key of each block is written; few are asked for before the index changes. */
  const firstsAt: number[] = []
  const starts: number[] = [0]
  const table = read(blocksFile, 0, blocksBytes)
  const blocks = new ByteReader(table)
  while (blocks.at < blocksBytes) {
    firstsAt.push(blocks.at)
    const bytes = blocks.varint()
    blocks.at += bytes
    starts.push((starts.at(-1) ?? 0) + blocks.varint())
  }
  const firsts = new Array<string | undefined>(firstsAt.length)
  const firstOf = (block: number): string => {
    const first = firsts[block] ?? new ByteReader(table, firstsAt[block]).text()
    firsts[block] = first
    return first
  }

  /** The last block that begins at this key or before, but none before `from`, near which it is looked for first. */
  const blockOf = (key: string, from = 0): number => {
    let low = from
    let step = from === 0 ? firstsAt.length : 1
    while (low + step < firstsAt.length && firstOf(low + step) <= key) {
      low += step
      step *= 2
    }
    let high = Math.min(low + step, firstsAt.length) - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (firstOf(middle) <= key) low = middle
      else high = middle - 1
    }
    return low
  }
  const readBlock = (block: number) => {
    const start = starts[block] ?? 0
    return new ByteReader(read(file, start, (starts[block + 1] ?? start) - start))
  }

  const cursor = (block: number): DictionaryCursor => {
    let present = block
    let reader = readBlock(block)
    const at: DictionaryCursor = {
      key: undefined,
      payload: reader,
      end: 0,
      next() {
        if (at.key !== undefined) reader.at = at.end
        if (reader.at >= reader.bytes.length) {
          present++
          if (present >= firstsAt.length) {
            at.key = undefined
            return
          }
          reader = readBlock(present)
          at.payload = reader
        }
        const shared = reader.varint()
        const rest = reader.text()
        at.key = shared === 0 ? rest : (at.key ?? '').slice(0, shared) + rest
        const size = reader.varint()
        at.end = reader.at + size
      },
    }
    at.next()
    return at
  }

  return {
    find(key) {
      if (firstsAt.length === 0) return null
      const reader = readBlock(blockOf(key))
      // How much the key shares with the entry before, which comes before it: an entry that shares more with that
      // one comes before the key too, one that shares less comes after it. Few need to be read.
      let alike = 0
      while (reader.at < reader.bytes.length) {
        const shared = reader.varint()
        if (shared < alike) return null
        if (shared > alike) {
          const rest = reader.varint()
          reader.at += rest
        } else {
          const rest = reader.text()
          const wanted = key.slice(alike)
          if (rest === wanted) {
            const size = reader.varint()
            return { payload: reader, end: reader.at + size }
          }
          if (rest > wanted) return null
          alike += sharedLength(rest, wanted)
        }
        const size = reader.varint()
        reader.at += size
      }
      return null
    },
    walk: (beginning, visitor) => {
      if (firstsAt.length > 0) {
        walkKeys({ count: firstsAt.length, firstOf, readBlock, blockOf }, beginning, visitor)
      }
    },
    at(place) {
      const reader = readBlock(Math.floor(place / BLOCK_ENTRIES))
      let key = ''
      for (let left = place % BLOCK_ENTRIES; left >= 0; left--) {
        const shared = reader.varint()
        key = key.slice(0, shared) + reader.text()
        const size = reader.varint()
        reader.at += size
      }
      return key
    },
    from(key) {
      if (firstsAt.length === 0)
        return { key: undefined, payload: new ByteReader(Buffer.alloc(0)), end: 0, next() {} }
      const at = cursor(blockOf(key))
      while (at.key !== undefined && at.key < key) at.next()
      return at
    },
  }
}
