import { fenced } from '../../../shared/markdown/fenced'
import type { ImportedMessage } from './imported'
import type { LeftOutTally } from './left-out'
import { conversationOf, type ReadConversation, type SourceNode } from './message-tree'
import { listOf, momentOf, recordOf, textOf, titleOf } from './plain'

/** The parent that Claude gives to a first message. */
const noParent = '00000000-0000-4000-8000-000000000000'

/** Whether a value is a conversation of Claude's export. */
export function isClaude(value: unknown): boolean {
  return Array.isArray(recordOf(value)?.chat_messages)
}

/**
 * Reads a conversation of Claude's data export: `chat_messages` in the order in which they came, and, in newer exports,
 * with `parent_message_uuid`, which makes branches. Times are in ISO 8601. What was attached comes as its text, where
 * the export has that.
 */
export function readClaude(value: unknown, leftOut: LeftOutTally): ReadConversation {
  const record = recordOf(value)
  if (record === null || !Array.isArray(record.chat_messages)) return { refused: 'damaged' }
  const title = titleOf(record.name)
  const all = record.chat_messages.map(recordOf).filter((message) => message !== null)
  const updatedAt = momentOf(record.updated_at) ?? momentOf(record.created_at)
  const createdAt = momentOf(record.created_at) ?? updatedAt
  const fallback = createdAt ?? 0
  const isTree = all.some(({ parent_message_uuid: parent }) => typeof parent === 'string')
  const nodes = all.map((message, place): SourceNode => {
    const parent = message.parent_message_uuid
    const before = place === 0 ? null : idOf(all[place - 1], place - 1)
    return {
      id: idOf(message, place),
      parent: isTree ? (typeof parent === 'string' && parent !== noParent ? parent : null) : before,
      message: messageOf(message, fallback, title, leftOut),
    }
  })
  const last = textOf(record.current_leaf_message_uuid) || nodes.at(-1)?.id || null
  const key = textOf(record.uuid) || nodes.map(({ id }) => id).join(' ')
  return conversationOf({ key, title, createdAt: fallback, updatedAt: updatedAt ?? fallback }, nodes, last)
}

function idOf(message: Readonly<Record<string, unknown>> | undefined, place: number): string {
  return textOf(message?.uuid) || `message ${place}`
}

function messageOf(
  message: Readonly<Record<string, unknown>>,
  fallback: number,
  title: string,
  leftOut: LeftOutTally,
): Omit<ImportedMessage, 'parent'> | null {
  const role = message.sender === 'human' ? 'user' : message.sender === 'assistant' ? 'assistant' : null
  if (role === null) return null
  const blocks = listOf(message.content).map(recordOf)
  for (const block of blocks) if (block?.type === 'tool_use') leftOut.add('tools', '')
  const said = blocks
    .flatMap((block) => (block?.type === 'text' ? [textOf(block.text)] : []))
    .filter((text) => text.trim() !== '')
    .join('\n\n')
  const attached = listOf(message.attachments).map((each) => attachmentOf(recordOf(each), title, leftOut))
  for (const _ of listOf(message.files)) leftOut.add('attachments', title)
  const text = [said || textOf(message.text), ...attached].filter((part) => part.trim() !== '').join('\n\n')
  if (text === '') return null
  return { role, text, at: momentOf(message.created_at) ?? fallback, model: '' }
}

/** The text of what was attached, under its name. */
function attachmentOf(
  attachment: Readonly<Record<string, unknown>> | null,
  title: string,
  leftOut: LeftOutTally,
): string {
  const content = textOf(attachment?.extracted_content)
  if (content === '') {
    leftOut.add('attachments', title)
    return ''
  }
  return `${titleOf(attachment?.file_name)}\n\n${fenced(content)}`
}
