import { unspacedScripts } from '../../../shared/text/unspaced-scripts'
import { plainText } from './fold'
import { HASH_START, hashUnit, type Units } from './word-table'

const UNKNOWN = 0
const SEPARATOR = 1
const WORD = 2
const UNSPACED = 3
/** Belongs to the word it stands in, without being shown: soft hyphen, joiners, stretching, which form of a letter is meant. */
const SILENT = 4
const MARK = 5

const classes = new Uint8Array(0x10000)

const unspacedCharacter = new RegExp(`[${unspacedScripts}]`, 'u')
const wordCharacter = /[\p{L}\p{N}\p{Co}]/u
const mark = /\p{M}/u
const silent = /[\u00ad\u200b-\u200d\u2060\u0640]|\p{Variation_Selector}/u

function classOf(code: number): number {
  const known = classes[code] ?? UNKNOWN
  return known === UNKNOWN ? classify(code) : known
}

function classify(code: number): number {
  const character = String.fromCharCode(code)
  const found = kindOf(character)
  classes[code] = found
  return found
}

function kindOf(character: string): number {
  if (silent.test(character)) return SILENT
  if (unspacedCharacter.test(character)) return UNSPACED
  if (wordCharacter.test(character)) return WORD
  return mark.test(character) ? MARK : SEPARATOR
}

const isSurrogate = (code: number) => code >= 0xd800 && code < 0xe000

/** Letters and digits of ASCII in lower case, and 0 for what stands between words. */
const asciiWords = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const lower = String.fromCharCode(code).toLowerCase()
  return kindOf(lower) === WORD ? lower.charCodeAt(0) : 0
})

const encoder = new TextEncoder()

// Each text is read from memory that is used again: characters of a string are many times as slow to come by.
let ascii = new Uint8Array(8192)
let wide = new Uint16Array(4096)

/**
 * The runs of a text in order: from where to where each stands among the units, and the hash of these. Characters that
 * are silent are left out. It holds until the next text is read.
 */
export type Runs = {
  units: Units
  count: number
  starts: Int32Array
  ends: Int32Array
  hashes: Int32Array
  /** 1 for a run of a script without spaces, 0 for a word. */
  unspaced: Uint8Array
}

const runs: Runs = {
  units: ascii,
  count: 0,
  starts: new Int32Array(4096),
  ends: new Int32Array(4096),
  hashes: new Int32Array(4096),
  unspaced: new Uint8Array(4096),
}

/** A run as a string. */
export function runText(units: Units, start: number, end: number): string {
  const run = units.subarray(start, end)
  const bytes = Buffer.from(run.buffer, run.byteOffset, run.byteLength)
  return bytes.toString(run instanceof Uint8Array ? 'latin1' : 'utf16le')
}

/**
 * Reads the words of a text, as `plainText` writes them: letters, digits and their marks; and runs of scripts without
 * spaces (Chinese, Japanese, Thai; Korean too, whose particles stick to words).
 */
export function runsOf(text: string): Runs {
  runs.count = 0
  if (ascii.length < text.length) ascii = new Uint8Array(text.length * 2)
  const { read, written } = encoder.encodeInto(text, ascii)
  if (read === text.length && written === text.length) {
    makeRoom(text.length)
    readAscii(ascii, written)
  } else readWide(plainText(text))
  return runs
}

/** Room for as many runs as so many units can have: with something between two, or of one unit each. */
function makeRoom(units: number): void {
  if (runs.starts.length > units) return
  const room = units * 2
  runs.starts = new Int32Array(room)
  runs.ends = new Int32Array(room)
  runs.hashes = new Int32Array(room)
  runs.unspaced = new Uint8Array(room)
}

function addRun(start: number, end: number, unspaced: number, hash: number): void {
  const number = runs.count++
  runs.starts[number] = start
  runs.ends[number] = end
  runs.unspaced[number] = unspaced
  runs.hashes[number] = hash
}

function readAscii(units: Uint8Array, length: number): void {
  runs.units = units
  let start = -1
  let hash = HASH_START
  for (let index = 0; index < length; index++) {
    const unit = asciiWords[units[index] as number] as number
    if (unit !== 0) {
      units[index] = unit
      if (start < 0) {
        start = index
        hash = HASH_START
      }
      hash = hashUnit(hash, unit)
    } else if (start >= 0) {
      addRun(start, index, 0, hash)
      start = -1
    }
  }
  if (start >= 0) addRun(start, length, 0, hash)
}

/** Silent characters are skipped by moving what follows them in a run to the front. */
function readWide(text: string): void {
  const { length } = text
  if (wide.length < length) wide = new Uint16Array(length * 2)
  makeRoom(length)
  const units = wide
  runs.units = units
  Buffer.from(units.buffer).write(text, 'utf16le')
  let start = -1
  let end = 0
  let current = SEPARATOR
  let hash = HASH_START
  for (let index = 0; index < length; index++) {
    const code = units[index] as number
    let kind = isSurrogate(code) ? SEPARATOR : classOf(code)
    let low = 0
    if (code >= 0xd800 && code < 0xdc00) {
      kind = kindOf(String.fromCodePoint(text.codePointAt(index) ?? code))
      low = units[++index] ?? 0
    }
    if (kind === SILENT && start >= 0) continue
    if (kind === SILENT || (kind === MARK && start < 0)) kind = SEPARATOR
    if (kind !== current && !(kind === MARK && start >= 0)) {
      if (start >= 0) addRun(start, end, current === WORD ? 0 : 1, hash)
      current = kind
      start = kind === SEPARATOR ? -1 : index - (low === 0 ? 0 : 1)
      end = start
      hash = HASH_START
    }
    if (start < 0) continue
    units[end++] = code
    hash = hashUnit(hash, code)
    if (low === 0) continue
    units[end++] = low
    hash = hashUnit(hash, low)
  }
  if (start >= 0) addRun(start, end, current === WORD ? 0 : 1, hash)
}
