import type { TextPool } from '../analysis/text-pool'
import { longer } from './doubled'

/** A word as the dictionaries order and cut it: by its UTF-16 units. */
export type Key = {
  units: Uint16Array
  length: number
}

/** Few words have more. */
const FIRST_UNITS = 128

/** An empty one. */
export function createKey(): Key {
  return { units: new Uint16Array(FIRST_UNITS), length: 0 }
}

/** Lets a key be a text of some. */
export function setKey(key: Key, { units, starts }: TextPool, number: number): void {
  const start = starts[number] as number
  const length = (starts[number + 1] as number) - start
  makeRoom(key, length)
  const target = key.units
  for (let index = 0; index < length; index++) target[index] = units[start + index] as number
  key.length = length
}

/** Lets a key be another; the units before `start` are the same already. */
export function copyKey(from: Key, to: Key, start = 0): void {
  makeRoom(to, from.length)
  const source = from.units
  const target = to.units
  for (let index = start; index < from.length; index++) target[index] = source[index] as number
  to.length = from.length
}

/** How many units two keys begin with alike; never half a surrogate pair. */
export function sharedUnits(a: Key, b: Key): number {
  const ours = a.units
  const theirs = b.units
  const most = Math.min(a.length, b.length)
  let shared = 0
  while (shared < most && ours[shared] === theirs[shared]) shared++
  const before = shared === 0 ? 0 : (ours[shared - 1] as number)
  return isHigh(before) ? shared - 1 : shared
}

/** Below 0 where a key comes before another, 0 where they are the same. */
export function compareKeys(a: Key, b: Key): number {
  const ours = a.units
  const theirs = b.units
  const most = Math.min(a.length, b.length)
  for (let index = 0; index < most; index++) {
    const difference = (ours[index] as number) - (theirs[index] as number)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** How many bytes of UTF-8 a key has from a unit on. */
export function utf8Bytes({ units, length }: Key, from: number): number {
  let bytes = 0
  for (let index = from; index < length; index++) {
    const unit = units[index] as number
    if (unit < 0x80) bytes++
    else if (unit < 0x800) bytes += 2
    else if (isPair(units, index, length)) {
      bytes += 4
      index++
    } else bytes += 3
  }
  return bytes
}

/** Writes a key from a unit on in UTF-8, where there is room; answers where it ends. */
export function writeUtf8({ units, length }: Key, from: number, bytes: Uint8Array, start: number): number {
  let at = start
  for (let index = from; index < length; index++) {
    let code = units[index] as number
    if (code < 0x80) {
      bytes[at++] = code
      continue
    }
    if (code < 0x800) {
      bytes[at++] = 0xc0 | (code >> 6)
      bytes[at++] = 0x80 | (code & 0x3f)
      continue
    }
    if (isPair(units, index, length)) {
      code = 0x10000 + ((code - 0xd800) << 10) + ((units[++index] as number) - 0xdc00)
      bytes[at++] = 0xf0 | (code >> 18)
      bytes[at++] = 0x80 | ((code >> 12) & 0x3f)
    } else {
      if (isHigh(code) || isLow(code)) code = REPLACEMENT
      bytes[at++] = 0xe0 | (code >> 12)
    }
    bytes[at++] = 0x80 | ((code >> 6) & 0x3f)
    bytes[at++] = 0x80 | (code & 0x3f)
  }
  return at
}

/** Lets a key go on, from a unit on, as well-formed UTF-8 says. */
export function readUtf8(key: Key, from: number, bytes: Uint8Array, start: number, end: number): void {
  makeRoom(key, from + end - start)
  const { units } = key
  let length = from
  for (let at = start; at < end; ) {
    const byte = bytes[at++] as number
    if (byte < 0x80) units[length++] = byte
    else if (byte < 0xe0) units[length++] = ((byte & 0x1f) << 6) | rest(bytes, at++)
    else if (byte < 0xf0)
      units[length++] = ((byte & 0x0f) << 12) | (rest(bytes, at++) << 6) | rest(bytes, at++)
    else {
      const code =
        ((byte & 0x07) << 18) | (rest(bytes, at++) << 12) | (rest(bytes, at++) << 6) | rest(bytes, at++)
      units[length++] = 0xd800 + ((code - 0x10000) >> 10)
      units[length++] = 0xdc00 + (code & 0x3ff)
    }
  }
  key.length = length
}

/** What stands for half a surrogate pair. */
const REPLACEMENT = 0xfffd

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000

function isPair(units: Uint16Array, index: number, length: number): boolean {
  return isHigh(units[index] as number) && index + 1 < length && isLow(units[index + 1] as number)
}

/** The six bits of a byte that goes on a character. */
const rest = (bytes: Uint8Array, at: number): number => (bytes[at] as number) & 0x3f

function makeRoom(key: Key, length: number): void {
  while (key.units.length < length) key.units = longer(key.units, new Uint16Array(key.units.length * 2))
}
