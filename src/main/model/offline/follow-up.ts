import type { ModelBlock, ModelMessage } from '../port'
import { parseCommand } from './command'

/** What is asked only together with what was asked before it, English and German. */
const followUp =
  /^(?:and|what about|how about|und|(?:und )?(?:was ist|wie ist (?:es|das)|wie steht es|wie sieht es aus) (?:mit|bei))(?![\p{L}\p{N}])/iu

type TextBlock = Extract<ModelBlock, { type: 'text' }>

/** The question with what it goes on from: "and in the winter?" is asked of what came before it. */
export function wholeQuestion(
  messages: readonly ModelMessage[],
  isQuestion: (block: ModelBlock) => block is TextBlock,
): string {
  const asked = messages.flatMap(({ role, content }) => {
    const question = role === 'user' ? content.findLast(isQuestion)?.text : undefined
    return question === undefined || parseCommand(question) !== null ? [] : [question.trim()]
  })
  let first = asked.length - 1
  while (first > 0 && followUp.test(asked[first] ?? '')) first--
  return asked.slice(Math.max(0, first)).join(' ')
}
