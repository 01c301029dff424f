import type { MessageHit } from '../../shared/contract/conversation-list'
import type { Database } from './open'

/** Words around what was found. */
const excerptTokens = 24
// Signs that no keyboard writes, around the words that were found.
const matchStart = '\u0002'
const matchEnd = '\u0003'

interface HitRow {
  readonly id: string
  readonly conversation_id: string
  readonly title: string
  readonly role: 'user' | 'assistant'
  readonly at: number
  readonly excerpt: string
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
         snippet(message_words, 0, char(2), char(3), '…', ${excerptTokens}) AS excerpt
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
    .map(({ id, conversation_id, excerpt, ...row }) => ({
      ...row,
      messageId: id,
      conversationId: conversation_id,
      excerpt: partsOf(excerpt),
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

function partsOf(excerpt: string): MessageHit['excerpt'] {
  return excerpt
    .split(matchStart)
    .flatMap((piece, index) => {
      if (index === 0) return [{ text: piece, match: false }]
      const end = piece.indexOf(matchEnd)
      return [
        { text: piece.slice(0, end < 0 ? undefined : end), match: true },
        { text: end < 0 ? '' : piece.slice(end + 1), match: false },
      ]
    })
    .filter(({ text }) => text !== '')
}
