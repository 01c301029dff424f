import { isStopWord, type Language, stopWordsOf } from '../analysis/languages'
import type { IndexState } from './live-index'
import type { ParsedQuery } from './query'
import type { WeighedWord } from './weigh'

/** Less than this part of the library is hardly anything of it: a few documents, or some whose language was not told rightly. */
const HARDLY_ANYTHING = 0.01

/** So many words at least, and half of those that tell anything, are not in the library: a name beside “de la” is not Spanish. */
const LEAST_LACKING = 2

/**
 * So many of its small words at least are none of the languages that the library is mostly in: “die casting in an alloy”
 * is not German, nor Spanish what “de la” stands in.
 */
const LEAST_OWN = 3

/**
 * The language that a query tells, where hardly anything in the library is in it, most of its words are not there and no
 * document that was found is in it; null also where it may as well be another language.
 */
export function foreignLanguage(
  state: IndexState,
  { told, words, leftOut }: Pick<ParsedQuery, 'told' | 'words' | 'leftOut'>,
  weighed: readonly WeighedWord[],
  ofFound: () => Iterable<string | null>,
): Language | null {
  if (told === null || state.passages === 0 || state.shareOf(told) >= HARDLY_ANYTHING) return null
  const small = stopWordsOf(told)
  const isOthers = (form: string) => state.mainLanguages.some((language) => isStopWord(form, language))
  const forms = [...words, ...leftOut].map(({ form }) => form)
  const own = new Set(forms.filter((form) => small.has(form) && !isOthers(form)))
  if (own.size < LEAST_OWN) return null
  const telling = words.filter(({ form, isWhole }) => !isWhole && !small.has(form))
  const there = new Set(weighed.filter(({ corrected }) => corrected === null).map(({ form }) => form))
  const lacking = telling.filter(({ form }) => !there.has(form)).length
  if (lacking < LEAST_LACKING || lacking * 2 < telling.length) return null
  return new Set(ofFound()).has(told) ? null : told
}
