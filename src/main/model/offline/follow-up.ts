import type { Passage } from '../../../shared/contract/passages'
import type { ModelBlock, ModelMessage } from '../port'
import { contentWords } from '../question-words'
import { parseCommand } from './command'

/** What is asked only together with what was asked before it, English and German. */
const followUp =
  /^(?:and|what about|how about|und|(?:und )?(?:was ist|wie ist (?:es|das)|wie steht es|wie sieht es aus) (?:mit|bei))(?![\p{L}\p{N}])/iu

type TextBlock = Extract<ModelBlock, { type: 'text' }>

/** A question with what it goes on from: "and in the winter?" is asked of what came before it. */
export interface AskedQuestion {
  readonly text: string
  /** Whether it goes on from another. */
  readonly goesOn: boolean
}

/** What is asked last, as it is to be searched for. */
export function wholeQuestion(
  messages: readonly ModelMessage[],
  isQuestion: (block: ModelBlock) => block is TextBlock,
): AskedQuestion {
  const asked = messages.flatMap(({ role, content }) => {
    const question = role === 'user' ? content.findLast(isQuestion)?.text : undefined
    return question === undefined || parseCommand(question) !== null ? [] : [question.trim()]
  })
  const last = Math.max(0, asked.length - 1)
  let first = last
  while (first > 0 && followUp.test(asked[first] ?? '')) first--
  return { text: asked.slice(first).join(' '), goesOn: first < last }
}

/** Passages that have something of what was added, where there are any: the others answer what came before. */
export function havingAddition(passages: readonly Passage[], addition: string): readonly Passage[] {
  const added = new Set(contentWords(addition))
  const having = passages.filter(({ title, section, text }) =>
    contentWords(`${title} ${section ?? ''} ${text}`).some((word) => added.has(word)),
  )
  return having.length > 0 ? having : passages
}
