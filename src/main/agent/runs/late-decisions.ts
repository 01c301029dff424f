import { z } from 'zod'
import type { ToolUseBlock } from '../../../shared/run/blocks'
import type { RunEventBody } from '../../../shared/run/events'
import type { ConversationState } from '../../../shared/run/state'
import { isUntrusted, type Origin, type ToolResult, type UndoneSince } from '../../../shared/tool/result'
import type { Database } from '../../db/open'
import type { Decided, Gate } from '../../services/gate'
import { callEndSchema, resultOfDecision, saidUndone } from '../decided-result'
import { noteTaint, type TaintPlace } from '../policy/taint'
import type { Recorder } from './recorder'

/** What a call is answered that does not wait for the person. */
const proposedStateSchema = z.looseObject({ status: z.literal('proposed') })

/** What came of a proposal, or of a change, after the model was told something else of it. */
export interface LateDecision {
  readonly tool: string
  /** The run that holds the call. */
  readonly runId: string
  readonly body: Extract<RunEventBody, { type: 'tool_finished' }>
  /** Set where the one that was decided was made anew: what it read was given to no run yet. */
  readonly madeAnew: boolean
  /** Where the names come from of what was undone of it. */
  readonly namesFrom?: Origin
}

/** What is asked of the gate. */
type Outcomes = Pick<Gate, 'settled' | 'waitingAnew' | 'undoneSince' | 'originOf' | 'revision'>

/**
 * Records, before each turn of a run, what became of the proposals and changes of its conversation since the model was
 * told of them, so that it builds on what is there and not on what it was told then.
 */
export function createLateTelling(
  services: { readonly db: Database; readonly now: () => Date; readonly gate: Outcomes },
  recorder: Pick<Recorder, 'state' | 'record' | 'runId' | 'conversationId'>,
): () => void {
  let looked: number | null = null
  return () => {
    const revision = services.gate.revision()
    if (revision === looked) return
    looked = revision
    for (const late of lateDecisions(recorder.state(), services.gate)) {
      recorder.record([late.body], () => noteLateTaint(services, recorder, late), late.runId)
    }
  }
}

/**
 * What a person decided of a conversation's proposals since its runs went on or ended (those of runs that wait for
 * nobody, and those that were proposed again), and what they undid since, or did again.
 */
function lateDecisions({ messages }: ConversationState, gate: Outcomes): LateDecision[] {
  return messages.flatMap((message) =>
    message.role === 'user'
      ? []
      : message.blocks.flatMap((block) => {
          if (block?.type !== 'tool_use') return []
          const late = lateDecision(block, gate)
          return late === null ? [] : [{ runId: message.runId, ...late }]
        }),
  )
}

/** A call with what became of it by now, where the model was told something else of it. */
export function asOfNow(block: ToolUseBlock, gate: Outcomes): ToolUseBlock {
  const late = lateDecision(block, gate)
  // Words from outside are given with a run that is told of them, whose taint is noted.
  const fromOutside =
    late !== null &&
    ((late.madeAnew && (late.body.result.origin ?? 'own') !== 'own') || isUntrusted(late.namesFrom ?? 'own'))
  return late === null || fromOutside
    ? block
    : { ...block, status: late.body.outcome, result: late.body.result }
}

function lateDecision(block: ToolUseBlock, gate: Outcomes): Omit<LateDecision, 'runId'> | null {
  const { toolUseId, name: tool, proposalId, result, status, durationMs = 0 } = block
  const ended = callEndSchema.safeParse(status).data
  if (result === undefined || ended === undefined) return null
  const first = beforeUndo(result)
  const decided = proposalId === undefined ? null : gate.settled(proposalId)
  const later = decided === null ? null : decidedLater(decided, proposalId, first)
  const told = later?.told ?? waiting(first, proposalId === undefined ? null : gate.waitingAnew(proposalId))
  const changeId = decided?.proposal.changeId ?? first.changeId ?? null
  const since = changeId === null ? null : gate.undoneSince(changeId)
  const now = since === null ? told : undone(told, since)
  if (now.content === result.content) return null
  return {
    tool,
    body: { type: 'tool_finished', toolUseId, result: now, outcome: later?.outcome ?? ended, durationMs },
    madeAnew: later?.madeAnew === true && later.told.content !== first.content,
    ...(since?.extent === 'part' ? { namesFrom: gate.originOf(tool) } : {}),
  }
}

/** What the model is to be told of a decision; null where it was told when it was decided. */
function decidedLater(decided: Decided, proposalId: string | undefined, first: ToolResult) {
  const madeAnew = decided.proposal.id !== proposalId
  if (!madeAnew && !proposedStateSchema.safeParse(first.state).success) return null
  const [outcome, told] = resultOfDecision(decided)
  return { outcome, told: { ...told, content: `${headOf(decided, madeAnew)} ${told.content}` }, madeAnew }
}

/** What the model is to be told while what the person had proposed again is not done: else it would propose it, too. */
function waiting(first: ToolResult, anew: ReturnType<Gate['waitingAnew']>): ToolResult {
  if (anew === null) return first
  const how =
    anew.status === 'approved'
      ? 'approved it: it is being applied now.'
      : 'has not decided yet: it waits in the inbox.'
  const content = `The person had this proposed again as #${anew.number} and ${how} Do not propose it a second time.`
  return { ...first, content }
}

function undone(result: ToolResult, since: UndoneSince): ToolResult {
  return { ...result, undone: since, content: `${saidUndone(since)} ${result.content}` }
}

/** What was told before it was told that this was undone. */
function beforeUndo({ undone: since, ...result }: ToolResult): ToolResult {
  const said = since === undefined ? null : `${saidUndone(since)} `
  // Another version may have said it in other words.
  if (said === null || !result.content.startsWith(said)) return result
  return { ...result, content: result.content.slice(said.length) }
}

/** Remembers that a run is given text from outside that none was given before it. */
export function noteLateTaint(
  services: { readonly db: Database; readonly now: () => Date },
  run: TaintPlace,
  { body: { result }, madeAnew, namesFrom = 'own', tool }: LateDecision,
): void {
  if (madeAnew && result.origin !== undefined) noteTaint(services, run, tool, { origin: result.origin })
  noteTaint(services, run, tool, { origin: namesFrom })
}

/** What the model said of it then stands after this, and is older. */
function headOf({ proposal: { number } }: Decided, madeAnew: boolean): string {
  return madeAnew
    ? `The person had this proposed again as #${number} and decided later.`
    : `Proposal #${number} was decided after you had gone on.`
}
