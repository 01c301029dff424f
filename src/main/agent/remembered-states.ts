import type { ConversationState } from '../../shared/run/state'
import type { RunEventLog } from '../db/run-events'
import type { Branches } from './branches'

/**
 * The most that is kept of all conversations together (characters): one of 10,000 messages, or hundreds of usual ones.
 */
const mostCharacters = 40_000_000

/** Keeps the conversations at hand that runs were at work in last, so that the next message need not read them anew. */
export interface RememberedStates {
  /** The shown branch as it is stored. */
  load(conversationId: string): ConversationState
  /** What a run leaves. */
  keep(state: ConversationState): void
}

/** Starts with none. */
export function createRememberedStates(
  branches: Pick<Branches, 'load'>,
  log: Pick<RunEventLog, 'lastSeq'>,
  most = mostCharacters,
): RememberedStates {
  /** The one that was used last is the last. */
  const kept = new Map<string, { readonly state: ConversationState; readonly size: number }>()
  return {
    load(conversationId) {
      const state = kept.get(conversationId)?.state
      // Every change of a conversation is an event, the choice of another branch too.
      if (state !== undefined && state.seq === log.lastSeq(conversationId)) return state
      kept.delete(conversationId)
      return branches.load(conversationId)
    },
    keep(state) {
      kept.delete(state.conversationId)
      kept.set(state.conversationId, { state, size: sizeOf(state) })
      let total = [...kept.values()].reduce((sum, { size }) => sum + size, 0)
      for (const [id, { size }] of kept) {
        if (total <= most) break
        kept.delete(id)
        total -= size
      }
    },
  }
}

/** About how many characters a state holds; what a view is given of a result is as long as what a model is given. */
function sizeOf({ messages }: ConversationState): number {
  let size = 0
  for (const message of messages) {
    if (message.role === 'user') size += message.text.length
    else
      for (const block of message.blocks) {
        if (block?.type === 'tool_use')
          size += block.inputJson.length + 2 * (block.result?.content.length ?? 0)
        else size += block?.text.length ?? 0
      }
  }
  return size
}
