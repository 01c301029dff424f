import { create } from 'zustand'
import type { Proposal } from '../../shared/contract/changes'
import type { Remember } from '../../shared/contract/standing-grants'
import { type ErrorShape, toAppError, toErrorShape } from '../../shared/errors'
import { isSafe } from '../../shared/tool/classes'
import { client } from '../app/client'
import { amendedApproval, dropAmendment } from './amendments'

interface ProposalsState {
  readonly byId: Readonly<Record<string, Proposal>>
  /** Decisions on their way. */
  readonly deciding: ReadonlySet<string>
  /** Why the last decision on a proposal did not go through. */
  readonly problems: Readonly<Record<string, ErrorShape>>
}

/** Proposals that wait, and those that a conversation shows. */
export const useProposals = create<ProposalsState>(() => ({ byId: {}, deciding: new Set(), problems: {} }))

const { setState: set, getState: get } = useProposals

// Enough for weeks of closed ones in the inbox; older ones are in Activity.
const shownLimit = 200

/** Loads the newest proposals and everything that waits. */
export async function loadProposals(): Promise<void> {
  const [all, pending] = await Promise.all([
    client.proposals.list({ status: 'all', limit: shownLimit }),
    client.proposals.list({ status: 'pending', limit: 1000 }),
  ])
  set({ byId: Object.fromEntries([...all, ...pending].map((proposal) => [proposal.id, proposal])) })
}

/** Takes a proposal from the stream. */
export function takeProposal(proposal: Proposal): void {
  if (proposal.status !== 'pending') dropAmendment(proposal.id)
  set(({ byId }) => ({ byId: { ...byId, [proposal.id]: proposal } }))
}

/** Makes sure that a proposal that a conversation names is here. */
export async function ensureProposal(id: string): Promise<void> {
  if (get().byId[id] === undefined) takeProposal(await client.proposals.get({ id }))
}

/** What a person adds to a yes. */
export interface ApprovalDetails {
  readonly typed?: string
  /** Not to be asked again. */
  readonly remember?: Remember
}

/** Approves exactly what is shown, with what was left out or edited; answers whether it was applied. A failure is kept beside the proposal. */
export async function approve(id: string, details: ApprovalDetails = {}): Promise<boolean> {
  const proposal = get().byId[id]
  if (proposal === undefined) return false
  return decide(id, async () => {
    const outcome = await client.proposals.approve({
      id,
      planHash: proposal.planHash,
      ...amendedApproval(proposal),
      ...details,
    })
    takeProposal(outcome.proposal)
    return outcome.proposal.status === 'applied'
  })
}

/** Rejects; the reason goes back to the assistant. */
export async function reject(id: string, reason: string): Promise<boolean> {
  return decide(id, async () => {
    takeProposal((await client.proposals.reject({ id, reason })).proposal)
    return true
  })
}

/** Plans a proposal anew against what is there now; answers the new one. */
export async function proposeAgain(id: string): Promise<Proposal> {
  const proposal = await client.proposals.proposeAgain({ id })
  takeProposal(proposal)
  return proposal
}

/** Approves the safe ones of a list, one after the other, those first that others need. */
export async function approveSafe(ids: readonly string[]): Promise<{ applied: number; failed: number }> {
  let applied = 0
  const ordered = ids.toSorted((a, b) => (get().byId[a]?.number ?? 0) - (get().byId[b]?.number ?? 0))
  for (const id of ordered) {
    const proposal = get().byId[id]
    if (proposal?.status !== 'pending' || !isSafe(proposal.class)) continue
    if (await approve(id)) applied += 1
  }
  return { applied, failed: ids.length - applied }
}

async function decide(id: string, decision: () => Promise<boolean>): Promise<boolean> {
  if (get().deciding.has(id)) return false
  set(({ deciding, problems }) => {
    const { [id]: _, ...rest } = problems
    return { deciding: new Set([...deciding, id]), problems: rest }
  })
  try {
    return await decision()
  } catch (error) {
    set(({ problems }) => ({ problems: { ...problems, [id]: toErrorShape(error) } }))
    // Somebody else may have decided: show what is so now.
    if (toAppError(error).code !== 'unavailable') await refresh(id)
    return false
  } finally {
    set(({ deciding }) => ({ deciding: new Set([...deciding].filter((other) => other !== id)) }))
  }
}

async function refresh(id: string): Promise<void> {
  try {
    takeProposal(await client.proposals.get({ id }))
  } catch (error) {
    set(({ problems }) => ({ problems: { ...problems, [id]: toErrorShape(error) } }))
  }
}
