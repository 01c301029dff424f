import type { ImportedMessage } from './imported'
import type { LeftOutTally } from './left-out'
import { conversationOf, type ReadConversation, type SourceNode } from './message-tree'
import { listOf, momentOf, recordOf, textOf, titleOf } from './plain'

/** Whether a value is a conversation of ChatGPT's export: its messages are a tree by their ids. */
export function isChatGpt(value: unknown): boolean {
  return recordOf(recordOf(value)?.mapping) !== null
}

/**
 * Reads a conversation of ChatGPT's data export, as `conversations.json` has it: `mapping` holds nodes with `parent`
 * and `message`, `current_node` is the end of the shown branch, times are seconds since 1970. Messages of tools and of
 * the system, and what the program hides itself, are passed over.
 */
export function readChatGpt(value: unknown, leftOut: LeftOutTally): ReadConversation {
  const record = recordOf(value)
  const mapping = recordOf(record?.mapping)
  if (record === null || mapping === null) return { refused: 'damaged' }
  const title = titleOf(record.title)
  const ids = Object.keys(mapping)
  const id = textOf(record.conversation_id) || textOf(record.id) || ids.toSorted().join(' ')
  const updatedAt = momentOf(record.update_time) ?? momentOf(record.create_time)
  const createdAt = momentOf(record.create_time) ?? updatedAt
  const fallback = createdAt ?? 0
  const nodes = ids.map((key): SourceNode => {
    const node = recordOf(mapping[key])
    const parent = node?.parent
    return {
      id: key,
      parent: typeof parent === 'string' ? parent : null,
      message: messageOf(recordOf(node?.message), fallback, title, leftOut),
    }
  })
  const about = { key: id, title, createdAt: fallback, updatedAt: updatedAt ?? fallback }
  return conversationOf(about, nodes, textOf(record.current_node) || null)
}

function messageOf(
  message: Readonly<Record<string, unknown>> | null,
  fallback: number,
  title: string,
  leftOut: LeftOutTally,
): Omit<ImportedMessage, 'parent'> | null {
  const role = recordOf(message?.author)?.role
  const metadata = recordOf(message?.metadata)
  if (message === null || metadata?.is_visually_hidden_from_conversation === true) return null
  if (role === 'tool') leftOut.add('tools', '')
  if (role !== 'user' && role !== 'assistant') return null
  const recipient = message.recipient
  if (role === 'assistant' && typeof recipient === 'string' && recipient !== 'all') return null
  const text = contentOf(recordOf(message.content), title, leftOut)
  if (text.trim() === '') return null
  const at = momentOf(message.create_time) ?? fallback
  return { role, text, at, model: titleOf(metadata?.model_slug) }
}

/** What a message says; pictures and sounds are elsewhere in the export, and are counted. */
function contentOf(
  content: Readonly<Record<string, unknown>> | null,
  title: string,
  leftOut: LeftOutTally,
): string {
  switch (content?.content_type) {
    case 'text':
    case 'multimodal_text':
      return listOf(content.parts)
        .map((part) => {
          if (typeof part === 'string') return textOf(part)
          // What was said aloud is written down beside its sound.
          const said = textOf(recordOf(part)?.text)
          if (said === '') leftOut.add('attachments', title)
          return said
        })
        .filter((part) => part !== '')
        .join('\n\n')
    case 'code': {
      const code = textOf(content.text)
      return code === '' ? '' : `\`\`\`\n${code}\n\`\`\``
    }
    default:
      return ''
  }
}
