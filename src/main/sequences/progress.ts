import { z } from 'zod'
import type { ErrorShape } from '../../shared/errors'
import { AppError, toErrorShape } from '../../shared/errors'
import type { ToolUseBlock } from '../../shared/run/blocks'
import type { ConversationState } from '../../shared/run/state'
import type { SequenceDefinition, SequenceStep } from '../../shared/sequences/definition'
import type { FollowedSequence } from '../db/sequences'
import { type BoundTo, bindInput, type NamedStep, type StepOutput } from './bind'

/** What is followed. */
export interface Followed extends Pick<FollowedSequence, 'inputs'> {
  readonly definition: SequenceDefinition
  /** What a step is called. */
  readonly titleOf: (step: SequenceStep) => string
}

/** The last call of a step. */
export interface StepCall {
  readonly block: Pick<ToolUseBlock, 'status' | 'result' | 'proposalId'>
  /** Whether an earlier run of the same sequence made it: what failed there is tried again. */
  readonly earlier: boolean
}

/** What became of a step. */
export interface StepTold extends NamedStep {
  /** `proposed` where nobody watches: it waits for a decision, and the steps after it do not. */
  readonly end: 'done' | 'proposed' | 'failed' | 'rejected' | 'not_reached'
  /** Why it failed; what a person gave as a reason, where they rejected it. */
  readonly error: ErrorShape | null
  /** What its texts can name. */
  readonly values: BoundTo
}

/** Where a sequence stands: at the next call, or at its end. */
export type Progress =
  | { readonly kind: 'call'; readonly number: number; readonly tool: string; readonly input: object }
  | { readonly kind: 'end'; readonly steps: readonly StepTold[]; readonly failed: StepTold | null }

const callIdPattern = /^step-(\d{1,4})-/

/** Begins the id of a call, which tells the step that it is of. */
export function callIdOf(number: number, id: string): string {
  return `step-${number}-${id}`
}

/** The last call of each step by its number, of these runs that follow one sequence. */
export function callsOf(
  { messages }: Pick<ConversationState, 'messages'>,
  runs: readonly string[],
  current: string,
): ReadonlyMap<number, StepCall> {
  const calls = new Map<number, StepCall>()
  for (const message of messages) {
    if (message.role !== 'assistant' || !runs.includes(message.runId)) continue
    for (const block of message.blocks) {
      const number = block.type === 'tool_use' ? callIdPattern.exec(block.toolUseId)?.[1] : undefined
      if (block.type !== 'tool_use' || number === undefined) continue
      calls.set(Number(number), { block, earlier: message.runId !== current })
    }
  }
  return calls
}

/** Goes through the steps with what their calls gave; the same calls always lead to the same place. */
export function progressOf(
  { definition, inputs, titleOf }: Followed,
  calls: ReadonlyMap<number, StepCall>,
): Progress {
  const outputs = new Map<string, StepOutput>()
  const told: StepTold[] = []
  for (const [index, step] of definition.steps.entries()) {
    const named: NamedStep = { number: index + 1, title: titleOf(step), step }
    const values: BoundTo = { inputs, outputs: new Map(outputs) }
    const call = calls.get(named.number)
    if (call === undefined || isOpen(call, step)) {
      const bound = bindInput(named, values)
      if (bound.kind === 'input')
        return { kind: 'call', number: named.number, tool: step.tool, input: bound.input }
      const error = bound.kind === 'problem' ? toErrorShape(new AppError('invalid_input', bound.words)) : null
      told.push({ ...named, end: 'failed', error, values })
    } else if (isProposed(call)) {
      told.push({ ...named, end: 'proposed', error: null, values })
    } else if (call.block.status === 'done') {
      if (step.output !== '') outputs.set(step.output, { value: call.block.result?.state })
      told.push({ ...named, end: 'done', error: null, values: { inputs, outputs: new Map(outputs) } })
    } else {
      const end = call.block.status === 'rejected' ? 'rejected' : 'failed'
      told.push({ ...named, end, error: call.block.result?.error ?? null, values })
    }
    const last = told.at(-1)
    if (last === undefined || last.end === 'done' || last.end === 'proposed' || step.goesOn) continue
    return {
      kind: 'end',
      steps: [...told, ...notReached(definition, index + 1, titleOf, values)],
      failed: last,
    }
  }
  return { kind: 'end', steps: told, failed: null }
}

/** What was stopped, or failed and kept the rest from being carried out, is carried out again when the run goes on. */
function isOpen({ block, earlier }: StepCall, { goesOn }: SequenceStep): boolean {
  if (!earlier || block.status === 'done') return false
  return block.status === 'not_run' || !goesOn
}

const proposedState = z.looseObject({ status: z.literal('proposed') })

/** What came of it is told in the same call once it is decided, when the run goes on. */
function isProposed({ block }: StepCall): boolean {
  return block.proposalId !== undefined && proposedState.safeParse(block.result?.state).success
}

function notReached(
  { steps }: SequenceDefinition,
  from: number,
  titleOf: Followed['titleOf'],
  values: BoundTo,
): StepTold[] {
  return steps.slice(from).map((step, index) => ({
    ...{ number: from + index + 1, title: titleOf(step), step, values },
    ...{ end: 'not_reached' as const, error: null },
  }))
}
