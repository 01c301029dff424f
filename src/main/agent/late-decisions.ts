import { z } from 'zod'
import type { ToolUseBlock } from '../../shared/run/blocks'
import type { RunEventBody } from '../../shared/run/events'
import type { ConversationState } from '../../shared/run/state'
import type { Database } from '../db/open'
import type { Decided, Gate } from '../services'
import { resultOfDecision } from './decided-result'
import { noteTaint, type TaintPlace } from './policy/taint'

/** What a call is answered that does not wait for the person. */
const proposedStateSchema = z.looseObject({ status: z.literal('proposed') })

/** What came of a proposal after the model was told something else of it. */
export interface LateDecision {
  readonly tool: string
  /** The run that holds the call. */
  readonly runId: string
  readonly body: Extract<RunEventBody, { type: 'tool_finished' }>
  /** Set where the one that was decided was made anew: what it read was given to no run yet. */
  readonly madeAnew: boolean
}

/**
 * What a person decided of a conversation's proposals since its runs went on or ended: those of runs that wait for
 * nobody, and those that were proposed again. The next run builds on what is there and not on what it was told then.
 */
export function lateDecisions({ messages }: ConversationState, gate: Pick<Gate, 'settled'>): LateDecision[] {
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

function lateDecision(
  { toolUseId, name: tool, proposalId, result, durationMs = 0 }: ToolUseBlock,
  gate: Pick<Gate, 'settled'>,
): Omit<LateDecision, 'runId'> | null {
  if (proposalId === undefined || result === undefined) return null
  const decided = gate.settled(proposalId)
  if (decided === null) return null
  const madeAnew = decided.proposal.id !== proposalId
  if (!madeAnew && !proposedStateSchema.safeParse(result.state).success) return null
  const [outcome, told] = resultOfDecision(decided)
  const content = `${headOf(decided, madeAnew)} ${told.content}`
  if (result.content === content) return null
  return {
    tool,
    body: { type: 'tool_finished', toolUseId, result: { ...told, content }, outcome, durationMs },
    madeAnew,
  }
}

/** Remembers that a run is given text from outside that none was given before it. */
export function noteLateTaint(
  services: { readonly db: Database; readonly now: () => Date },
  run: TaintPlace,
  { body: { result }, madeAnew, tool }: LateDecision,
): void {
  if (madeAnew && result.origin !== undefined) noteTaint(services, run, tool, { origin: result.origin })
}

/** What the model said of it then stands after this, and is older. */
function headOf({ proposal: { number } }: Decided, madeAnew: boolean): string {
  return madeAnew
    ? `The person had this proposed again as #${number} and decided later.`
    : `Proposal #${number} was decided after you had gone on.`
}
