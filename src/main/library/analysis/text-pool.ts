import { longer } from '../index/doubled'

/** Texts by their numbers, from 0 on: the UTF-16 units of all of them one after the other, and where each begins. */
export type TextPool = {
  units: Uint16Array
  starts: Int32Array
  count: number
}

const FIRST_UNITS = 16_384
const FIRST_TEXTS = 2048

/** One without texts. */
export function createTextPool(): TextPool {
  return { units: new Uint16Array(FIRST_UNITS), starts: new Int32Array(FIRST_TEXTS), count: 0 }
}

/** Adds a text; answers its number. */
export function addText(pool: TextPool, text: string): number {
  const start = makeRoom(pool, text.length)
  const { units } = pool
  for (let index = 0; index < text.length; index++) units[start + index] = text.charCodeAt(index)
  return endText(pool, start + text.length)
}

/** Adds a text of another pool; answers its number. */
export function addTextOf(pool: TextPool, from: TextPool, number: number): number {
  const begin = from.starts[number] as number
  const length = (from.starts[number + 1] as number) - begin
  const start = makeRoom(pool, length)
  const { units } = pool
  const source = from.units
  for (let index = 0; index < length; index++) units[start + index] = source[begin + index] as number
  return endText(pool, start + length)
}

/** A text as a string. */
export function textOf({ units, starts, count }: TextPool, number: number): string {
  if (number < 0 || number >= count) throw new Error(`There is no text ${number}.`)
  const text = units.subarray(starts[number], starts[number + 1])
  return Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('utf16le')
}

/** Below 0 where a text comes before another by its units, 0 where they are the same. */
export function compareTexts({ units, starts }: TextPool, a: number, b: number): number {
  const ours = starts[a] as number
  const theirs = starts[b] as number
  const ourLength = (starts[a + 1] as number) - ours
  const theirLength = (starts[b + 1] as number) - theirs
  const most = Math.min(ourLength, theirLength)
  for (let index = 0; index < most; index++) {
    const difference = (units[ours + index] as number) - (units[theirs + index] as number)
    if (difference !== 0) return difference
  }
  return ourLength - theirLength
}

/** Makes room for one more text; answers where it begins. */
function makeRoom(pool: TextPool, length: number): number {
  const start = pool.starts[pool.count] as number
  while (start + length > pool.units.length) {
    pool.units = longer(pool.units, new Uint16Array(pool.units.length * 2))
  }
  if (pool.count + 2 > pool.starts.length) {
    pool.starts = longer(pool.starts, new Int32Array(pool.starts.length * 2))
  }
  return start
}

function endText(pool: TextPool, end: number): number {
  pool.count++
  pool.starts[pool.count] = end
  return pool.count - 1
}
