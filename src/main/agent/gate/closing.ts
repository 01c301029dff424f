import type { Actor } from '../../../shared/actor'
import type { ProposalStatus } from '../../../shared/contract/changes'
import { hourMs } from '../../../shared/durations'
import { type AppError, type ErrorCode, toAppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type Sentence, saidOf, textOf, type Words, wordsOf } from '../../../shared/sentences/sentence'
import { inTransaction } from '../../db/open'
import { moveExpiryFromAhead, overdueProposals, pendingOfRun } from '../../db/pending-proposals'
import { findProposal, replacementOf, type StoredProposal, settleProposal } from '../../db/proposals'
import { isClockBehind, trustedTime } from '../../db/trusted-time'
import { faultPoint } from '../../disk/fault-point'
import type { Decided } from '../../services/gate'
import { notApplied } from '../results'
import { alreadyDecided, nameOf, requireCountersigner, requireNotAgain, requirePending } from './deciding'
import type { Ending } from './effects'
import { failedResult } from './failed-result'
import { dependentsOf } from './needs'
import { announceProposal, type GateParts, presentProposal, requireProposal } from './parts'
import type { TakeUsage } from './waiting'

// The longest delay that a timer of Node takes.
const longestTimerMs = 2 ** 31 - 1

// One whose time is over and that is still pending could not be closed: its disk takes nothing now.
const overdueRetryMs = 1000

// After a leap of days the clock is believed later, at the latest after a day, or set back by then.
const unbelievedClockMs = hourMs

/** Closes a proposal, and those that build on it, without applying it; the reason goes to whoever proposed it. */
export function reject(parts: GateParts, decision: { id: string; reason: string; by: Actor }): Decided {
  requireCountersigner(decision.by)
  expireOverdue(parts)
  const reason = decision.reason.trim()
  const closed = inTransaction(parts.db, () => {
    const stored = requireProposal(parts, decision.id)
    requirePending(stored)
    const all = rejectWithDependents(parts, stored, { reason, by: decision.by })
    faultPoint('rejection written')
    return all
  })
  faultPoint('rejection stored')
  for (const id of closed) {
    announceProposal(parts, id)
    parts.waiting.wake(id)
  }
  return decidedNow(parts, requireProposal(parts, decision.id).id)
}

/** How a proposal ends that was not applied and that nobody decided against: it can be proposed again. */
const undecidedEnds: readonly ProposalStatus[] = ['conflict', 'expired', 'failed']

/**
 * Rejects what ended without being applied, so that it is no longer offered to be proposed again. Throws `conflict` where
 * it waits, was decided otherwise or was proposed again.
 */
export function giveUp(parts: GateParts, { id, by }: { id: string; by: Actor }): Decided {
  requireCountersigner(by)
  expireOverdue(parts)
  const closed = inTransaction(parts.db, () => {
    const stored = requireProposal(parts, id)
    if (!undecidedEnds.includes(stored.status)) throw alreadyDecided(stored)
    requireNotAgain(parts, stored)
    return rejectWithDependents(parts, stored, { reason: '', by })
  })
  for (const one of closed) {
    announceProposal(parts, one)
    parts.waiting.wake(one)
  }
  return decidedNow(parts, requireProposal(parts, id).id)
}

/** Whatever the proposal's status is; those that build on it wait. */
function rejectWithDependents(
  parts: GateParts,
  stored: StoredProposal,
  { reason: words, by }: { readonly reason: Words; readonly by: Actor },
): string[] {
  const { db, audit } = parts
  const reason = textOf(words)
  const won = settleProposal(db, stored.id, stored.status, {
    status: 'rejected',
    decidedAt: parts.now().getTime(),
    decidedBy: by,
    reason,
    said: saidOf([words]),
    result: notApplied(stored, 'denied', say('proposal.rejected_by', { by: nameOf(by), reason: words })),
  })
  if (!won) return []
  audit.record('proposal.rejected', { proposal: stored.id, by, reason })
  const why = say('gate.needed_rejected', { number: stored.number, reason })
  const dependents = dependentsOf(db, stored).flatMap((dependent) =>
    rejectWithDependents(parts, dependent, { reason: why, by }),
  )
  return [stored.id, ...dependents]
}

/** Waits until a proposal is neither pending nor being applied; `used` takes what that had a model do. */
export async function decided(
  parts: GateParts,
  idOrNumber: string,
  signal: AbortSignal,
  used?: TakeUsage | undefined,
): Promise<Decided> {
  for (;;) {
    expireWhereWritable(parts)
    const { id, status, expiresAt } = requireProposal(parts, idOrNumber)
    if (status !== 'pending' && status !== 'approved') return decidedNow(parts, id)
    const timer = setTimeout(() => parts.waiting.wake(id), untilOver(parts, expiresAt))
    timer.unref()
    // While it is applied its time no longer matters.
    if (status === 'approved') clearTimeout(timer)
    try {
      await parts.waiting.wait(id, signal, used)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** In how many milliseconds to look again whether the time of a pending proposal is over. */
function untilOver({ db, now }: GateParts, expiresAt: number): number {
  const shown = now().getTime()
  if (expiresAt > shown) return Math.min(expiresAt - shown + 1, longestTimerMs)
  return expiresAt > trustedTime(db, shown) ? unbelievedClockMs : overdueRetryMs
}

/** Closes pending proposals whose time is over, and those that waited when a backup was made that was restored. */
export function expireOverdue(parts: GateParts): void {
  const { db } = parts
  const shown = parts.now().getTime()
  // One that waits since a date that was wrong would wait until long after it.
  const moved = isClockBehind(db, shown) ? [] : moveExpiryFromAhead(db, shown)
  const { late, ofBackup } = overdueProposals(db, trustedTime(db, shown))
  closeUndecided(parts, late, 'expired', 'timeout', say('gate.expired'))
  closeUndecided(parts, ofBackup, 'expired', 'timeout', say('gate.restored'))
  for (const id of moved) announceProposal(parts, id)
}

/** The same before something is only read: a disk that takes nothing must not keep people from reading. */
export function expireWhereWritable(parts: GateParts): void {
  try {
    expireOverdue(parts)
  } catch (error) {
    const { code } = toAppError(error)
    // What decides calls the other one, and is refused.
    if (code !== 'unavailable' && code !== 'read_only') throw error
  }
}

/**
 * Closes what is overdue although nobody asks for it, and tells windows that stayed open over a leap of the clock until
 * when what else would be waits now.
 */
export function lookAtWaiting(parts: GateParts): void {
  expireWhereWritable(parts)
  for (const id of overdueProposals(parts.db, parts.now().getTime()).late) announceProposal(parts, id)
}

/** Closes the pending proposals of a run that ended, and stops what its approved ones still bring in or do. */
export function endProposalsOfRun(parts: GateParts, runId: string): void {
  parts.approvedWork.stopRun(runId)
  const pending = pendingOfRun(parts.db, runId)
  closeUndecided(parts, pending, 'withdrawn', 'cancelled', say('gate.withdrawn'))
}

function closeUndecided(
  parts: GateParts,
  ids: readonly string[],
  status: 'expired' | 'withdrawn',
  code: ErrorCode,
  reason: Sentence,
): void {
  if (ids.length === 0) return
  const closed = inTransaction(parts.db, () =>
    ids.filter((id) => closeOne(parts, id, { status, code, reason, told: {} })),
  )
  for (const id of closed) {
    announceProposal(parts, id)
    parts.waiting.wake(id)
  }
}

/** Closes a pending proposal in the transaction that stores another in its place, so that never both wait. */
export function closeReplaced(parts: GateParts, id: string, replacedBy: string): void {
  const { number } = requireProposal(parts, replacedBy)
  const reason = say('gate.replaced', { number })
  const won = closeOne(parts, id, { status: 'withdrawn', code: 'cancelled', reason, told: { replacedBy } })
  if (!won) throw alreadyDecided(requireProposal(parts, id))
}

/**
 * Closes one whose base moved in the transaction that stores what is planned anew in its place, as a yes to it would
 * have; throws where it was decided meanwhile.
 */
export function closeMoved(parts: GateParts, id: string, error: AppError): void {
  const stored = requireProposal(parts, id)
  requirePending(stored)
  closeFailed(parts, stored, error, { from: 'pending' })
}

/** Writes that a proposal was not applied, and why. */
export function closeFailed(
  parts: GateParts,
  proposal: StoredProposal,
  error: AppError,
  {
    from = 'approved',
    changeId = null,
    ending = { kind: 'rolled_back' },
  }: {
    readonly from?: 'approved' | 'pending'
    /** What it had begun, in the ledger. */
    readonly changeId?: string | null
    readonly ending?: Ending
  } = {},
): void {
  const status = error.code === 'conflict' ? 'conflict' : 'failed'
  const why = wordsOf(error)
  const words = status === 'conflict' ? say('proposal.try_again', { why }) : why
  const result = failedResult(parts, proposal, error, { words, ending: ending.kind })
  const closed = settleProposal(parts.db, proposal.id, from, {
    status,
    reason: error.message,
    ...(error.said === undefined ? {} : { said: { [error.message]: error.said } }),
    result,
    ...(changeId === null ? {} : { changeId }),
  })
  if (closed) parts.audit.record(`proposal.${status}`, { proposal: proposal.id, code: error.code })
}

/** Answers whether it was pending; `told` is what its record in the audit chain says beside. */
function closeOne(
  parts: GateParts,
  id: string,
  {
    status,
    code,
    reason,
    told,
  }: {
    readonly status: 'expired' | 'withdrawn'
    readonly code: ErrorCode
    readonly reason: Sentence
    readonly told: Readonly<Record<string, string>>
  },
): boolean {
  const result = notApplied(
    requireProposal(parts, id),
    code,
    say('proposal.nothing_changed', { why: reason }),
  )
  const won = settleProposal(parts.db, id, 'pending', {
    status,
    reason: reason.text,
    said: saidOf([reason]),
    result,
  })
  if (won) parts.audit.record(`proposal.${status}`, { proposal: id, ...told })
  return won
}

/** What became of a proposal, or of the last that was made anew of it; null while that waits, and where there is none. */
export function settled(parts: GateParts, id: string): Decided | null {
  const again = replacementOf(parts.db, id)
  if (again !== null) return settled(parts, again.id)
  const status = findProposal(parts.db, id)?.status ?? 'pending'
  return status === 'pending' || status === 'approved' ? null : decidedNow(parts, id)
}

/** A decided proposal as it is stored now. */
export function decidedNow(parts: GateParts, id: string): Decided {
  const stored = requireProposal(parts, id)
  return { proposal: presentProposal(parts, stored), result: stored.result }
}
