import type { StopReason, ToolUseBlock, Usage } from '../../../shared/run/blocks'
import type { ContextReduction } from '../../../shared/run/reduction'
import type { AssistantMessage, Message, RunState } from '../../../shared/run/state'
import type { MadeTitle } from '../../../shared/run/title'
import { costOf, type Prices, reductionUsages, runUsages, sumOfUsages } from '../../../shared/run/usage'

/** How a step ended; `broken_off` where nothing was told. */
export type StepEnding = StopReason | 'streaming' | 'failed' | 'stopped' | 'broken_off'

/** One turn of the model with the tools that it called. */
export interface TracedStep {
  /** From 1. */
  readonly number: number
  readonly message: AssistantMessage
  /** What was done before it to make the conversation fit. */
  readonly reductions: readonly TracedReduction[]
  /** Null where no prices are set, or nothing was counted. */
  readonly cost: number | null
  readonly ending: StepEnding
  readonly calls: readonly ToolUseBlock[]
}

/** How the conversation was made to fit, and what that used. */
export interface TracedReduction {
  readonly reduction: ContextReduction
  readonly usage: Usage | null
  readonly cost: number | null
}

/** What asking for a title used. */
export interface TracedTitle {
  readonly made: MadeTitle
  readonly ending: 'used' | 'unused' | 'failed'
  readonly cost: number | null
}

/** A run as a list of what it did. */
export interface RunTrace {
  readonly steps: readonly TracedStep[]
  /** What was done to make the conversation fit and no step followed. */
  readonly pending: readonly TracedReduction[]
  /** The conversation’s title, where the model was asked for it after this run. */
  readonly title: TracedTitle | null
  readonly calls: number
  readonly usage: Usage
  readonly cost: number | null
  /** Milliseconds. */
  readonly modelMs: number
  /** Milliseconds; without calls that waited for a decision, because most of that is a person's time. */
  readonly toolMs: number
}

/** Puts together what the messages of a run on one branch tell of it. */
export function traceOf(
  messages: readonly Message[],
  run: Pick<RunState, 'reductions' | 'title'> | undefined,
  prices: Prices | null,
): RunTrace {
  const priced = (usage: Usage | null | undefined) =>
    usage && prices !== null ? costOf(usage, prices) : null
  const traced = (reduction: ContextReduction): TracedReduction => {
    const usage = reductionUsages([reduction])[0] ?? null
    return { reduction, usage, cost: priced(usage) }
  }
  const answers = messages.filter((message) => message.role === 'assistant')
  const steps = answers.map((message, at) => ({
    number: at + 1,
    message,
    reductions: (message.reductions ?? []).map(traced),
    cost: priced(message.usage),
    ending: endingOf(message),
    calls: callsOf(message),
  }))
  const calls = steps.flatMap((step) => step.calls)
  const made = run?.title
  const usage = sumOfUsages(runUsages(messages, run))
  return {
    steps,
    pending: (run?.reductions ?? []).map(traced),
    title: made === undefined ? null : { made, ending: titleEnding(made), cost: priced(made.usage) },
    calls: calls.length,
    usage,
    cost: priced(usage),
    modelMs: sum([...answers.map(({ durationMs }) => durationMs), made?.durationMs]),
    toolMs: sum(calls.map((call) => (call.proposalId === undefined ? call.durationMs : 0))),
  }
}

function titleEnding({ title, used }: MadeTitle): TracedTitle['ending'] {
  if (title === null) return 'failed'
  return used ? 'used' : 'unused'
}

function endingOf({ streaming, error, stopReason }: AssistantMessage): StepEnding {
  if (streaming) return 'streaming'
  if (error !== undefined) return error.code === 'cancelled' ? 'stopped' : 'failed'
  return stopReason ?? 'broken_off'
}

// While a turn streams, a block may arrive before the one in front of it.
function callsOf({ blocks }: AssistantMessage): ToolUseBlock[] {
  return blocks.filter((block) => block?.type === 'tool_use')
}

function sum(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0)
}
