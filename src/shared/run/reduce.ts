import { assertNever } from '../errors'
import type { Block, Citation, ToolUseBlock } from './blocks'
import type { RunEvent, RunEventBody } from './events'
import type { AssistantMessage, ConversationState, Message, RunState } from './state'

/**
 * Applies one event. Pure, shared by main and the page, and idempotent: an event whose `seq` the state has
 * already seen changes nothing, so a snapshot and a live stream can overlap.
 */
export function reduce(state: ConversationState, event: RunEvent): ConversationState {
  if (event.seq <= state.seq || event.conversationId !== state.conversationId) return state
  return { ...apply(state, event), seq: event.seq }
}

function apply(state: ConversationState, event: RunEvent): ConversationState {
  const { body, runId, at } = event
  switch (body.type) {
    case 'user_message':
      return append(withoutQueued(state, body.messageId), {
        role: 'user',
        id: body.messageId,
        runId,
        at,
        text: body.text,
        attachments: body.attachments,
      })
    case 'message_queued': {
      const { messageId: id, text, attachments } = body
      return { ...state, queued: [...state.queued, { id, at, text, attachments }] }
    }
    case 'message_unqueued':
      return withoutQueued(state, body.messageId)
    case 'branch_shown':
      return showBranch(state, body.leafId)
    case 'run_started':
      return withRun(state, {
        id: runId,
        assistant: body.assistant,
        assistantId: body.assistantId,
        model: body.model,
        turns: 0,
        status: 'running',
        retryable: false,
        turnCap: false,
      })
    case 'turn_started': {
      const reductions = state.runs[runId]?.reductions
      return append(
        changeRun(state, runId, ({ reductions: _, ...run }) => ({ ...run, turns: body.turn })),
        {
          role: 'assistant',
          id: body.messageId,
          runId,
          at,
          blocks: [],
          streaming: true,
          ...(reductions === undefined ? {} : { reductions }),
        },
      )
    }
    case 'text_delta':
      return changeBlock(state, body.messageId, body.block, (block) => withText(block, body))
    case 'thinking_delta':
      return changeBlock(state, body.messageId, body.block, (block) => withThinking(block, body.text))
    case 'citation':
      return changeBlock(state, body.messageId, body.block, (block) => withCitation(block, body.citation))
    case 'tool_use_started':
      return changeBlock(state, body.messageId, body.block, () => ({
        type: 'tool_use',
        toolUseId: body.toolUseId,
        name: body.name,
        inputJson: '',
        status: 'streaming',
      }))
    case 'tool_input_delta':
      return changeBlock(state, body.messageId, body.block, (block) =>
        block?.type === 'tool_use' ? { ...block, inputJson: block.inputJson + body.json } : block,
      )
    case 'turn_finished':
      return changeMessage(state, body.messageId, (message) => ({
        ...message,
        blocks: body.content,
        streaming: false,
        stopReason: body.stopReason,
        usage: body.usage,
        durationMs: body.durationMs,
        ...(body.clearedByServer === undefined ? {} : { clearedByServer: body.clearedByServer }),
      }))
    case 'turn_failed':
      return changeMessage(state, body.messageId, (message) => ({
        ...message,
        blocks: body.content,
        streaming: false,
        error: body.error,
      }))
    case 'retry_waiting': {
      const { attempt, attempts, until, error } = body
      return changeRun(state, runId, (run) => ({ ...run, retry: { attempt, attempts, until, error } }))
    }
    case 'retry_started':
      return changeRun(state, runId, ({ retry: _, ...run }) => run)
    case 'compaction_started':
      return changeRun(state, runId, (run) => ({ ...run, compacting: true }))
    case 'context_reduced':
      return changeRun(state, runId, ({ compacting: _, ...run }) => ({
        ...run,
        reductions: [...(run.reductions ?? []), body.reduction],
      }))
    case 'tool_started':
      return changeToolUse(state, runId, body.toolUseId, (block) => ({
        ...block,
        status: 'running',
        startedAt: at,
      }))
    case 'tool_proposed':
      return changeToolUse(state, runId, body.toolUseId, (block) => ({
        ...block,
        status: 'waiting',
        proposalId: body.proposalId,
      }))
    case 'tool_finished':
      return changeToolUse(state, runId, body.toolUseId, (block) => ({
        ...block,
        status: body.outcome,
        result: body.result,
        durationMs: body.durationMs,
        ...(body.usage === undefined ? {} : { usage: body.usage }),
      }))
    case 'run_finished':
      return changeRun(state, runId, ({ retry: _, compacting: __, ...run }) => ({
        ...run,
        status: body.end,
        error: body.error,
        retryable: body.retryable,
        turnCap: body.turnCap ?? false,
        ...(body.budget === undefined ? {} : { budget: body.budget }),
      }))
    case 'title_made': {
      const { type: _, ...title } = body
      return changeRun(state, runId, (run) => ({ ...run, title }))
    }
    default:
      return assertNever(body)
  }
}

function append(state: ConversationState, message: Message): ConversationState {
  const { hidden } = state
  return {
    ...state,
    messages: [...state.messages, message],
    hidden: [],
    versions:
      hidden.length === 0 ? state.versions : { ...state.versions, [message.id]: [...hidden, message.id] },
  }
}

/**
 * Goes back to a message of the shown branch. A branch with other messages can't be made of this state: whoever holds
 * it loads it anew.
 */
function showBranch(state: ConversationState, leafId: string | null): ConversationState {
  const kept = leafId === null ? 0 : state.messages.findLastIndex(({ id }) => id === leafId) + 1
  if (leafId === null ? state.earlier > 0 : kept === 0) return state
  const [next, ...rest] = state.messages.slice(kept)
  if (next === undefined) return state
  const messages = state.messages.slice(0, kept)
  const removed = [next, ...rest]
  const versions = { ...state.versions }
  for (const { id } of removed) delete versions[id]
  const runs = { ...state.runs }
  const keptRuns = new Set(messages.map(({ runId }) => runId))
  for (const { runId } of removed) if (!keptRuns.has(runId)) delete runs[runId]
  return { ...state, messages, versions, runs, hidden: state.versions[next.id] ?? [next.id] }
}

function withoutQueued(state: ConversationState, id: string): ConversationState {
  if (!state.queued.some((queued) => queued.id === id)) return state
  return { ...state, queued: state.queued.filter((queued) => queued.id !== id) }
}

function withRun(state: ConversationState, run: RunState): ConversationState {
  return { ...state, runs: { ...state.runs, [run.id]: run } }
}

function changeRun(
  state: ConversationState,
  id: string,
  change: (run: RunState) => RunState,
): ConversationState {
  const run = state.runs[id]
  return run === undefined ? state : withRun(state, change(run))
}

/** Looks from the end, because what changes is nearly always the last message. */
function changeMessage(
  state: ConversationState,
  id: string,
  change: (message: AssistantMessage) => AssistantMessage,
): ConversationState {
  const index = state.messages.findLastIndex((message) => message.id === id)
  const message = state.messages[index]
  if (message?.role !== 'assistant') return state
  return { ...state, messages: state.messages.with(index, change(message)) }
}

function changeBlock(
  state: ConversationState,
  messageId: string,
  index: number,
  change: (block: Block | undefined) => Block | undefined,
): ConversationState {
  return changeMessage(state, messageId, (message) => {
    const next = change(message.blocks[index])
    if (next === undefined) return message
    const blocks = [...message.blocks]
    blocks[index] = next
    return { ...message, blocks }
  })
}

function withText(
  block: Block | undefined,
  { text, repeats }: Extract<RunEventBody, { type: 'text_delta' }>,
): Block {
  if (block?.type === 'text') return { ...block, text: block.text + text }
  return { type: 'text', text, citations: [], ...(repeats ? { repeats } : {}) }
}

function withThinking(block: Block | undefined, text: string): Block {
  return block?.type === 'thinking' ? { ...block, text: block.text + text } : { type: 'thinking', text }
}

function withCitation(block: Block | undefined, citation: Citation): Block {
  return block?.type === 'text'
    ? { ...block, citations: [...block.citations, citation] }
    : { type: 'text', text: '', citations: [citation] }
}

/** Of its own run: not every server gives each call an id of its own, and what came of one may be known only later. */
function changeToolUse(
  state: ConversationState,
  runId: string,
  toolUseId: string,
  change: (block: ToolUseBlock) => ToolUseBlock,
): ConversationState {
  const index = state.messages.findLastIndex(
    (message) =>
      message.role === 'assistant' &&
      message.runId === runId &&
      message.blocks.some((block) => block.type === 'tool_use' && block.toolUseId === toolUseId),
  )
  const message = state.messages[index]
  if (message?.role !== 'assistant') return state
  const blocks = message.blocks.map((block) =>
    block.type === 'tool_use' && block.toolUseId === toolUseId ? change(block) : block,
  )
  return { ...state, messages: state.messages.with(index, { ...message, blocks }) }
}
