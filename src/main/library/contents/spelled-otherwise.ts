import { foldWord } from '../analysis/fold'

/** Letters that may have accents or be ligatures: Latin, Greek, Cyrillic, and what was added to Latin and Greek later. */
const alphabets = [
  [0xc0, 0x24f],
  [0x370, 0x45f],
  [0x1e00, 0x1fff],
] as const

/** Scripts whose accents may be written apart, behind their letter. */
const accented = /[\p{Script=Latin}\p{Script=Greek}]/u

const accents = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu

/** The letters that a word is read from, by what is left of each without its accents: “o” of “ö” and “ø”, “ss” of “ß”. */
const readFrom = lettersByFolded()
const folds: ReadonlySet<string> = new Set([...readFrom.values()].flatMap((letters) => [...letters]))

/** A pattern for a word as others may write it: with accents and ligatures, or without; needs the flags `i` and `u`. */
export function spelledOtherwise(word: string): string {
  const typed = word.normalize('NFC').toLowerCase().replace(accents, '$1')
  const letters = [...typed].flatMap((letter) => (folds.has(letter) ? [...foldWord(letter)] : [letter]))
  let pattern = ''
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? ''
    const pair = letter + (letters[at + 1] ?? '')
    const ligatures = readFrom.get(pair)
    if (ligatures === undefined || pair === letter) pattern += oneLetter(letter)
    else {
      pattern += `(?:${oneLetter(letter)}${oneLetter(pair.slice(letter.length))}|[${ligatures}])`
      at++
    }
  }
  return pattern
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
      const letter = String.fromCodePoint(code).toLowerCase()
      const plain = foldWord(letter)
      if (!/^\p{L}{1,2}$/u.test(plain) || !/^\p{L}$/u.test(letter) || plain === letter) continue
      const known = letters.get(plain) ?? ''
      if (!known.includes(letter)) letters.set(plain, known + letter)
    }
  }
  return letters
}
