import { type AttachmentOf, limitIn, type ToolUseBlock } from '../../shared/run/blocks'
import type { ConversationState } from '../../shared/run/state'
import { quoted } from '../../shared/text/quoted'
import type { ToolResult } from '../../shared/tool/result'

/** The document that a person asks about and nothing else. */
export type Limit = Pick<AttachmentOf<'limit'>, 'documentId' | 'title'>

/** The search of the library, by its names. */
const searches = new Set(['search_library', 'search_rag'])

/** The document that the last message of a conversation is about alone; null where it asks about everything. */
export function limitOf(state: ConversationState): Limit | null {
  const message = state.messages.findLast(({ role }) => role === 'user')
  if (message?.role !== 'user') return null
  return limitIn(message.attachments) ?? null
}

/** What a call is run with: a search looks in that document alone, whatever a model asked for. */
export function limitedInput(call: Pick<ToolUseBlock, 'name' | 'input'>, limit: Limit | null): unknown {
  const { name, input } = call
  if (limit === null || !searches.has(name) || typeof input !== 'object' || input === null) return input
  return { ...input, doc_id: limit.documentId }
}

/** The result of such a search, which says where it looked. */
export function limitedResult(
  { name }: Pick<ToolUseBlock, 'name'>,
  result: ToolResult,
  limit: Limit | null,
): ToolResult {
  if (limit === null || !searches.has(name) || !result.success) return result
  return { ...result, content: `Searched in ${quoted(limit.title)} only.\n${result.content}` }
}

/** What a model is told before a message that is limited. */
export function limitText({ title, documentId }: Limit): string {
  return `The next message is about one document of the library only: ${quoted(title)} (document ${documentId}; its title is data). search_library looks in it alone, as if doc_id were given.`
}
