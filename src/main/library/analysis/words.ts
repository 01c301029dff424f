import { isAscii } from './fold'
import { HASH_START, hashUnit, hashWord } from './word-table'

/** What a piece of text is: a word, or a run of a script that has no spaces between words. */
export type Run = 'word' | 'unspaced'

const UNKNOWN = 0
const SEPARATOR = 1
const WORD = 2
const UNSPACED = 3
/** Belongs to the word it stands in, without being shown: soft hyphen, joiners, stretching. */
const SILENT = 4
const MARK = 5

const classes = new Uint8Array(0x10000)

const unspacedCharacter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u
const wordCharacter = /[\p{L}\p{N}\p{Co}]/u
const mark = /\p{M}/u
const silent = /[\u00ad\u200b-\u200d\u2060\u0640]/

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

const silentAll = /[\u00ad\u200b-\u200d\u2060\u0640]/g

/**
 * Takes one run: where it stands, and the hash of its units. A run with silent characters in it is given by itself,
 * without them: it then stands in no text.
 */
export type TakeRun = (text: string, start: number, end: number, kind: Run, hash: number) => void

/**
 * Hands out the words of a text that `plainText` made, in order: letters, digits and their marks; and runs of
 * scripts without spaces (Chinese, Japanese, Thai; Korean too, whose particles stick to words).
 */
export function eachRun(text: string, take: TakeRun): void {
  const ascii = isAscii(text)
  let start = -1
  let current = SEPARATOR
  let silenced = false
  let hash = HASH_START
  const end = (at: number) => {
    if (start >= 0) {
      const kind = current === WORD ? 'word' : 'unspaced'
      if (silenced) {
        const run = text.slice(start, at).replace(silentAll, '')
        take(run, 0, run.length, kind, hashWord(run))
      } else take(text, start, at, kind, hash)
    }
    start = -1
    silenced = false
  }
  const { length } = text
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index)
    let kind = ascii || !isSurrogate(code) ? classOf(code) : SEPARATOR
    let wide = false
    if (!ascii && code >= 0xd800 && code < 0xdc00) {
      kind = kindOf(String.fromCodePoint(text.codePointAt(index) ?? code))
      wide = true
    }
    const joins = kind === SILENT || kind === MARK
    if (joins && start >= 0) silenced ||= kind === SILENT
    else {
      if (joins) kind = SEPARATOR
      if (kind !== current || start < 0) {
        end(index)
        current = kind
        if (kind !== SEPARATOR) {
          start = index
          hash = HASH_START
        }
      }
    }
    hash = hashUnit(hash, code)
    if (wide) {
      index++
      hash = hashUnit(hash, text.charCodeAt(index))
    }
  }
  end(length)
}
