import { AppError, assertNever, type ErrorShape, toErrorShape } from '../../shared/errors'
import type { StopReason, ToolUseBlock } from '../../shared/run/blocks'
import type { RunEventBody } from '../../shared/run/events'
import type { ConversationState } from '../../shared/run/state'
import { say } from '../../shared/sentences/say'
import type { Sentence } from '../../shared/sentences/sentence'
import { newId } from '../identifier'
import {
  type Model,
  ModelFailure,
  type ModelMessage,
  type ModelRequest,
  type ReadPicture,
  type RetryPolicy,
  type ThinkingWish,
} from '../model/port'
import { once } from '../once'
import { type RunBudget, spentBudget } from './budget'
import { type TurnKind, withClosing } from './closing-turn'
import { fitContext, type RequestDraft } from './context/fit'
import { reducedOf } from './context/reductions'
import { serverClearingOf } from './context/server-clearing'
import { joinQueued } from './conversations/queue'
import { passagesOfMessages } from './given-passages'
import { buildHistory } from './history'
import { knownEnds } from './runs/known-end'
import { tookMs } from './took-ms'
import { runToolCalls, Suspended, skipToolCalls, type ToolCallContext } from './tool-calls'
import { createTurnContent } from './turn'

/** Limit on one answer, in tokens: room for a long document in one tool call, within what current models allow. */
const answerLimitTokens = 16_000

/** What was open when the application closed is kept, and said so. */
export const closed = new AppError('cancelled', say('run.closed'))

/** How often in a row an answer that its length limit cut off, or its server paused, goes on by itself. */
export const continuationLimit = 3

/** Everything that a run works with. */
export interface LoopContext extends ToolCallContext {
  readonly model: Model
  /** What answers the next turn in its place, for a command that a person wrote; null where the model does. */
  readonly byHand?: () => Model | null
  readonly system: () => string
  /** Records what became of proposals and changes since the model was told of them. */
  readonly tellLate: () => void
  readonly turnCap: number
  readonly budget: RunBudget
  readonly thinking: ThinkingWish
  readonly readPicture?: ReadPicture
  /** False where messages that are queued wait for the next run; else they join at the next turn. */
  readonly takesMessages?: boolean
  /** How patient the run is with its model's server. */
  readonly retry?: RetryPolicy
}

/** How a run ended, or null when it waits for a decision and goes on at the next start. */
export type LoopEnd = Omit<Extract<RunEventBody, { type: 'run_finished' }>, 'type'> | null

type TurnResult =
  | { readonly next: 'end'; readonly error?: ErrorShape }
  /** The answer is not complete. */
  | { readonly next: 'continue' }
  | { readonly next: 'turn' }

/**
 * Runs turns until the model has nothing more to do. Never throws for what a model, a tool or a person does: that
 * is an end. `firstTurn` is above 1 for a run that goes on after a restart.
 */
export async function runLoop(context: LoopContext, firstTurn: number): Promise<LoopEnd> {
  const { recorder, takesMessages = true } = context
  const spent = () => spentBudget(recorder.state(), recorder.runId, context.budget)
  let continued = 0
  try {
    for (let turn = firstTurn; turn <= context.turnCap; turn++) {
      const budget = spent()
      if (budget !== null) return { end: 'completed', retryable: true, budget }
      if (takesMessages) joinQueued(recorder, context.model)
      const result = await runTurn(context, turn, 'working')
      continued = result.next === 'continue' ? continued + 1 : 0
      if (continued > continuationLimit) return { end: 'completed', retryable: true }
      if (result.next !== 'end') continue
      if (result.error !== undefined) return { end: 'failed', error: result.error, retryable: false }
      // What was sent meanwhile begins the next run where this one has no turn left.
      if (!takesMessages || turn === context.turnCap || recorder.state().queued.length === 0)
        return { end: 'completed', retryable: false }
    }
    return await closeRun(context, spent)
  } catch (error) {
    return endAfterError(context, error)
  }
}

/** What answers the next turn. */
function answering({ model, byHand }: LoopContext): Model {
  return byHand?.() ?? model
}

/** Has the model sum up after the cap: it is told so first, and is given no tools where it calls them all the same. */
async function closeRun(context: LoopContext, spent: () => ReturnType<typeof spentBudget>): Promise<LoopEnd> {
  // Without a model nobody heeds what is told.
  const kinds: readonly TurnKind[] =
    answering(context).provider === 'offline' ? ['without_tools'] : ['closing', 'without_tools']
  let turn = context.turnCap
  let result: TurnResult = { next: 'turn' }
  for (const kind of kinds) {
    if (result.next !== 'turn') break
    const budget = spent()
    if (budget !== null) return { end: 'completed', retryable: true, budget }
    result = await runTurn(context, ++turn, kind)
  }
  if (result.next === 'end' && result.error !== undefined)
    return { end: 'failed', error: result.error, retryable: false }
  // What came of a command was told with that: nothing is left to go on with.
  const isCut = answering(context) === context.model
  return { end: 'completed', retryable: result.next === 'continue', ...(isCut ? { turnCap: true } : {}) }
}

/** Goes on with a run whose last turn waits for a decision. */
export async function resumeLoop(context: LoopContext): Promise<LoopEnd> {
  const { recorder } = context
  try {
    await runToolCalls(context, openToolCalls(recorder.state(), recorder.runId))
    throwIfStopped(context)
  } catch (error) {
    return endAfterError(context, error)
  }
  return runLoop(context, (recorder.state().runs[recorder.runId]?.turns ?? 0) + 1)
}

/** The tool calls of a run that have no result. */
export function openToolCalls(state: ConversationState, runId: string): ToolUseBlock[] {
  return state.messages
    .filter((message) => message.role === 'assistant' && message.runId === runId)
    .flatMap((message) => (message.role === 'assistant' ? message.blocks : []))
    .filter((block) => block.type === 'tool_use')
    .filter(({ status }) => status === 'ready' || status === 'running' || status === 'waiting')
}

async function runTurn(context: LoopContext, turn: number, kind: TurnKind): Promise<TurnResult> {
  const { recorder } = context
  context.tellLate()
  const { stopReason, refusal, toolUses } = await streamFitting(context, turn, kind)
  const why = kind !== 'working' ? say('run.call_after_turns') : whyNotRun(stopReason)
  if (why === null) await runToolCalls(context, toolUses)
  else skipToolCalls(recorder, toolUses, why)
  throwIfStopped(context)

  switch (stopReason) {
    case 'max_tokens':
    case 'pause_turn':
      return { next: why === null && toolUses.length > 0 ? 'turn' : 'continue' }
    case 'refusal':
      return {
        next: 'end',
        error: toErrorShape(new AppError('model_error', say('model.declined', { says: refusal.trim() }))),
      }
    case 'model_context_window_exceeded':
      if (kind === 'working' && (await reduceRefused(context, requestDraftOf(context))))
        return { next: 'continue' }
      return {
        next: 'end',
        error: toErrorShape(new AppError('model_error', say('model.too_long', { says: '' }))),
      }
    case 'end_turn':
    case 'tool_use':
    case 'stop_sequence':
      return { next: toolUses.length > 0 && kind !== 'without_tools' ? 'turn' : 'end' }
    default:
      return assertNever(stopReason)
  }
}

/** Why the calls of an answer that ended so must not run; null where they may. */
function whyNotRun(stopReason: StopReason): Sentence | null {
  switch (stopReason) {
    case 'max_tokens':
      return say('run.call_cut')
    case 'model_context_window_exceeded':
      return say('run.call_full')
    case 'refusal':
      return say('run.call_declined')
    case 'end_turn':
    case 'tool_use':
    case 'stop_sequence':
    case 'pause_turn':
      return null
    default:
      return assertNever(stopReason)
  }
}

/** Streams one answer to a conversation that fits its model; while its server finds it too long, a shorter one. */
async function streamFitting(context: LoopContext, turn: number, kind: TurnKind) {
  const draft = requestDraftOf(context)
  const model = answering(context)
  // What is answered by hand goes to no server, so that nothing has to fit it.
  if (model === context.model) await fitContext(context, draft)
  for (;;) {
    try {
      return await streamTurn(context, model, turn, kind)
    } catch (error) {
      if (!(error instanceof ModelFailure && error.tooLarge)) throw error
      // Each time leaves out more than before, until nothing can be: then a longer window is all that helps.
      if (!(await reduceRefused(context, draft))) throw error
    }
  }
}

/** Makes a conversation shorter that the server found too long; false where nothing of it can be left out. */
async function reduceRefused(context: LoopContext, draft: RequestDraft): Promise<boolean> {
  const before = reducedOf(context.recorder.state())
  await fitContext(context, draft, true)
  const after = reducedOf(context.recorder.state())
  return after.from > before.from || after.clearedBefore > before.clearedBefore
}

function requestDraftOf(context: LoopContext, state = context.recorder.state()): RequestDraft {
  return {
    system: context.system(),
    tools: context.offer.sent(state, context.recorder.earlier),
    maxTokens: answerLimitTokens,
  }
}

/** What is sent for a turn that goes on from a state. */
function requestOf(
  context: LoopContext,
  model: Model,
  state: ConversationState,
  kind: TurnKind,
): ModelRequest {
  const { readPicture, isRead, retry } = context
  const { contextTokens: windowTokens } = model
  const room = windowTokens === undefined ? null : { windowTokens, maxTokens: answerLimitTokens, isRead }
  return {
    ...requestDraftOf(context, state),
    messages: messagesOf(context, model, state, kind),
    ...(readPicture === undefined ? {} : { readPicture }),
    withoutTools: kind === 'without_tools',
    ...(room === null ? {} : { serverClearing: serverClearingOf(state, room) }),
    thinking: context.thinking,
    ...(retry === undefined ? {} : { retry }),
  }
}

/** Streams one answer and stores its end, whole or broken; what it wants run is left to the caller. */
async function streamTurn(context: LoopContext, model: Model, turn: number, kind: TurnKind) {
  const { recorder, signal, now } = context
  const messageId = newId()
  const before = recorder.state()
  const { earlier } = recorder
  const ids = toolUseIds(before)
  const content = createTurnContent(
    messageId,
    (id) => ids.has(id) || earlier.isUsed(id),
    once(() => [...earlier.passages(), ...passagesOfMessages(before.messages)]),
  )
  const startedAt = now()
  const fail = (error: ErrorShape) =>
    recorder.endTurn({ type: 'turn_failed', messageId, content: content.blocks(false), error })
  recorder.beginTurn({ type: 'turn_started', messageId, turn })
  try {
    for await (const event of model.stream(requestOf(context, model, before, kind), signal)) {
      for (const body of content.take(event)) recorder.stream(body)
    }
  } catch (error) {
    fail(signal.aborted ? abortShape(context) : toErrorShape(error))
    throw error
  }
  const end = content.end()
  if (end === null) {
    const error = new ModelFailure('model_error', say('model.ended_early'), { retryable: true })
    fail(toErrorShape(error))
    throw error
  }
  const blocks = content.blocks(true)
  recorder.endTurn({
    type: 'turn_finished',
    messageId,
    content: blocks,
    ...end,
    durationMs: tookMs(startedAt, now()),
  })
  return {
    stopReason: end.stopReason,
    refusal: content.refusal(),
    toolUses: blocks.filter((block) => block.type === 'tool_use'),
  }
}

function messagesOf(
  { recorder, turnCap }: LoopContext,
  model: Model,
  state: ConversationState,
  kind: TurnKind,
): ModelMessage[] {
  const messages = buildHistory(state, model.id, recorder.earlier)
  return kind === 'working' || model.provider === 'offline' ? messages : withClosing(messages, turnCap)
}

function toolUseIds(state: ConversationState): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const message of state.messages) {
    if (message.role !== 'assistant') continue
    for (const block of message.blocks) if (block.type === 'tool_use') ids.add(block.toolUseId)
  }
  return ids
}

function throwIfStopped(context: LoopContext): void {
  if (context.signal.aborted) throw new AppError('cancelled', 'Stopped.')
}

function abortShape(context: LoopContext): ErrorShape {
  if (context.closing()) return toErrorShape(closed)
  return toErrorShape(endedBy(context.signal) ?? new AppError('cancelled', say('run.stopped')))
}

/** What ended a run that no person stopped; null where one did. */
function endedBy({ reason }: AbortSignal): AppError | null {
  return reason instanceof AppError ? reason : null
}

function endAfterError(context: LoopContext, error: unknown): LoopEnd {
  if (error instanceof Suspended) return null
  const { recorder, signal } = context
  const open = () => openToolCalls(recorder.state(), recorder.runId)
  const known = knownEnds(recorder.state(), recorder.runId, context.gate)
  const ended = open().flatMap((call) => known(call) ?? [])
  if (ended.length > 0) recorder.record(ended)
  skipToolCalls(recorder, open(), say('run.call_after_end'))
  if (signal.aborted) {
    if (context.closing() || endedBy(signal) !== null) {
      return { end: 'failed', error: abortShape(context), retryable: true }
    }
    return { end: 'stopped', retryable: true }
  }
  // Waiting may not help (a wrong key, a wrong address), but the person can mend the setting and go on from here.
  return { end: 'failed', error: toErrorShape(error), retryable: true }
}
