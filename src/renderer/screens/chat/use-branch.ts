import { useMemo } from 'react'
import type { ConversationState } from '../../../shared/run/state'
import { useConversations } from '../../stores/conversations'
import type { Branch } from './branch'

/** Puts the end of a branch that is open and what was loaded before it together. */
export function useBranch(state: ConversationState): Branch {
  const older = useConversations((all) => all.older[state.conversationId])
  return useMemo(
    () => ({
      length: state.earlier + state.messages.length,
      message: (at) => (at < state.earlier ? older?.messages[at] : state.messages[at - state.earlier]),
      versions: (id) => state.versions[id] ?? older?.versions[id],
      run: (id) => state.runs[id] ?? older?.runs[id],
    }),
    [state, older],
  )
}
