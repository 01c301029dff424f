import type { Proposal } from '../../../shared/contract/changes'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { ToolContext } from '../../../shared/tool/runtime'
import { unlessAborted } from '../../async/until-aborted'
import { inTransaction } from '../../db/open'
import { insertProposal, type NewProposal, type StoredProposal } from '../../db/proposals'
import { faultPoint } from '../../disk/fault-point'
import { newId } from '../../identifier'
import type { Gate } from '../../services/gate'
import { readFromOutside } from '../policy/taint'
import type { RegisteredTool } from '../registry'
import { inputError } from '../results'
import { baseMoved } from './base-moved'
import { closeMoved, closeReplaced, expireOverdue } from './closing'
import { requireCountersigner, requireNotAgain } from './deciding'
import { type Draft, draftOfPlan, type ReadDraft } from './draft'
import { needsOf } from './needs'
import { announceProposal, type GateParts, presentProposal, requireProposal } from './parts'
import { raisedBy, reasonsFor } from './reasons'

/** Whose a proposal is. */
type ProposedFrom = Pick<NewProposal, 'actor' | 'runId' | 'conversationId' | 'toolUseId' | 'replaces'>

/** Stores what is to be decided. */
export function propose(
  parts: GateParts,
  found: RegisteredTool,
  draft: Draft | ReadDraft,
  from: ProposedFrom,
): Proposal {
  return storeProposal(parts, proposalOf(parts, found, draft, from))
}

/** What is to be decided, as it would be stored now. */
export function proposalOf(
  parts: GateParts,
  { tool }: RegisteredTool,
  draft: Draft | ReadDraft,
  from: ProposedFrom,
): NewProposal {
  const { actor, runId, conversationId, toolUseId, replaces } = from
  const createdAt = parts.now().getTime()
  return {
    ...raisedBy(draft, reasonsFor(parts, draft, from)),
    needs: draft.class === 'read' ? [] : needsOf(parts.db, runId, draft.preview),
    id: newId(),
    tool: tool.name,
    actor,
    runId,
    conversationId,
    toolUseId,
    createdAt,
    expiresAt: createdAt + parts.proposalLifetimeMs(),
    replaces,
  }
}

/** One that still waits and that another takes the place of; `moved` where what it was planned against did. */
interface Replaced {
  readonly id: string
  readonly moved?: AppError
}

/** Stores it, in the place of one that still waits where there is one. */
export function storeProposal(
  parts: GateParts,
  proposal: NewProposal,
  waiting: Replaced | null = null,
): Proposal {
  inTransaction(parts.db, () => {
    insertProposal(parts.db, proposal)
    const { id, tool, planHash, class: toolClass, actor, runId } = proposal
    parts.audit.record('proposal.created', {
      proposal: id,
      tool,
      class: toolClass,
      planHash,
      actor,
      run: runId,
    })
    if (waiting?.moved !== undefined) closeMoved(parts, waiting.id, waiting.moved)
    else if (waiting !== null) closeReplaced(parts, waiting.id, id)
    faultPoint('proposal inserted')
  })
  faultPoint('proposal stored')
  announceProposal(parts, proposal.id)
  if (waiting !== null) {
    announceProposal(parts, waiting.id)
    parts.waiting.wake(waiting.id)
  }
  return presentProposal(parts, requireProposal(parts, proposal.id))
}

/**
 * Plans a proposal anew that is closed, or whose base moved while it waits, on the person's behalf: it no longer belongs
 * to the run that first proposed it. Throws `conflict` for one that could still be applied or is, and where there is
 * nothing left to change, `unsupported` for a read, `unavailable` where its tool is gone, `invalid_input` where that
 * takes its input no longer.
 */
export async function proposeAgain(
  parts: GateParts,
  { id, by, signal }: Parameters<Gate['proposeAgain']>[0],
): Promise<Proposal> {
  requireCountersigner(by)
  expireOverdue(parts)
  const before = requireProposal(parts, id)
  await requireAgain(parts, before.id)
  const found = parts.registry.resolve(before.tool)
  requireNotAgain(parts, before)
  if (before.class === 'read') {
    throw new AppError('unsupported', say('proposal.reading_again'))
  }
  if (found === null || found.kind === 'read') {
    throw new AppError('unavailable', say('proposal.no_tool', { tool: before.tool }))
  }
  const input = found.tool.input.safeParse(before.input)
  if (!input.success) {
    throw inputError(input.error)
  }
  const first = runsOwn(parts, before)
  const context: ToolContext = {
    signal,
    progress: () => undefined,
    runId: null,
    actor: before.actor,
    // It is still the wish of the run that had read this.
    outside: () => readFromOutside(parts.db, first),
  }
  const planned = await unlessAborted(signal, found.implementation.plan(input.data, context))
  if ('unchanged' in planned) {
    throw new AppError('conflict', say('proposal.nothing_left', { why: planned.unchanged.content }))
  }
  // While it was planned, what moved may be as it was again, or another window may have asked for the same.
  const moved = await requireAgain(parts, before.id)
  requireNotAgain(parts, before)
  const { actor, conversationId } = before
  const draft = draftOfPlan(found.tool, before.input, planned)
  const fresh = proposalOf(parts, found, raisedBy(draft, reasonsFor(parts, draft, first)), {
    actor,
    conversationId,
    runId: null,
    toolUseId: null,
    replaces: before.id,
  })
  return storeProposal(parts, fresh, moved === null ? null : { id: before.id, moved })
}

/** Throws where it could still be applied or is; answers how the base of one that waits moved, null of a closed one. */
async function requireAgain(parts: GateParts, id: string): Promise<AppError | null> {
  const moved = await baseMoved(parts, id)
  const { number, status } = requireProposal(parts, id)
  if (moved === null && ['pending', 'approved', 'applied'].includes(status)) {
    throw new AppError('conflict', say('proposal.nothing_again', { number, status }))
  }
  return moved
}

/** The last proposal that was a run's, of one that was made anew of it. */
function runsOwn(parts: GateParts, proposal: StoredProposal): StoredProposal {
  return proposal.replaces === null || proposal.runId !== null
    ? proposal
    : runsOwn(parts, requireProposal(parts, proposal.replaces))
}
