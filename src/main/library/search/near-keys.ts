import type { KeyVisitor } from '../index/dictionary-walk'

/** Longer words are not looked for: one bit for each letter, and one more, must fit in a number (UTF-16 units). */
export const LONGEST_NEAR = 30

const LAST_UNIT = 0xffff

/**
 * Tells which keys are within some edits (a letter more, less or other, or two neighbours swapped) of a word, unit by
 * unit: after each unit, a bit for each beginning of the word that can be reached with so many edits (Wu and Manber
 * 1992, with swaps as in Hyyrö 2003). Of two edits at most one is in the first half of a key: people get beginnings
 * right, and keys that begin otherwise need not be looked at.
 */
export function createNearKeys(
  word: string,
  edits: number,
): Pick<KeyVisitor, 'unit' | 'nextUnit' | 'isWanted'> {
  const { length } = word
  const whole = 2 ** length
  const all = whole * 2 - 1
  const places = new Map<number, number>()
  for (let at = 0; at < length; at++) {
    const unit = word.charCodeAt(at)
    places.set(unit, (places.get(unit) ?? 0) | (1 << at))
  }
  const levels = edits + 1
  const half = length >> 1
  const reached = new Int32Array((length + edits + 2) * levels)
  for (let level = 0; level < levels; level++) {
    reached[level] = (2 ** (Math.min(level, half > 0 ? 1 : 2) + 1) - 1) & all
  }
  /** Where in the word the unit before stands, by the place of the key. */
  const placesAt = new Int32Array(length + edits + 2)
  return {
    unit(at, unit) {
      const here = places.get(unit) ?? 0
      const before = at === 0 ? 0 : (placesAt[at - 1] as number)
      placesAt[at] = here
      const row = (at + 1) * levels
      let fewer = ((reached[row - levels] as number) & here) << 1
      reached[row] = fewer
      for (let level = 1; level < levels; level++) {
        const kept = ((reached[row - levels + level] as number) & here) << 1
        const last = reached[row - levels + level - 1] as number
        // A swap across the middle counts in the first half.
        const source = row - 2 * levels + level - (level === 2 && at === half ? 2 : 1)
        const swapped = at === 0 ? 0 : ((reached[source] as number) & here & (before >>> 1)) << 2
        // Beyond one edit nothing more is reached in the first half.
        if (level === 2 && at < half) fewer |= at === half - 1 ? (fewer << 1) & all : 0
        else fewer = (kept | last | (last << 1) | (fewer << 1) | swapped) & all
        reached[row + level] = fewer
      }
      return fewer !== 0
    },
    nextUnit(at, unit) {
      const row = at * levels
      const level = at < half ? 1 : edits
      if ((reached[row + level - 1] as number) !== 0) return unit < LAST_UNIT ? unit + 1 : -1
      // All edits are made, but for the second letter of two that are swapped.
      let open = reached[row + level] as number
      if (at > 0) open |= (reached[row - levels + level - 1] as number) & ((placesAt[at - 1] as number) >>> 1)
      let next = -1
      // The last bit stands for the whole word, after which no unit is wanted.
      for (let rest = open & (whole - 1); rest !== 0; rest &= rest - 1) {
        const wanted = word.charCodeAt(31 - Math.clz32(rest & -rest))
        if (wanted > unit && (next < 0 || wanted < next)) next = wanted
      }
      return next
    },
    isWanted: (keyLength) => ((reached[keyLength * levels + edits] as number) & whole) !== 0,
  }
}
