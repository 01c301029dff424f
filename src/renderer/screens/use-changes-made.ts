import { useEffect } from 'react'
import type { ChangeLine } from '../../shared/contract/changes'
import type { ToolUseBlock } from '../../shared/run/blocks'
import {
  type ChangesById,
  ensureConversationChanges,
  useConversationChanges,
} from '../stores/conversation-changes'
import { useProposals } from '../stores/proposals'
import { attempt } from '../stores/toasts'
import { appliedChange } from './changes-made'

/** What a call changed, and what undid that. */
export interface CallChange {
  readonly change: ChangeLine
  readonly undoneBy: ChangeLine | undefined
}

/** The change that a call made, as it stands now; null where it made none. */
export function useCallChange(block: ToolUseBlock | undefined, conversationId: string): CallChange | null {
  const id = useProposals(({ byId }) => (block === undefined ? null : appliedChange(block, byId)))
  useLoaded(conversationId, id !== null)
  // The two alone: a line is not drawn anew for what others changed.
  const change = useConversationChanges(({ of }) => of[conversationId]?.[id ?? ''])
  const undoneBy = useConversationChanges(({ of }) => of[conversationId]?.[change?.undoneBy ?? ''])
  return change === undefined ? null : { change, undoneBy }
}

const none: ChangesById = {}

/** All that was changed in a conversation, as it stands now. */
export function useChangesOf(conversationId: string): ChangesById {
  useLoaded(conversationId, true)
  return useConversationChanges(({ of }) => of[conversationId]) ?? none
}

function useLoaded(conversationId: string, wanted: boolean): void {
  const missing = useConversationChanges(({ fresh }) => !fresh.has(conversationId))
  useEffect(() => {
    if (wanted && missing) void attempt(ensureConversationChanges(conversationId))
  }, [conversationId, wanted, missing])
}
