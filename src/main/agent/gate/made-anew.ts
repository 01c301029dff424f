import type { Proposal, ProposalStatus } from '../../../shared/contract/changes'
import { canonicalJson } from '../../changes/canonical-json'
import { planHash } from '../../changes/plan-hash'
import { inTransaction } from '../../db/open'
import { giveToCall, openMadeAnew } from '../../db/pending-proposals'
import { type NeededLine, type NewProposal, replacementOf, type StoredProposal } from '../../db/proposals'
import type { GateCall } from '../../services/gate'
import { noteTaint } from '../policy/taint'
import type { RegisteredWrite } from './apply'
import { decided, expireOverdue } from './closing'
import { alreadyDecided } from './deciding'
import type { Draft } from './draft'
import { announceProposal, type GateParts, presentProposal, requireProposal } from './parts'
import { proposalOf, storeProposal } from './proposing'

/** The last that was made anew of a proposal, while nothing came of it yet; null where there is none. */
export function waitingAnew(parts: GateParts, id: string): Pick<NeededLine, 'number' | 'status'> | null {
  const again = replacementOf(parts.db, id)
  if (again === null) return null
  const isOpen = again.status === 'pending' || again.status === 'approved'
  return isOpen ? again : waitingAnew(parts, again.id)
}

/** What a person had proposed again of the change that a call is about: it is neither proposed nor made twice. */
export interface MadeAnew {
  /** What comes of one that was decided since it was first asked for, or is being carried out; null where there is none. */
  decided(): Promise<Proposal> | null
  /** One that waits for its decision and that no run waits for; null where there is none. */
  waiting(): StoredProposal | null
}

/** Follows, from the begin of a run's call on, what a person had proposed again of its change in its conversation. */
export function madeAnewFor(
  parts: GateParts,
  found: RegisteredWrite,
  input: unknown,
  call: GateCall,
): MadeAnew {
  const known = new Set(openFor(parts, found, input, call))
  /** As they are now, with those that came while the call was planned. */
  const all = (): StoredProposal[] => {
    for (const id of openFor(parts, found, input, call)) known.add(id)
    return [...known].map((id) => requireProposal(parts, id))
  }
  return {
    decided() {
      const one = all().find(({ status }) => answering.has(status))
      return one === undefined ? null : outcomeOf(parts, one, call)
    },
    waiting: () => all().find(({ status, runId }) => status === 'pending' && runId === null) ?? null,
  }
}

/** With any other end, what the call is about is still to be done. */
const answering: ReadonlySet<ProposalStatus> = new Set(['approved', 'applied', 'rejected'])

/** The ids of those that wait or are being carried out, oldest first. */
function openFor(parts: GateParts, { tool }: RegisteredWrite, input: unknown, call: GateCall): string[] {
  const { conversationId, runId, actor } = call
  if (conversationId === null || runId === null) return []
  const ofTool = () =>
    openMadeAnew(parts.db, conversationId).filter(
      (each) => each.tool === tool.name && each.actor.kind === actor.kind && each.actor.id === actor.id,
    )
  if (ofTool().length === 0) return []
  // What is over must not be waited for.
  expireOverdue(parts)
  const wanted = canonicalJson(input)
  return ofTool()
    .filter((each) => {
      // A default that is written out and one that is left out are the same.
      const parsed = tool.input.safeParse(each.input)
      return parsed.success && canonicalJson(parsed.data) === wanted
    })
    .map(({ id }) => id)
}

/** Waits until it is carried out; the run that is given what came of it is not the one that it belongs to. */
async function outcomeOf(parts: GateParts, { id, tool }: StoredProposal, call: GateCall): Promise<Proposal> {
  const { proposal, result } = await decided(parts, id, call.signal, call.used)
  if (result?.origin !== undefined) noteTaint(parts, call, tool, { origin: result.origin })
  return proposal
}

/**
 * Proposes a call's change. Where a person already has exactly that before them, the call waits for that one; where it is
 * planned otherwise by now, or for other reasons, the fresh proposal takes the place of the one that waits.
 */
export function proposeOnce(
  parts: GateParts,
  found: RegisteredWrite,
  draft: Draft,
  call: GateCall,
  waiting: StoredProposal | null,
): Proposal {
  const fresh = proposalOf(parts, found, draft, { ...call, replaces: waiting?.id ?? null })
  return waiting !== null && showsTheSame(waiting, fresh)
    ? takeUp(parts, waiting, call)
    : storeProposal(parts, fresh, waiting)
}

/** Whether a decision on the one that waits is a decision on the fresh one; their inputs are the same to their tool. */
function showsTheSame(waiting: StoredProposal, fresh: NewProposal): boolean {
  return (
    planHash({ ...fresh, input: waiting.input }) === waiting.planHash &&
    canonicalJson(fresh.raisedBecause) === canonicalJson(waiting.raisedBecause) &&
    canonicalJson(fresh.needs) === canonicalJson(waiting.needs)
  )
}

function takeUp(parts: GateParts, { id }: StoredProposal, { runId, toolUseId }: GateCall): Proposal {
  inTransaction(parts.db, () => {
    if (!giveToCall(parts.db, id, { runId, toolUseId })) throw alreadyDecided(requireProposal(parts, id))
    // The ledger will name this run.
    parts.audit.record('proposal.taken_up', { proposal: id, run: runId })
  })
  announceProposal(parts, id)
  return presentProposal(parts, requireProposal(parts, id))
}
