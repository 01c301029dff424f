import type { Proposal } from '../../shared/contract/changes'
import type { CallOutcome } from '../../shared/contract/tools'
import type { Policy } from '../../shared/tool/policy'
import type { ToolResult } from '../../shared/tool/result'
import type { Answer, ReadQuestion } from '../../shared/tool/runtime'
import { unlessAborted } from '../async/until-aborted'
import { createAudit } from '../changes/audit'
import { lastAuditNumber } from '../db/audit'
import { listChangeLines, listChanges } from '../db/changes'
import type { Database } from '../db/open'
import { countPending } from '../db/pending-proposals'
import { listProposalLines, listProposals } from '../db/proposals'
import type { Publish } from '../publish'
import type { Gate, GateCall } from '../services/gate'
import { proposalLifetimesMs } from '../settings/proposal-lifetime'
import { applying, fittingState, type RegisteredWrite } from './gate/apply'
import { createApprovedWork } from './gate/approved-work'
import { amend, approve, textToEdit } from './gate/approving'
import { questionByPolicy } from './gate/asked-by-policy'
import { baseMoved } from './gate/base-moved'
import { atBorder, contextOf, planningIn, readingIn } from './gate/calling'
import {
  decided,
  endProposalsOfRun,
  expireWhereWritable,
  giveUp,
  lookAtWaiting,
  reject,
  settled,
} from './gate/closing'
import { requireCountersigner } from './gate/deciding'
import { type Draft, draftOfPlan, draftOfQuestion } from './gate/draft'
import { asDryRun, combine, dryCall, forgetDryRuns } from './gate/dry-run'
import { createEffects, type Effect } from './gate/effects'
import { gathered } from './gate/gather'
import { madeAnewFor, proposeOnce, waitingAnew } from './gate/made-anew'
import { questionBeforeSending } from './gate/outgoing'
import {
  announceChange,
  type GateParts,
  outlive,
  presentChange,
  presentChangeLine,
  presentProposal,
  presentProposalLine,
  requireChange,
  requireProposal,
} from './gate/parts'
import { isStillPermitted, permitFor, type TakenPermit, takePermit } from './gate/permit'
import { propose, proposeAgain } from './gate/proposing'
import { type RegisteredRead, refusedForItsPlace, runRead, wayAfterRefusal } from './gate/read'
import { raisedBy, reasonsOfClient } from './gate/reasons'
import { recover } from './gate/recovery'
import { compareUndo, undo } from './gate/undo'
import { undoItems, undoSome } from './gate/undo-items'
import { undoBatch, undoConversation, undoRun, undoSeveral } from './gate/undo-together'
import { undoneSince } from './gate/undone-since'
import { createWaiting } from './gate/waiting'
import { deniedTools, listPolicies, setPolicy } from './policy/policies'
import { endOverdue, revokeGrant, standingGrants } from './policy/standing-grants'
import { noteTaint } from './policy/taint'
import { originated } from './policy/told'
import type { Registry } from './registry'
import { successOf } from './results'

/** Makes the one way from any caller to any effect. */
export function createGate(services: {
  readonly db: Database
  readonly registry: Registry
  readonly publish: Publish
  readonly now: () => Date
  /** Whether what undoes a change is gone because its retention ended. */
  readonly undoEnded?: GateParts['undoEnded']
  /** How long a proposal that is made now waits for a decision, in milliseconds. */
  readonly proposalLifetimeMs?: () => number
}): Gate & {
  /** Runs something while no effect is under way. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Stops whatever approved proposals still bring in or do; what was brought in whole by then is applied. */
  stopAllApproved(): void
  /** Whether anything approved goes on, or what it brought in is not applied yet: nothing names that meanwhile. */
  isApprovedUnderWay(): boolean
  /** Resolves when no effect is under way, so that the database can be closed. */
  idle(): Promise<void>
} {
  const {
    db,
    registry,
    now,
    undoEnded = () => false,
    proposalLifetimeMs = () => proposalLifetimesMs.day,
  } = services
  const audit = createAudit(db, now)
  const approvedWork = createApprovedWork()
  const effects = createEffects({ ...services, undoEnded, audit, approvedWork })
  const parts: GateParts = {
    ...services,
    undoEnded,
    audit,
    effects,
    waiting: createWaiting(),
    approvedWork,
    proposalLifetimeMs,
  }

  return {
    call: (call) => answerCall(parts, call),
    approve: (decision) => approve(parts, decision),
    amend: (wish) => amend(parts, wish),
    textToEdit: (wish) => textToEdit(parts, wish),
    reject: async (decision) => reject(parts, decision),
    giveUp: async (decision) => giveUp(parts, decision),
    proposeAgain: (request) => proposeAgain(parts, request),
    baseMoved: (id) => baseMoved(parts, id),
    decided: (...waiting) => decided(parts, ...waiting),
    settled: (id) => settled(parts, id),
    waitingAnew: (id) => waitingAnew(parts, id),
    undoneSince: (changeId) => undoneSince(db, changeId),
    originOf: (tool) => registry.resolve(tool)?.origin ?? 'own',
    nameOf: (tool) => registry.resolve(tool)?.tool.name ?? tool,
    revision: () => lastAuditNumber(db),
    endProposalsOfRun: (runId) => endProposalsOfRun(parts, runId),
    proposals(query) {
      expireWhereWritable(parts)
      return listProposals(db, query).map((stored) => presentProposal(parts, stored))
    },
    proposalLines(query) {
      expireWhereWritable(parts)
      return listProposalLines(db, query).map((stored) => presentProposalLine(parts, stored))
    },
    pendingIn(conversationId) {
      expireWhereWritable(parts)
      return countPending(db, conversationId)
    },
    proposal(id) {
      expireWhereWritable(parts)
      return presentProposal(parts, requireProposal(parts, id))
    },
    changes: (query) => listChanges(db, query).map((stored) => presentChange(parts, stored)),
    changeLines: (query) => listChangeLines(db, query).map((stored) => presentChangeLine(parts, stored)),
    change: (id) => presentChange(parts, requireChange(parts, id)),
    undo: ({ id, ...request }) => undo(parts, id, request),
    compareUndo: ({ id, signal }) => compareUndo(parts, id, signal),
    undoItems: ({ id, signal }) => undoItems(parts, id, signal),
    undoSome: ({ id, ...request }) => undoSome(parts, id, request),
    undoRun: ({ runId, ...request }) => undoRun(parts, runId, request),
    undoConversation: ({ conversationId, ...request }) => undoConversation(parts, conversationId, request),
    undoSeveral: ({ ids, ...request }) => undoSeveral(parts, ids, request),
    undoBatch: ({ id, ...request }) => undoBatch(parts, id, request),
    policies: (assistant) => listPolicies(parts, assistant),
    deniedTools: (assistant) => deniedTools(parts, assistant),
    setPolicy(choice) {
      requireCountersigner(choice.by)
      return setPolicy(parts, choice)
    },
    standingGrants: (status) => standingGrants(parts, status),
    revokeStandingGrant(request) {
      requireCountersigner(request.by)
      return revokeGrant(parts, request)
    },
    endOverdueGrants: () => endOverdue(parts),
    lookAtWaiting: () => lookAtWaiting(parts),
    verifyAudit: () => audit.verify(),
    asDryRun: (work) => asDryRun(parts, work),
    dryCall: (call, before) => dryCall(parts, call, before),
    combine: (plans, call) => combine(parts, plans, call),
    async recover() {
      forgetDryRuns(parts)
      await recover(parts)
    },
    inTurn: effects.inTurn,
    stopApproved(idOrNumber) {
      const { id, changeId } = requireProposal(parts, idOrNumber)
      return approvedWork.stop(id) || (changeId !== null && approvedWork.stop(changeId))
    },
    stopChange: (id) => approvedWork.stop(requireChange(parts, id).id),
    stopAllApproved: approvedWork.stopAll,
    isApprovedUnderWay: approvedWork.isUnderWay,
    idle: () => effects.inTurn(async () => undefined),
  }
}

function answerCall(parts: GateParts, call: GateCall): Promise<CallOutcome> {
  return atBorder(parts, call, done, (found, input, policy) =>
    found.kind === 'read' ? read(parts, found, input, call, policy) : write(parts, found, input, call),
  )
}

async function read(
  parts: GateParts,
  found: RegisteredRead,
  input: unknown,
  call: GateCall,
  policy: Policy | null,
): Promise<CallOutcome> {
  const context = readingIn(parts, found, input, call)
  try {
    const question =
      questionBeforeSending(parts, found, input, call) ??
      (policy === 'propose' ? await questionByPolicy(parts, found, input, call, context) : null)
    if (question !== null) return { status: 'proposed', proposal: ask(parts, found, question, call) }
    return done(await runRead(parts, found, input, call, context))
  } catch (error) {
    // Asked only after the refusal: looking where a path leads costs more than everything else that the gate does.
    const way = refusedForItsPlace(error)
      ? await wayAfterRefusal(parts, found, input, call, context, policy === 'propose')
      : null
    if (way === null) throw error
    if (way.question === null) {
      const permitted = { ...context, permitted: way.permitted }
      return done(await runRead(parts, found, input, call, permitted, way.allowed))
    }
    return { status: 'proposed', proposal: ask(parts, found, way.question, call) }
  }
}

function ask(parts: GateParts, found: RegisteredRead, question: ReadQuestion, call: GateCall): Proposal {
  const holds = call.unattended === true ? 'conversation' : 'run'
  const draft = raisedBy(draftOfQuestion(found.tool, call.input, question, holds), question.because ?? [])
  return propose(parts, found, draft, { ...call, replaces: null })
}

async function write(
  parts: GateParts,
  found: RegisteredWrite,
  input: unknown,
  call: GateCall,
): Promise<CallOutcome> {
  const anew = madeAnewFor(parts, found, input, call)
  const underWay = anew.decided()
  if (underWay !== null) return { status: 'proposed', proposal: await underWay }
  const planned = await unlessAborted(call.signal, found.implementation.plan(input, planningIn(parts, call)))
  if ('unchanged' in planned) {
    const unchanged = originated(planned.unchanged, found)
    noteTaint(parts, call, found.tool.name, unchanged)
    return done(successOf(unchanged, fittingState(found.tool, unchanged.state)))
  }
  const meanwhile = anew.decided()
  if (meanwhile !== null) return { status: 'proposed', proposal: await meanwhile }
  const draft = draftOfPlan(found.tool, call.input, planned, call.approval !== 'gesture')
  const waiting = anew.waiting()
  // What a person has before them is theirs to decide, whatever would let it through by itself.
  const result =
    waiting !== null || permitFor(parts, found, draft, call, false) === null
      ? null
      : await (found.implementation.gather === undefined ? applyPermitted : gatherPermitted)(
          parts,
          found,
          draft,
          call,
        )
  if (result !== null) return done(result)
  const asked = raisedBy(draft, reasonsOfClient(parts, draft, call))
  const proposal = proposeOnce(parts, found, asked, call, waiting)
  // A program is told the summary at once. Its own proposal was made before that.
  if (call.actor.kind === 'mcp_client') {
    const { sources } = planned
    noteTaint(parts, call, found.tool.name, { origin: found.origin, ...(sources && { sources }) })
  }
  return { status: 'proposed', proposal }
}

/** Applies a write that needs no decision; null when by its turn it needs one. */
function applyPermitted(
  parts: GateParts,
  found: RegisteredWrite,
  draft: Draft,
  call: GateCall,
): Promise<ToolResult | null> {
  return parts.effects.inTurn(async () => {
    const permit = takePermit(parts, found, draft, call)
    return permit === null ? null : await applyUnder(parts, permit, found, draft, call)
  })
}

/**
 * The same where it brings something in first: the permit is taken before anything is sent, and one that was taken back
 * by the time all is there stores nothing.
 */
async function gatherPermitted(
  parts: GateParts,
  found: RegisteredWrite,
  draft: Draft,
  call: GateCall,
): Promise<ToolResult | null> {
  const permit = await parts.effects.inTurn(async () => takePermit(parts, found, draft, call))
  if (permit === null) return null
  // What a person asks for by hand is their own decision; all else goes to the hosts that were approved, and no further.
  const bound = permit.entry.approval === 'gesture' ? {} : { onlyHosts: draft.preview.sends ?? [] }
  const gatherAndApply = async () => {
    const plan = await gathered(found, draft.plan, { ...contextOf(call), ...bound })
    // A stop ended the gathering; what was whole by then is applied.
    const ongoing = { ...call, signal: new AbortController().signal }
    return await parts.effects.inTurn(async () =>
      isStillPermitted(parts, found, permit, call)
        ? await applyUnder(parts, permit, found, { ...draft, plan }, ongoing)
        : null,
    )
  }
  return await parts.approvedWork.during(gatherAndApply())
}

async function applyUnder(
  parts: GateParts,
  permit: TakenPermit,
  found: RegisteredWrite,
  draft: Draft,
  call: GateCall,
): Promise<ToolResult> {
  const { actor, runId, conversationId } = call
  const stop = new AbortController()
  const effect = applying(
    found,
    draft,
    { ...permit.entry, actor, amended: null, proposalId: null, runId, conversationId },
    contextOf({ ...call, signal: AbortSignal.any([call.signal, stop.signal]) }),
    // The ledger and its record in the audit chain say it all: there is no proposal to close.
    { applied: () => undefined, failed: () => undefined },
  )
  const carriedOut = await (found.tool.irreversible === true
    ? carryOutStoppably(parts, effect, runId, stop)
    : parts.effects.carryOut(effect))
  const value = originated(carriedOut.value, found)
  noteTaint(parts, call, found.tool.name, value)
  return { ...successOf(value, value.state), ...permit.told, changeId: carriedOut.changeId }
}

/** What can't be taken back may take as long as it wants: whoever sees it in the ledger stops it there, as it has no card. */
async function carryOutStoppably<T extends Answer<unknown>>(
  parts: GateParts,
  effect: Effect<T>,
  runId: string | null,
  stop: AbortController,
): Promise<{ readonly changeId: string; readonly value: T }> {
  let begun: { readonly changeId: string; end(): void } | null = null
  const end = () => {
    begun?.end()
    if (begun !== null) announceChange(parts, begun.changeId)
  }
  try {
    const carriedOut = await parts.effects.carryOut({
      ...effect,
      begun(changeId) {
        begun = { changeId, ...parts.approvedWork.begin({ id: changeId, runId }, stop) }
      },
    })
    outlive(parts, carriedOut.changeId, carriedOut.value)
    return carriedOut
  } finally {
    end()
  }
}

function done(result: ToolResult): CallOutcome {
  return { status: 'done', result }
}
