import type { Passage } from '../../../shared/contract/passages'
import { citationText } from '../../../shared/run/citation-text'
import type { ModelBlock, ModelMessage } from '../port'
import { contentWords } from '../question-words'
import { parseCommand } from './command'
import { wishedSign } from './wished-answer'
import { isLook } from './wished-look'

/** What is asked only together with what was asked before it, English and German. */
const followUp =
  /^(?:and|what about|how about|und|(?:und )?(?:was ist|wie ist (?:es|das)|wie steht es|wie sieht es aus) (?:mit|bei))(?![\p{L}\p{N}])/iu

/** What stands for something that was said before, English and German; “is there” and “gibt es” stand for nothing. */
const backward =
  /(?<!\p{L})(?:it|they|them|he|him|she|(?:this|that|these|those|there|das|dort|da|diese[mnrs]?)(?=\s*[?!.]*$)|(?<!\b(?:gibt|gab)\s)es|er|sie|ihn|ihm|ihnen|da(?:für|von|zu|mit|bei|nach|vor|rin|ran|rauf|gegen|durch))(?!\p{L})/u
/** Whose something is: in “the Andes and their lakes” it is said in the same words. */
const possessive = /(?<!\p{L})(?:its|their|his|her|seine[mnrs]?|ihre[mnrs]?|dessen|deren)(?!\p{L})/u
/** What may be said of what is done, English and German. */
const judged =
  '(?:allowed|permitted|forbidden|prohibited|possible|impossible|necessary|required|mandatory|compulsory|legal|illegal|normal|usual|common|worth|better|best|hard|easy|difficult|dangerous|safe|expensive|cheap|cheaper|free|ok|okay)'
const judgedGerman =
  '(?:erlaubt|gestattet|zulässig|verboten|untersagt|möglich|unmöglich|nötig|notwendig|erforderlich|[Pp]flicht|sinnvoll|ratsam|üblich|normal|besser|schwer|leicht|schwierig|gefährlich|sicher|teuer|billig|kostenlos)'
/** Something that is done and what to, which a question with “it” and “es” for it names itself. */
const toDo = String.raw`to (?!be |the |an? |my |our |your )\p{L}+ (?<behind>.+)`
const zuTun = String.raw`(?! ?(?:um|ohne|statt|anstatt) )(?<behind>[^?!.]+?) (?:zu \p{Ll}+n|\p{Ll}+zu\p{Ll}+n)(?!\p{L})`
const rains = '(?:rain|snow|hail|thunder)(?:s|ed|ing)?'
const regnet = '(?:regnet|schneit|hagelt|gewittert)e?'
/** “It” and “es” that stand for nothing that was said before: for what is said behind them, or for the weather. */
const expletives = [
  String.raw`it (?:\p{L}+ )?(?:costs?|takes?|took) (?:[^?!.]+? )?${toDo}`,
  String.raw`(?:(?:is|was) it|it[’']s|it (?:is|was)|it (?:\p{L}+ )?be) (?:\p{L}+ ){0,2}${judged} (?:for [^?!.]+? )?${toDo}`,
  `(?:expensive|how much) (?:is|was) it ${toDo}`,
  `(?:kostete? es|dauerte? es|lohnte? es|es (?:kostet|dauert|lohnt)e?)(?: sich)?(?:,|(?= ))${zuTun}`,
  `(?:ist|war|wäre) es(?:,|[^,?!.]* ${judgedGerman},?)${zuTun}`,
  `es (?:ist|war|wäre)[^,?!.]* ${judgedGerman},?${zuTun}`,
  String.raw`it (?:(?:is|was|will|would|can|often|always|usually|never|still|ever) )*${rains}(?!\p{L})(?<behind>.*)`,
  String.raw`(?:${regnet} es|es ${regnet})(?!\p{L})(?<behind>.*)`,
].map((each) => new RegExp(String.raw`(?<!\p{L})${each}`, 'u'))
const standsForNothing = /(?<!\p{L})(?:it|es)(?!\p{L})/u
/** A season is no subject: “does it rain in winter?” goes on from a place. */
const seasons = new Set(contentWords('winter summer spring autumn fall sommer frühling frühjahr herbst'))
/** Nor is a year: “did it rain in summer 2024?” goes on from a place as well. */
const year = /^\d{4}$/u
/** The most words of its own before the one that stands for something else: “can I cancel it?” */
const mostBefore = 1
/** A question with more words of its own says what it is about (count). */
const mostOwnWords = 3

type TextBlock = Extract<ModelBlock, { type: 'text' }>

/** A question with what it goes on from: "and in the winter?" is asked of what came before it. */
export interface AskedQuestion {
  readonly text: string
  /** What came before it and what it goes on from; empty where it stands for itself. */
  readonly before: string
  /** Whether it has no subject of its own: “how much did it cost?”. */
  readonly isAboutBefore: boolean
}

/** What is asked last, as it is to be searched for. */
export function wholeQuestion(
  messages: readonly ModelMessage[],
  isQuestion: (block: ModelBlock) => block is TextBlock,
): AskedQuestion {
  const questions = messages.flatMap(({ role, content }) => {
    const question = role === 'user' ? content.findLast(isQuestion)?.text : undefined
    return question === undefined ? [] : [question.trim()]
  })
  const standsAlone = isNoQuestion(questions.at(-1) ?? '')
  const asked = questions.filter((words, index) => index === questions.length - 1 || !isNoQuestion(words))
  const last = Math.max(0, asked.length - 1)
  let first = last
  while (!standsAlone && first > 0 && (followUp.test(asked[first] ?? '') || lacksSubject(asked[first] ?? '')))
    first--
  return {
    text: asked.slice(first).join(' '),
    before: asked.slice(first, last).join(' '),
    isAboutBefore: first < last && lacksSubject(asked[last] ?? ''),
  }
}

/** Whether words ask nothing of documents, and no question goes on from them: a command, one's own lists, a sum. */
function isNoQuestion(words: string): boolean {
  return parseCommand(words) !== null || isLook(words)
}

/** Whether a question says what it is about by nothing but a word for something else, or not at all: “since when?”. */
function lacksSubject(question: string): boolean {
  const whole = lowered(question.replace(followUp, '').trim())
  const own = contentWords(whole).length
  if (own === 0) return true
  if (own > mostOwnWords) return false
  const words = withoutExpletive(whole)
  const ownBefore = (match: RegExpExecArray | null) =>
    match === null ? Infinity : contentWords(words.slice(0, match.index)).length
  return ownBefore(backward.exec(words)) <= mostBefore || ownBefore(possessive.exec(words)) === 0
}

/** A question without an “it” that stands for nothing; as it is where another word stands for something else. */
function withoutExpletive(words: string): string {
  const saysWhat = (behind = '') =>
    contentWords(behind).some((word) => !seasons.has(word) && !year.test(word))
  const found = expletives.map((each) => each.exec(words)).find((each) => saysWhat(each?.groups?.behind))
  if (!found) return words
  const rest = words.replace(found[0], (clause) => clause.replace(standsForNothing, ''))
  return backward.test(rest) || possessive.test(rest) ? words : rest
}

/** In small letters at its beginning; elsewhere a capital makes another word: “Sie” is who is spoken to. */
function lowered(question: string): string {
  return question.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
}

/**
 * The document that the last answer before the last question quoted first; null where it quoted none, and where several have
 * such a citation: it has no more than words to be known by.
 */
export function quotedBefore(
  messages: readonly ModelMessage[],
  isQuestion: (block: ModelBlock) => block is TextBlock,
): string | null {
  const last = messages.findLastIndex(({ role, content }) => role === 'user' && content.some(isQuestion))
  const earlier = messages.slice(0, Math.max(0, last))
  const answer = earlier
    .findLast(({ role, content }) => role === 'assistant' && content.some(({ type }) => type === 'text'))
    ?.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
  if (answer === undefined) return null
  const given = earlier.flatMap(({ content }) =>
    content.flatMap((block) =>
      block.type === 'tool_result' ? [...(block.passages ?? []), ...(block.sentences ?? [])] : [],
    ),
  )
  const cited = given
    .map((passage) => ({ passage, at: answer.indexOf(citationText(passage.title, passage)) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
  const first = new Set(
    cited.filter(({ at }) => at === cited[0]?.at).map(({ passage }) => passage.document_id),
  )
  return first.size === 1 ? ([...first][0] ?? null) : null
}

/**
 * Of passages those that answer a question without a subject: of the document that was spoken of, as far as it can, unless
 * another has more of the question's own words.
 */
export function ofSameDocument(
  passages: readonly Passage[],
  document: string | null,
  addition: string,
): readonly Passage[] {
  const same = passages.filter(({ document_id }) => document_id === document)
  const others = passages.filter(({ document_id }) => document_id !== document)
  // One word may be no more than what is asked for: “how much did it cost?”.
  if (mostWords(others, addition) > Math.max(1, mostWords(same, addition)))
    return havingAddition(passages, addition)
  const sign = wishedSign(addition)
  const having = same.filter((passage) => hasWord(passage, addition))
  if (having.length > 0) return having
  const signed = sign === null ? [] : same.filter(({ text }) => sign(text))
  if (signed.length > 0) return signed
  return contentWords(addition).length === 0 && same.length > 0 ? same : havingAddition(passages, addition)
}

/** Passages that have something of what was added, where there are any: the others answer what came before. */
export function havingAddition(passages: readonly Passage[], addition: string): readonly Passage[] {
  const having = passages.filter((passage) => hasWord(passage, addition))
  return having.length > 0 ? having : passages
}

function hasWord(passage: Passage, addition: string): boolean {
  return wordsHad(passage, addition) > 0
}

/** How many words of what was added the passage has that has most of them. */
function mostWords(passages: readonly Passage[], addition: string): number {
  return Math.max(0, ...passages.map((passage) => wordsHad(passage, addition)))
}

/** How many words of what was added a passage has. */
function wordsHad({ title, section, text }: Passage, addition: string): number {
  const had = new Set(contentWords(`${title} ${section ?? ''} ${text}`))
  return new Set(contentWords(addition).filter((word) => had.has(word))).size
}
