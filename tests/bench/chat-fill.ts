import { createConversationTable } from '../../src/main/db/conversations'
import { type Database, inTransaction } from '../../src/main/db/open'
import { createRunEventLog } from '../../src/main/db/run-events'
import { createRunTable } from '../../src/main/db/runs'
import { person } from '../../src/shared/actor'
import type { Block } from '../../src/shared/run/blocks'
import type { RunEventBody } from '../../src/shared/run/events'
import { defaultAssistant } from '../../src/shared/tool/policy'
import { type Chatter, generateChat } from './chat-text'

/** A conversation that is to be made. */
export interface MadeConversation {
  readonly id: string
  readonly title: string
  readonly messages: number
  /** Characters of each tool's result. */
  readonly resultLength: number
  /** Nothing of it was ever summed up, as where all of it was done without a model. */
  readonly neverSummedUp?: boolean
}

/** Messages after which a conversation of this size no longer fits a usual model, and is summed up. */
const messagesPerSummary = 400
/** Every second question needs a tool. */
const questionsPerTool = 2
const usage = { inputTokens: 9000, outputTokens: 300, cacheReadTokens: 8000, cacheWriteTokens: 500 }
const minuteMs = 60_000

/** Puts conversations into a database as runs of a model leave them; the last is the one that was used last. */
export function fillConversations(db: Database, made: readonly MadeConversation[], seed: number): void {
  const chatter = generateChat(seed)
  const table = createConversationTable(db)
  const now = Date.now()
  for (const [index, conversation] of made.entries()) {
    const at = now - (made.length - index) * minuteMs
    inTransaction(db, () => {
      const { id, title } = conversation
      table.insert({ id, title, createdAt: at, updatedAt: at })
      fillOne(db, conversation, chatter, at)
    })
  }
}

function fillOne(db: Database, conversation: MadeConversation, chatter: Chatter, at: number): void {
  const { id: conversationId, messages, resultLength, neverSummedUp = false } = conversation
  const log = createRunEventLog(db)
  const runs = createRunTable(db)
  let before = 0
  for (let question = 0; before < messages; question++) {
    const runId = `${conversationId}-run-${String(question).padStart(6, '0')}`
    const withTool = question % questionsPerTool === 0 && messages - before > 2
    const length = withTool ? 3 : 2
    const first = Math.floor(before / messagesPerSummary)
    const isFull = !neverSummedUp && Math.floor((before + length) / messagesPerSummary) > first
    const summedUp = isFull ? runId : null
    runs.insert({
      ...{ id: runId, conversationId, status: 'completed', actor: person, approval: null },
      ...{ model: 'fake-model', startedAt: at, finishedAt: at, assistant: defaultAssistant },
    })
    log.append({ conversationId, runId, at }, [
      ...runOf({ runId, chatter, withTool, resultLength, summedUp }),
      { type: 'run_finished', end: 'completed', retryable: false },
    ])
    before += length
  }
}

function runOf({
  runId,
  chatter,
  withTool,
  resultLength,
  summedUp,
}: {
  readonly runId: string
  readonly chatter: Chatter
  readonly withTool: boolean
  readonly resultLength: number
  /** The run whose question a summary reaches to. */
  readonly summedUp: string | null
}): RunEventBody[] {
  const question = `${runId}-0`
  const bodies: RunEventBody[] = [
    { type: 'user_message', messageId: question, text: chatter.question(), attachments: [] },
    { type: 'run_started', assistant: 'Assistant', model: 'fake-model' },
  ]
  if (summedUp !== null) {
    bodies.push({
      type: 'context_reduced',
      reduction: {
        ...{ kind: 'compacted', messageId: question, summary: chatter.answer(), byModel: true },
        ...{ tokensBefore: 150_000, tokensAfter: 9000, usage },
      },
    })
  }
  if (withTool) {
    const { call, state } = chatter.reading(resultLength)
    const toolUseId = `${runId}-call`
    const use: Block = {
      ...{ type: 'tool_use', toolUseId, name: call.name, status: 'ready' },
      ...{ inputJson: JSON.stringify(call.input), input: call.input },
    }
    bodies.push(
      ...turn(`${runId}-1`, 1, [{ type: 'text', text: chatter.sentence(), citations: [] }, use]),
      { type: 'tool_started', toolUseId },
      {
        ...{ type: 'tool_finished', toolUseId, outcome: 'done', durationMs: 12 },
        result: { success: true, content: chatter.content(resultLength), state, origin: 'granted_folder' },
      },
    )
  }
  const last = withTool ? 2 : 1
  return [
    ...bodies,
    ...turn(`${runId}-${last}`, last, [{ type: 'text', text: chatter.answer(), citations: [] }]),
  ]
}

function turn(messageId: string, number: number, content: Block[]): RunEventBody[] {
  const stopReason = content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn'
  return [
    { type: 'turn_started', messageId, turn: number },
    { type: 'turn_finished', messageId, content, stopReason, usage, durationMs: 4000 },
  ]
}
