import { type Asked, type Comparison, headingWords } from './comparison'
import { announces, opensList } from './list-points'
import { isOfOpposite } from './negation'
import { isCode, isHeading, isRow, isTableHead, type Quotation, textOf } from './quotations'
import { areApart } from './record-lines'
import { onlyRefers } from './reference'
import { wishedSign, wishesList } from './wished-answer'

/** How much more the search's judgement of a passage counts than the words that a sentence shares with the question. */
const passagePower = 4
/** How much the neighbours of a sentence add: the answer often stands beside the words of the question. */
const neighbourWeight = 0.3
/** What a heading counts, against a sentence with the same words. */
const headingWeight = 0.25
/** What the head of a table counts: the rows below it, which are quoted with it, have what it names. */
const tableHeadWeight = 0.6
/** What code counts, against a sentence with the same words. */
const codeWeight = 0.5
/** What the words of the headings above count where they have all that is asked: what stands below is about just that. */
const topicWeight = 1.3
/** What the beginning of a list counts more, below headings with a word of a question that a list answers. */
const listWeight = 2
/** What a heading, or what announces a list, counts where it is of the opposite: what is not covered, asked for what is. */
const oppositeWeight = 0.4
/** What a sentence with the date or the sum that is asked for counts of what its passage says of the question. */
const signShare = 0.25

/** What each sentence is worth as an answer, in their order; 0 where it answers nothing. */
export function sentenceScores({ question, before }: Asked, comparison: Comparison): number[] {
  const { sentences, own, above, asked, worthIn, wordsOf, titleWords } = comparison
  const sign = wishedSign(question)
  const wantsList = wishesList(question)
  const ofPassages = new Map(
    [...new Set(sentences.map(({ passage }) => passage))].map((passage) => {
      const words = wordsOf(`${passage.title} ${passage.text}`).filter((word) => asked.has(word))
      return [passage, new Set(words)] as const
    }),
  )
  const goesOn = before !== '' && sentences.some((_, index) => saysOfLast(comparison, index))

  return sentences.map((sentence, index) => {
    const { passage, range } = sentence
    const from = above[index] ?? null
    // What stands below a heading is found by its words.
    if (from === null && sentences[index + 1]?.passage === passage) return 0
    if (isTableHead(sentence) && isSaidByRow(comparison, index)) return 0
    const hasSign = sign?.(textOf(sentence)) === true
    if (goesOn && !hasSign && !saysOfLast(comparison, index)) return 0
    if (onlyRefers(textOf(sentence))) return 0
    const isOpposite = announces(passage.text, range) && isOfOpposite(question, textOf(sentence))
    const byWords = (own[index] ?? 0) * (isOpposite ? oppositeWeight : 1)
    const bySign = hasSign ? signShare * worthIn(ofPassages.get(passage) ?? [], null) : 0
    const byHeadings = headingsWorth(question, comparison, index)
    if (byWords + bySign === 0 && !(from?.isFirst === true && byHeadings > 0)) return 0
    const byNeighbours = neighbourWeight * neighboursOwn(comparison, index)
    // The search knows more than these words.
    const rank = Math.max(0, passage.similarity) ** (from?.isTopic === true ? 1 : passagePower)
    const opensWishedList = wantsList && (from?.said ?? 0) > 0 && opensList(passage.text, range)
    return (
      (byWords + bySign + byHeadings + byNeighbours) *
      rank *
      shapeWeight(comparison, sentence) *
      (opensWishedList ? listWeight : 1) *
      (1 + titleShare(titleWords(passage), asked))
    )
  })
}

/** What the headings above a sentence add to what it is worth by itself. */
function headingsWorth(question: string, { above, places }: Comparison, index: number): number {
  const from = above[index] ?? null
  if (from === null) return 0
  const isOpposite = isOfOpposite(question, places[index]?.headings.at(-1) ?? '')
  return (from.isTopic ? topicWeight * from.said : from.worth) * (isOpposite ? oppositeWeight : 1)
}

/** What the sentences right above and below are worth by their words, where they belong to it. */
function neighboursOwn({ sentences, own, places, heads }: Comparison, index: number): number {
  const sentence = sentences[index]
  // A row of a table tells nothing of the one below.
  if (sentence === undefined || heads[index] !== null) return 0
  const [before = 0, after = 0] = [index - 1, index + 1].map((other) => {
    const beside = sentences[other]
    // A heading belongs to what stands below it.
    if (beside?.passage !== sentence.passage || (other > index && isHeading(beside))) return 0
    if (areApart(sentence.passage.text, sentence.range.start, beside.range.start)) return 0
    // A heading is counted as what stands above.
    if (places[other] === null) return 0
    return own[other] ?? 0
  })
  return before + after
}

/** A head says nothing beside a row that has words of the question: it comes with that. */
function isSaidByRow({ sentences, own, heads }: Comparison, head: number): boolean {
  const document = sentences[head]?.passage.document_id
  return sentences.some(
    (sentence, index) =>
      (own[index] ?? 0) > 0 &&
      sentence.passage.document_id === document &&
      isRow(sentence) &&
      (heads[index] === head || (heads[index] === null && !isTableHead(sentence))),
  )
}

/** Whether a sentence, what stands above it, or its document's title has a word of what was asked last. */
function saysOfLast(comparison: Comparison, index: number): boolean {
  const sentence = comparison.sentences[index]
  if (sentence === undefined) return false
  const title = comparison.titleWords(sentence.passage) ?? []
  const words = [...sentence.words, ...headingWords(comparison, index), ...title]
  return words.some((word) => comparison.last.has(word))
}

function shapeWeight(comparison: Comparison, sentence: Quotation): number {
  if (isTableHead(sentence)) return tableHeadWeight
  if (isHeading(sentence) || saysTitle(comparison, sentence)) return headingWeight
  return isCode(sentence) ? codeWeight : 1
}

/** The subject of a letter, or a title that stands in the text, says no more than the title. */
function saysTitle({ wordsOf, titleWords }: Comparison, sentence: Quotation): boolean {
  const words = wordsOf(textOf(sentence).replace(/^[^:\n]{0,20}:\s/u, ''))
  return words.length > 0 && words.every((word) => titleWords(sentence.passage)?.has(word) === true)
}

/** How much of the question the document's own title says, from 0 to 1: "the lease" is the document "Lease". */
function titleShare(words: ReadonlySet<string> = new Set(), asked: ReadonlySet<string>): number {
  return asked.size === 0 ? 0 : [...asked].filter((word) => words.has(word)).length / asked.size
}
