import type { Actor } from '../../../shared/actor'
import type { ProposalStatus } from '../../../shared/contract/changes'
import { AppError, assertNever, type ErrorCode } from '../../../shared/errors'
import { severest } from '../../../shared/tool/classes'
import { planHash, typedConfirmation } from '../../changes/plan-hash'
import { inTransaction } from '../../db/open'
import { overdueProposals, pendingOfRun, type StoredProposal, settleProposal } from '../../db/proposals'
import type { Decided } from '../../services'
import { notApplied, successOf } from '../results'
import { applying, type RegisteredWrite } from './apply'
import { announceProposal, type GateParts, presentProposal, requireProposal } from './parts'

// The longest delay that a timer of Node takes.
const longestTimerMs = 2 ** 31 - 1

/** Resolves a proposal once, applies exactly what was shown, and answers what came of it. */
export async function approve(
  parts: GateParts,
  decision: { id: string; planHash: string; typed?: string | undefined; by: Actor },
): Promise<Decided> {
  requireCountersigner(decision.by)
  expireOverdue(parts)
  const { db, audit, effects } = parts
  const { proposal, tool } = inTransaction(db, () => {
    const stored = requireProposal(parts, decision.id)
    requirePending(stored)
    const write = requireUnchanged(parts, stored, decision.planHash)
    requireTyped(stored, decision.typed)
    const decidedAt = parts.now().getTime()
    const won = settleProposal(db, stored.id, 'pending', {
      status: 'approved',
      decidedAt,
      decidedBy: decision.by,
    })
    if (!won) throw alreadyDecided(requireProposal(parts, stored.id))
    audit.record('proposal.approved', { proposal: stored.id, planHash: stored.planHash, by: decision.by })
    return { proposal: stored, tool: write }
  })
  announceProposal(parts, proposal.id)
  await effects.inTurn(() => apply(parts, proposal, tool, decision.by))
  announceProposal(parts, proposal.id)
  parts.waiting.wake(proposal.id)
  return decidedNow(parts, proposal.id)
}

/** Closes a proposal without applying it; the reason goes to whoever proposed it. */
export function reject(parts: GateParts, decision: { id: string; reason: string; by: Actor }): Decided {
  requireCountersigner(decision.by)
  expireOverdue(parts)
  const { db, audit } = parts
  const id = inTransaction(db, () => {
    const stored = requireProposal(parts, decision.id)
    requirePending(stored)
    const reason = decision.reason.trim()
    const because = reason === '' ? 'No reason was given.' : `The reason: ${reason}`
    settleProposal(db, stored.id, 'pending', {
      status: 'rejected',
      decidedAt: parts.now().getTime(),
      decidedBy: decision.by,
      reason,
      result: notApplied(
        stored,
        'denied',
        `It was rejected by ${nameOf(decision.by)}. ${because} Nothing was changed. Do not propose the same again unless you are asked to.`,
      ),
    })
    audit.record('proposal.rejected', { proposal: stored.id, by: decision.by, reason })
    return stored.id
  })
  announceProposal(parts, id)
  parts.waiting.wake(id)
  return decidedNow(parts, id)
}

/** Waits until a proposal is neither pending nor being applied. */
export async function decided(parts: GateParts, idOrNumber: string, signal: AbortSignal): Promise<Decided> {
  for (;;) {
    expireOverdue(parts)
    const { id, status, expiresAt } = requireProposal(parts, idOrNumber)
    if (status !== 'pending' && status !== 'approved') return decidedNow(parts, id)
    const left = Math.max(0, expiresAt - parts.now().getTime())
    const timer = setTimeout(() => parts.waiting.wake(id), Math.min(left + 1, longestTimerMs))
    timer.unref()
    // While it is applied its time no longer matters.
    if (status === 'approved') clearTimeout(timer)
    try {
      await parts.waiting.wait(id, signal)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Closes pending proposals whose time is over. */
export function expireOverdue(parts: GateParts): void {
  const overdue = overdueProposals(parts.db, parts.now().getTime())
  closeUndecided(
    parts,
    overdue,
    'expired',
    'timeout',
    'It was not decided in time. Propose it again if it is still wanted.',
  )
}

/** Closes the pending proposals of a run that ended. */
export function withdrawRun(parts: GateParts, runId: string): void {
  const pending = pendingOfRun(parts.db, runId)
  closeUndecided(parts, pending, 'withdrawn', 'cancelled', 'Its run ended before a decision.')
}

function closeUndecided(
  parts: GateParts,
  ids: readonly string[],
  status: 'expired' | 'withdrawn',
  code: ErrorCode,
  reason: string,
): void {
  const { db, audit } = parts
  if (ids.length === 0) return
  const closed = inTransaction(db, () =>
    ids.filter((id) => {
      const result = notApplied(requireProposal(parts, id), code, `${reason} Nothing was changed.`)
      const won = settleProposal(db, id, 'pending', { status, reason, result })
      if (won) audit.record(`proposal.${status}`, { proposal: id })
      return won
    }),
  )
  for (const id of closed) {
    announceProposal(parts, id)
    parts.waiting.wake(id)
  }
}

/** Carries an approved proposal out; every way in which it ends is written, none is thrown. */
async function apply(
  parts: GateParts,
  proposal: StoredProposal,
  write: RegisteredWrite,
  approvedBy: Actor,
): Promise<void> {
  const { db, audit, effects } = parts
  const { id, actor, runId, conversationId, toolUseId } = proposal
  let recorded = false
  const effect = applying(
    write,
    proposal,
    { actor, approvedBy, approval: 'decision', proposalId: id, runId, conversationId },
    { signal: new AbortController().signal, progress: progressOf(parts, toolUseId), runId },
    {
      applied(changeId, answer) {
        settleProposal(db, id, 'approved', {
          status: 'applied',
          changeId,
          result: successOf(answer, answer.state),
        })
        audit.record('proposal.applied', { proposal: id, change: changeId })
      },
      failed(error, changeId) {
        const status = error.code === 'conflict' ? 'conflict' : 'failed'
        const next = status === 'conflict' ? 'Read what is there now and propose again.' : ''
        const result = notApplied(proposal, error.code, `${error.message} ${next}`.trim())
        const link = changeId === null ? {} : { changeId }
        settleProposal(db, id, 'approved', { status, reason: error.message, result, ...link })
        audit.record(`proposal.${status}`, { proposal: id, code: error.code })
        recorded = true
      },
    },
  )
  try {
    await effects.carryOut(effect)
  } catch (error) {
    if (!recorded) throw error
  }
}

function progressOf({ publish }: GateParts, toolUseId: string | null) {
  return (done: number, total?: number, note?: string) => {
    if (toolUseId === null) return
    publish({ type: 'tool_progress', toolUseId, done, total: total ?? null, note: note ?? '' })
  }
}

function decidedNow(parts: GateParts, id: string): Decided {
  const stored = requireProposal(parts, id)
  return { proposal: presentProposal(parts, stored), result: stored.result }
}

/** Only people countersign, in the window or on the command line; whoever proposes never decides. */
export function requireCountersigner(by: Actor): void {
  switch (by.kind) {
    case 'person':
    case 'command_line':
      return
    case 'assistant':
    case 'mcp_client':
      throw new AppError('denied', 'Only a person can decide: in the window, or on the command line.')
    default:
      assertNever(by.kind)
  }
}

function requirePending(proposal: StoredProposal): void {
  if (proposal.status !== 'pending') throw alreadyDecided(proposal)
}

function alreadyDecided(proposal: StoredProposal): AppError {
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
function requireUnchanged(parts: GateParts, proposal: StoredProposal, shownHash: string): RegisteredWrite {
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
  if (found === null || found.kind === 'read') {
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

function requireTyped(proposal: StoredProposal, typed: string | undefined): void {
  // Made again from what the hash covers: the stored copy is only for showing.
  const expected = typedConfirmation(proposal.class, proposal.preview)
  if (expected === null || typed === expected) return
  throw new AppError('invalid_input', `Type “${expected}” to approve this.`, { field: 'typed' })
}

function nameOf(actor: Actor): string {
  return actor.kind === 'person' ? 'the person' : actor.name
}
