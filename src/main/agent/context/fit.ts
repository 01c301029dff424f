import { estimatePicture, estimateTokens } from '../../../shared/run/estimate-tokens'
import type { ContextReduction } from '../../../shared/run/reduction'
import type { ConversationState, Message } from '../../../shared/run/state'
import { tokensOf } from '../../../shared/run/usage'
import type { ToolResult } from '../../../shared/tool/result'
import { answerRoom } from '../../model/answer-room'
import type { ModelRequest } from '../../model/port'
import { buildHistory } from '../history'
import type { LoopContext } from '../loop'
import { isWorthClearing } from './clearing'
import { estimateMessages, estimateMessagesInSteps, estimateTools } from './estimate-tokens'
import { reducedOf } from './reductions'
import { keptAnswers, shares } from './shares'
import { summarize } from './summarize'

/** A request that is about to be made, before its messages are known. */
export type RequestDraft = Pick<ModelRequest, 'system' | 'tools' | 'maxTokens'>

/**
 * Makes the conversation fit its model before a turn: first old results of tools are left out, then its beginning is
 * summed up. Everything stays in the record; what is sent is stored as an event, so that each turn sends the same
 * beginning. `refused` says that the server found it too long as it is.
 */
export async function fitContext(context: LoopContext, draft: RequestDraft, refused = false): Promise<void> {
  const { model, recorder } = context
  if (model.contextTokens === undefined) return
  const window = model.contextTokens
  const room = window - answerRoom(draft.maxTokens, window)
  const before = await sizeOf(context, draft, room)
  // What a server refused is longer than the estimate, or its window is smaller than it is thought to be.
  const limit = refused ? Math.min(room, before) * 0.5 : room * shares.full
  if (!refused && before <= limit) return

  const fixed = estimateTokens(draft.system) + estimateTools(draft.tools)
  const clearing = clearingOf(recorder.state(), window)
  if (clearing !== null) {
    recorder.record([{ type: 'context_reduced', reduction: clearing }])
    if (fixed + estimateMessages(buildHistory(recorder.state(), model.id, recorder.earlier)) <= limit) return
  }
  const after = await compact(context, { before, fixed, limit })
  if (model.contextFrom === 'server' && after > room) tellTooLong(recorder, after + window - room, window)
}

/** Says so once in a run: what does not fit, a server may refuse, or leave out without a word as Ollama does. */
function tellTooLong(recorder: LoopContext['recorder'], tokens: number, windowTokens: number): void {
  const { messages, runs } = recorder.state()
  const { runId } = recorder
  const own = messages.flatMap((message) =>
    message.role === 'assistant' && message.runId === runId ? (message.reductions ?? []) : [],
  )
  const isTold = [...own, ...(runs[runId]?.reductions ?? [])].some(({ kind }) => kind === 'too_long')
  const last = messages.at(-1)
  if (isTold || last === undefined) return
  recorder.record([
    {
      type: 'context_reduced',
      reduction: { kind: 'too_long', messageId: last.id, tokens: Math.round(tokens), windowTokens },
    },
  ])
}

/** Answers what is sent after it, in tokens. */
async function compact(
  context: LoopContext,
  { before, fixed, limit }: { before: number; fixed: number; limit: number },
): Promise<number> {
  const { model, recorder, signal, retry } = context
  const state = recorder.state()
  const { from, summary } = reducedOf(state)
  const to = cutOf(state, from, model.id, limit * shares.latest)
  const last = state.messages[to - 1]
  if (last === undefined || to <= from) return before
  recorder.record([{ type: 'compaction_started' }])
  const made = await summarize({
    model,
    ...(retry === undefined ? {} : { retry }),
    signal,
    earlier: summary === null ? null : withoutQuestion(summary, state.messages, from),
    messages: state.messages.slice(from, to),
    pieceTokens: limit * shares.piece,
  })
  const rest = estimateMessages(buildHistory({ ...state, messages: state.messages.slice(to) }, model.id))
  const after = fixed + estimateTokens(made.text) + rest
  recorder.record([
    {
      type: 'context_reduced',
      reduction: {
        kind: 'compacted',
        messageId: last.id,
        summary: withQuestion(made.text, state.messages, to),
        byModel: made.byModel,
        tokensBefore: before,
        tokensAfter: after,
        usage: made.usage,
      },
    },
  ])
  return after
}

/** Tokens of the next request, by the server's count where it has one and it matters. */
async function sizeOf(context: LoopContext, draft: RequestDraft, room: number): Promise<number> {
  const { model, recorder, signal } = context
  const messages = buildHistory(recorder.state(), model.id, recorder.earlier)
  const estimate =
    estimateTokens(draft.system) + estimateTools(draft.tools) + (await estimateMessagesInSteps(messages))
  const isClose = estimate > room * shares.count && estimate < room * shares.counted
  const last = lastSizeOf(recorder.state())
  if (model.countTokens !== undefined && isClose) {
    try {
      const counted = await model.countTokens({ ...draft, messages }, signal)
      return last.exceeded ? Math.max(counted, last.tokens) : counted
    } catch {
      // A count is a service of the server's: without it the estimate has to do.
    }
  }
  return Math.max(estimate, last.tokens)
}

/**
 * What the last answer's request and the answer came to, as its server counted; 0 where less is sent since. `exceeded`
 * says that its server had to leave out a part of it: what was counted beforehand was too little then.
 */
function lastSizeOf(state: ConversationState): { readonly tokens: number; readonly exceeded: boolean } {
  const none = { tokens: 0, exceeded: false }
  if (Object.values(state.runs).some(({ reductions }) => reductions !== undefined)) return none
  const last = state.messages.findLast((message) => message.role === 'assistant')
  if (last?.role !== 'assistant' || last.usage === undefined) return none
  const { clearedByServer } = last
  const tokens = tokensOf(last.usage) + (clearedByServer?.tokens ?? 0)
  return { tokens, exceeded: clearedByServer !== undefined }
}

/** The results of tools that can be left out, where that makes enough room. */
function clearingOf(state: ConversationState, window: number): ContextReduction | null {
  const { from, clearedBefore } = reducedOf(state)
  const answers = state.messages.filter((message) => message.role === 'assistant')
  const latest = answers.at(-keptAnswers)
  const to = latest === undefined ? 0 : state.messages.indexOf(latest)
  const start = Math.max(from, clearedBefore)
  const last = state.messages[to - 1]
  if (last === undefined || to <= start) return null
  const saved = state.messages.slice(start, to).flatMap(clearable)
  const tokens = saved.reduce((sum, each) => sum + each, 0)
  if (tokens < window * shares.worth) return null
  return { kind: 'results_cleared', messageId: last.id, results: saved.length, tokens }
}

/** Tokens of each result and attachment of a message that can be left out. */
function clearable(message: Message): number[] {
  const all =
    message.role === 'user'
      ? message.attachments.map((attachment) => {
          if (attachment.kind === 'image') return estimatePicture(attachment.picture)
          const isRead = attachment.kind === 'file' || attachment.kind === 'page'
          return clearableResult(isRead ? attachment.read : undefined)
        })
      : message.blocks.map((block) => (block?.type === 'tool_use' ? clearableResult(block.result) : 0))
  return all.filter((tokens) => tokens > 0)
}

function clearableResult(result: ToolResult | undefined): number {
  if (result === undefined || !isWorthClearing(result)) return 0
  const { content, images = [] } = result
  return images.reduce((sum, image) => sum + estimatePicture(image), estimateTokens(content))
}

/** The place up to which a branch is summed up; the last message is never, because it is what is to be answered. */
function cutOf(state: ConversationState, from: number, modelId: string, latestTokens: number): number {
  let tokens = 0
  let to = state.messages.length - 1
  for (; to > from; to--) {
    const message = state.messages[to - 1]
    if (message === undefined) break
    tokens += estimateMessages(buildHistory({ ...state, messages: [message] }, modelId))
    if (tokens > latestTokens) break
  }
  return to
}

/** The longest message of a person that a summary repeats word for word (characters). */
const longestQuestion = 8000

const beforeQuestion = '\n\nThe person’s last message:\n'

/** A summary without the question that is added to the next one anyway. */
function withoutQuestion(summary: string, messages: readonly Message[], from: number): string {
  const isStillAsked = messages.findLastIndex(({ role }) => role === 'user') < from
  const at = isStillAsked ? summary.lastIndexOf(beforeQuestion) : -1
  return at === -1 ? summary : summary.slice(0, at)
}

/** What is being worked on is given in the person's own words, also where much work lies between. */
function withQuestion(summary: string, messages: readonly Message[], to: number): string {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const message = messages[asked]
  if (asked >= to || message?.role !== 'user') return summary
  return `${summary}${beforeQuestion}${message.text.slice(0, longestQuestion).toWellFormed()}`
}
