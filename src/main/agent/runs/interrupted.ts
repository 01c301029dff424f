import { type ErrorShape, toErrorShape } from '../../../shared/errors'
import type { ToolUseBlock } from '../../../shared/run/blocks'
import type { RunEventBody } from '../../../shared/run/events'
import type { AssistantMessage, ConversationState, Message } from '../../../shared/run/state'
import type { Gate } from '../../services/gate'
import { closed, openToolCalls } from '../loop'
import { type KnownEnd, knownEnds, nothingKnown } from './known-end'

/** What is to be done about a run that had not ended when the application closed. */
export type Interrupted =
  /** It waits for a decision: store `first`, then go on. */
  | { readonly kind: 'waits'; readonly first: readonly RunEventBody[] }
  /** It is over: store `turnEnd` where there is one, then `rest`. */
  | ({ readonly kind: 'over'; readonly end: 'completed' | 'failed' } & CutOff)

/** The last events of a run that could not write them itself. */
export interface CutOff {
  readonly turnEnd: Extract<RunEventBody, { type: 'turn_failed' }> | null
  readonly rest: readonly RunEventBody[]
}

/** Looks at what is stored of a run and decides; changes nothing. */
export function judgeInterrupted(
  state: ConversationState,
  runId: string,
  gate: Gate,
  attended: boolean,
): Interrupted {
  const last = lastAnswer(state, runId)
  const open = openToolCalls(state, runId)
  if (attended && last !== undefined && !last.streaming && open.length > 0) {
    const proposals = gate.proposalLines({ status: 'all', conversationId: state.conversationId, limit: 1000 })
    // A crash between storing a proposal and the event about it leaves the call `running`.
    const unnoted = open.flatMap((call): RunEventBody[] => {
      const proposal = proposals.find(
        // Another branch may hold a call of the same id: not every server gives each its own.
        (made) => made.runId === runId && made.toolUseId === call.toolUseId,
      )
      return call.status === 'running' && proposal !== undefined
        ? [{ type: 'tool_proposed', toolUseId: call.toolUseId, proposalId: proposal.id }]
        : []
    })
    const running = open.filter(({ status }) => status === 'running').length
    const waiting = open.filter(({ status }) => status === 'waiting').length
    if (running === unnoted.length && running + waiting > 0) return { kind: 'waits', first: unnoted }
  }
  if (last !== undefined && isWhole(last) && last === lastMessage(state, runId)) {
    const ended: RunEventBody = { type: 'run_finished', end: 'completed', retryable: false }
    return { kind: 'over', end: 'completed', turnEnd: null, rest: [ended] }
  }
  return {
    kind: 'over',
    end: 'failed',
    ...cutOff(state, runId, toErrorShape(closed), knownEnds(state, runId, gate)),
  }
}

/** Whether nothing was to follow an answer: only the end of its run was not stored any more. */
function isWhole({ streaming, error, stopReason, blocks }: AssistantMessage): boolean {
  const isEnd = stopReason === 'end_turn' || stopReason === 'stop_sequence'
  return isEnd && !streaming && error === undefined && blocks.every((block) => block?.type !== 'tool_use')
}

/** Ends whatever of a run is open; `error` says why, `known` how a call had ended by then, where that is known. */
export function cutOff(
  state: ConversationState,
  runId: string,
  error: ErrorShape,
  known: KnownEnd = nothingKnown,
): CutOff {
  const last = lastAnswer(state, runId)
  const open = openToolCalls(state, runId)
  return {
    turnEnd:
      last?.streaming === true
        ? { type: 'turn_failed', messageId: last.id, content: last.blocks.map(closeBlock), error }
        : null,
    rest: [
      ...open.map((call) => known(call) ?? endedBy(call, error)),
      { type: 'run_finished', end: 'failed', error, retryable: true },
    ],
  }
}

function endedBy({ toolUseId }: ToolUseBlock, error: ErrorShape): RunEventBody {
  const content = `${error.message} Whether this call had an effect is in Activity.`
  return {
    type: 'tool_finished',
    toolUseId,
    result: { success: false, content, state: null, error },
    outcome: 'not_run',
    durationMs: 0,
  }
}

/** Also one of the person’s that had joined and was not answered yet. */
function lastMessage(state: ConversationState, runId: string): Message | undefined {
  return state.messages.findLast((message) => message.runId === runId)
}

function lastAnswer(state: ConversationState, runId: string): AssistantMessage | undefined {
  const message = state.messages.findLast(
    (candidate) => candidate.role === 'assistant' && candidate.runId === runId,
  )
  return message?.role === 'assistant' ? message : undefined
}

function closeBlock(block: AssistantMessage['blocks'][number]): AssistantMessage['blocks'][number] {
  return block.type === 'tool_use' ? { ...block, status: 'not_run' } : block
}
