import type { Passage } from '../../../shared/contract/passages'
import { shownInstead } from '../../../shared/text/shown-instead'
import { plainText } from '../../library/analysis/fold'
import type { ModelBlock } from '../port'
import { wordPattern } from '../question-words'
import { hasWordOf, type SearchedWords } from './coverage'

/** What the searches of one question told: each was for the same words. */
export function searchedWords(
  results: readonly Extract<ModelBlock, { type: 'tool_result' }>[],
): SearchedWords {
  const corrections = new Map(
    results.flatMap((result) => (result.corrections ?? []).map((each) => [each.word, each] as const)),
  )
  return {
    asked: results.find(({ asked }) => asked !== undefined)?.asked ?? [],
    corrections: [...corrections.values()],
  }
}

/** A question with its misspelt words as they are meant, where hardly anything else can be, and compounds by their parts. */
export function asMeant(
  question: string,
  { corrections }: SearchedWords,
): { readonly text: string; readonly corrected: readonly { word: string; instead: string }[] } {
  const corrected = corrections
    .filter(({ sure, parts }) => sure || parts !== undefined)
    .map((each) => ({ word: each.word, instead: shownInstead(each) }))
  const instead = new Map(corrected.map((each) => [plainText(each.word), each.instead]))
  return { text: question.replace(wordPattern, (word) => instead.get(plainText(word)) ?? word), corrected }
}

/** Without passages that were found by a guess alone: the word may as well be one that the library just lacks. */
export function withoutGuesses(
  question: string,
  passages: readonly Passage[],
  searched: SearchedWords,
): readonly Passage[] {
  const guessed = new Set(
    searched.corrections
      .filter(({ sure, parts }) => !sure && parts === undefined)
      .flatMap(({ instead }) => instead),
  )
  if (guessed.size === 0) return passages
  const isAsked = hasWordOf(question, passages, searched)
  const isGuessed = ({ title, section, text }: Passage) =>
    (plainText(`${title} ${section ?? ''} ${text}`).match(wordPattern) ?? []).some((word) =>
      guessed.has(word),
    )
  return passages.filter((passage) => isAsked(passage) || !isGuessed(passage))
}
