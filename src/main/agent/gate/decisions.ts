import type { Actor } from '../../../shared/actor'
import type { ProposalStatus } from '../../../shared/contract/changes'
import type { Remember } from '../../../shared/contract/standing-grants'
import { AppError, assertNever, type ErrorCode } from '../../../shared/errors'
import type { Edited } from '../../../shared/tool/choice'
import { severest } from '../../../shared/tool/classes'
import type { Answer } from '../../../shared/tool/runtime'
import { planHash, typedConfirmation } from '../../changes/plan-hash'
import { inTransaction } from '../../db/open'
import {
  overdueProposals,
  pendingOfRun,
  type StoredAmendment,
  type StoredProposal,
  settleProposal,
} from '../../db/proposals'
import type { Decided } from '../../services'
import { announceGrant, inputHashOf, rememberApproval } from '../policy/standing-grants'
import { notApplied, successOf } from '../results'
import { type AmendmentWish, amendmentForModel, type DraftedAmendment, draftAmendment } from './amend'
import { applying, type RegisteredWrite } from './apply'
import { dependentsOf, requireNeedsMet } from './needs'
import { announceProposal, type GateParts, presentProposal, requireProposal } from './parts'

/** Characters of an edited content that the model is given back; beyond that it is told to read it. */
const editedShownToModel = 8_000

// The longest delay that a timer of Node takes.
const longestTimerMs = 2 ** 31 - 1

/** A person's yes: to all of a proposal, to a part, or to other content; perhaps not to be asked again. */
export interface ApprovalDecision extends AmendmentWish {
  readonly id: string
  readonly planHash: string
  readonly typed?: string | undefined
  readonly amendedHash?: string | undefined
  readonly remember?: Remember | undefined
  readonly by: Actor
}

/** Resolves a proposal once, applies exactly what was shown, and answers what came of it. */
export async function approve(parts: GateParts, decision: ApprovalDecision): Promise<Decided> {
  requireCountersigner(decision.by)
  expireOverdue(parts)
  const { db, audit, effects } = parts
  // Without an amendment nothing is awaited: the decision and its turn are taken at once.
  const amendment = isAmended(decision) ? await amendmentFor(parts, decision) : null
  const { proposal, tool, grantId } = inTransaction(db, () => {
    const stored = requireProposal(parts, decision.id)
    requirePending(stored)
    const write = requireUnchanged(parts, stored, decision.planHash)
    requireTyped(amendment ?? stored, decision.typed)
    requireNeedsMet(db, stored)
    const decidedAt = parts.now().getTime()
    const amended = amendment === null ? null : signed(amendment, decision.by)
    const won = settleProposal(db, stored.id, 'pending', {
      status: 'approved',
      decidedAt,
      decidedBy: decision.by,
      ...(amended === null ? {} : { amendment: amended }),
    })
    if (!won) throw alreadyDecided(requireProposal(parts, stored.id))
    audit.record('proposal.approved', {
      proposal: stored.id,
      planHash: stored.planHash,
      ...(amended === null ? {} : { amendedHash: amended.planHash, edited: amended.edited }),
      by: decision.by,
    })
    const remembered = rememberDecision(parts, stored, amended, decision)
    return { proposal: { ...stored, amendment: amended }, tool: write, grantId: remembered }
  })
  announceProposal(parts, proposal.id)
  if (grantId !== null) announceGrant(parts, grantId)
  await effects.inTurn(() => apply(parts, proposal, tool, decision))
  announceProposal(parts, proposal.id)
  parts.waiting.wake(proposal.id)
  return decidedNow(parts, proposal.id)
}

/** Shows what approving a part, or an edited content, would apply. */
export async function amend(
  parts: GateParts,
  wish: AmendmentWish & { readonly id: string; readonly planHash: string },
): Promise<Omit<DraftedAmendment, 'plan'>> {
  expireOverdue(parts)
  const stored = requireProposal(parts, wish.id)
  const amendment = await amendmentFor(parts, wish)
  if (amendment !== null) {
    const { plan: _plan, ...shown } = amendment
    return shown
  }
  const { class: toolClass, preview, planHash: hash, typeToConfirm } = stored
  const note = 'This is all of what was proposed.'
  return { choice: null, edited: false, note, class: toolClass, preview, planHash: hash, typeToConfirm }
}

/** Closes a proposal, and those that build on it, without applying it; the reason goes to whoever proposed it. */
export function reject(parts: GateParts, decision: { id: string; reason: string; by: Actor }): Decided {
  requireCountersigner(decision.by)
  expireOverdue(parts)
  const reason = decision.reason.trim()
  const closed = inTransaction(parts.db, () => {
    const stored = requireProposal(parts, decision.id)
    requirePending(stored)
    return rejectWithDependents(parts, stored, { reason, by: decision.by })
  })
  for (const id of closed) {
    announceProposal(parts, id)
    parts.waiting.wake(id)
  }
  return decidedNow(parts, requireProposal(parts, decision.id).id)
}

function rejectWithDependents(
  parts: GateParts,
  stored: StoredProposal,
  { reason, by }: { readonly reason: string; readonly by: Actor },
): string[] {
  const { db, audit } = parts
  const because = reason === '' ? 'No reason was given.' : `The reason: ${reason}`
  const won = settleProposal(db, stored.id, 'pending', {
    status: 'rejected',
    decidedAt: parts.now().getTime(),
    decidedBy: by,
    reason,
    result: notApplied(
      stored,
      'denied',
      `It was rejected by ${nameOf(by)}. ${because} Nothing was changed. Do not propose the same again unless you are asked to.`,
    ),
  })
  if (!won) return []
  audit.record('proposal.rejected', { proposal: stored.id, by, reason })
  const why = `It builds on #${stored.number}, which was rejected${reason === '' ? '.' : `: ${reason}`}`
  const dependents = dependentsOf(db, stored).flatMap((dependent) =>
    rejectWithDependents(parts, dependent, { reason: why, by }),
  )
  return [stored.id, ...dependents]
}

function isAmended({ choice, edited, amendedHash }: ApprovalDecision): boolean {
  return choice !== undefined || edited !== undefined || amendedHash !== undefined
}

/** What is approved instead of the whole, against the proposal as it is stored now. */
async function amendmentFor(
  parts: GateParts,
  decision: AmendmentWish & {
    readonly id: string
    readonly planHash: string
    readonly amendedHash?: string | undefined
  },
): Promise<DraftedAmendment | null> {
  const { choice, edited, amendedHash } = decision
  let amendment: DraftedAmendment | null = null
  if (choice !== undefined || edited !== undefined) {
    const stored = requireProposal(parts, decision.id)
    requirePending(stored)
    const write = requireUnchanged(parts, stored, decision.planHash)
    requireNeedsMet(parts.db, stored)
    amendment = await draftAmendment(stored, write, decision, new AbortController().signal)
  }
  if (amendedHash !== undefined && amendedHash !== (amendment?.planHash ?? decision.planHash)) {
    throw new AppError(
      'conflict',
      'This is not the part that was shown. Nothing was changed. Look at it again.',
      { field: 'amendedHash' },
    )
  }
  return amendment
}

function signed(
  { typeToConfirm: _typeToConfirm, ...amendment }: DraftedAmendment,
  by: Actor,
): StoredAmendment {
  return { ...amendment, by }
}

/** Makes the grant that a decision asks for: for what was approved, not for what was proposed. */
function rememberDecision(
  parts: GateParts,
  stored: StoredProposal,
  amended: StoredAmendment | null,
  { remember, by }: ApprovalDecision,
): string | null {
  if (remember === undefined) return null
  const { tool, actor, runId, conversationId, input } = stored
  return rememberApproval(parts, remember, {
    class: stored.class,
    preview: amended?.preview ?? stored.preview,
    inputHash: inputHashOf(input),
    actor,
    runId,
    conversationId,
    tool,
    proposalId: stored.id,
    by,
  })
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
  { by: approvedBy, edited }: Pick<ApprovalDecision, 'by' | 'edited'>,
): Promise<void> {
  const { db, audit, effects } = parts
  const { id, actor, runId, conversationId, toolUseId, amendment } = proposal
  let recorded = false
  const effect = applying(
    write,
    amendment ?? proposal,
    {
      actor,
      approvedBy,
      approval: 'decision',
      grantId: null,
      amended: amendment?.note ?? null,
      proposalId: id,
      runId,
      conversationId,
    },
    { signal: new AbortController().signal, progress: progressOf(parts, toolUseId), runId },
    {
      applied(changeId, answer) {
        settleProposal(db, id, 'approved', {
          status: 'applied',
          changeId,
          result: successOf(asApproved(answer, amendment, edited), answer.state),
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

/** The model builds on what it is told: that only a part, or something else, was applied comes first. */
function asApproved(
  answer: Answer<unknown>,
  amendment: StoredAmendment | null,
  edited: Edited | undefined,
): Answer<unknown> {
  if (amendment === null) return answer
  const written =
    edited === undefined || edited.content.length > editedShownToModel ? undefined : edited.content
  return { ...answer, content: `${amendmentForModel(amendment, written)}\n${answer.content}` }
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

function requireTyped(proposal: Pick<StoredProposal, 'class' | 'preview'>, typed: string | undefined): void {
  // Made again from what the hash covers: the stored copy is only for showing.
  const expected = typedConfirmation(proposal.class, proposal.preview)
  if (expected === null || typed === expected) return
  throw new AppError('invalid_input', `Type “${expected}” to approve this.`, { field: 'typed' })
}

function nameOf(actor: Actor): string {
  return actor.kind === 'person' ? 'the person' : actor.name
}
