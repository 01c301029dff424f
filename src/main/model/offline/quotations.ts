import type { Passage } from '../../../shared/contract/passages'
import { isTableRow, isTableRule } from '../../../shared/markdown/table-line'
import { tokenEstimator } from '../../library/chunking/tokens'
import { contentWords } from '../question-words'
import type { Range } from '../sentences'
import { isCodeText, withWholeCode } from './code-in-text'
import { distinct } from './distinct'
import { headingLevel, isQuestionLine } from './heading-mark'
import { announces, areOtherBlocks, isPointAt, listAt, opensList, withPoints } from './list-points'
import { negates } from './negation'
import { areApart, isLikeRecord, isRecordLine } from './record-lines'
import { onlyRefers } from './reference'
import { isSignature } from './signature'
import { lineAt, linesFrom } from './text-lines'

/** A quotable piece of a passage. */
export interface Quotation {
  readonly passage: Passage
  /** In the passage's text. */
  readonly range: Range
}

/** A piece of a text, whatever else is known of that. */
export interface TextPart {
  readonly passage: { readonly text: string }
  readonly range: Range
}

/** A sentence and what it is worth as an answer. */
export interface ScoredSentence extends Quotation {
  /** Those of the question that it has. */
  readonly words: ReadonlySet<string>
  /** The words of its document's title, which stands below what is quoted. */
  readonly titled: ReadonlySet<string>
  /** By its own words. */
  readonly own: number
  /** What the headings above it say of the question, by their words. */
  readonly above: number
  /** The share of what the question's words tell that it says with its headings and its document's title. */
  readonly said: number
  /** With its neighbours, its passage and its shape; 0 where neither it nor the headings above it have a word of the question, and it has not the kind of answer. */
  readonly score: number
}

/** The most quotations of one answer: enough to answer, few enough to read. */
const quotationLimit = 4
/** Quotations worth less than this part of the best one are left out. */
const worthShowing = 0.25
/** What each further sentence of a passage counts against the one before: it says less than the first of another. */
const furtherOfPassage = 0.7
/** Where the best sentence, below its headings and title, has this share of what the question's words tell, it answers. */
const allSaid = 0.9
/** A sentence of another document is then left out that has less than this part of what the best one has. */
const leastOfOther = 0.7
/** The longest quotation, in characters; tables and lists have no sentences. */
export const longestQuotation = 420
/** A quotation with less than this share of what the question's words tell is given the sentences beside it: they often answer. */
const enoughSaid = 0.75
/** They are added while all quotations together have no more tokens. */
const readableTokens = 100
/** Characters; longer lines without a full stop are list entries or table rows, which can answer. */
const headingLength = 60
/** A name and its figure, such as “Balance: 367.05 €”, is a short line that answers. */
const namesFigure = /^[^:\n]{1,40}:\**\s+[^\s\p{L}]*\d/u
/** The most lines of how a function is called that are quoted above what it does. */
const signatureLines = 3

/** Sentences that stand one after the other in `sentences`, from `first` to `last`. */
interface Run {
  readonly first: number
  readonly last: number
}

/** A heading has the words of the question and answers nothing; it helps the sentences beside it. */
export function isHeading(quotation: TextPart): boolean {
  // A row of a table answers, however short it is, and so does a point of a list.
  if (isRow(quotation) && !isTableHead(quotation)) return false
  const { passage, range } = quotation
  if (headingLevel(passage.text, range.start) !== null) return true
  if (isPointAt(passage.text, range.start) || isRecordLine(passage.text, range.start)) return false
  if (isQuestionLine(passage.text, range)) return true
  if (announces(passage.text, range)) return false
  const text = textOf(quotation)
  if (namesFigure.test(text)) return false
  return text.length < headingLength && !/[.!?…:;。！？｡：；؟۔।]["'”’」』）)\]]*$/u.test(text)
}

/** Code has words of the question and is not read as an answer. */
export function isCode(quotation: Quotation): boolean {
  return isCodeText(textOf(quotation))
}

/** What is quoted, as it stands in the passage. */
export function textOf({ passage, range }: TextPart): string {
  return passage.text.slice(range.start, range.end)
}

/** What to quote of sentences in the order in which they stand: the best first, with what stands beside it. */
export function quotationsOf(
  sentences: readonly ScoredSentence[],
  weights: ReadonlyMap<string, number>,
): Quotation[] {
  const runs = withNeighbours(joined(choose(sentences), sentences), sentences, weights)
  return distinct(
    runs.map((run) =>
      belongings.reduce(
        (quotation, widened) => widened(quotation, run, sentences),
        quotationOf(run, sentences),
      ),
    ),
  )
}

/** What a quotation must not be torn from, one after the other. */
const belongings: readonly ((
  quotation: Quotation,
  run: Run,
  sentences: readonly ScoredSentence[],
) => Quotation)[] = [withSignature, withList, withRows, withNegation, withAnnounced]

/** Half of a block of code is no use to anybody, and neither is the sentence that announces it, or a list, without it. */
function withAnnounced({ passage, range }: Quotation): Quotation {
  return { passage, range: withWholeCode(passage.text, withPoints(passage.text, range)) }
}

/** A run with the list that is asked for and what announces it, where it is one. */
function withList(quotation: Quotation, { first }: Run, sentences: readonly ScoredSentence[]): Quotation {
  const { passage, range } = quotation
  const list = listAskedFor(first, sentences)
  if (list === null) return quotation
  return { passage, range: { start: Math.min(list.start, range.start), end: Math.max(list.end, range.end) } }
}

/**
 * A row, or a line of a record, that has nothing of the question itself stands for all of them, whose head or headings
 * have: with those below it.
 */
function withRows(
  quotation: Quotation,
  { first, last }: Run,
  sentences: readonly ScoredSentence[],
): Quotation {
  const line = sentences[first]
  if (first !== last || line === undefined || line.own > 0) return quotation
  const { passage, range } = line
  if (isRow(line) && !isTableHead(line)) {
    return { passage, range: linesFrom(passage.text, range.start, isTableRow) }
  }
  return isRecordLine(passage.text, range.start)
    ? { passage, range: linesFrom(passage.text, range.start, isLikeRecord) }
    : quotation
}

/**
 * The list that is asked for rather than that point of it: what stands above it, as headings and as the words that announce
 * it, has no less of the question than the point.
 */
function listAskedFor(index: number, sentences: readonly ScoredSentence[]): Range | null {
  const point = sentences[index]
  if (point === undefined || !isPointAt(point.passage.text, point.range.start)) return null
  const { passage } = point
  const list = listAt(passage.text, point.range.start)
  if (list === null) return null
  const before = rightAbove(passage, list.start, sentences)
  const isNamed = before !== undefined && isHeading(before)
  const isAnnounced = before !== undefined && !isNamed && announces(passage.text, before.range)
  const above = point.above + (isAnnounced ? before.own : 0)
  if (above === 0 || above < point.own) return null
  // Its points alone would not tell whether they are what is covered or what is not.
  return { start: isNamed || isAnnounced ? before.range.start : list.start, end: list.end }
}

/** With the heading right above it where that negates: without it, what is not so would read as what is. */
function withNegation(
  { passage, range }: Quotation,
  _: Run,
  sentences: readonly ScoredSentence[],
): Quotation {
  const above = rightAbove(passage, range.start, sentences)
  if (above === undefined || !isHeading(above) || !negates(textOf(above))) return { passage, range }
  return { passage, range: { start: above.range.start, end: range.end } }
}

/** The sentence of a passage between which and a place nothing stands but marks. */
function rightAbove(
  passage: Passage,
  at: number,
  sentences: readonly ScoredSentence[],
): ScoredSentence | undefined {
  const nearest = sentences.findLast((other) => other.passage === passage && other.range.end <= at)
  const isNear = nearest !== undefined && /^[\s*_]*$/u.test(passage.text.slice(nearest.range.end, at))
  return isNear ? nearest : undefined
}

/** The best sentences, of several passages rather than of one. */
function choose(sentences: readonly ScoredSentence[]): number[] {
  const left = new Set(sentences.flatMap(({ score }, index) => (score > 0 ? [index] : [])))
  const best = Math.max(0, ...sentences.map(({ score }) => score))
  const chosen: number[] = []
  const taken = new Map<Passage, number>()
  const worth = (index: number): number => {
    const sentence = sentences[index]
    if (sentence === undefined) return 0
    return sentence.score * furtherOfPassage ** (taken.get(sentence.passage) ?? 0)
  }
  const top = sentences.find(({ score }) => score === best)
  while (chosen.length < quotationLimit && left.size > 0) {
    const next = [...left].reduce((first, second) => (worth(second) > worth(first) ? second : first))
    if (worth(next) < best * worthShowing) break
    left.delete(next)
    const answering = whatAnswers(next, sentences)
    const sentence = sentences[answering]
    if (sentence === undefined || chosen.some((other) => repeats(sentences[other], sentence))) continue
    if (top !== undefined && strays(sentence, top)) continue
    chosen.push(answering)
    taken.set(sentence.passage, (taken.get(sentence.passage) ?? 0) + 1)
  }
  return chosen
}

/** Whether it is of another document than the best sentence, which answers all that is asked, and has much less of that. */
function strays(sentence: ScoredSentence, best: ScoredSentence): boolean {
  const isOther = sentence.passage.document_id !== best.passage.document_id
  return isOther && best.said >= allSaid && sentence.said < leastOfOther * best.said
}

/** Whether it is a row of a table, or a part of one. */
export function isRow({ passage: { text }, range: { start } }: TextPart): boolean {
  const { start: from, end } = lineAt(text, start)
  return isTableRow(text.slice(from, end))
}

/** Whether it is the first row of a table, which says what stands in the others. */
export function isTableHead(quotation: TextPart): boolean {
  const { passage, range } = quotation
  const below = lineAt(passage.text, Math.min(lineAt(passage.text, range.start).end + 1, passage.text.length))
  return isRow(quotation) && isTableRule(passage.text.slice(below.start, below.end))
}

/** A heading alone answers nothing: what stands below it does. */
function whatAnswers(index: number, sentences: readonly ScoredSentence[]): number {
  const sentence = sentences[index]
  const below = sentences[index + 1]
  if (sentence === undefined || below === undefined) return index
  if (!isHeading(sentence) && !isTableHead(sentence)) return index
  return below.passage === sentence.passage && !isHeading(below) ? index + 1 : index
}

/** Neighbouring passages may overlap, and documents repeat themselves. */
function repeats(other: Quotation | undefined, quotation: Quotation): boolean {
  const words = (each: Quotation) => contentWords(textOf(each)).join(' ')
  return other !== undefined && words(other) === words(quotation)
}

/** Sentences that follow one another read better as one quotation; it stands where the better of them stood. */
function joined(chosen: readonly number[], sentences: readonly ScoredSentence[]): Run[] {
  const runs: Run[] = []
  const left = new Set(chosen)
  for (const index of chosen) {
    if (!left.delete(index)) continue
    let [first, last] = [index, index]
    while (left.has(first - 1) && goOn(first - 1, sentences)) left.delete(--first)
    while (left.has(last + 1) && goOn(last, sentences)) left.delete(++last)
    runs.push({ first, last })
  }
  return runs
}

/** Whether the next sentence stands in the same passage with nothing but space between. */
function follow(index: number, sentences: readonly ScoredSentence[]): boolean {
  const sentence = sentences[index]
  const next = sentences[index + 1]
  if (sentence === undefined || next === undefined || sentence.passage !== next.passage) return false
  return sentence.passage.text.slice(sentence.range.end, next.range.start).trim() === ''
}

/** Whether the next sentence follows and goes on with the same thing: no list ends or begins unannounced between them. */
function goOn(index: number, sentences: readonly ScoredSentence[]): boolean {
  const [sentence, next] = [sentences[index], sentences[index + 1]]
  if (sentence === undefined || next === undefined || !follow(index, sentences)) return false
  return !areOtherBlocks(sentence.passage.text, sentence.range, next.range)
}

/** Whether the next sentence goes on and each tells more of the other, as lines of a bill do not. */
function tellMore(index: number, sentences: readonly ScoredSentence[]): boolean {
  const [sentence, next] = [sentences[index], sentences[index + 1]]
  if (sentence === undefined || next === undefined || !goOn(index, sentences)) return false
  return !areApart(sentence.passage.text, sentence.range.start, next.range.start)
}

/**
 * Adds to each run, best first, the sentence beside it that has more of the question, until the run has enough of it and
 * while all stay readable.
 */
function withNeighbours(
  runs: readonly Run[],
  sentences: readonly ScoredSentence[],
  weights: ReadonlyMap<string, number>,
): Run[] {
  const told = (run: readonly number[]): number => {
    const words = new Set(
      run.flatMap((index) => [...(sentences[index]?.words ?? []), ...(sentences[index]?.titled ?? [])]),
    )
    return [...words].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)
  }
  const enough = enoughSaid * told([...sentences.keys()])
  const quoted = new Set(runs.flatMap(({ first, last }) => indexes(first, last)))
  const tokensOf = tokensOfSentences(sentences)
  let room = readableTokens - [...quoted].reduce((sum, index) => sum + tokensOf(index), 0)
  return runs.map((run) => {
    let { first, last } = run
    if (quotesList(run)) return run
    for (;;) {
      if (told(indexes(first, last)) >= enough) return { first, last }
      const beside = [
        ...(tellMore(last, sentences) ? [last + 1] : []),
        ...(tellMore(first - 1, sentences) ? [first - 1] : []),
      ].filter(canJoin)
      const [next] = beside.sort((a, b) => (sentences[b]?.own ?? 0) - (sentences[a]?.own ?? 0))
      if (next === undefined) return { first, last }
      if (next > last) last = next
      else first = next
      quoted.add(next)
      room -= tokensOf(next)
    }
  })

  /** A list says enough by itself. */
  function quotesList({ first, last }: Run): boolean {
    const sentence = sentences[last]
    return (
      listAskedFor(first, sentences) !== null ||
      (sentence !== undefined &&
        opensList(sentence.passage.text, sentence.range) &&
        announces(sentence.passage.text, sentence.range))
    )
  }

  function canJoin(index: number): boolean {
    const sentence = sentences[index]
    return (
      sentence !== undefined &&
      !quoted.has(index) &&
      !isHeading(sentence) &&
      !isCode(sentence) &&
      !onlyRefers(textOf(sentence)) &&
      tokensOf(index) <= room
    )
  }
}

function tokensOfSentences(sentences: readonly ScoredSentence[]): (index: number) => number {
  const estimates = new Map(sentences.map(({ passage }) => [passage, tokenEstimator(passage.text)]))
  return (index) => {
    const sentence = sentences[index]
    if (sentence === undefined) return 0
    return estimates.get(sentence.passage)?.(sentence.range.start, sentence.range.end) ?? 0
  }
}

function quotationOf({ first, last }: Run, sentences: readonly ScoredSentence[]): Quotation {
  const [from, to] = [sentences[first], sentences[last]]
  if (from === undefined || to === undefined) throw new RangeError('A run of sentences that are not there.')
  return { passage: from.passage, range: { start: from.range.start, end: to.range.end } }
}

/** What is said of a function, with how it is called, which stands above it. */
function withSignature(
  quotation: Quotation,
  { first }: Run,
  sentences: readonly ScoredSentence[],
): Quotation {
  const above = sentences[first - 1]
  const own = sentences[first]
  if (above === undefined || own === undefined || isHeading(own) || !follow(first - 1, sentences))
    return quotation
  const { passage, range } = above
  const lines = textOf(above).split('\n')
  let start = range.end
  for (const line of lines.slice(-signatureLines).reverse()) {
    if (!isSignature(line)) break
    start -= line.length + (start === range.end ? 0 : 1)
  }
  return start === range.end ? quotation : { passage, range: { start, end: quotation.range.end } }
}

function indexes(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_unused, offset) => first + offset)
}
