import { reduce } from '../../../shared/run/reduce'
import { type ConversationState, emptyConversation, type Message } from '../../../shared/run/state'
import type { MessageNode } from '../../db/messages'
import type { EventPiece } from '../../db/run-events'

/** What some runs of a conversation come to. */
export interface BranchStates {
  readonly messages: ReadonlyMap<string, Message>
  readonly runs: ConversationState['runs']
}

/** What some runs come to; each piece of their events is a step. */
export function* statesIn(
  conversationId: string,
  runIds: ReadonlySet<string>,
  pieces: Iterable<EventPiece>,
): Generator<number, BranchStates, void> {
  // Each run by itself, so that the work grows with the number of messages and not with its square.
  const states = new Map([...runIds].map((id) => [id, emptyConversation(conversationId)]))
  for (const { events, characters } of pieces) {
    for (const event of events) {
      const state = states.get(event.runId)
      if (state === undefined || event.body.type === 'branch_shown') continue
      states.set(event.runId, reduce(state, event))
    }
    yield characters
  }
  const messages = new Map<string, Message>()
  const runs: Record<string, ConversationState['runs'][string]> = {}
  for (const state of states.values()) {
    for (const message of state.messages) messages.set(message.id, message)
    Object.assign(runs, state.runs)
  }
  return { messages, runs }
}

/** The runs in which these messages came. */
export function runIdsOf(nodes: readonly MessageNode[]): ReadonlySet<string> {
  return new Set(nodes.map(({ runId }) => runId))
}
