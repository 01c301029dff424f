import type { MessageHit } from '../../shared/contract/conversation-list'
import { excerptOf } from './excerpt'
import type { Database } from './open'
import { markedWords, wantedWords, withPartMarks, wordConditions } from './word-search'

interface HitRow {
  readonly id: string
  readonly conversation_id: string
  readonly title: string
  readonly role: 'user' | 'assistant'
  readonly at: number
  /** The whole message with its matches marked. */
  readonly marked: string
}

/** Messages with these words in conversations that are not in the trash, newest first. */
export function searchMessages({ raw }: Pick<Database, 'raw'>, typed: string, limit: number): MessageHit[] {
  const wanted = wantedWords(typed)
  if (wanted === null) return []
  const { conditions, values } = wordConditions(wanted, 'message_words', 'message_words.words')
  const matching = wanted.query === null ? '' : 'message_words MATCH @query AND'
  return raw
    .prepare<[Record<string, string | number>], HitRow>(
      `SELECT messages.id, messages.conversation_id, conversations.title, messages.role, messages.at,
         ${markedWords(wanted, 'message_words', ['words', 0])} AS marked
       FROM message_words
       JOIN messages ON messages.number = message_words.rowid
       JOIN conversations ON conversations.id = messages.conversation_id
       WHERE ${matching} message_words.rowid IN (
         SELECT message_words.rowid
         FROM message_words
         JOIN messages ON messages.number = message_words.rowid
         JOIN conversations ON conversations.id = messages.conversation_id
         WHERE ${[...conditions, 'conversations.trashed_at IS NULL'].join(' AND ')}
         ORDER BY messages.number DESC
         LIMIT @limit
       )
       ORDER BY messages.number DESC`,
    )
    .all({ limit, ...values })
    .map((row) => ({ ...row, marked: withPartMarks(row.marked, wanted) }))
    .map(({ id, conversation_id, marked, ...row }) => ({
      ...row,
      messageId: id,
      conversationId: conversation_id,
      // What a person typed is shown as it is, what an assistant wrote without the marks of Markdown.
      excerpt: excerptOf(marked, row.role === 'assistant' ? 'markdown' : 'plain'),
    }))
}

/** The words of a conversation's messages by their ids. */
export function messageWords({ raw }: Pick<Database, 'raw'>, conversationId: string) {
  return raw
    .prepare<[string], { id: string; words: string }>(
      `SELECT messages.id, message_words.words
       FROM messages JOIN message_words ON message_words.rowid = messages.number
       WHERE messages.conversation_id = ?`,
    )
    .iterate(conversationId)
}
