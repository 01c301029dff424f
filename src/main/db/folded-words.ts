import { folded } from '../library/analysis/fold'

/** The words of what is looked for, each {@link folded}. */
export function foldedWords(text: string): string[] {
  return folded(text)
    .split(/\s+/u)
    .filter((word) => word !== '')
}
