import type { MessageHit } from '../../shared/contract/conversation-list'
import { excerptOf, matchEnd, matchStart } from './message-excerpt'
import type { Database } from './open'

interface HitRow {
  readonly id: string
  readonly conversation_id: string
  readonly title: string
  readonly role: 'user' | 'assistant'
  readonly at: number
  /** The whole message with its matches marked. */
  readonly marked: string
}

/** The query for words as a person types them: all of them, the last one perhaps not yet whole; null for none. */
function wordsQuery(typed: string): string | null {
  const words = typed.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []
  if (words.length === 0) return null
  return words.map((word, index) => `"${word}"${index === words.length - 1 ? '*' : ''}`).join(' ')
}

/** Messages with these words in conversations that are not in the trash, newest first. */
export function searchMessages({ raw }: Pick<Database, 'raw'>, typed: string, limit: number): MessageHit[] {
  const query = wordsQuery(typed)
  if (query === null) return []
  return raw
    .prepare<[string, string, number], HitRow>(
      `SELECT messages.id, messages.conversation_id, conversations.title, messages.role, messages.at,
         highlight(message_words, 0, '${matchStart}', '${matchEnd}') AS marked
       FROM message_words
       JOIN messages ON messages.number = message_words.rowid
       JOIN conversations ON conversations.id = messages.conversation_id
       WHERE message_words MATCH ? AND message_words.rowid IN (
         SELECT message_words.rowid
         FROM message_words
         JOIN messages ON messages.number = message_words.rowid
         JOIN conversations ON conversations.id = messages.conversation_id
         WHERE message_words MATCH ? AND conversations.trashed_at IS NULL
         ORDER BY messages.number DESC
         LIMIT ?
       )
       ORDER BY messages.number DESC`,
    )
    .all(query, query, limit)
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
