import type { Units } from './word-table'

/** The letters of a run of a script without spaces, folded; they hold until the next ones are asked for. */
export type Letters = {
  units: Units
  /** Where each begins among the units, and where the last one ends. */
  starts: Int32Array
  count: number
}

let foldedUnits = new Uint16Array(256)
const letters: Letters = { units: foldedUnits, starts: new Int32Array(257), count: 0 }

/**
 * Units that are a letter each, which folding leaves as it is beside any other of them: kana, the Chinese characters of
 * the first plane, and whole syllables of Korean. Most runs are of these alone, and to fold them would take longer than
 * all else that is done with them.
 */
const unfolding = [
  [0x3041, 0x3096],
  [0x30a1, 0x30fe],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
] as const

const isUnfolding = new Uint8Array(0x10000)
for (const [first, last] of unfolding) isUnfolding.fill(1, first, last + 1)

/** The letters of a run in which folding changes nothing; null for others. */
export function unfoldingLetters(units: Units, start: number, end: number): Letters | null {
  makeRoom(end - start)
  const { starts } = letters
  let count = 0
  for (let at = start; at < end; at++) {
    if (isUnfolding[units[at] as number] === 0) return null
    starts[count++] = at
  }
  starts[count] = end
  letters.units = units
  letters.count = count
  return letters
}

/** The letters of a well-formed text that is folded. */
export function lettersOf(folded: string): Letters {
  const { length } = folded
  if (foldedUnits.length < length) foldedUnits = new Uint16Array(length * 2)
  makeRoom(length)
  const { starts } = letters
  let count = 0
  for (let at = 0; at < length; at++) {
    const unit = folded.charCodeAt(at)
    foldedUnits[at] = unit
    if (!isLowSurrogate(unit)) starts[count++] = at
  }
  starts[count] = length
  letters.units = foldedUnits
  letters.count = count
  return letters
}

function makeRoom(units: number): void {
  if (letters.starts.length <= units) letters.starts = new Int32Array(units * 2)
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}
