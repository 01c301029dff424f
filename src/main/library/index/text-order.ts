import { compareTexts, type TextPool } from '../analysis/text-pool'

/** Sums of this many bits are exact. */
const EXACT_BITS = 53

/** More of a text's first units are never compared at once. */
const MOST_UNITS = 12

/**
 * The order of texts by their UTF-16 units, as their numbers; of equal ones in the order that they come in. Their first
 * units, as digits of one number, are sorted as numbers, which takes a fraction of the time that comparing texts does.
 */
export function orderOf(texts: TextPool): Int32Array {
  const heads = headsOf(texts)
  heads.sort()
  const order = placesOf(heads)
  sortAlike(texts, heads, order)
  return order
}

/** The first units of each text as one number, with the number of the text as its last digit. */
function headsOf(texts: TextPool): Float64Array {
  const { units, starts, count } = texts
  const ranked = rankUnits(texts)
  const base = ranked.length + 1
  const digits = Math.min(MOST_UNITS, Math.floor((EXACT_BITS - Math.log2(count + 1)) / Math.log2(base)))
  const heads = new Float64Array(count)
  for (let number = 0; number < count; number++) {
    const start = starts[number] as number
    const end = starts[number + 1] as number
    let head = 0
    for (let at = start; at < start + digits; at++) {
      head = head * base + (at < end ? (ranks[units[at] as number] as number) : 0)
    }
    heads[number] = head * count + number
  }
  for (const unit of ranked) ranks[unit] = 0
  return heads
}

/** Takes the numbers of texts from their heads. */
function placesOf(heads: Float64Array): Int32Array {
  const count = heads.length
  const places = new Int32Array(count)
  for (let at = 0; at < count; at++) {
    const head = heads[at] as number
    const rest = Math.floor(head / count)
    heads[at] = rest
    places[at] = head - rest * count
  }
  return places
}

/** Of each unit its rank among those that the present texts begin with, from 1 on; all 0 between two calls. */
const ranks = new Uint16Array(0x10000)

/** Ranks the units of which the beginnings of texts are made; answers which they are. */
function rankUnits({ units, starts, count }: TextPool): readonly number[] {
  const found: number[] = []
  for (let number = 0; number < count; number++) {
    const start = starts[number] as number
    const end = Math.min(starts[number + 1] as number, start + MOST_UNITS)
    for (let at = start; at < end; at++) {
      const unit = units[at] as number
      if (ranks[unit] !== 0) continue
      ranks[unit] = 1
      found.push(unit)
    }
  }
  found.sort((a, b) => a - b)
  for (const [rank, unit] of found.entries()) ranks[unit] = rank + 1
  return found
}

/** Sorts the texts whose heads are the same, which stand side by side, by what they are. */
function sortAlike(texts: TextPool, heads: Float64Array, order: Int32Array): void {
  const compare = (a: number, b: number) => compareTexts(texts, a, b) || a - b
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && heads[end] === heads[start]) end++
    if (end - start > 1) order.subarray(start, end).sort(compare)
    start = end
  }
}
