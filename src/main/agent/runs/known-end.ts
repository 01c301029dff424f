import type { ChangeLine } from '../../../shared/contract/changes'
import type { ToolUseBlock } from '../../../shared/run/blocks'
import type { RunEventBody } from '../../../shared/run/events'
import type { ConversationState } from '../../../shared/run/state'
import type { Gate } from '../../services/gate'
import { resultOfDecision } from '../decided-result'

type CallEnded = Extract<RunEventBody, { type: 'tool_finished' }>
type Ledger = Pick<Gate, 'changeLines' | 'settled' | 'nameOf'>

/** Tells of a call how it ended; null where nothing of it was applied, or nobody knows. */
export type KnownEnd = (call: ToolUseBlock) => CallEnded | null

/** Knows of no call how it ended. */
export const nothingKnown: KnownEnd = () => null

/**
 * Tells how the calls of a run that was cut off had ended by then, as far as something was applied that they were not
 * told of any more: whoever goes on must not do it again.
 */
export function knownEnds(state: ConversationState, runId: string, ledger: Ledger): KnownEnd {
  const change = appliedUntold(state, runId, ledger)
  return (call) => byDecision(call, ledger) ?? byChange(call, change, ledger)
}

function byDecision({ toolUseId, proposalId }: ToolUseBlock, ledger: Ledger): CallEnded | null {
  const decided = proposalId === undefined ? null : ledger.settled(proposalId)
  if (decided?.proposal.status !== 'applied') return null
  const [outcome, result] = resultOfDecision(decided)
  return { type: 'tool_finished', toolUseId, result, outcome, durationMs: 0 }
}

/** Entries of a run that are looked through: a person may have undone some of the others meanwhile. */
const entriesLookedAt = 100

/** What was applied without a decision and not told; writes are carried out one after the other, so there is at most one. */
function appliedUntold({ messages }: ConversationState, runId: string, ledger: Ledger): ChangeLine | null {
  const blocks = messages.flatMap((message) => (message.role === 'assistant' ? message.blocks : []))
  const told = new Set(blocks.map((block) => (block?.type === 'tool_use' ? block.result?.changeId : null)))
  const isUntold = ({ id, status, proposalId, undoes, undoesPartOf }: ChangeLine) =>
    (status === 'applied' || status === 'undone') &&
    proposalId === null &&
    undoes === null &&
    undoesPartOf === null &&
    !told.has(id)
  return ledger.changeLines({ runId, limit: entriesLookedAt }).find(isUntold) ?? null
}

/** What its tool would have answered is lost. */
function byChange(
  { toolUseId, name, status }: ToolUseBlock,
  change: ChangeLine | null,
  ledger: Ledger,
): CallEnded | null {
  if (change === null || status !== 'running' || ledger.nameOf(name) !== change.tool) return null
  const { id, number, approval } = change
  const content = `This was applied, as change #${number}. The run was cut off before it could be told more of it: read what is there now.`
  return {
    type: 'tool_finished',
    toolUseId,
    result: {
      ...{ success: true, content, state: null, changeId: id },
      ...(approval === 'decision' ? {} : { permit: approval }),
    },
    outcome: 'done',
    durationMs: 0,
  }
}
