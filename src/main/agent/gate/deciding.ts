import type { Actor } from '../../../shared/actor'
import { AppError, assertNever } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { severest } from '../../../shared/tool/classes'
import { planHash, typedConfirmation } from '../../changes/plan-hash'
import { replacementOf, type StoredProposal } from '../../db/proposals'
import type { RegisteredTool } from '../registry'
import type { GateParts } from './parts'

/**
 * Only people countersign, in the window or on the command line; whoever proposes never decides. Throws `denied` for
 * others.
 */
export function requireCountersigner(by: Actor): void {
  switch (by.kind) {
    case 'person':
    case 'command_line':
      return
    case 'assistant':
    case 'mcp_client':
    case 'watched_folder':
    case 'sequence':
      throw new AppError('denied', say('gate.only_people'))
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
  const by = proposal.decidedBy === null ? '' : nameOf(proposal.decidedBy)
  return new AppError(
    'conflict',
    say('gate.closed', { number: proposal.number, status: proposal.status, by }),
  )
}

/**
 * What is stored, what was shown and what would run must be one and the same. Throws `conflict` where another was shown,
 * or its tool is of a more severe class by now, `corrupt` where what is stored was altered, `unavailable` where its tool
 * is gone.
 */
export function requireUnchanged(
  parts: GateParts,
  proposal: StoredProposal,
  shownHash: string,
): RegisteredTool {
  if (shownHash !== proposal.planHash) {
    throw new AppError('conflict', say('gate.not_shown'), {
      field: 'planHash',
    })
  }
  if (planHash(proposal) !== proposal.planHash) {
    throw new AppError('corrupt', say('gate.altered', { number: proposal.number }))
  }
  const found = parts.registry.resolve(proposal.tool)
  if (found === null || (found.kind === 'read') !== (proposal.class === 'read')) {
    throw new AppError('unavailable', say('gate.tool_gone', { tool: proposal.tool }))
  }
  if (severest(found.tool.class, proposal.class) !== proposal.class) {
    throw new AppError('conflict', say('gate.stricter', { title: found.tool.title }))
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
  throw new AppError('invalid_input', say('gate.type', { expected }), { field: 'typed' })
}

/** Who decided, in a sentence. */
export function nameOf(actor: Actor): string {
  return actor.kind === 'person' ? 'the person' : actor.name
}

/** Throws while another one that was made anew of a proposal is open, and once it is applied: it would be done twice. */
export function requireNotAgain({ db }: GateParts, { id, number }: StoredProposal): void {
  const again = replacementOf(db, id)
  if (again === null || !['pending', 'approved', 'applied'].includes(again.status)) return
  const numbers = { number, again: again.number, status: again.status }
  throw new AppError('conflict', say('proposal.proposed_again', numbers))
}
