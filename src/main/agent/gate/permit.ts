import { type Actor, person } from '../../../shared/actor'
import { assertNever } from '../../../shared/errors'
import { isDestructive } from '../../../shared/tool/classes'
import type { ToolResult } from '../../../shared/tool/result'
import type { GateCall } from '../../services/gate'
import { assistantOf, policyFor, requireAllowed } from '../policy/policies'
import type { Subject } from '../policy/scopes'
import { announceGrant, coveringGrant, inputHashOf, isRevoked, takeUse } from '../policy/standing-grants'
import { clientSendingReason, taintReason } from '../policy/taint'
import type { RegisteredWrite } from './apply'
import type { Draft } from './draft'
import { needsOf } from './needs'
import type { GateParts } from './parts'

/** Under what a write is applied without a decision, and as what it is recorded. */
type Permit = { readonly approvedBy: Actor } & (
  | { readonly approval: 'standing' | 'gesture' | 'policy'; readonly grantId: null }
  | { readonly approval: 'grant'; readonly grantId: string }
)

/**
 * Whether a write is applied without a decision. Looked at twice: before it is proposed, and in the turn of the
 * effect itself, where `take` uses up a grant; in between it may have been used or revoked.
 */
export function permitFor(
  parts: GateParts,
  found: RegisteredWrite,
  draft: Draft,
  call: GateCall,
  take: boolean,
): Permit | null {
  // The floors: a removal is always asked, and a run that was given text from outside decides nothing by itself.
  if (draft.class === 'destructive_delete') return null
  if (call.approval === 'gesture') return { approval: 'gesture', grantId: null, approvedBy: call.actor }
  if (taintReason(parts.db, call) !== null) return null
  // What builds on something that waits for a decision waits with it.
  if (needsOf(parts.db, call.runId, draft.preview).length > 0) return null
  switch (call.approval) {
    case 'safe':
      if (!isDestructive(draft.class) && clientSendingReason(call, draft.preview.sends ?? []) === null) {
        return { approval: 'standing', grantId: null, approvedBy: call.actor }
      }
      break
    case null:
      break
    default:
      return assertNever(call.approval)
  }
  // Only a person sets a policy.
  if (isAutomatic(parts, found, draft, call)) return { approval: 'policy', grantId: null, approvedBy: person }
  const { tool } = found
  const subject = subjectOfCall(draft, call)
  const grant = (take ? takeUse : coveringGrant)(parts, tool.name, subject)
  return grant === null ? null : { approval: 'grant', grantId: grant.id, approvedBy: grant.createdBy }
}

/** A permit as the ledger keeps it, and as the result tells of it. */
export interface TakenPermit {
  readonly entry: Permit
  readonly told: Pick<ToolResult, 'permit' | 'grant'>
}

/**
 * Takes the permit of a write whose turn it is; null when by now it needs a decision. Throws `denied` where the tool was
 * forbidden meanwhile.
 */
export function takePermit(
  parts: GateParts,
  found: RegisteredWrite,
  draft: Draft,
  call: GateCall,
): TakenPermit | null {
  requireAllowed(parts, found, call)
  const entry = permitFor(parts, found, draft, call, true)
  if (entry === null) return null
  const told = { permit: entry.approval }
  if (entry.grantId === null) return { entry, told }
  const { id, label, said } = announceGrant(parts, entry.grantId)
  return { entry, told: { ...told, grant: { id, label, ...(said === undefined ? {} : { said }) } } }
}

/**
 * Whether a permit that was taken a while ago was not taken back since; the use of a grant that it cost stays its own.
 * Throws `denied` where the tool was forbidden meanwhile.
 */
export function isStillPermitted(
  parts: GateParts,
  found: RegisteredWrite,
  { entry }: TakenPermit,
  call: GateCall,
): boolean {
  requireAllowed(parts, found, call)
  switch (entry.approval) {
    case 'gesture':
    case 'standing':
      return true
    case 'policy':
      return policyFor(parts, found, assistantOf(call.actor)) === 'auto'
    case 'grant':
      return !isRevoked(parts, entry.grantId)
    default:
      return assertNever(entry)
  }
}

/** A policy speaks of what the tool does usually; a plan that was raised asks, also within the same class. */
function isAutomatic(parts: GateParts, found: RegisteredWrite, draft: Draft, call: GateCall): boolean {
  return (
    (call.actor.kind === 'assistant' || call.actor.kind === 'sequence') &&
    call.unattended !== true &&
    !draft.isRaised &&
    policyFor(parts, found, assistantOf(call.actor)) === 'auto'
  )
}

function subjectOfCall(draft: Draft, { actor, runId, conversationId }: GateCall): Subject {
  const { class: toolClass, preview, input } = draft
  return { class: toolClass, preview, inputHash: inputHashOf(input), actor, runId, conversationId }
}
