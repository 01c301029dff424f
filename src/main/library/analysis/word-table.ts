/** Finds what is known of a word by where it stands in a text, without making a string of it first. */
export type WordTable<Value> = {
  /** `hash` is {@link hashUnit} over the units of the range. */
  find(text: string, start: number, end: number, hash: number): Value | undefined
  add(word: string, hash: number, value: Value): void
  size(): number
  clear(): void
}

/** Where a hash begins (FNV-1a, 32 bits). */
export const HASH_START = 0x811c9dc5 | 0

/** A hash with one more UTF-16 unit. */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

/** The hash of a whole word. */
export function hashWord(word: string): number {
  let hash = HASH_START
  for (let index = 0; index < word.length; index++) hash = hashUnit(hash, word.charCodeAt(index))
  return hash
}

const FIRST_SLOTS = 4096

/** An empty table: open addressing with linear probing, at most half full. */
export function createWordTable<Value>(): WordTable<Value> {
  let slots = new Int32Array(FIRST_SLOTS)
  let words: string[] = []
  let hashes: number[] = []
  let values: Value[] = []

  /** Numbers count from 1: 0 is a free slot. */
  const place = (hash: number, number: number) => {
    const mask = slots.length - 1
    let slot = spread(hash) & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = number
  }

  const grow = () => {
    slots = new Int32Array(slots.length * 2)
    for (let index = 0; index < words.length; index++) place(hashes[index] ?? 0, index + 1)
  }

  return {
    find(text, start, end, hash) {
      const mask = slots.length - 1
      for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
        const index = (slots[slot] ?? 0) - 1
        if (index < 0) return undefined
        if (hashes[index] === hash && standsAt(words[index] ?? '', text, start, end)) return values[index]
      }
    },
    add(word, hash, value) {
      words.push(word)
      hashes.push(hash)
      values.push(value)
      if (words.length * 2 > slots.length) grow()
      else place(hash, words.length)
    },
    size: () => words.length,
    clear() {
      slots = new Int32Array(FIRST_SLOTS)
      words = []
      hashes = []
      values = []
    },
  }
}

/** The low bits of FNV are its worst. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15)
}

function standsAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false
  for (let index = 0; index < word.length; index++) {
    if (word.charCodeAt(index) !== text.charCodeAt(start + index)) return false
  }
  return true
}
