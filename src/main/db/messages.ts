import type { RunEventBody } from '../../shared/run/events'
import type { Database } from './open'

/** A message's place in the tree of its conversation. */
export interface MessageNode {
  readonly id: string
  readonly runId: string
  /** The message that it follows; null for a first one. */
  readonly parentId: string | null
  /** Of those that follow it, the one that is shown. */
  readonly nextId: string | null
  readonly role: 'user' | 'assistant'
  readonly seq: number
}

/** Where the shown branch of a conversation begins and ends; null where it has no message. */
export interface ShownBranch {
  readonly firstId: string | null
  readonly leafId: string | null
}

/** The messages of all conversations as a tree, and their words. */
export interface MessageTree {
  /** Keeps the tree in step with an event that is being stored; call it in the same transaction. */
  take(event: {
    readonly conversationId: string
    readonly runId: string
    readonly seq: number
    readonly at: number
    readonly body: RunEventBody
  }): void
  /** All messages of a conversation in the order in which they came. */
  ofConversation(conversationId: string): readonly MessageNode[]
  shown(conversationId: string): ShownBranch
  /** The run of the shown branch's last message; null where it has none. */
  lastRun(conversationId: string): string | null
}

/** A row without the names of its columns: a long conversation has many thousands. */
type Row = readonly [string, string, string | null, string | null, 'user' | 'assistant', number]

const numbered = '(SELECT number FROM messages WHERE id = ?)'

/** Prepares the statements of the tree of messages. */
export function createMessageTree({ raw }: Pick<Database, 'raw'>): MessageTree {
  const leaf = raw.prepare<[string], { first_id: string | null; leaf_id: string | null }>(
    'SELECT first_id, leaf_id FROM conversations WHERE id = ?',
  )
  const readLastRun = raw.prepare<[string], { run_id: string }>(
    `SELECT messages.run_id FROM conversations JOIN messages ON messages.id = conversations.leaf_id
     WHERE conversations.id = ?`,
  )
  const insert = raw.prepare<[string, string, string, string | null, string, number, number]>(
    `INSERT INTO messages (id, conversation_id, run_id, parent_id, role, seq, at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const setNext = raw.prepare<[string | null, string]>('UPDATE messages SET next_id = ? WHERE id = ?')
  const setFirst = raw.prepare<[string | null, string]>('UPDATE conversations SET first_id = ? WHERE id = ?')
  const setLeaf = raw.prepare<[string | null, string]>('UPDATE conversations SET leaf_id = ? WHERE id = ?')
  const read = raw
    .prepare<[string], Row>(
      'SELECT id, run_id, parent_id, next_id, role, seq FROM messages WHERE conversation_id = ? ORDER BY seq',
    )
    .raw()
  const forgetWords = raw.prepare<[string]>(`DELETE FROM message_words WHERE rowid = ${numbered}`)
  const setWords = raw.prepare<[string, string]>(
    `INSERT INTO message_words (rowid, words) VALUES (${numbered}, ?)`,
  )

  const shown = (conversationId: string): ShownBranch => {
    const row = leaf.get(conversationId)
    return { firstId: row?.first_id ?? null, leafId: row?.leaf_id ?? null }
  }
  const ofConversation = (conversationId: string): readonly MessageNode[] =>
    read
      .all(conversationId)
      .map(([id, runId, parentId, nextId, role, seq]) => ({ id, runId, parentId, nextId, role, seq }))
  const showNext = (conversationId: string, after: string | null, next: string | null): void => {
    if (after === null) setFirst.run(next, conversationId)
    else setNext.run(next, after)
  }
  const showBranch = (conversationId: string, leafId: string | null): void => {
    const byId = new Map(ofConversation(conversationId).map((node) => [node.id, node]))
    showNext(conversationId, leafId, null)
    for (let node = byId.get(leafId ?? ''); node !== undefined; node = byId.get(node.parentId ?? '')) {
      const parent = byId.get(node.parentId ?? '')
      if (parent === undefined || parent.nextId !== node.id) showNext(conversationId, node.parentId, node.id)
    }
    setLeaf.run(leafId, conversationId)
  }

  return {
    ofConversation,
    shown,
    lastRun: (conversationId) => readLastRun.get(conversationId)?.run_id ?? null,
    take({ conversationId, runId, seq, at, body }) {
      switch (body.type) {
        case 'user_message':
        case 'turn_started': {
          const { leafId } = shown(conversationId)
          const role = body.type === 'user_message' ? 'user' : 'assistant'
          insert.run(body.messageId, conversationId, runId, leafId, role, seq, at)
          showNext(conversationId, leafId, body.messageId)
          setLeaf.run(body.messageId, conversationId)
          if (body.type === 'user_message') setWords.run(body.messageId, body.text)
          return
        }
        case 'turn_finished':
        case 'turn_failed': {
          const words = body.content
            .flatMap((block) => (block.type === 'text' ? [block.text] : []))
            .join('\n\n')
          forgetWords.run(body.messageId)
          if (words !== '') setWords.run(body.messageId, words)
          return
        }
        case 'branch_shown':
          showBranch(conversationId, body.leafId)
          return
        default:
        // Others put no message anywhere.
      }
    },
  }
}
