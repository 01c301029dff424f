/** What hardly stands in text that only has an escaped bracket: a command, a power, an index, a relation. */
const marksOfTex = /[\\^_=<>]/
/** A word as languages have them; in TeX such stand behind a backslash. */
const word = /\p{L}{3}/u

/** Whether a formula as it is written, with its marks, is one that LaTeX sets apart. */
export function isDisplayed(written: string): boolean {
  return written.startsWith('\\[')
}

/** Whether what stands between `\(` and `\)`, or `\[` and `\]`, is a formula and no text in escaped brackets. */
export function isTex(tex: string, displayed: boolean): boolean {
  if (tex.trim() === '') return false
  // `\[1\]` and `\[edit\]` are what programs make of brackets that are no link.
  return marksOfTex.test(tex) || (!displayed && !word.test(tex))
}

/** A command, a power, or the index of a single letter: none of them stands in prices or names of variables. */
const surelyTex = /\\[a-z]{2}|\^|(?:^|[^\p{L}\p{N}_])\p{L}_[\p{L}\p{N}{]/iu
/** A single letter, a function of one, or what one is equal to. */
const shortTex = /^\p{L}(?:\(\p{L}\)|\s*[=<>]\s*[\p{L}\p{N}.,]+)?$/u

/**
 * Whether what stands between two single dollar signs is a formula and no money, by the rule of Pandoc (no blank
 * beside the signs, no digit behind the second) and by how it looks.
 * @param next the character behind the second sign; empty for none
 */
export function isTexBetweenDollars(tex: string, next: string): boolean {
  if (tex.trim() !== tex || /[\p{L}\p{N}$]/u.test(next)) return false
  return surelyTex.test(tex) || shortTex.test(tex)
}
