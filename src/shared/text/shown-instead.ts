import type { Correction } from '../contract/passages'

/** What is shown for a word that stands nowhere: the words of a compound, or the commonest of what passages have instead. */
export function shownInstead({ instead, parts }: Correction): string {
  return parts === undefined ? (instead[0] ?? '') : parts.join(', ')
}
