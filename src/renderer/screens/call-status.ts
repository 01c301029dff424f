import type { ProposalLine } from '../../shared/contract/changes'
import type { ToolUseBlock, ToolUseStatus } from '../../shared/run/blocks'

/**
 * Where a call stands for who looks at it: once its proposal, or the one that took its place, was approved it is at work
 * and waits for nobody.
 */
export function callStatus(
  { status, proposalId }: Pick<ToolUseBlock, 'status' | 'proposalId'>,
  proposals: Readonly<Record<string, ProposalLine>>,
): ToolUseStatus {
  if (status !== 'waiting' || proposalId === undefined) return status
  let proposal = proposals[proposalId]
  while (proposal !== undefined && proposal.status !== 'approved') {
    const { id } = proposal
    proposal = Object.values(proposals).find(({ replaces }) => replaces === id)
  }
  return proposal === undefined ? status : 'running'
}
