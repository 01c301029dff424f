import { foldWord, plainText } from '../library/analysis/fold'

/** A text as searches and orders compare it: in lower case, without accents. */
export function folded(text: string): string {
  return foldWord(plainText(text))
}

/** The words of what is looked for, each {@link folded}. */
export function foldedWords(text: string): string[] {
  return folded(text)
    .split(/\s+/u)
    .filter((word) => word !== '')
}
