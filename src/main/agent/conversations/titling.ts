import type { ToolInfo } from '../../../shared/contract/tools'
import { AppError, toAppError, toErrorShape } from '../../../shared/errors'
import { attachmentName } from '../../../shared/run/blocks'
import type { RunEventBody } from '../../../shared/run/events'
import type { ConversationState, Message } from '../../../shared/run/state'
import { say } from '../../../shared/sentences/say'
import type { ConversationTable } from '../../db/conversations'
import type { Model } from '../../model/port'
import type { SettingsService } from '../../services/settings'
import { commandIn } from '../runs/by-hand'
import type { RunsAtWork } from '../runs-at-work'
import { tookMs } from '../took-ms'
import { type TitleWords, titleIn, titleOfMessage } from './title'
import { type WrittenTitle, writeTitle } from './write-title'

/** A run that came to its end. */
export interface CompletedRun {
  readonly runId: string
  readonly model: Model
  /** With its end. */
  readonly state: ConversationState
}

/** What titles are made with. */
export interface TitlingParts {
  readonly table: ConversationTable
  readonly settings: Pick<SettingsService, 'get'>
  readonly titleWords: () => TitleWords
  /** All that there are. */
  readonly tools: readonly ToolInfo[]
  /** The first messages of a conversation, and whether a title was ever asked for. */
  readonly beginning: (conversationId: string) => {
    readonly messages: readonly Message[]
    readonly asked: boolean
  }
  readonly begun: RunsAtWork['begun']
  readonly recordAfter: RunsAtWork['recordAfter']
  readonly publishSummary: (conversationId: string) => void
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** Lets the model of a conversation give it its title. */
export interface Titling {
  /** Asks in the background where a conversation still has the title of its first words and none was asked for. */
  completed(run: CompletedRun): void
  /** Gives up what is asked for. */
  close(): Promise<void>
}

type Outcome = Omit<Extract<RunEventBody, { type: 'title_made' }>, 'type' | 'used' | 'durationMs'>

/** Starts with nothing asked. */
export function createTitling(parts: TitlingParts): Titling {
  const { table, settings, now, report } = parts
  const closing = new AbortController()
  /** By conversation. */
  const asked = new Map<string, Promise<void>>()

  const store = async (
    conversationId: string,
    runId: string,
    automatic: string,
    made: Outcome,
    ms: number,
  ) => {
    await parts.begun(conversationId)
    if (closing.signal.aborted) return
    const { title } = made
    const used = title !== null && table.get(conversationId).title === automatic
    parts.recordAfter(conversationId, runId, [{ type: 'title_made', ...made, used, durationMs: ms }], () => {
      if (used) table.change(conversationId, { title })
    })
    if (used) parts.publishSummary(conversationId)
  }
  const make = async ({ runId, model, state }: CompletedRun, words: Words): Promise<void> => {
    const startedAt = now()
    const made = await writeTitle({ model, ...words, signal: closing.signal }).then(outcomeOf, failureOf)
    if (closing.signal.aborted) return
    await store(state.conversationId, runId, words.automatic, made, tookMs(startedAt, now()))
  }

  return {
    completed(run) {
      const { conversationId } = run.state
      if (closing.signal.aborted || asked.has(conversationId) || run.model.provider === 'offline') return
      if (!settings.get().modelTitles) return
      const { messages, asked: askedBefore } = beginningOf(run.state, parts)
      if (askedBefore) return
      const words = wordsOf(messages, parts)
      if (words === null || table.get(conversationId).title !== words.automatic) return
      const done = make(run, words)
        .catch((error: unknown) => {
          // Deleted for good in the meantime.
          if (toAppError(error).code !== 'not_found') report(error)
        })
        .finally(() => asked.delete(conversationId))
      asked.set(conversationId, done)
    },
    async close() {
      closing.abort()
      await Promise.all(asked.values())
    },
  }
}

interface Words {
  /** The title that its first message gave the conversation. */
  readonly automatic: string
  readonly question: string
  readonly answer: string
}

/** A run works with the end of a long conversation only. */
function beginningOf(
  { conversationId, earlier, messages, runs }: ConversationState,
  { beginning }: Pick<TitlingParts, 'beginning'>,
): ReturnType<TitlingParts['beginning']> {
  if (earlier > 0) return beginning(conversationId)
  return { messages, asked: Object.values(runs).some(({ title }) => title !== undefined) }
}

/**
 * The first message that is no command, and the first answer with words in it from there on: what only went by hand is
 * no reason to ask a model. Null where there are none.
 */
function wordsOf(
  messages: readonly Message[],
  { titleWords, tools }: Pick<TitlingParts, 'titleWords' | 'tools'>,
): Words | null {
  const [first] = messages
  if (first?.role !== 'user') return null
  const at = messages.findIndex((message) => message.role === 'user' && commandIn(message, tools) === null)
  const asked = messages[at]
  if (asked?.role !== 'user') return null
  const answer = messages
    .slice(at)
    .map(saidIn)
    .find((said) => said !== '')
  if (answer === undefined) return null
  const attached = asked.attachments.map((each) => ` [attached: ${attachmentName(each)}]`).join('')
  return { automatic: titleOfMessage(first, titleWords()), question: `${asked.text}${attached}`, answer }
}

function saidIn(message: Message): string {
  if (message.role === 'user' || message.error !== undefined) return ''
  return message.blocks
    .flatMap((block) => (block?.type === 'text' ? [block.text] : []))
    .join('\n\n')
    .trim()
}

function outcomeOf({ text, stopReason, usage }: WrittenTitle): Outcome {
  const title = stopReason === 'refusal' ? '' : titleIn(text)
  if (title !== '') return { title, usage }
  return { title: null, usage, error: toErrorShape(new AppError('model_error', say('runs.no_title'))) }
}

function failureOf(error: unknown): Outcome {
  return { title: null, error: toErrorShape(error) }
}
