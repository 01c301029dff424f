import type { Actor, StandingApproval } from '../../shared/actor'
import type { Proposal } from '../../shared/contract/changes'
import { AppError, toErrorShape } from '../../shared/errors'
import type { ToolUseBlock } from '../../shared/run/blocks'
import { say } from '../../shared/sentences/say'
import type { Sentence } from '../../shared/sentences/sentence'
import type { ToolResult } from '../../shared/tool/result'
import type { Publish } from '../publish'
import type { Decided, Gate } from '../services/gate'
import { brokenArguments } from './broken-arguments'
import type { ToolOffer } from './catalog/offer'
import { type CallEnd, resultOfDecision } from './decided-result'
import { type DefaultCollection, inDefaultCollection, saysCollection } from './default-collection'
import { limitedInput, limitedResult, limitOf } from './limit'
import type { Recorder } from './runs/recorder'
import type { UsageUnderWay } from './runs/usage-under-way'
import { tookMs } from './took-ms'

/** How many reads of one turn run at the same time: enough to hide waiting, few enough for two cores. */
const parallelReads = 4

/** Thrown when the application closes while a decision is awaited: the run goes on at the next start. */
export class Suspended extends Error {
  override readonly name = 'Suspended'
}

/** What running tool calls needs. */
export interface ToolCallContext {
  readonly gate: Gate
  readonly offer: ToolOffer
  readonly recorder: Recorder
  readonly publish: Publish
  readonly actor: Actor
  readonly approval: StandingApproval | null
  /** Where calls search and add that name no collection. */
  readonly collection: DefaultCollection | null
  /** Somebody is there to decide, so writes wait for it. */
  readonly attended: boolean
  readonly isRead: (tool: string) => boolean
  readonly signal: AbortSignal
  /** True when the abort means that the application closes. */
  readonly closing: () => boolean
  readonly now: () => number
  /** What tools at work have used and no event tells yet. */
  readonly usageUnderWay: UsageUnderWay
  /** Called when the run begins and stops waiting for a decision. */
  readonly waitingChanged: () => void
}

/** Runs the calls of one turn: neighbouring reads side by side, each write alone, in the order they came. */
export async function runToolCalls(context: ToolCallContext, calls: readonly ToolUseBlock[]): Promise<void> {
  for (const group of groupCalls(calls, context.isRead)) await runGroup(context, group)
}

/** Ends when all of them have, also where one fails: what it would leave at work would be told of after the run's end. */
async function runGroup(context: ToolCallContext, group: readonly ToolUseBlock[]): Promise<void> {
  const failed = new AbortController()
  const together = { ...context, signal: AbortSignal.any([context.signal, failed.signal]) }
  const waiting = [...group]
  const worker = async (): Promise<void> => {
    try {
      for (let call = waiting.shift(); call !== undefined; call = waiting.shift())
        await runOne(together, call)
    } catch (error) {
      waiting.length = 0
      failed.abort()
      throw error
    }
  }
  const workers = Array.from({ length: Math.min(parallelReads, group.length) }, worker)
  await Promise.allSettled(workers)
  await Promise.all(workers)
}

/** Closes calls that are not going to run. */
export function skipToolCalls(recorder: Recorder, calls: readonly ToolUseBlock[], why: Sentence): void {
  if (calls.length === 0) return
  const error = toErrorShape(new AppError('cancelled', why))
  recorder.record(
    calls.map((call) => ({
      type: 'tool_finished' as const,
      toolUseId: call.toolUseId,
      result: { success: false, content: why.text, state: null, error },
      outcome: 'not_run' as const,
      durationMs: 0,
    })),
  )
}

/** Neighbouring reads form one group; each write is a group of its own. */
function groupCalls(calls: readonly ToolUseBlock[], isRead: (tool: string) => boolean): ToolUseBlock[][] {
  const groups: ToolUseBlock[][] = []
  let reads: ToolUseBlock[] | null = null
  for (const call of calls) {
    if (!isRead(call.name)) {
      groups.push([call])
      reads = null
    } else if (reads === null) {
      reads = [call]
      groups.push(reads)
    } else {
      reads.push(call)
    }
  }
  return groups
}

async function runOne(context: ToolCallContext, call: ToolUseBlock): Promise<void> {
  const { recorder, signal, now } = context
  const startedAt = call.startedAt ?? now()
  const finish = (outcome: CallEnd, result: ToolResult): void => {
    const usage = context.usageUnderWay.take(call.toolUseId)
    recorder.record([
      {
        type: 'tool_finished',
        toolUseId: call.toolUseId,
        result,
        outcome,
        durationMs: tookMs(startedAt, now()),
        ...(usage === null ? {} : { usage }),
      },
    ])
  }

  if (call.status === 'waiting' && call.proposalId !== undefined) {
    const decided = await waitForDecision(context, call, call.proposalId)
    return finish(...resultOfDecision(decided))
  }
  if (signal.aborted) return finish('not_run', stoppedResult)
  const answered = context.offer.answer(call, recorder.state(), recorder.earlier)
  if (answered !== null) return finish(answered.success ? 'done' : 'failed', answered)
  if (call.input === undefined) return finish('failed', brokenArguments(call, recorder.state()))

  recorder.record([{ type: 'tool_started', toolUseId: call.toolUseId }])
  const limit = limitOf(recorder.state())
  const outcome = await context.gate.call({
    tool: call.name,
    input: inDefaultCollection(call, limitedInput(call, limit), context.collection),
    actor: context.actor,
    approval: context.approval,
    unattended: !context.attended,
    runId: recorder.runId,
    conversationId: recorder.conversationId,
    toolUseId: call.toolUseId,
    signal,
    progress: (done, total, note) =>
      context.publish({
        type: 'tool_progress',
        toolUseId: call.toolUseId,
        done,
        total: total ?? null,
        note: note ?? '',
      }),
    used: (usage) => context.usageUnderWay.add(call.toolUseId, usage),
  })
  if (outcome.status === 'done') {
    const stopped = !outcome.result.success && signal.aborted
    const result = saysCollection(
      call,
      limitedResult(call, outcome.result, limit),
      limit === null ? context.collection : null,
    )
    return finish(result.success ? 'done' : stopped ? 'not_run' : 'failed', result)
  }
  const { proposal } = outcome
  recorder.record([{ type: 'tool_proposed', toolUseId: call.toolUseId, proposalId: proposal.id }])
  // What was decided already is not waited for by anybody, and is answered as it is.
  if (!context.attended && proposal.status === 'pending') return finish('done', proposedResult(proposal))
  finish(...resultOfDecision(await waitForDecision(context, call, proposal.id)))
}

async function waitForDecision(
  context: ToolCallContext,
  { toolUseId }: ToolUseBlock,
  proposalId: string,
): Promise<Decided> {
  const decided = (signal: AbortSignal) =>
    context.gate.decided(proposalId, signal, (usage) => context.usageUnderWay.add(toolUseId, usage))
  context.waitingChanged()
  try {
    return await decided(context.signal)
  } catch (error) {
    if (context.signal.aborted && context.closing()) throw new Suspended()
    if (context.signal.aborted) {
      context.gate.endProposalsOfRun(context.recorder.runId)
      // What was approved comes to its end: what came of it is told, so that the conversation says what is there.
      return await decided(new AbortController().signal)
    }
    throw error
  } finally {
    context.waitingChanged()
  }
}

function proposedResult(proposal: Proposal): ToolResult {
  const waits =
    proposal.class === 'read'
      ? 'nothing is read yet; it waits in the inbox for a person to allow it. Go on without it.'
      : 'nothing is changed yet; it waits in the inbox for a person to approve it.'
  return {
    success: true,
    content: `proposed #${proposal.number}: ${waits}`,
    state: { status: 'proposed', proposal_id: proposal.id, number: proposal.number },
  }
}

const stoppedError = new AppError('cancelled', say('run.call_stopped'))
const stoppedResult: ToolResult = {
  success: false,
  content: stoppedError.message,
  state: null,
  error: toErrorShape(stoppedError),
}
