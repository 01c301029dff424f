import type { RunEvent } from '../../shared/run/events'
import type { Database } from './open'

/** A call of a tool, in the message that holds it. */
export interface ToolCallRow {
  readonly messageId: string
  readonly name: string
  /** A change was proposed for it, or made without asking. */
  readonly proposed: boolean
  readonly succeeded: boolean
  /** Its result is of the library. */
  readonly fromLibrary: boolean
}

/** The calls of tools of all conversations; what they say is in the run events. */
export interface ToolCallTable {
  /** Keeps it in step with an event that is being stored; call it in the same transaction. */
  take(event: RunEvent): void
  /** In the order in which they were asked for, on all branches. */
  ofConversation(conversationId: string): readonly ToolCallRow[]
  /** The messages that hold a call with this id. */
  messagesWith(conversationId: string, toolUseId: string): readonly string[]
}

interface Row {
  readonly message_id: string
  readonly name: string
  readonly proposed: number
  readonly succeeded: number
  readonly from_library: number
}

// Another run may hold a call of the same id: not every server gives each its own.
const ofEvent = `number = (
  SELECT max(number) FROM tool_calls WHERE conversation_id = ? AND tool_use_id = ? AND run_id = ?
)`

/** Prepares the statements of the table of tool calls. */
export function createToolCallTable({ raw }: Pick<Database, 'raw'>): ToolCallTable {
  const insert = raw.prepare<[string, string, string, string, string]>(
    'INSERT INTO tool_calls (conversation_id, run_id, message_id, tool_use_id, name) VALUES (?, ?, ?, ?, ?)',
  )
  const propose = raw.prepare<[string, string, string]>(`UPDATE tool_calls SET proposed = 1 WHERE ${ofEvent}`)
  const finish = raw.prepare<[number, number, string, string, string]>(
    `UPDATE tool_calls SET succeeded = ?, from_library = ? WHERE ${ofEvent}`,
  )
  const read = raw.prepare<[string], Row>(
    `SELECT message_id, name, proposed, succeeded, from_library FROM tool_calls
     WHERE conversation_id = ? ORDER BY number`,
  )
  const find = raw.prepare<[string, string], { message_id: string }>(
    'SELECT message_id FROM tool_calls WHERE conversation_id = ? AND tool_use_id = ?',
  )
  return {
    take({ conversationId, runId, body }) {
      switch (body.type) {
        case 'turn_finished':
        case 'turn_failed':
          for (const block of body.content) {
            if (block.type !== 'tool_use') continue
            insert.run(conversationId, runId, body.messageId, block.toolUseId, block.name)
          }
          return
        case 'tool_proposed':
          propose.run(conversationId, body.toolUseId, runId)
          return
        case 'tool_finished': {
          const { success, origin, changeId } = body.result
          if (changeId !== undefined) propose.run(conversationId, body.toolUseId, runId)
          finish.run(Number(success), Number(origin === 'library'), conversationId, body.toolUseId, runId)
          return
        }
        default:
        // Others say nothing of a call that is kept here.
      }
    },
    ofConversation: (conversationId) =>
      read.all(conversationId).map(({ message_id, name, proposed, succeeded, from_library }) => ({
        messageId: message_id,
        name,
        proposed: proposed === 1,
        succeeded: succeeded === 1,
        fromLibrary: from_library === 1,
      })),
    messagesWith: (conversationId, toolUseId) =>
      find.all(conversationId, toolUseId).map(({ message_id }) => message_id),
  }
}
