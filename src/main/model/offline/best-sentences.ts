import type { Passage } from '../../../shared/contract/passages'
import { EVERYDAY_SHARE, isEverydayWord } from '../../library/analysis/everyday-words'
import { foldWord, plainText } from '../../library/analysis/fold'
import { detectLanguage, type Language } from '../../library/analysis/languages'
import { titlesOfSection } from '../../library/chunking/sections'
import { contentWords, isPair, wordPattern } from '../question-words'
import { type Range, splitSentences } from '../sentences'

/** A quotable piece of a passage. */
export interface Quotation {
  readonly passage: Passage
  /** In the passage's text. */
  readonly range: Range
}

/** The most quotations of one answer: enough to answer, few enough to read. */
const quotationLimit = 4
/** Quotations worth less than this part of the best one are left out. */
const worthShowing = 0.35
/** Quotations of one passage at most: a third says less than the first of another. */
const perPassage = 2
/** How much more the search's judgement of a passage counts than the words that a sentence shares with the question. */
const passagePower = 4
/** How much the neighbours of a sentence add: the answer often stands beside the words of the question. */
const neighbourWeight = 0.3
/** The longest quotation, in characters; tables and lists have no sentences. */
const longestQuotation = 420

/** Of a question in a script without spaces this share of its pairs tells as much as half of the words of another. */
const shareOfPairs = 0.25

/**
 * Of 125 questions about English manuals 66 are first answered from the right page by the commonest endings alone, and 59
 * by the language's own stems, whose list of small words has ones that questions are about.
 */
const bySimpleEndings: ReadonlySet<Language> = new Set(['en', 'de'])

/** What a heading counts, against a sentence with the same words. */
const headingWeight = 0.25
/** What a word counts in a document whose title has it: there it says which document, and no more which sentence. */
const titledWeight = 0.3
/** Characters; longer lines without a full stop are list entries or table rows, which can answer. */
const headingLength = 60

interface Candidate extends Quotation {
  readonly words: ReadonlySet<string>
  score: number
}

/**
 * The sentences that share most with a question, best first. Words count by how rare they are among the
 * candidates (inverse document frequency, squared), so that the words that all sentences have decide nothing.
 */
export function bestSentences(question: string, passages: readonly Passage[]): Quotation[] {
  const language = languageOf(passages)
  const wordsOf = (text: string) => contentWords(text, bySimpleEndings.has(language) ? undefined : language)
  const asked = new Set(wordsOf(question))
  const candidates = passages.flatMap((passage) =>
    sentencesOf(passage).map(
      (range): Candidate => ({
        passage,
        range: clip(passage.text, range),
        words: new Set(wordsOf(passage.text.slice(range.start, range.end)).filter((word) => asked.has(word))),
        score: 0,
      }),
    ),
  )
  const everyday = new Set(everydayWords(question, language).flatMap(wordsOf))
  const weights = new Map(
    [...asked].map((word) => {
      const having = candidates.filter(({ words }) => words.has(word)).length
      const share = everyday.has(word) ? EVERYDAY_SHARE : 1
      return [word, (share * Math.log(1 + candidates.length / (1 + having))) ** 2]
    }),
  )
  const titles = new Map(passages.map(({ title }) => [title, new Set(wordsOf(title))]))
  const own = candidates.map(({ words, passage }) =>
    [...words].reduce((sum, word) => {
      const weight = titles.get(passage.title)?.has(word) ? titledWeight : 1
      return sum + (weights.get(word) ?? 0) * weight
    }, 0),
  )
  for (const [index, candidate] of candidates.entries()) {
    const neighbours = [index - 1, index + 1].map((other) => {
      const beside = candidates[other]
      // A heading belongs to what stands below it.
      if (beside?.passage !== candidate.passage || (other > index && isHeading(beside))) return 0
      return own[other] ?? 0
    })
    const around = (neighbours[0] ?? 0) + (neighbours[1] ?? 0)
    // The search knows more than these words.
    const rank = Math.max(0, candidate.passage.similarity) ** passagePower
    const named = titleShare(titles.get(candidate.passage.title), asked)
    const shape = isHeading(candidate) ? headingWeight : 1
    candidate.score =
      (own[index] ?? 0) === 0
        ? 0
        : ((own[index] ?? 0) + neighbourWeight * around) * rank * shape * (1 + named)
  }
  const ranked = candidates
    .filter(({ score }) => score > 0)
    .sort((first, second) => second.score - first.score)
  const best = ranked[0]?.score ?? 0
  const chosen: Quotation[] = []
  for (const candidate of ranked) {
    const { passage, range } = whatAnswers(candidate, candidates)
    if (chosen.length === quotationLimit || candidate.score < best * worthShowing) break
    if (chosen.filter((other) => other.passage === passage).length === perPassage) continue
    if (!chosen.some((other) => repeats(other, passage, range))) chosen.push({ passage, range })
  }
  return chosen.length > 0 ? joinNeighbours(chosen) : firstSentences(passages)
}

/** Words of any question in it, in lower case: rare among the sentences, they tell nothing of what it is about. */
function everydayWords(question: string, language: Language): string[] {
  const asked = plainText(question).match(wordPattern) ?? []
  return asked.filter((word) => isEverydayWord(foldWord(word), [language]))
}

function sentencesOf({ text, section }: Passage): Range[] {
  return splitSentences(text, section === undefined ? [] : titlesOfSection(section))
}

/** How much of the question the document's own title says, from 0 to 1: "the lease" is the document "Lease". */
function titleShare(words: ReadonlySet<string> = new Set(), asked: ReadonlySet<string>): number {
  return asked.size === 0 ? 0 : [...asked].filter((word) => words.has(word)).length / asked.size
}

/** A heading has the words of the question and answers nothing; it helps the sentences beside it. */
function isHeading({ passage, range }: Quotation): boolean {
  const text = passage.text.slice(range.start, range.end)
  return text.length < headingLength && !/[.!?…:;。！？｡：；؟۔।]["'”’」』）)\]]*$/u.test(text)
}

/** A heading alone answers nothing: what stands below it does. */
function whatAnswers(candidate: Candidate, candidates: readonly Candidate[]): Quotation {
  const below = candidates[candidates.indexOf(candidate) + 1]
  return isHeading(candidate) && below?.passage === candidate.passage && !isHeading(below) ? below : candidate
}

/** Sentences that follow one another read better as one quotation; it stands where the better of them stood. */
function joinNeighbours(chosen: readonly Quotation[]): Quotation[] {
  const joined: Quotation[] = []
  for (const quotation of chosen) {
    const index = joined.findIndex((other) => follow(other, quotation) || follow(quotation, other))
    const other = joined[index]
    if (other === undefined) {
      joined.push(quotation)
      continue
    }
    const { passage, range } = quotation
    joined[index] = {
      passage,
      range: { start: Math.min(range.start, other.range.start), end: Math.max(range.end, other.range.end) },
    }
  }
  return joined.length < chosen.length ? joinNeighbours(joined) : joined
}

function follow(first: Quotation, second: Quotation): boolean {
  if (first.passage !== second.passage || second.range.start < first.range.end) return false
  return first.passage.text.slice(first.range.end, second.range.start).trim() === ''
}

/**
 * Words of the question that stand nowhere in the passages or their titles, as they were asked; none when they
 * are the smaller part of the question, which other words then answer.
 */
export function unansweredWords(question: string, passages: readonly Passage[]): string[] {
  const language = languageOf(passages)
  const wordsOf = (text: string) => contentWords(text, language)
  const there = new Set(passages.flatMap((passage) => wordsOf(allOf(passage))))
  const asked = question.match(wordPattern) ?? []
  const carrying = asked.filter((word) => wordsOf(word).length > 0)
  const missing = carrying.filter((word) => !hasHalf(there, wordsOf(word)))
  return missing.length * 2 >= carrying.length ? [...new Set(missing)] : []
}

/**
 * Whether some passage, with its title and section, has at least half of the question's words: where each has another one
 * of them, they have nothing to do with what was asked. Of 125 questions about manuals that hold the answer, two have no
 * such passage.
 */
export function sharesHalf(question: string, passages: readonly Passage[]): boolean {
  const language = languageOf(passages)
  const wordsOf = (text: string) => contentWords(text, language)
  const asked = [...new Set(wordsOf(question))]
  return passages.some((passage) => hasHalf(new Set(wordsOf(allOf(passage))), asked))
}

function languageOf(passages: readonly Passage[]): Language {
  return detectLanguage(passages.map(({ text }) => text).join('\n'))
}

function allOf({ title, section, text }: Passage): string {
  return `${title} ${section ?? ''} ${text}`
}

function hasHalf(there: ReadonlySet<string>, words: readonly string[]): boolean {
  const needed = words.reduce((sum, word) => sum + (isPair(word) ? shareOfPairs : 0.5), 0)
  return words.filter((word) => there.has(word)).length >= needed
}

/** When no word of the question stands in any sentence, the search found them by other forms: its best passages. */
function firstSentences(passages: readonly Passage[]): Quotation[] {
  return passages.slice(0, 2).flatMap((passage) => {
    const range = sentencesOf(passage)[0]
    return range === undefined ? [] : [{ passage, range: clip(passage.text, range) }]
  })
}

/** Neighbouring passages may overlap, and documents repeat themselves. */
function repeats(other: Quotation, passage: Passage, range: Range): boolean {
  const text = (quotation: Quotation): string =>
    contentWords(quotation.passage.text.slice(quotation.range.start, quotation.range.end)).join(' ')
  return text(other) === text({ passage, range })
}

function clip(text: string, range: Range): Range {
  if (range.end - range.start <= longestQuotation) return range
  const cut = text.lastIndexOf(' ', range.start + longestQuotation)
  return { start: range.start, end: cut > range.start ? cut : range.start + longestQuotation }
}
