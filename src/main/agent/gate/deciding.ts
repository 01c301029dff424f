import type { Actor } from '../../../shared/actor'
import type { ProposalStatus } from '../../../shared/contract/changes'
import { AppError, assertNever } from '../../../shared/errors'
import { severest } from '../../../shared/tool/classes'
import { planHash, typedConfirmation } from '../../changes/plan-hash'
import type { StoredProposal } from '../../db/proposals'
import type { RegisteredTool } from '../registry'
import type { GateParts } from './parts'

/** Only people countersign, in the window or on the command line; whoever proposes never decides. */
export function requireCountersigner(by: Actor): void {
  switch (by.kind) {
    case 'person':
    case 'command_line':
      return
    case 'assistant':
    case 'mcp_client':
    case 'watched_folder':
      throw new AppError('denied', 'Only a person can decide: in the window, or on the command line.')
    default:
      assertNever(by.kind)
  }
}

/** Throws, saying who decided, where a proposal is closed. */
export function requirePending(proposal: StoredProposal): void {
  if (proposal.status !== 'pending') throw alreadyDecided(proposal)
}

/** Says how and by whom a proposal was closed. */
export function alreadyDecided(proposal: StoredProposal): AppError {
  const by = proposal.decidedBy === null ? '' : ` by ${nameOf(proposal.decidedBy)}`
  return new AppError(
    'conflict',
    `${decisionWords(proposal.status)}${by}. Proposal #${proposal.number} is closed.`,
  )
}

function decisionWords(status: ProposalStatus): string {
  switch (status) {
    case 'pending':
      return 'Not decided'
    case 'approved':
    case 'applied':
    case 'conflict':
    case 'failed':
      return 'Already approved'
    case 'rejected':
      return 'Already rejected'
    case 'expired':
      return 'It has expired; propose it again'
    case 'withdrawn':
      return 'It was withdrawn when its run ended'
    default:
      return assertNever(status)
  }
}

/** What is stored, what was shown and what would run must be one and the same. */
export function requireUnchanged(
  parts: GateParts,
  proposal: StoredProposal,
  shownHash: string,
): RegisteredTool {
  if (shownHash !== proposal.planHash) {
    throw new AppError(
      'conflict',
      'This is not what was shown. Nothing was changed. Look at the proposal again.',
      {
        field: 'planHash',
      },
    )
  }
  if (planHash(proposal) !== proposal.planHash) {
    throw new AppError(
      'corrupt',
      `Proposal #${proposal.number} was altered after it was stored, so it can’t be approved. Nothing was changed. Reject it and let it be proposed again.`,
    )
  }
  const found = parts.registry.resolve(proposal.tool)
  if (found === null || (found.kind === 'read') !== (proposal.class === 'read')) {
    throw new AppError(
      'unavailable',
      `The tool ${proposal.tool} is not there any more. Nothing was changed; reject it.`,
    )
  }
  if (severest(found.tool.class, proposal.class) !== proposal.class) {
    throw new AppError(
      'conflict',
      `${found.tool.title} is confirmed more strictly now. Reject it and let it be proposed again.`,
    )
  }
  return found
}

/** Throws where what must be typed was not. */
export function requireTyped(
  proposal: Pick<StoredProposal, 'class' | 'preview'>,
  typed: string | undefined,
): void {
  // Made again from what the hash covers: the stored copy is only for showing.
  const expected = typedConfirmation(proposal.class, proposal.preview)
  if (expected === null || typed === expected) return
  throw new AppError('invalid_input', `Type “${expected}” to approve this.`, { field: 'typed' })
}

/** Who decided, in a sentence. */
export function nameOf(actor: Actor): string {
  return actor.kind === 'person' ? 'the person' : actor.name
}
