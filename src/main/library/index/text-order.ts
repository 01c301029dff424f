/** Sums of this many bits are exact. */
const EXACT_BITS = 53

/** More of a text's first units are never compared at once. */
const MOST_UNITS = 12

/**
 * The order of texts by their UTF-16 units, as their places; of equal ones in the order that they come in. Their first
 * units, as digits of one number, are sorted as numbers, which takes a fraction of the time that comparing texts does.
 */
export function orderOf(texts: readonly string[]): Int32Array {
  const count = texts.length
  const ranked = rankUnits(texts)
  const base = ranked.length + 1
  const units = Math.min(MOST_UNITS, Math.floor((EXACT_BITS - Math.log2(count + 1)) / Math.log2(base)))
  const heads = new Float64Array(count)
  for (let place = 0; place < count; place++) {
    const text = texts[place] as string
    let head = 0
    for (let index = 0; index < units; index++) {
      head = head * base + (index < text.length ? (ranks[text.charCodeAt(index)] as number) : 0)
    }
    heads[place] = head * count + place
  }
  for (const unit of ranked) ranks[unit] = 0
  heads.sort()
  const order = new Int32Array(count)
  for (let at = 0; at < count; at++) {
    const head = heads[at] as number
    const rest = Math.floor(head / count)
    heads[at] = rest
    order[at] = head - rest * count
  }
  sortAlike(texts, heads, order)
  return order
}

/** Of each unit its rank among those that the present texts begin with, from 1 on; all 0 between two calls. */
const ranks = new Uint16Array(0x10000)

/** Ranks the units of which the beginnings of texts are made; answers which they are. */
function rankUnits(texts: readonly string[]): readonly number[] {
  const units: number[] = []
  for (const text of texts) {
    const most = Math.min(text.length, MOST_UNITS)
    for (let index = 0; index < most; index++) {
      const unit = text.charCodeAt(index)
      if (ranks[unit] !== 0) continue
      ranks[unit] = 1
      units.push(unit)
    }
  }
  units.sort((a, b) => a - b)
  for (const [rank, unit] of units.entries()) ranks[unit] = rank + 1
  return units
}

/** Sorts the texts whose heads are the same, which stand side by side, by what they are. */
function sortAlike(texts: readonly string[], heads: Float64Array, order: Int32Array): void {
  const compare = (a: number, b: number) => {
    const one = texts[a] as string
    const other = texts[b] as string
    if (one === other) return a - b
    return one < other ? -1 : 1
  }
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && heads[end] === heads[start]) end++
    if (end - start > 1) order.subarray(start, end).sort(compare)
    start = end
  }
}
