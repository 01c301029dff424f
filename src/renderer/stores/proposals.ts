import { create } from 'zustand'
import type { Proposal, ProposalLine } from '../../shared/contract/changes'
import { proposalLineOf } from '../../shared/contract/proposal-line'
import type { Remember } from '../../shared/contract/standing-grants'
import { type ErrorShape, toAppError, toErrorShape } from '../../shared/errors'
import { client } from '../app/client'
import { amendedApproval, dropAmendment } from './amendments'
import { draftToKeep } from './kept-amendment'
import { attempt } from './toasts'

/** What of a proposal is fetched when it is looked at; with it comes the hash that a yes must name. */
export type ProposalDetails = Pick<Proposal, 'input' | 'preview' | 'planHash' | 'remember'>

/** A proposal with what it shows. */
export type ShownProposal = ProposalLine & ProposalDetails

interface ProposalsState {
  readonly byId: Readonly<Record<string, ProposalLine>>
  /** Of those that were looked at; what was proposed never changes. */
  readonly details: Readonly<Record<string, ProposalDetails>>
  /** Why what a proposal shows could not be fetched. */
  readonly missing: Readonly<Record<string, ErrorShape>>
  /** Decisions on their way. */
  readonly deciding: ReadonlySet<string>
  /** Why the last decision on a proposal did not go through. */
  readonly problems: Readonly<Record<string, ErrorShape>>
  /** What those that wait were planned against and that moved since, as far as it was looked at. */
  readonly moved: Readonly<Record<string, ErrorShape>>
  /** Why one could not be planned anew. */
  readonly notAgain: Readonly<Record<string, ErrorShape>>
}

/** Proposals that wait, and those that a conversation shows. */
export const useProposals = create<ProposalsState>(() => ({
  byId: {},
  details: {},
  missing: {},
  deciding: new Set(),
  problems: {},
  moved: {},
  notAgain: {},
}))

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

/** How many proposals wait in each conversation that has some. */
export function waitingIn(byId: ProposalsState['byId']): ReadonlyMap<string, number> {
  const waiting = new Map<string, number>()
  for (const { status, conversationId } of Object.values(byId)) {
    if (status !== 'pending' || conversationId === null) continue
    waiting.set(conversationId, (waiting.get(conversationId) ?? 0) + 1)
  }
  return waiting
}

/** Takes a proposal from the stream. */
export function takeProposal(proposal: ProposalLine): void {
  if (proposal.status !== 'pending') {
    dropAmendment(proposal.id)
    keepMoved(proposal.id, null)
  }
  set(({ byId }) => ({ byId: { ...byId, [proposal.id]: proposal } }))
}

/** Takes a proposal with what it shows: what was approved, where that was not the whole. */
export function takeWhole({ input, planHash, remember, amendment, ...proposal }: Proposal): void {
  const { id } = proposal
  const { preview } = amendment ?? proposal
  set(({ details }) => ({ details: { ...details, [id]: { input, preview, planHash, remember } } }))
  takeProposal(proposalLineOf({ ...proposal, preview }))
}

const fetching = new Map<string, Promise<void>>()

/** Makes sure that a proposal is here with what it shows; a failure is kept beside it too. */
export function ensureProposal(id: string): Promise<void> {
  const { byId, details } = get()
  if (byId[id] !== undefined && details[id] !== undefined) return Promise.resolve()
  const fetched = fetching.get(id) ?? fetchProposal(id).finally(() => fetching.delete(id))
  fetching.set(id, fetched)
  return fetched
}

async function fetchProposal(id: string): Promise<void> {
  set(({ missing: { [id]: _, ...rest } }) => ({ missing: rest }))
  try {
    takeWhole(await client.proposals.get({ id }))
  } catch (error) {
    set(({ missing }) => ({ missing: { ...missing, [id]: toErrorShape(error) } }))
    throw error
  }
}

/** A proposal with what it shows; null while that is not here. */
export function shownProposal(
  line: ProposalLine | undefined,
  details: ProposalDetails | undefined,
): ShownProposal | null {
  return line === undefined || details === undefined ? null : { ...line, ...details }
}

/** What a person adds to a yes. */
export interface ApprovalDetails {
  readonly typed?: string
  /** Not to be asked again. */
  readonly remember?: Remember
}

/**
 * Approves exactly what is shown, with what was left out or edited; answers whether it was applied. What was not
 * fetched was not shown and is not approved. A failure is kept beside the proposal.
 */
export async function approve(id: string, more: ApprovalDetails = {}): Promise<boolean> {
  const { byId, details } = get()
  const proposal = shownProposal(byId[id], details[id])
  if (proposal === null) return false
  return decide(id, async () => {
    const outcome = await client.proposals.approve({
      id,
      planHash: proposal.planHash,
      ...amendedApproval(proposal),
      ...more,
    })
    takeWhole(outcome.proposal)
    return outcome.proposal.status === 'applied'
  })
}

/** Rejects; the reason goes back to the assistant. */
export async function reject(id: string, reason: string): Promise<boolean> {
  return decide(id, async () => {
    takeWhole((await client.proposals.reject({ id, reason })).proposal)
    return true
  })
}

/** Rejects what can be proposed again. */
export async function giveUpProposal(id: string): Promise<void> {
  takeWhole((await client.proposals.giveUp({ id })).proposal)
}

/** Keeps why a yes to one that waits would not go through; null where nothing moved. */
export function keepMoved(id: string, why: ErrorShape | null): void {
  set(({ moved }) => {
    const { [id]: before, ...others } = moved
    if (why === null) return before === undefined ? {} : { moved: others }
    return { moved: { ...others, [id]: why } }
  })
}

/** Plans a proposal anew against what is there now; answers the new one, and null where that can't be: why is kept. */
export async function proposeAgain(id: string): Promise<Proposal | null> {
  set(({ notAgain: { [id]: _, ...notAgain } }) => ({ notAgain }))
  try {
    const former = shownProposal(get().byId[id], get().details[id])
    const keepDraft = former === null ? undefined : await attempt(draftToKeep(former))
    const proposal = await client.proposals.proposeAgain({ id })
    takeWhole(proposal)
    const fresh = shownProposal(get().byId[proposal.id], get().details[proposal.id])
    if (keepDraft !== undefined && fresh !== null) await attempt(keepDraft(fresh))
    return proposal
  } catch (error) {
    set(({ notAgain }) => ({ notAgain: { ...notAgain, [id]: toErrorShape(error) } }))
    return null
  }
}

// Whether each decision of this window went through; a person's, so they are few.
const decisions = new Map<string, Promise<boolean>>()

/** Whether it was this window that decided; known when its decision, if one is on its way, is answered. */
export async function isDecidedHere(id: string): Promise<boolean> {
  return (await decisions.get(id)) ?? false
}

async function decide(id: string, decision: () => Promise<boolean>): Promise<boolean> {
  if (get().deciding.has(id)) return false
  set(({ deciding, problems }) => {
    const { [id]: _, ...rest } = problems
    return { deciding: new Set([...deciding, id]), problems: rest }
  })
  try {
    const answered = decision()
    const wentThrough = answered.then(
      () => true,
      () => false,
    )
    decisions.set(id, wentThrough)
    return await answered
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
    takeWhole(await client.proposals.get({ id }))
  } catch (error) {
    set(({ problems }) => ({ problems: { ...problems, [id]: toErrorShape(error) } }))
  }
}

/** Stops what an approved proposal is bringing in (what is whole by then is applied), is doing, or began and goes on. */
export async function stopApproved(id: string): Promise<void> {
  await client.proposals.stop({ id })
}
