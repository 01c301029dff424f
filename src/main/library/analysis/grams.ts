import { unspacedScripts } from '../../../shared/text/unspaced-scripts'

// Their letters are sounds, and a word has several: a pair is in too many words.
const alphabets = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const ofAlphabet = new RegExp(`[${alphabets}]`, 'u')
const byAlphabet = new RegExp(`[${alphabets}][${alphabets}\\p{M}]*|[^${alphabets}]+`, 'gu')

/** A run of scripts without spaces, cut where the length of grams changes, as in "中文ภาษาไทย"; marks stay with their letter. */
export function partsOfOneGramLength(run: string): readonly string[] {
  return ofAlphabet.test(run) ? (run.match(byAlphabet) ?? []) : [run]
}

/** Letters of a gram of Chinese, Japanese or Korean, most of whose words are that long. */
export const USUAL_GRAM = 2
/** Letters of a gram of Thai and its like. */
const GRAM_OF_ALPHABET = 3

/** How many letters make a term of a text in scripts without spaces; see {@link partsOfOneGramLength}. */
export function gramLength(part: string): number {
  return ofAlphabet.test(part) ? GRAM_OF_ALPHABET : USUAL_GRAM
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
