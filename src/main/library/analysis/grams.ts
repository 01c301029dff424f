import { unspacedScripts } from '../../../shared/unspaced-scripts'

// Their letters are sounds, and a word has several: a pair is in too many words.
const alphabets = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const ofAlphabet = new RegExp(`[${alphabets}]`, 'u')
const byAlphabet = new RegExp(`[${alphabets}]+|[^${alphabets}]+`, 'gu')

/** A run of scripts without spaces, cut where the length of grams changes, as in "中文ภาษาไทย". */
export function partsOfOneGramLength(run: string): readonly string[] {
  return ofAlphabet.test(run) ? (run.match(byAlphabet) ?? []) : [run]
}

/** How many letters make a term where words are not told apart: two of Chinese, Japanese and Korean, three of Thai and its like. */
export function gramLength(letter: string): number {
  return ofAlphabet.test(letter) ? 3 : 2
}

const unspaced = new RegExp(`^[${unspacedScripts}]+$`, 'u')

/** Whether a word is of a script without spaces: a gram. */
export function isUnspaced(form: string): boolean {
  return unspaced.test(form)
}

/** Whether it is shorter than a gram, so that it can only be the beginning of one. */
export function isBelowGram(form: string): boolean {
  return isUnspaced(form) && [...form].length < gramLength(form)
}
