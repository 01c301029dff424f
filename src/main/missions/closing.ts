import { type ErrorShape, toAppError } from '../../shared/errors'
import type { ConversationState } from '../../shared/run/state'
import type { Conversations } from '../services/conversations'

/** What a run said last, and why it failed where it did. */
export function closingOf(
  conversations: Pick<Conversations, 'snapshot'>,
  conversationId: string,
  runId: string,
): { text: string; error: ErrorShape | null } {
  try {
    const state = conversations.snapshot(conversationId)
    return { text: lastWords(state, runId), error: state.runs[runId]?.error ?? null }
  } catch (error) {
    // A conversation that was deleted has taken its words along.
    if (toAppError(error).code !== 'not_found') throw error
    return { text: '', error: null }
  }
}

function lastWords({ messages }: ConversationState, runId: string): string {
  const words = messages.map((message) =>
    message.role === 'assistant' && message.runId === runId
      ? message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
      : '',
  )
  return words.findLast((text) => text.trim() !== '') ?? ''
}
