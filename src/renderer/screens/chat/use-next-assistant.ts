import { choiceFor, nextAssistant, useChosenAssistants } from '../../stores/chosen-assistants'
import { useConversations } from '../../stores/conversations'

/** The id of who answers the next message of a conversation; null is one that does not exist yet. */
export function useNextAssistant(id: string | null): string {
  const chosen = useChosenAssistants((state) => choiceFor(state, id))
  // Asked for here, so that an answer that arrives draws nothing anew but itself.
  return useConversations(({ open }) => nextAssistant(chosen, id === null ? undefined : open[id]))
}
