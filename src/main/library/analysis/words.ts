import { isAscii } from './fold'

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
 * Hands out the words of a text that `plainText` made, in order: letters, digits and their marks; and runs of
 * scripts without spaces (Chinese, Japanese, Thai; Korean too, whose particles stick to words).
 */
export function eachRun(text: string, take: (run: string, kind: Run) => void): void {
  const ascii = isAscii(text)
  let start = -1
  let current = SEPARATOR
  let silenced = false
  const end = (at: number) => {
    if (start >= 0) {
      const run = text.slice(start, at)
      take(silenced ? run.replace(silentAll, '') : run, current === WORD ? 'word' : 'unspaced')
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
    if (kind === SILENT || kind === MARK) {
      if (start >= 0) {
        silenced ||= kind === SILENT
        if (wide) index++
        continue
      }
      kind = SEPARATOR
    }
    if (kind !== current || start < 0) {
      end(index)
      current = kind
      if (kind !== SEPARATOR) start = index
    }
    if (wide) index++
  }
  end(length)
}
