import type { ExportFormat } from '../../../shared/contract/conversation-list'
import { assertNever } from '../../../shared/errors'
import type { RunEvent } from '../../../shared/run/events'
import type { ConversationState } from '../../../shared/run/state'
import { safeName } from '../../files/safe-name'
import { exportTexts } from './export-texts'
import { htmlOf } from './html'
import { markdownOf } from './markdown'

/** What an export is written from. */
export interface ExportedConversation {
  readonly title: string
  /** The shown branch. */
  readonly state: ConversationState
  /** Everything that happened, on all branches. */
  readonly events: () => readonly RunEvent[]
  /** The pictures in its messages that are still kept, as base64 by their hash. */
  readonly pictures: ReadonlyMap<string, string>
}

/** Answers the file's name, its MIME type and its text; only JSON has every branch. */
export function exportConversation(
  conversation: ExportedConversation,
  format: ExportFormat,
  language: 'en' | 'de',
): { name: string; type: string; content: string } {
  const texts = exportTexts(language)
  const name = safeName(conversation.title) || texts.conversation
  switch (format) {
    case 'markdown':
      return { name: `${name}.md`, type: 'text/markdown', content: markdownOf(conversation, texts) }
    case 'html':
      return { name: `${name}.html`, type: 'text/html', content: htmlOf(conversation, texts) }
    case 'json':
      return { name: `${name}.json`, type: 'application/json', content: jsonOf(conversation) }
    default:
      return assertNever(format)
  }
}

function jsonOf({ title, state, events, pictures }: ExportedConversation): string {
  const { conversationId, messages, runs } = state
  return `${JSON.stringify({ format: 'countersign-conversation', version: 1, id: conversationId, title, messages, runs, events: events(), pictures: Object.fromEntries(pictures) }, null, 2)}\n`
}
