import { AppError, toAppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { ToolResult } from '../../../shared/tool/result'
import type { ReadQuestion, ToolContext } from '../../../shared/tool/runtime'
import { unlessAborted } from '../../async/until-aborted'
import { type Database, recordOutcome } from '../../db/open'
import { allowedReads, type StoredProposal, settleProposal } from '../../db/proposals'
import type { GateCall } from '../../services/gate'
import { subjectOf } from '../policy/scopes'
import { noteTaint, type TaintPlace } from '../policy/taint'
import { originated } from '../policy/told'
import type { RegisteredTool } from '../registry'
import { successOf } from '../results'
import { fittingState } from './apply'
import {
  askedOf,
  isOfGate,
  type ReadTerms,
  readHoldsSchema,
  readTermsOf,
  readTermsSchema,
  sendingTo,
} from './draft'
import { failedResult } from './failed-result'
import { announceProposal, type GateParts } from './parts'
import { type AllowedBy, readUnder } from './read-under'

/** A read tool with what implements it. */
export type RegisteredRead = Extract<RegisteredTool, { kind: 'read' }>

/** What is stored of a question: a yes permits this, in the run, or in the conversation where the run did not wait. */
const allowedPlan = readTermsSchema.extend({ holds: readHoldsSchema.default('run') })

/** What stands between a read that was refused and its text: a question to the person, or what they allowed before. */
export type ReadWay =
  | { readonly question: ReadQuestion }
  | { readonly question: null; readonly permitted: readonly string[]; readonly allowed: AllowedBy }

/** What the tool itself would have a person asked, for where it leads; `exactly` where a yes is to this call alone. */
export async function ownQuestion(
  { implementation }: RegisteredRead,
  input: unknown,
  context: ToolContext,
  exactly: boolean,
): Promise<ReadQuestion | null> {
  const asking = implementation.ask?.(input, context) ?? Promise.resolve(null)
  const question = await unlessAborted(context.signal, asking)
  return question !== null && exactly ? { ...question, asked: input } : question
}

/**
 * The way on for a read that refused by itself; null where the refusal is all there is to say. `exactly` as in
 * {@link ownQuestion}.
 */
export async function wayAfterRefusal(
  { db }: Pick<GateParts, 'db'>,
  found: RegisteredRead,
  input: unknown,
  call: GateCall,
  context: ToolContext,
  exactly: boolean,
): Promise<ReadWay | null> {
  // There is no one to ask.
  if (!canBeAsked(call)) return null
  const question = await ownQuestion(found, input, context, exactly)
  if (question === null) return null
  const allowed = allowedBy(db, found.tool.name, readTermsOf(question), call)
  return allowed === null ? { question } : { question: null, permitted: [question.reference], allowed }
}

/** Whether a read was refused for where its path leads: only there a yes can help. */
export function refusedForItsPlace(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'denied' || error.code === 'outside_grant')
}

/** By what a person said yes to the same reading by the same tool and, beyond a run, the same assistant; null for none. */
export function allowedBy(db: Database, tool: string, wanted: ReadTerms, call: GateCall): AllowedBy | null {
  const { runId, conversationId, actor } = call
  if (runId === null) return null
  const found = allowedReads(db, tool, { runId, conversationId }).find((allowed) => {
    const plan = allowedPlan.safeParse(allowed.plan).data
    if (plan === undefined || !areSame(plan, wanted)) return false
    return (
      allowed.runId === runId ||
      (plan.holds === 'conversation' && subjectOf(allowed.actor) === subjectOf(actor))
    )
  })
  return found === undefined ? null : { proposalId: found.id, number: found.number }
}

function areSame(one: ReadTerms, other: ReadTerms): boolean {
  return one.reference === other.reference && one.asked === other.asked
}

/** Runs a read; whatever it was given from outside is remembered before anyone sees it. */
export async function runRead(
  parts: GateParts,
  found: RegisteredRead,
  input: unknown,
  place: TaintPlace,
  context: ToolContext,
  allowed: AllowedBy | null = null,
): Promise<ToolResult> {
  const { tool, implementation } = found
  const answer = originated(await unlessAborted(context.signal, implementation.run(input, context)), found)
  // Before anyone is given the text: a crash must not leave a run that has read it and counts as clean.
  noteTaint(parts, place, tool.name, answer)
  const under = readUnder(parts.db, answer.places, allowed)
  const result = successOf(answer, fittingState(tool, answer.state))
  return under === undefined ? result : { ...result, readUnder: under }
}

/** Reads what a person allowed, and exactly that; how it ends is written, and thrown only where the disk refuses to take that. */
export async function readAllowed(
  parts: GateParts,
  proposal: StoredProposal,
  found: RegisteredRead,
): Promise<void> {
  const { db, audit } = parts
  const { id, runId } = proposal
  const { signal, end } = parts.approvedWork.begin({ id, runId })
  try {
    const input = found.tool.input.parse(proposal.input)
    const terms = allowedPlan.parse(proposal.plan)
    const { reference } = terms
    const context: ToolContext = {
      signal,
      progress: () => undefined,
      runId,
      permitted: [reference],
      used: (usage) => parts.waiting.used(id, usage),
      ...(found.tool.sendsTo === undefined ? {} : { onlyHosts: found.tool.sendsTo(input) }),
    }
    if (isOfGate(reference)) requireSameCall(found, input, terms, proposal.preview)
    const now = isOfGate(reference) ? null : ((await found.implementation.ask?.(input, context)) ?? null)
    if (now !== null && now.reference !== reference) {
      throw new AppError('conflict', say('gate.reading_moved'))
    }
    const allowed = { proposalId: id, number: proposal.number }
    const result = await runRead(parts, found, input, proposal, context, allowed)
    recordOutcome(db, () => {
      settleProposal(db, id, 'approved', { status: 'applied', result })
      audit.record('proposal.applied', { proposal: id, read: reference })
    })
  } catch (error) {
    const failure = toAppError(error)
    const { code, message, said } = failure
    const status = code === 'conflict' ? 'conflict' : 'failed'
    parts.effects.settle(() => {
      recordOutcome(db, () => {
        const result = failedResult(parts, proposal, failure)
        settleProposal(db, id, 'approved', {
          status,
          reason: message,
          ...(said === undefined ? {} : { said: { [message]: said } }),
          result,
        })
        audit.record(`proposal.${status}`, { proposal: id, code })
      })
      announceProposal(parts, id)
      parts.waiting.wake(id)
    })
  } finally {
    end()
  }
}

/** Throws `conflict` where a call that was shown whole would by now be given to another tool, or sent elsewhere. */
function requireSameCall(
  found: RegisteredRead,
  input: unknown,
  { asked }: ReadTerms,
  { sends = [] }: Pick<StoredProposal['preview'], 'sends'>,
): void {
  const hosts = found.tool.sendsTo?.(input) ?? []
  const now = readTermsOf({ reference: sendingTo(hosts), asked: askedOf(found, input) })
  if (now.reference === sendingTo(sends) && now.asked === asked) return
  throw new AppError('conflict', say('gate.call_moved', { title: found.tool.title }))
}

/** Who is asked is the person at the window: by hand, in a run that waits for them, or in the inbox by one that does not. */
export function canBeAsked({ actor, approval, asks }: GateCall): boolean {
  if (asks === false) return false
  return (
    actor.kind === 'assistant' || actor.kind === 'sequence' || (actor.kind === 'person' && approval === null)
  )
}
