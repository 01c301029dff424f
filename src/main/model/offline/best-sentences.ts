import type { Passage } from '../../../shared/contract/passages'
import { type Language, languageOfAll } from '../../library/analysis/languages'
import { contentWords, type Endings, endingsOf } from '../question-words'
import type { Range } from '../sentences'
import { clip, sentencesOf } from './candidate-sentences'
import { type Asked, compare, saidShare } from './comparison'
import { isHeading, type Quotation, quotationsOf } from './quotations'
import { isRecordLine } from './record-lines'
import { sentenceScores } from './sentence-scores'

/**
 * Of 125 questions about English manuals 66 are first answered from the right page by the commonest endings alone, and 59
 * by the language's own stems, whose list of small words has ones that questions are about.
 */
const bySimpleEndings: ReadonlySet<Language> = new Set(['en', 'de'])

/**
 * The sentences that share most with a question, best first. Words count by how rare they are among the
 * candidates (inverse document frequency, squared), so that the words that all sentences have decide nothing.
 */
export function bestSentences(question: string, passages: readonly Passage[], before = ''): Quotation[] {
  const language = languageOfAll(passages)
  const asked = { question, before }
  const endings = endingsOf(question)
  const bySimple = sharingWords(asked, passages, language, (text) => wordsIn(text, language, endings))
  if (bySimple.length > 0) return bySimple
  // The search found them by other forms: by "kündigen" what "Kündigung" says. The language's own stems know those.
  const byStems = sharingWords(asked, passages, language, (text) =>
    contentWords(text, endings === 'german' ? 'de' : language),
  )
  return byStems.length > 0 ? byStems : firstSentences(passages)
}

/** Those that share words with the question, as `wordsOf` cuts them; none where no sentence does. */
function sharingWords(
  asked: Asked,
  passages: readonly Passage[],
  language: Language,
  wordsOf: (text: string) => string[],
): Quotation[] {
  const comparison = compare(asked, passages, language, wordsOf)
  const { sentences, own, above, heads, weights } = comparison
  const scores = sentenceScores(asked, comparison)
  return quotationsOf(
    sentences.map((sentence, index) => ({
      ...{ passage: sentence.passage, range: sentence.range, own: own[index] ?? 0 },
      titled: new Set(comparison.titleWords(sentence.passage)),
      above: above[index]?.said ?? 0,
      said: saidShare(comparison, sentence, index),
      words: new Set([...sentence.words, ...(sentences[heads[index] ?? index]?.words ?? [])]),
      score: scores[index] ?? 0,
    })),
    weights,
  )
}

function wordsIn(text: string, language: Language, endings: Endings): string[] {
  return contentWords(text, bySimpleEndings.has(language) ? undefined : language, endings)
}

/** When no word of the question stands in any sentence, the search found them by other forms: its best passages. */
function firstSentences(passages: readonly Passage[]): Quotation[] {
  return passages.slice(0, 2).flatMap((passage) => {
    const ranges = sentencesOf(passage)
    // Neither a heading nor the head of a letter says anything of what was found.
    const says = (range: Range) => !isHeading({ passage, range }) && !isRecordLine(passage.text, range.start)
    const range = ranges.find(says) ?? ranges[0]
    return range === undefined ? [] : [{ passage, range: clip(passage.text, range) }]
  })
}
