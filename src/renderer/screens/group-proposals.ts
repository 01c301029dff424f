import type { Actor } from '../../shared/actor'
import type { ProposalLine } from '../../shared/contract/changes'
import { dayMs } from '../../shared/durations'

/** Proposals of one run, with what was made anew of them, or those that a person made by hand. */
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
      // That one which waited is closed may be heard of after what took its place.
      !replaced.has(proposal.id) &&
      (proposal.status === 'pending' ||
        (canProposeAgain(proposal) && now - proposal.createdAt < closedShownMs)),
  )
}

/** What closed longer ago is of no interest any more; Activity keeps the record. */
const closedShownMs = 7 * dayMs

/** Whether planning it anew makes sense; what was asked about reading is asked when it is needed. */
export function canProposeAgain(proposal: ProposalLine): boolean {
  if (proposal.class === 'read') return false
  return proposal.status === 'conflict' || proposal.status === 'expired' || proposal.status === 'failed'
}

/**
 * Groups by run, the newest group first, inside a group in the order in which they were made. What a person had proposed
 * again belongs to no run: it stands with the run of what it was made from, which
 * `byId` knows unless that is long ago: then it stands with what else was made of the same. What a person made by hand
 * stands together, and so does what they made by commands.
 */
export function groupByRun(
  proposals: readonly ProposalLine[],
  byId: Readonly<Record<string, ProposalLine>>,
): ProposalGroup[] {
  const groups = Map.groupBy(proposals, (proposal) => {
    const first = madeFrom(proposal, byId)
    return isByHand(first)
      ? `by hand: ${first.actor.kind}`
      : (first.runId ?? first.replaces ?? first.conversationId ?? first.id)
  })
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

/** What a person made outside of a conversation, in a window or by commands: all of it is of one origin. */
function isByHand({ actor, runId, conversationId }: ProposalLine): boolean {
  const isPersons = actor.kind === 'person' || actor.kind === 'command_line'
  return isPersons && runId === null && conversationId === null
}

/** The one that a run made, or that was made by hand, of one that was proposed again. */
function madeFrom(proposal: ProposalLine, byId: Readonly<Record<string, ProposalLine>>): ProposalLine {
  const former = proposal.replaces === null ? undefined : byId[proposal.replaces]
  return proposal.runId !== null || former === undefined ? proposal : madeFrom(former, byId)
}
