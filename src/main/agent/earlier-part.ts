import type { ToolUseBlock } from '../../shared/run/blocks'
import type { ConversationState, Message } from '../../shared/run/state'
import { loadTools } from '../../shared/tool/load-tools'
import type { MessageNode } from '../db/messages'
import type { ToolCallTable } from '../db/tool-calls'
import type { GivenPassage } from '../model/check-citation'
import { once } from '../once'
import { namesOf } from './catalog/loaded'
import { decisionsOf, mostDecisions } from './context/transcript'
import { passagesOfMessages } from './given-passages'

/**
 * What a run has to know of the messages before those of its state, which it does not send. Each is looked up when it
 * is asked for first: only what became of their changes does still change.
 */
export interface EarlierPart {
  /** The latest changes that were proposed or made, as the record has them. */
  decisions(): readonly string[]
  /** Whether a call has this id. */
  isUsed(toolUseId: string): boolean
  /** The words of the library that the conversation was given. */
  passages(): readonly GivenPassage[]
  /** The names of tools that were loaded or used, in that order. */
  toolNames(): readonly string[]
}

/** Of a state that begins with the first message. */
export const nothingEarlier: EarlierPart = {
  decisions: () => [],
  isUsed: () => false,
  passages: () => [],
  toolNames: () => [],
}

/** What the part before a state is read from. */
export interface EarlierSources {
  readonly calls: ToolCallTable
  /** The branch up to a message, without it. */
  readonly before: (conversationId: string, messageId: string) => readonly MessageNode[]
  readonly messagesOf: (conversationId: string, nodes: readonly MessageNode[]) => readonly Message[]
  /** The ids of messages of a person to which pages are attached, on all branches. */
  readonly withPages: (conversationId: string) => ReadonlySet<string>
}

/** Reads what lies before a state's first message; `now` gives a call with what became of it since. */
export function earlierPart(
  { calls, before, messagesOf, withPages }: EarlierSources,
  { conversationId, messages, earlier }: Pick<ConversationState, 'conversationId' | 'messages' | 'earlier'>,
  now?: (block: ToolUseBlock) => ToolUseBlock,
): EarlierPart {
  const first = messages[0]
  if (earlier === 0 || first === undefined) return nothingEarlier
  const path = once(() => before(conversationId, first.id))
  const ids = once(() => new Set(path().map(({ id }) => id)))
  const onPath = once(() => {
    const here = ids()
    return calls.ofConversation(conversationId).filter(({ messageId }) => here.has(messageId))
  })
  const messagesWith = (wanted: ReadonlySet<string>): readonly Message[] =>
    messagesOf(
      conversationId,
      path().filter(({ id }) => wanted.has(id)),
    )
  return {
    decisions: once(() => {
      if (!calls.ofConversation(conversationId).some((call) => call.proposed)) return []
      const proposed = onPath().filter((call) => call.proposed)
      return decisionsOf(
        messagesWith(new Set(proposed.slice(-mostDecisions).map(({ messageId }) => messageId))),
        now,
      )
    }),
    isUsed: (toolUseId) => calls.messagesWith(conversationId, toolUseId).some((id) => ids().has(id)),
    passages: once(() => {
      const given = onPath().filter(({ fromLibrary }) => fromLibrary)
      return passagesOfMessages(
        messagesWith(new Set([...given.map(({ messageId }) => messageId), ...withPages(conversationId)])),
      )
    }),
    toolNames: once(() => {
      const loads = onPath().filter(({ name }) => name === loadTools.name)
      const loading = new Map(
        messagesWith(new Set(loads.map(({ messageId }) => messageId))).map((message) => [
          message.id,
          message,
        ]),
      )
      const names = onPath().flatMap(({ messageId, name, proposed, succeeded }) => {
        const message = loading.get(messageId)
        if (message === undefined) return succeeded || proposed ? [name] : []
        // With the others of that message, which keeps their order.
        return message.role === 'assistant' ? message.blocks.flatMap((block) => namesOf(block)) : []
      })
      return [...new Set(names)]
    }),
  }
}
