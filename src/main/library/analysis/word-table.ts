import { longer } from '../doubled'

/** The units of a text that is read word by word: bytes where it is ASCII. */
export type Units = Uint8Array | Uint16Array

/** Numbers words from 0, and finds a word by where it stands in a text, without making a string of it first. */
export type WordTable = {
  /** The word's number, or -1; `hash` is {@link hashUnit} over the units of the range. */
  find(units: Units, start: number, end: number, hash: number): number
  /** Answers the number of a word that is not there yet. */
  add(word: string, hash: number): number
  size(): number
  clear(): void
}

/** Where a hash begins (FNV-1a, 32 bits). */
export const HASH_START = 0x811c9dc5 | 0

/** A hash with one more UTF-16 unit. */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

const FIRST_SLOTS = 4096
const FIRST_UNITS = 16_384

/** An empty table: open addressing with linear probing, at most half full. */
export function createWordTable(): WordTable {
  /** The word's number (from 1; 0 is a free slot) and its hash, side by side. */
  let slots = new Int32Array(FIRST_SLOTS * 2)
  /** The units of all words one after the other, and where each begins. */
  let pool = new Uint16Array(FIRST_UNITS)
  let starts = new Int32Array(FIRST_SLOTS)
  let count = 0

  const place = (hash: number, number: number) => {
    const mask = slots.length / 2 - 1
    let slot = spread(hash) & mask
    while (slots[slot * 2] !== 0) slot = (slot + 1) & mask
    slots[slot * 2] = number
    slots[slot * 2 + 1] = hash
  }

  const grow = () => {
    const old = slots
    slots = new Int32Array(old.length * 2)
    for (let at = 0; at < old.length; at += 2) {
      const number = old[at] ?? 0
      if (number !== 0) place(old[at + 1] ?? 0, number)
    }
    starts = longer(starts, new Int32Array(starts.length * 2))
  }

  return {
    find(units, start, end, hash) {
      const mask = slots.length / 2 - 1
      for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
        const number = slots[slot * 2] ?? 0
        if (number === 0) return -1
        if (slots[slot * 2 + 1] !== hash) continue
        let at = starts[number - 1] ?? 0
        if ((starts[number] ?? 0) - at !== end - start) continue
        let index = start
        while (index < end && units[index] === pool[at]) {
          index++
          at++
        }
        if (index === end) return number - 1
      }
    },
    add(word, hash) {
      const begin = starts[count] ?? 0
      const end = begin + word.length
      while (end > pool.length) pool = longer(pool, new Uint16Array(pool.length * 2))
      for (let index = 0; index < word.length; index++) pool[begin + index] = word.charCodeAt(index)
      count++
      if (count * 4 > slots.length) grow()
      starts[count] = end
      place(hash, count)
      return count - 1
    },
    size: () => count,
    clear() {
      slots = new Int32Array(FIRST_SLOTS * 2)
      pool = new Uint16Array(FIRST_UNITS)
      starts = new Int32Array(FIRST_SLOTS)
      count = 0
    },
  }
}

/** The low bits of FNV are its worst. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15)
}
