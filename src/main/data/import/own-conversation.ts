import type { LeftOutTally } from './left-out'
import { conversationOf, type ReadConversation, type SourceNode } from './message-tree'
import { listOf, recordOf, textOf, titleOf } from './plain'

/** The version of the form that is read. */
const knownVersion = 1

/** Whether a value is a conversation of our own export. */
export function isOwnConversation(value: unknown): boolean {
  return recordOf(value)?.format === 'countersign-conversation'
}

/**
 * Reads a conversation of our own export by its events, which have all branches: what was said, without the uses of
 * tools, which belong to the changes of the machine that they happened on. Times are milliseconds since 1970.
 */
export function readOwnConversation(value: unknown, leftOut: LeftOutTally): ReadConversation {
  const record = recordOf(value)
  if (record === null || record.version !== knownVersion) return { refused: 'damaged' }
  const title = titleOf(record.title)
  const nodes = new Map<string, SourceNode>()
  const models = new Map<string, string>()
  let leaf: string | null = null
  let first: number | null = null
  let last = 0
  for (const each of listOf(record.events)) {
    const event = recordOf(each)
    const body = recordOf(event?.body)
    if (event === null || body === null) continue
    const at = millisecondsOf(event.at) ?? last
    first ??= at
    last = Math.max(last, at)
    const runId = textOf(event.runId)
    const id = textOf(body.messageId)
    switch (body.type) {
      case 'run_started':
        models.set(runId, titleOf(body.model))
        break
      case 'user_message':
        for (const _ of listOf(body.attachments)) leftOut.add('attachments', title)
        nodes.set(id, {
          id,
          parent: leaf,
          message: { role: 'user', text: textOf(body.text), at, model: '' },
        })
        leaf = id
        break
      case 'turn_started':
        nodes.set(id, { id, parent: leaf, message: null })
        leaf = id
        break
      case 'turn_finished':
      case 'turn_failed': {
        const node = nodes.get(id)
        const text = saidIn(listOf(body.content), leftOut)
        const model = models.get(runId) ?? ''
        if (node !== undefined && text !== '') {
          nodes.set(id, { ...node, message: { role: 'assistant', text, at, model } })
        }
        break
      }
      case 'branch_shown':
        leaf = typeof body.leafId === 'string' ? body.leafId : null
        break
      default:
      // Others say nothing that is brought in.
    }
  }
  const about = { key: textOf(record.id), title, createdAt: first ?? last, updatedAt: last }
  return conversationOf(about, [...nodes.values()], leaf)
}

function saidIn(blocks: readonly unknown[], leftOut: LeftOutTally): string {
  return blocks
    .map(recordOf)
    .flatMap((block) => {
      if (block?.type === 'tool_use') leftOut.add('tools', '')
      return block?.type === 'text' ? [textOf(block.text)] : []
    })
    .filter((text) => text.trim() !== '')
    .join('\n\n')
}

function millisecondsOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= Date.now() ? Math.round(value) : null
}
