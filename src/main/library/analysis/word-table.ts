import { addText, createTextPool, type TextPool } from './text-pool'

/** The units of a text that is read word by word: bytes where it is ASCII. */
export type Units = Uint8Array | Uint16Array

/** Numbers words from 0, and finds a word by where it stands in a text, without making a string of it first. */
export type WordTable = {
  /** The word's number, or -1; `hash` is {@link hashUnit} over the units of the range. */
  find(units: Units, start: number, end: number, hash: number): number
  /** Answers the number of a word that is not there yet. */
  add(word: string, hash: number): number
  /** The words by their numbers. */
  texts(): TextPool
  clear(): void
}

/** Where a hash begins (FNV-1a, 32 bits). */
export const HASH_START = 0x811c9dc5 | 0

/** The hash of a range of units. */
export function hashUnits(units: Units, start: number, end: number): number {
  let hash = HASH_START
  for (let index = start; index < end; index++) hash = hashUnit(hash, units[index] as number)
  return hash
}

/** A hash with one more UTF-16 unit. */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

const FIRST_SLOTS = 4096

/** An empty table: open addressing with linear probing, at most half full. */
export function createWordTable(): WordTable {
  /** The word's number (from 1; 0 is a free slot) and its hash, side by side. */
  let slots = new Int32Array(FIRST_SLOTS * 2)
  let pool = createTextPool()

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
  }

  return {
    find(units, start, end, hash) {
      const mask = slots.length / 2 - 1
      const { starts } = pool
      const known = pool.units
      for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
        const number = slots[slot * 2] ?? 0
        if (number === 0) return -1
        if (slots[slot * 2 + 1] !== hash) continue
        let at = starts[number - 1] ?? 0
        if ((starts[number] ?? 0) - at !== end - start) continue
        let index = start
        while (index < end && units[index] === known[at]) {
          index++
          at++
        }
        if (index === end) return number - 1
      }
    },
    add(word, hash) {
      const number = addText(pool, word)
      if (pool.count * 4 > slots.length) grow()
      place(hash, pool.count)
      return number
    },
    texts: () => pool,
    clear() {
      slots = new Int32Array(FIRST_SLOTS * 2)
      pool = createTextPool()
    },
  }
}

/** The low bits of FNV are its worst. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15)
}
