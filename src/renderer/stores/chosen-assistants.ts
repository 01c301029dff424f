import { create } from 'zustand'
import type { ConversationState } from '../../shared/run/state'
import { defaultAssistant } from '../../shared/tool/policy'

const forNew = 'new'

/** Which assistant was chosen for the next message, by conversation; absent where nobody chose. */
export const useChosenAssistants = create<Readonly<Record<string, string>>>(() => ({}))

/** Chooses for a conversation; null is the one that does not exist yet. */
export function chooseAssistant(conversationId: string | null, assistantId: string): void {
  useChosenAssistants.setState({ [conversationId ?? forNew]: assistantId })
}

/** Who answers the next message of a conversation; told with it, so that what was shown is what works. */
export function assistantFor(conversationId: string | null, state: ConversationState | undefined): string {
  return nextAssistant(choiceFor(useChosenAssistants.getState(), conversationId), state)
}

/** A new conversation begins with the usual assistant again. */
export function forgetChoiceForNew(): void {
  const { [forNew]: _, ...rest } = useChosenAssistants.getState()
  useChosenAssistants.setState(rest, true)
}

/** Who answers the next message: as was chosen, else who is at work, or was last on the shown branch. */
export function nextAssistant(chosen: string | undefined, state: ConversationState | undefined): string {
  if (chosen !== undefined) return chosen
  if (state === undefined) return defaultAssistant
  // A run at work may have said nothing yet: the last message is then another run's.
  const atWork = Object.values(state.runs).findLast(({ status }) => status === 'running')
  const last = atWork ?? state.runs[state.messages.at(-1)?.runId ?? '']
  return last?.assistantId ?? defaultAssistant
}

/** The choice that was made for a conversation. */
export function choiceFor(
  chosen: Readonly<Record<string, string>>,
  conversationId: string | null,
): string | undefined {
  return chosen[conversationId ?? forNew]
}
