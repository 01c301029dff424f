import type { Actor } from '../../../shared/actor'
import type { Remember } from '../../../shared/contract/standing-grants'
import { AppError, toAppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Edited } from '../../../shared/tool/choice'
import { writeClassSchema } from '../../../shared/tool/classes'
import { isSoonLost } from '../../../shared/tool/preview'
import type { Answer } from '../../../shared/tool/runtime'
import { stopped } from '../../async/until-aborted'
import { inTransaction, recordOutcome } from '../../db/open'
import { type StoredAmendment, type StoredProposal, settleProposal } from '../../db/proposals'
import { takeReserve } from '../../db/reserve'
import { faultPoint } from '../../disk/fault-point'
import type { Decided } from '../../services/gate'
import { announceGrant, inputHashOf, rememberApproval } from '../policy/standing-grants'
import { noteTaint } from '../policy/taint'
import { originated, type Told } from '../policy/told'
import { successOf } from '../results'
import {
  type AmendmentWish,
  amendmentForModel,
  type DraftedAmendment,
  draftAmendment,
  draftText,
} from './amend'
import { applying, type RegisteredWrite } from './apply'
import { closeFailed, decidedNow, expireOverdue } from './closing'
import {
  alreadyDecided,
  requireCountersigner,
  requirePending,
  requireTyped,
  requireUnchanged,
} from './deciding'
import { gathered } from './gather'
import { requireNeedsMet } from './needs'
import { announceProposal, type GateParts, outlive, requireProposal } from './parts'
import { readAllowed } from './read'

/** Characters of an edited content that the model is given back; beyond that it is told to read it. */
const editedShownToModel = 8_000

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
  const { db, audit } = parts
  // Before the decision: a proposal whose outcome could not be recorded goes on waiting.
  takeReserve(db.raw.name)
  // Without an amendment nothing is awaited: the decision and its turn are taken at once.
  const amendment = isAmended(decision) ? await amendmentFor(parts, decision) : null
  // What was awaited may have taken longer than the proposal had.
  if (amendment !== null) expireOverdue(parts)
  const { proposal, tool, grantId } = inTransaction(db, () => {
    const stored = requireProposal(parts, decision.id)
    requirePending(stored)
    const found = requireUnchanged(parts, stored, decision.planHash)
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
    faultPoint('decision written')
    return { proposal: { ...stored, amendment: amended }, tool: found, grantId: remembered }
  })
  faultPoint('decision stored')
  announceProposal(parts, proposal.id)
  if (grantId !== null) announceGrant(parts, grantId)
  if (tool.kind === 'read') await readAllowed(parts, proposal, tool)
  else await gatherAndApply(parts, proposal, tool, decision)
  tellDecided(parts, proposal.id)
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

/** The text of a proposal that a person may put another in place of. */
export async function textToEdit(
  parts: GateParts,
  { id, planHash }: { readonly id: string; readonly planHash: string },
): Promise<string> {
  expireOverdue(parts)
  const { stored, write } = requireAmendable(parts, id, planHash)
  return draftText(stored, write, new AbortController().signal)
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
    const { stored, write } = requireAmendable(parts, decision.id, decision.planHash)
    amendment = await draftAmendment(stored, write, decision, new AbortController().signal)
  }
  if (amendedHash !== undefined && amendedHash !== (amendment?.planHash ?? decision.planHash)) {
    throw new AppError('conflict', say('gate.part_not_shown'), { field: 'amendedHash' })
  }
  return amendment
}

/** A proposal that waits, as it was shown, of which something else than the whole can be approved. */
function requireAmendable(
  parts: GateParts,
  id: string,
  planHash: string,
): { readonly stored: StoredProposal; readonly write: RegisteredWrite } {
  const stored = requireProposal(parts, id)
  requirePending(stored)
  const write = requireUnchanged(parts, stored, planHash)
  if (write.kind === 'read') {
    throw new AppError('unsupported', say('proposal.allow_whole'), { field: 'choice' })
  }
  requireNeedsMet(parts.db, stored)
  return { stored, write }
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
  const { class: toolClass } = stored
  if (toolClass === 'read') {
    throw new AppError('denied', say('proposal.reading_once'), { field: 'remember' })
  }
  // What is soon lost is covered by exactly the same call, and that would do what was left out here.
  if (amended !== null && isSoonLost(amended.preview)) {
    throw new AppError('denied', say('approval.not_so'), { field: 'remember' })
  }
  const { tool, actor, runId, conversationId, input } = stored
  return rememberApproval(parts, remember, {
    class: toolClass,
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

/**
 * Brings in what the plan is to bring from outside, where it does, and then takes its turn. What can't be taken back
 * happens elsewhere and for as long as it takes: it listens to a stop to its end.
 */
async function gatherAndApply(
  parts: GateParts,
  proposal: StoredProposal,
  write: RegisteredWrite,
  decision: ApprovalDecision,
): Promise<void> {
  const brings = write.implementation.gather !== undefined
  if (!brings && write.tool.irreversible !== true) return await applyInTurn(parts, proposal, write, decision)
  const { signal, end } = parts.approvedWork.begin(proposal)
  try {
    if (!brings) return await applyInTurn(parts, proposal, write, decision, { signal })
    const brought = await bring(parts, proposal, write, signal)
    if (brought !== null) await applyInTurn(parts, proposal, write, decision, { plan: brought.plan })
  } finally {
    // Whoever stopped it waits until it is applied.
    end()
  }
}

/** Null where it did not come, which closes the proposal. */
async function bring(
  parts: GateParts,
  proposal: StoredProposal,
  write: RegisteredWrite,
  signal: AbortSignal,
): Promise<{ readonly plan: unknown } | null> {
  const { runId, toolUseId, amendment } = proposal
  try {
    const context = { signal, progress: progressOf(parts, toolUseId), runId }
    const plan = await gathered(write, (amendment ?? proposal).plan, context)
    faultPoint('gathered')
    return { plan }
  } catch (error) {
    closeUnbegun(parts, proposal, toAppError(error))
    return null
  }
}

/** Takes its turn; where that can't come, it is not left in between for longer than the disk makes it. */
async function applyInTurn(
  parts: GateParts,
  proposal: StoredProposal,
  write: RegisteredWrite,
  decision: ApprovalDecision,
  {
    plan = (proposal.amendment ?? proposal).plan,
    signal = new AbortController().signal,
  }: { readonly plan?: unknown; readonly signal?: AbortSignal } = {},
): Promise<void> {
  let turnCame = false
  try {
    await parts.effects.inTurn(async () => {
      turnCame = true
      if (signal.aborted) return closeUnbegun(parts, proposal, stopped(signal.reason))
      return apply(parts, proposal, write, decision, { plan, signal })
    })
  } catch (error) {
    if (!turnCame) closeUnbegun(parts, proposal, toAppError(error))
    throw error
  }
}

function tellDecided(parts: GateParts, id: string): void {
  announceProposal(parts, id)
  parts.waiting.wake(id)
}

/** Nothing of it was begun: what it was to bring did not come, or its turn could not come, because it could not be recorded what came of what was before. */
function closeUnbegun(parts: GateParts, proposal: StoredProposal, error: AppError): void {
  const write = () => {
    recordOutcome(parts.db, () => closeFailed(parts, proposal, error))
    tellDecided(parts, proposal.id)
  }
  try {
    parts.effects.settle(write)
  } catch {
    // It is owed now; the caller is told of the same disk by the error that came first.
  }
}

/** Carries an approved proposal out; how it ends is written, and thrown only where the disk refuses to take that. */
async function apply(
  parts: GateParts,
  proposal: StoredProposal,
  write: RegisteredWrite,
  { by: approvedBy, edited }: Pick<ApprovalDecision, 'by' | 'edited'>,
  { plan, signal }: { readonly plan: unknown; readonly signal: AbortSignal },
): Promise<void> {
  const { db, audit, effects } = parts
  const { id, actor, runId, conversationId, toolUseId, amendment } = proposal
  const approved = amendment ?? proposal
  const effect = applying(
    write,
    // What is read goes another way: see `readAllowed`.
    { ...approved, plan, class: writeClassSchema.parse(approved.class) },
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
    { actor, signal, progress: progressOf(parts, toolUseId), runId },
    {
      applied(changeId, given) {
        const answer = originated(given, write)
        settleProposal(db, id, 'approved', {
          status: 'applied',
          changeId,
          result: successOf(asApproved(answer, amendment, edited), answer.state),
        })
        audit.record('proposal.applied', { proposal: id, change: changeId })
        // Before the run that waits is given the text.
        noteTaint(parts, proposal, write.tool.name, answer)
      },
      failed: (error, changeId, ending) => closeFailed(parts, proposal, error, { changeId, ending }),
      closed: () => tellDecided(parts, id),
    },
  )
  try {
    const { changeId, value } = await effects.carryOut(effect)
    outlive(parts, changeId, value, () => announceProposal(parts, id))
  } catch (error) {
    // How it ended is in the proposal, unless the disk did not take it.
    if (requireProposal(parts, id).status === 'approved') throw error
  }
}

type OriginatedAnswer = Answer<unknown> & Pick<Told, 'origin'>

/** The model builds on what it is told: that only a part, or something else, was applied comes first. */
function asApproved(
  answer: OriginatedAnswer,
  amendment: StoredAmendment | null,
  edited: Edited | undefined,
): OriginatedAnswer {
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
