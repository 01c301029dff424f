import type { Passage } from '../../../shared/contract/passages'
import { titlesOfSection } from '../../../shared/sections'
import { EVERYDAY_SHARE, isEverydayWord } from '../../library/analysis/everyday-words'
import { foldWord, plainText } from '../../library/analysis/fold'
import { type Language, languageOfAll } from '../../library/analysis/languages'
import { contentWords, type Endings, endingsOf, wordPattern } from '../question-words'
import { type Range, splitSentences } from '../sentences'
import { placesOf } from './headings'
import { opensList } from './list-points'
import {
  isCode,
  isHeading,
  isRow,
  isTableHead,
  longestQuotation,
  type Quotation,
  quotationsOf,
  textOf,
} from './quotations'
import { areApart, isRecordLine, recordsIn } from './record-lines'
import { onlyRefers } from './reference'
import { isTableRule, lineAt, tableHead } from './table-rows'
import { wishedSign, wishesList } from './wished-answer'
import { hasForm } from './word-forms'

/** How much more the search's judgement of a passage counts than the words that a sentence shares with the question. */
const passagePower = 4
/** How much the neighbours of a sentence add: the answer often stands beside the words of the question. */
const neighbourWeight = 0.3

/**
 * Of 125 questions about English manuals 66 are first answered from the right page by the commonest endings alone, and 59
 * by the language's own stems, whose list of small words has ones that questions are about.
 */
const bySimpleEndings: ReadonlySet<Language> = new Set(['en', 'de'])

/** What a heading counts, against a sentence with the same words. */
const headingWeight = 0.25
/** What code counts, against a sentence with the same words. */
const codeWeight = 0.5
/** What a word of the headings above counts for a sentence that lacks it, and for the first one below them. */
const aboveWeight = { first: 0.8, further: 0.7 }
/** The same where the headings have all that is asked: what stands below them is about just that. */
const topicWeight = 1.3
/** What the beginning of a list counts more, below headings with a word of a question that a list answers. */
const listWeight = 2
/** What a sentence with the date or the sum that is asked for counts of what its passage says of the question. */
const signShare = 0.25
/** What a word counts that was asked before what goes on from it. */
const earlierWeight = 0.5
/** What a word counts in a document whose title has it: there it says which document, and no more which sentence. */
const titledWeight = 0.3

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
  { question, before }: { readonly question: string; readonly before: string },
  passages: readonly Passage[],
  language: Language,
  wordsOf: (text: string) => string[],
): Quotation[] {
  const last = new Set(wordsOf(question))
  const asked = new Set([...last, ...wordsOf(before)])
  const askedIn = (text: string) => wordsOf(text).filter((word) => asked.has(word))
  const candidates = passages.flatMap((passage) =>
    sentencesOf(passage).map((range) => ({
      passage,
      range: bestPart(passage.text, range, askedIn),
      words: new Set(askedIn(passage.text.slice(range.start, range.end))),
    })),
  )
  // What nothing says just so may be said by a part of it, or in a compound: the “Arzttermin” is a “Termin”.
  const heard = new Set(candidates.flatMap(({ words }) => [...words]))
  const unheard = [...asked].filter((word) => !heard.has(word))
  for (const { passage, range, words } of unheard.length === 0 ? [] : candidates) {
    const stems = new Set(wordsOf(passage.text.slice(range.start, range.end)))
    for (const word of unheard) if (hasForm(stems, word)) words.add(word)
  }
  const weights = weightsOf(question, asked, candidates, language, wordsOf)
  for (const [word, weight] of weights) if (!last.has(word)) weights.set(word, weight * earlierWeight)
  const titles = new Map(passages.map(({ title }) => [title, new Set(wordsOf(title))]))
  const worthIn = (words: Iterable<string>, passage: Passage | null) =>
    [...words].reduce((sum, word) => {
      const weight = passage !== null && titles.get(passage.title)?.has(word) === true ? titledWeight : 1
      return sum + (weights.get(word) ?? 0) * weight
    }, 0)
  const own = candidates.map(({ words, passage }) => worthIn(words, passage))
  const said = new Set(candidates.flatMap(({ words }) => [...words]))
  const places = placesOf(candidates)
  const above = candidates.map(({ passage, words }, index) => {
    const place = places[index] ?? null
    if (place === null) return null
    const titled = titles.get(passage.title)
    // The title says which document, of all of its sentences.
    const heading = new Set(place.headings.flatMap(wordsOf))
    const inHeadings = [...asked].filter((word) => hasForm(heading, word) && titled?.has(word) !== true)
    const topic = [...said].filter((word) => titled?.has(word) !== true)
    const isTopic = topic.length > 0 && topic.every((word) => inHeadings.includes(word))
    const lacking = worthIn(
      inHeadings.filter((word) => !words.has(word)),
      passage,
    )
    return {
      isFirst: place.isFirst,
      isTopic: isTopic && place.isFirst,
      worth: lacking * (place.isFirst ? aboveWeight.first : aboveWeight.further),
      said: worthIn(inHeadings, passage),
    }
  })
  const sign = wishedSign(question)
  const inPassage = new Map(
    passages.map((passage) => [passage, new Set(askedIn(`${passage.title} ${passage.text}`))] as const),
  )
  const wantsList = wishesList(question)
  const heads = headsOf(candidates)
  /** A head says nothing beside a row that has words of the question: it comes with that. */
  const saidByRow = (head: number): boolean => {
    const document = candidates[head]?.passage.document_id
    return candidates.some(
      (candidate, index) =>
        (own[index] ?? 0) > 0 &&
        candidate.passage.document_id === document &&
        isRow(candidate) &&
        (heads[index] === head || (heads[index] === null && !isTableHead(candidate))),
    )
  }
  /** Whether a sentence, what stands above it, or its document's title has a word of what was added. */
  const saysOfLast = ({ title }: Passage, index: number): boolean => {
    const headings = places[index]?.headings.flatMap(wordsOf) ?? []
    const words = [...(candidates[index]?.words ?? []), ...headings, ...(titles.get(title) ?? [])]
    return words.some((word) => last.has(word))
  }
  /** The subject of a letter, or a title that stands in the text, says no more than the title. */
  const saysTitle = (candidate: Quotation): boolean => {
    const words = wordsOf(textOf(candidate).replace(/^[^:\n]{0,20}:\s/u, ''))
    return words.length > 0 && words.every((word) => titles.get(candidate.passage.title)?.has(word) === true)
  }
  const total = worthIn(said, null)
  /** How much of what is told of the question a sentence says, below its headings and title. */
  const saidShare = ({ title }: Passage, words: ReadonlySet<string>, index: number): number => {
    const headings = places[index]?.headings.flatMap(wordsOf) ?? []
    const context = new Set([...headings, ...(titles.get(title) ?? [])])
    return total === 0
      ? 0
      : worthIn(
          [...said].filter((word) => words.has(word) || hasForm(context, word)),
          null,
        ) / total
  }
  const goesOn = before !== '' && candidates.some(({ passage }, index) => saysOfLast(passage, index))
  const scoreOf = (candidate: Quotation, index: number): number => {
    const byWords = own[index] ?? 0
    if (isTableHead(candidate) && saidByRow(index)) return 0
    const from = above[index] ?? null
    // What stands below a heading is found by its words.
    if (from === null && candidates[index + 1]?.passage === candidate.passage) return 0
    const hasSign = sign?.(textOf(candidate)) === true
    const bySign = hasSign ? signShare * worthIn(inPassage.get(candidate.passage) ?? [], null) : 0
    if (goesOn && !hasSign && !saysOfLast(candidate.passage, index)) return 0
    const byHeadings = from === null ? 0 : from.isTopic ? topicWeight * from.said : from.worth
    if (byWords + bySign === 0 && !(from?.isFirst === true && byHeadings > 0)) return 0
    if (onlyRefers(textOf(candidate))) return 0
    const neighbours = [index - 1, index + 1].map((other) => {
      const beside = candidates[other]
      // A heading belongs to what stands below it.
      if (beside?.passage !== candidate.passage || (other > index && isHeading(beside))) return 0
      // A row of a table tells nothing of the one below.
      if (heads[index] !== null) return 0
      if (areApart(candidate.passage.text, candidate.range.start, beside.range.start)) return 0
      // A heading is counted as what stands above.
      if (places[other] === null) return 0
      return own[other] ?? 0
    })
    const around = (neighbours[0] ?? 0) + (neighbours[1] ?? 0)
    // The search knows more than these words.
    const rank = Math.max(0, candidate.passage.similarity) ** (from?.isTopic === true ? 1 : passagePower)
    const named = titleShare(titles.get(candidate.passage.title), asked)
    const list =
      wantsList && (from?.said ?? 0) > 0 && opensList(candidate.passage.text, candidate.range)
        ? listWeight
        : 1
    const shape =
      isHeading(candidate) || saysTitle(candidate) ? headingWeight : isCode(candidate) ? codeWeight : 1
    return (byWords + bySign + byHeadings + neighbourWeight * around) * rank * shape * list * (1 + named)
  }
  return quotationsOf(
    candidates.map(({ passage, range, words }, index) => ({
      ...{ passage, range, own: own[index] ?? 0 },
      above: above[index]?.said ?? 0,
      said: saidShare(passage, words, index),
      words: new Set([...words, ...(candidates[heads[index] ?? index]?.words ?? [])]),
      score: scoreOf({ passage, range }, index),
    })),
    weights,
  )
}

/** Of each row of a table which of the quotations is its head; null of what has none. */
function headsOf(quotations: readonly Quotation[]): (number | null)[] {
  return quotations.map(({ passage, range }) => {
    const head = tableHead(passage.text, range.start)
    if (head === null) return null
    const at = quotations.findIndex(
      (other) => other.passage === passage && lineAt(passage.text, other.range.start).start === head.start,
    )
    return at === -1 ? null : at
  })
}

/** What each word of a question tells, by how many of the sentences have it. */
function weightsOf(
  question: string,
  asked: ReadonlySet<string>,
  sentences: readonly { readonly words: ReadonlySet<string> }[],
  language: Language,
  wordsOf: (text: string) => string[],
): Map<string, number> {
  const everyday = new Set(everydayWords(question, language).flatMap(wordsOf))
  return new Map(
    [...asked].map((word) => {
      const having = sentences.filter(({ words }) => words.has(word)).length
      const share = everyday.has(word) ? EVERYDAY_SHARE : 1
      return [word, (share * Math.log(1 + sentences.length / (1 + having))) ** 2]
    }),
  )
}

function wordsIn(text: string, language: Language, endings: Endings): string[] {
  return contentWords(text, bySimpleEndings.has(language) ? undefined : language, endings)
}

/** Words of any question in it, in lower case: rare among the sentences, they tell nothing of what it is about. */
function everydayWords(question: string, language: Language): string[] {
  const asked = plainText(question).match(wordPattern) ?? []
  return asked.filter((word) => isEverydayWord(foldWord(word), [language]))
}

function sentencesOf({ text, section }: Passage): Range[] {
  const ranges = splitSentences(text, section === undefined ? [] : titlesOfSection(section))
  const each = ranges.flatMap((range) => recordsIn(text, range))
  // The line below the head of a table says nothing.
  return each.filter(({ start }) => {
    const line = lineAt(text, start)
    return !isTableRule(text.slice(line.start, line.end))
  })
}

/** How much of the question the document's own title says, from 0 to 1: "the lease" is the document "Lease". */
function titleShare(words: ReadonlySet<string> = new Set(), asked: ReadonlySet<string>): number {
  return asked.size === 0 ? 0 : [...asked].filter((word) => words.has(word)).length / asked.size
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

/** Where a text without sentences can be cut: behind white space or a mark within a sentence. */
const cut = /[\s,;:|،؛、，；：｜]+/gu

/** Of what is longer than a quotation, such as a table or a script without full stops, the part with most of the words. */
function bestPart(text: string, range: Range, askedIn: (text: string) => readonly string[]): Range {
  if (range.end - range.start <= longestQuotation) return range
  const pieces = piecesOf(text, range).map((piece) => ({
    ...piece,
    words: askedIn(text.slice(piece.start, piece.end)),
  }))
  let best = clip(text, range)
  let most = 0
  for (const [index, { start, words }] of pieces.entries()) {
    // A part that begins with other words is found from there.
    if (words.length === 0) continue
    const within = pieces.slice(index).filter(({ end }) => end - start <= longestQuotation)
    const found = new Set(within.flatMap((piece) => piece.words)).size
    if (found > most) {
      most = found
      best = { start, end: within.at(-1)?.end ?? start }
    }
  }
  return best
}

function piecesOf(text: string, { start, end }: Range): Range[] {
  const ends = [...text.slice(start, end).matchAll(cut)].map((match) => start + match.index + match[0].length)
  const starts = [start, ...ends]
  return starts
    .map((from, index) => ({ start: from, end: starts[index + 1] ?? end }))
    .filter((piece) => piece.end > piece.start)
}

function clip(text: string, range: Range): Range {
  if (range.end - range.start <= longestQuotation) return range
  const cut = text.lastIndexOf(' ', range.start + longestQuotation)
  return { start: range.start, end: cut > range.start ? cut : range.start + longestQuotation }
}
