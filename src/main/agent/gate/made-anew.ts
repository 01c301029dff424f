import type { Proposal } from '../../../shared/contract/changes'
import { canonicalJson } from '../../changes/canonical-json'
import { giveToCall, pendingMadeAnew } from '../../db/pending-proposals'
import type { NeededLine, StoredProposal } from '../../db/proposals'
import { replacementOf } from '../../db/proposals'
import type { GateCall } from '../../services/gate'
import type { RegisteredWrite } from './apply'
import { expireOverdue } from './closing'
import { announceProposal, type GateParts, presentProposal, requireProposal } from './parts'

/** The last that was made anew of a proposal, while nothing came of it yet; null where there is none. */
export function waitingAnew(parts: GateParts, id: string): Pick<NeededLine, 'number' | 'status'> | null {
  const again = replacementOf(parts.db, id)
  if (again === null) return null
  const isOpen = again.status === 'pending' || again.status === 'approved'
  return isOpen ? again : waitingAnew(parts, again.id)
}

/**
 * What a run is about to propose, where a person had just that proposed again in its conversation and has not decided
 * yet: the call waits for that one, so that no change is proposed, and made, twice. Null where there is none.
 */
export function takeUpMadeAnew(parts: GateParts, { tool }: RegisteredWrite, call: GateCall): Proposal | null {
  const { conversationId, runId, toolUseId } = call
  if (conversationId === null || runId === null) return null
  const found = pendingMadeAnew(parts.db, conversationId).filter((each) => each.tool === tool.name)
  if (found.length === 0) return null
  const input = canonicalJson(call.input)
  const same = found.find((each) => isOf(each, call) && canonicalJson(each.input) === input)
  if (same === undefined) return null
  // What is over must not be waited for.
  expireOverdue(parts)
  if (requireProposal(parts, same.id).status !== 'pending') return null
  giveToCall(parts.db, same.id, { runId, toolUseId })
  announceProposal(parts, same.id)
  return presentProposal(parts, requireProposal(parts, same.id))
}

function isOf({ actor }: StoredProposal, call: GateCall): boolean {
  return actor.kind === call.actor.kind && actor.id === call.actor.id
}
