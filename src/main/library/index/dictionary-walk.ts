import { ByteReader } from './bytes'

/** Looks at the keys of a dictionary unit by unit (UTF-16); what a key has in common with the one before is not shown again. */
export type KeyVisitor = {
  /** Takes the unit at a place of the present key; false when no key that begins so is wanted. */
  unit(at: number, unit: number): boolean
  /** The least unit above this one that it could take in place of the present key's at a place; -1 when there is none. */
  nextUnit(at: number, unit: number): number
  /** Whether a key of this length, no unit of which was refused, is wanted. */
  isWanted(length: number): boolean
  /** Takes a wanted key with its entry. */
  take(key: string, payload: ByteReader, end: number): void
}

/** The blocks of a dictionary. */
export type DictionaryBlocks = {
  readonly count: number
  /** The first key of a block. */
  firstOf(block: number): string
  readBlock(block: number): ByteReader
  /** The last block from `from` on that begins at this key or before; all before `from` do. */
  blockOf(key: string, from: number): number
}

/** No key is so long: words are cut at a tenth of it (units). */
const MOST_UNITS = 1024

/**
 * Shows a visitor the keys that begin so, in order. Keys of which it refused the beginning are passed over, most of
 * them unread.
 */
export function walkKeys(blocks: DictionaryBlocks, beginning: string, visitor: KeyVisitor): void {
  const { count, firstOf, readBlock, blockOf } = blocks
  const present = createPresentKey(visitor)
  for (let block = blockOf(beginning, 0); block < count; ) {
    const following = block + 1 < count ? firstOf(block + 1) : null
    const reader = readBlock(block)
    const { bytes } = reader
    while (reader.at < bytes.length) {
      const shared = reader.varint()
      const restEnd = reader.varint() + reader.at
      const isWhole = present.move(shared, bytes, reader.at, restEnd)
      reader.at = restEnd
      const end = reader.varint() + reader.at
      if (isWhole && visitor.isWanted(present.length())) {
        const key = present.text()
        if (key.startsWith(beginning)) visitor.take(key, reader, end)
        else if (key > beginning) return
      }
      reader.at = present.isRefused() ? skip(bytes, end, present.taken()) : end
    }
    if (following === null || (following > beginning && !following.startsWith(beginning))) return
    const target = present.isRefused() ? present.nextWanted() : following
    if (target === null) return
    block = target > following ? blockOf(target, block + 1) : block + 1
  }
}

/** Where the first entry from `start` on is that shares no more than so many units with the one before. */
function skip(bytes: Buffer, start: number, most: number): number {
  const reader = new ByteReader(bytes, start)
  while (reader.at < bytes.length) {
    const entry = reader.at
    if (reader.varint() > most) {
      const rest = reader.varint()
      reader.at += rest
      const payload = reader.varint()
      reader.at += payload
    } else return entry
  }
  return reader.at
}

/** The present key, as far as it was shown. */
function createPresentKey(visitor: KeyVisitor) {
  const units = new Uint16Array(MOST_UNITS)
  const rest = new Uint16Array(MOST_UNITS)
  /** So many units were shown and taken; the next one was refused, when one was. */
  let taken = 0
  let isRefused = false
  let length = 0
  return {
    /** On to the next key: what it shares with this one, then other units; answers whether all of it was taken. */
    move(shared: number, bytes: Buffer, start: number, end: number): boolean {
      if (isRefused && shared > taken) return false
      const count = decodeUnits(bytes, start, end, rest)
      let refusedAt = isRefused ? taken : -1
      length = Math.min(MOST_UNITS, shared + count)
      for (let at = shared; at < length; at++) {
        const unit = rest[at - shared] as number
        if (units[at] === unit && at < taken) continue
        if (units[at] === unit && at === refusedAt) return false
        refusedAt = -1
        units[at] = unit
        taken = at
        isRefused = !visitor.unit(at, unit)
        if (isRefused) return false
        taken = at + 1
      }
      taken = length
      isRefused = false
      return true
    },
    length: () => length,
    text: () => textOf(units, length),
    isRefused: () => isRefused,
    taken: () => taken,
    /** The least key above the present one, which was refused, that may be wanted; null when there is none. */
    nextWanted(): string | null {
      for (let at = taken; at >= 0; at--) {
        const unit = visitor.nextUnit(at, units[at] as number)
        if (unit >= 0) return textOf(units, at) + String.fromCharCode(unit)
      }
      return null
    },
  }
}

/** One by one: taking them together from an array takes longer for words. */
function textOf(units: Uint16Array, length: number): string {
  let text = ''
  for (let at = 0; at < length; at++) text += String.fromCharCode(units[at] as number)
  return text
}

/** Reads UTF-8 as UTF-16 units; answers how many. */
function decodeUnits(bytes: Buffer, start: number, end: number, units: Uint16Array): number {
  let count = 0
  const next = (at: number) => (bytes[at] as number) & 0x3f
  for (let at = start; at < end; ) {
    const byte = bytes[at++] as number
    if (byte < 0x80) units[count++] = byte
    else if (byte < 0xe0) units[count++] = ((byte & 0x1f) << 6) | next(at++)
    else if (byte < 0xf0) {
      units[count++] = ((byte & 0x0f) << 12) | (next(at) << 6) | next(at + 1)
      at += 2
    } else {
      const code = (((byte & 0x07) << 18) | (next(at) << 12) | (next(at + 1) << 6) | next(at + 2)) - 0x10000
      units[count++] = 0xd800 + (code >> 10)
      units[count++] = 0xdc00 + (code & 0x3ff)
      at += 3
    }
  }
  return count
}
