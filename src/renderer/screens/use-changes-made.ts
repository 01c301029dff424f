import { useEffect } from 'react'
import type { ChangeLine } from '../../shared/contract/changes'
import type { ToolUseBlock } from '../../shared/run/blocks'
import {
  type ChangesById,
  ensureConversationChanges,
  useConversationChanges,
} from '../stores/conversation-changes'
import { useProposals } from '../stores/proposals'
import { findTool, useSystem } from '../stores/system'
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

/** Whether what a call began goes on now; undefined where it changed nothing, or where that is not loaded. */
export function useGoesOn(block: ToolUseBlock): boolean | undefined {
  const id = useProposals(({ byId }) => appliedChange(block, byId)) ?? ''
  return useConversationChanges(({ of }) => {
    const change = Object.values(of).find((changes) => changes[id] !== undefined)?.[id]
    return change && change.goesOn === true
  })
}

/** The id of what a call does or began without a proposal, whose card would stop it; null where there is nothing to stop. */
export function useStoppable(block: ToolUseBlock, conversationId: string): string | null {
  const { name, status, proposalId, result } = block
  const tool = useSystem(({ tools }) => findTool(tools, name))
  const asked = proposalId !== undefined
  const atWork = !asked && status === 'running' && tool?.reachesOut === true
  useLoaded(conversationId, atWork)
  const toolName = tool?.name
  return useConversationChanges(({ of }) => {
    if (asked) return null
    const changes = of[conversationId] ?? none
    // One effect is carried out at a time, so that there is no other of this tool.
    const change = atWork
      ? Object.values(changes).find((each) => each.status === 'applying' && each.tool === toolName)
      : changes[result?.changeId ?? '']
    return change?.goesOn === true ? change.id : null
  })
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
