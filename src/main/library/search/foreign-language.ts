import { type Language, stopWordsOf } from '../analysis/languages'
import type { IndexState } from './live-index'
import type { ParsedQuery } from './query'
import type { WeighedWord } from './weigh'

/** Less than this part of the library is hardly anything of it: a few documents, or some whose language was not told rightly. */
const HARDLY_ANYTHING = 0.01

/** So many words at least, and half of those that tell anything, are not in the library: a name beside “de la” is not Spanish. */
const LEAST_LACKING = 2

/**
 * The language that a query tells, where hardly anything in the library is in it, most of its words are not there and no
 * document that was found is in it; else null.
 */
export function foreignLanguage(
  state: IndexState,
  { told, words }: Pick<ParsedQuery, 'told' | 'words'>,
  weighed: readonly WeighedWord[],
  ofFound: () => Iterable<string | null>,
): Language | null {
  if (told === null || state.passages === 0 || state.shareOf(told) >= HARDLY_ANYTHING) return null
  const small = stopWordsOf(told)
  const telling = words.filter(({ form, isWhole }) => !isWhole && !small.has(form))
  const there = new Set(weighed.filter(({ corrected }) => corrected === null).map(({ form }) => form))
  const lacking = telling.filter(({ form }) => !there.has(form)).length
  if (lacking < LEAST_LACKING || lacking * 2 < telling.length) return null
  return new Set(ofFound()).has(told) ? null : told
}
