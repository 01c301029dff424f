import type { Actor } from '../../shared/actor'
import type { ProposalLine } from '../../shared/contract/changes'
import { dayMs } from '../../shared/durations'

/** Proposals of one run, or one made by hand. */
export interface ProposalGroup {
  readonly key: string
  readonly proposals: readonly ProposalLine[]
  readonly conversationId: string | null
  /** Whose proposals they are. */
  readonly actor: Actor | null
  readonly newestAt: number
}

/** What the inbox shows: what waits, and what closed without being applied and can be proposed again. */
export function inboxProposals(all: readonly ProposalLine[], now: number): ProposalLine[] {
  const replaced = new Set(all.map((proposal) => proposal.replaces))
  return all.filter(
    (proposal) =>
      proposal.status === 'pending' ||
      (canProposeAgain(proposal) && !replaced.has(proposal.id) && now - proposal.createdAt < closedShownMs),
  )
}

/** What closed longer ago is of no interest any more; Activity keeps the record. */
const closedShownMs = 7 * dayMs

/** Whether planning it anew makes sense; what was asked about reading is asked when it is needed. */
export function canProposeAgain(proposal: ProposalLine): boolean {
  if (proposal.class === 'read') return false
  return proposal.status === 'conflict' || proposal.status === 'expired' || proposal.status === 'failed'
}

/** Groups by run, the newest group first, inside a group in the order in which they were made. */
export function groupByRun(proposals: readonly ProposalLine[]): ProposalGroup[] {
  const groups = Map.groupBy(proposals, (proposal) => proposal.runId ?? proposal.id)
  return [...groups]
    .map(([key, members]) => {
      const ordered = members.toSorted((a, b) => a.number - b.number)
      return {
        key,
        proposals: ordered,
        conversationId: ordered[0]?.conversationId ?? null,
        actor: ordered[0]?.actor ?? null,
        newestAt: Math.max(...ordered.map((proposal) => proposal.createdAt)),
      }
    })
    .toSorted((a, b) => b.newestAt - a.newestAt)
}
