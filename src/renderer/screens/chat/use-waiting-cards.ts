import { useMemo } from 'react'
import { useProposals } from '../../stores/proposals'
import type { Branch } from './branch'
import { unsettledIn, type WaitingCard, waitingCards } from './waiting-cards'

/** The cards of a conversation that wait for a decision, or are being applied. */
export function useWaitingCards(conversationId: string, branch: Branch): readonly WaitingCard[] {
  const unsettled = useProposals(({ byId }) => unsettledIn(byId, conversationId))
  return useMemo(() => waitingCards(unsettled, useProposals.getState().byId, branch), [unsettled, branch])
}
