import { type ErrorShape, toAppError } from '../../shared/errors'
import type { ConversationState } from '../../shared/run/state'
import type { Conversations } from '../services/conversations'

/** What a run said last, why it failed where it did, and how many of its calls failed that left nothing to decide. */
export function closingOf(
  conversations: Pick<Conversations, 'snapshot'>,
  conversationId: string,
  runId: string,
): { text: string; error: ErrorShape | null; failedCalls: number } {
  try {
    const state = conversations.snapshot(conversationId)
    return {
      text: lastWords(state, runId),
      error: state.runs[runId]?.error ?? null,
      failedCalls: failedCalls(state, runId),
    }
  } catch (error) {
    // A conversation that was deleted has taken its words along.
    if (toAppError(error).code !== 'not_found') throw error
    return { text: '', error: null, failedCalls: 0 }
  }
}

function failedCalls({ messages }: ConversationState, runId: string): number {
  const blocks = messages.flatMap((message) =>
    message.role === 'assistant' && message.runId === runId ? message.blocks : [],
  )
  // What became of a proposal is told with the others.
  return blocks.filter(
    (block) => block.type === 'tool_use' && block.status === 'failed' && block.proposalId === undefined,
  ).length
}

function lastWords({ messages }: ConversationState, runId: string): string {
  const words = messages.map((message) =>
    message.role === 'assistant' && message.runId === runId
      ? message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
      : '',
  )
  return words.findLast((text) => text.trim() !== '') ?? ''
}
