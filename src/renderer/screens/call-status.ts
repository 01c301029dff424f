import type { ProposalLine } from '../../shared/contract/changes'
import type { ToolUseBlock, ToolUseStatus } from '../../shared/run/blocks'

/** Of a proposal that was approved; what became of it is told of its call a moment later. */
const atWork: ReadonlySet<ProposalLine['status']> = new Set(['approved', 'applied', 'failed'])

/**
 * Where a call stands for who looks at it: once its proposal, or the one that took its place, was approved it is at work
 * until it is told how it ended, and waits for nobody.
 */
export function callStatus(
  { status, proposalId }: Pick<ToolUseBlock, 'status' | 'proposalId'>,
  proposals: Readonly<Record<string, ProposalLine>>,
): ToolUseStatus {
  if (status !== 'waiting' || proposalId === undefined) return status
  let proposal = proposals[proposalId]
  while (proposal !== undefined && !atWork.has(proposal.status)) {
    const { id } = proposal
    proposal = Object.values(proposals).find(({ replaces }) => replaces === id)
  }
  return proposal === undefined ? status : 'running'
}
