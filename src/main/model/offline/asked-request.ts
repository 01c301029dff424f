import { goOnText, wordlessText } from '../go-on'
import type { ModelBlock, ModelRequest } from '../port'
import { isSummaryWish } from './summary-wish'

/** What a tool answered. */
export type ToolResultBlock = Extract<ModelBlock, { type: 'tool_result' }>

/** What the person asked last, past the words that ask to go on after a break. */
export function lastQuestion(request: ModelRequest): string {
  return attachedTo(request).findLast(isQuestion)?.text ?? ''
}

/** The message with that question: what is attached stands before it. */
export function attachedTo({ messages }: ModelRequest): readonly ModelBlock[] {
  return messages.findLast(({ role, content }) => role === 'user' && content.some(isQuestion))?.content ?? []
}

/** The documents that it is about alone, by their ids; none where it is about all of the library. */
export function aboutOf(request: ModelRequest): readonly string[] {
  // A limit stands before what is attached, and holds for that too.
  const named = attachedTo(request).flatMap((block) =>
    block.type === 'text' && block.about !== undefined ? [block.about] : [],
  )
  return named[0] ?? []
}

/** Documents that are sent without a word are to be summed up. */
export function wantsSummary(question: string): boolean {
  return question === wordlessText || isSummaryWish(question)
}

/** Whether it is words of the person, other than those that ask to go on. */
export function isQuestion(block: ModelBlock): block is Extract<ModelBlock, { type: 'text' }> {
  return block.type === 'text' && block.text !== goOnText
}

/** Results that nothing was said about yet; none when the person said something after them. */
export function resultsAtTheEnd(request: ModelRequest): ToolResultBlock[] {
  const content = request.messages.at(-1)?.content ?? []
  return content.at(-1)?.type === 'tool_result' ? content.filter((block) => block.type === 'tool_result') : []
}

/** The tool that was called last. */
export function lastCalled({ messages }: ModelRequest): string | undefined {
  const calls = messages.findLast(({ role }) => role === 'assistant')?.content ?? []
  return calls.flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])).at(-1)
}

/** Whether nothing has been answered in words yet. */
export function isFirst(request: ModelRequest): boolean {
  return !request.messages.some(
    (message) => message.role === 'assistant' && message.content.some((block) => block.type === 'text'),
  )
}
