import { folded } from '../analysis/fold'

/** Letters that may have accents or be ligatures: Latin, Greek, Cyrillic, what was added to Latin and Greek later, and what typesetting joins. */
const alphabets = [
  [0xc0, 0x24f],
  [0x370, 0x45f],
  [0x1e00, 0x1fff],
  [0xfb00, 0xfb06],
] as const

/** Scripts whose accents may be written apart, behind their letter. */
const accented = /[\p{Script=Latin}\p{Script=Greek}]/u

const accents = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu

/** The letters that a word is read from, by what is left of each without its accents: “o” of “ö” and “ø”, “ss” of “ß”, “ffi” of “ﬃ”. */
const readFrom = lettersByFolded()
const folds: ReadonlySet<string> = new Set([...readFrom.values()].flatMap((letters) => [...letters]))

/** A pattern for a word as others may write it: with accents and ligatures, or without; needs the flags `i` and `u`. */
export function spelledOtherwise(word: string): string {
  const typed = word.normalize('NFC').toLowerCase().replace(accents, '$1')
  const letters = [...typed].flatMap((letter) => (folds.has(letter) ? [...folded(letter)] : [letter]))
  let pattern = ''
  for (let at = 0; at < letters.length; at++) {
    const [first = '', second = '', third = ''] = letters.slice(at, at + 3)
    if (readFrom.has(first + second + third) && third !== '') {
      pattern += `(?:${twoLetters(first, second)}${oneLetter(third)}|${oneLetter(first)}${twoLetters(second, third)}|[${readFrom.get(first + second + third)}])`
      at += 2
    } else if (readFrom.has(first + second) && second !== '') {
      pattern += twoLetters(first, second)
      at++
    } else pattern += oneLetter(first)
  }
  return pattern
}

function twoLetters(first: string, second: string): string {
  const apart = oneLetter(first) + oneLetter(second)
  const ligatures = readFrom.get(first + second)
  return ligatures === undefined ? apart : `(?:${apart}|[${ligatures}])`
}

function oneLetter(letter: string): string {
  const itself = letter.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
  const others = readFrom.get(letter)
  return `${others === undefined ? itself : `[${itself}${others}]`}${accented.test(letter) ? '\\p{M}*' : ''}`
}

function lettersByFolded(): ReadonlyMap<string, string> {
  const letters = new Map<string, string>()
  for (const [from, to] of alphabets) {
    for (let code = from; code <= to; code++) {
      const read = String.fromCodePoint(code)
      const lower = read.toLowerCase()
      // The dotted capital I is the one whose small letter is written with two characters.
      const letter = lower.length === 1 ? lower : read
      const plain = folded(letter)
      if (!/^\p{L}{1,3}$/u.test(plain) || !/^\p{L}$/u.test(letter) || plain === letter) continue
      const known = letters.get(plain) ?? ''
      if (!known.includes(letter)) letters.set(plain, known + letter)
    }
  }
  return letters
}
