import type { MessageHit } from '../../shared/contract/conversation-list'
import { unspacedScripts } from '../../shared/unspaced-scripts'
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

/** What is looked for, of words as a person types them: all of it. */
interface Wanted {
  /** The query for whole words, the last one perhaps not yet whole; null for none. */
  readonly query: string | null
  /**
   * What may stand anywhere: the index takes a run of a script without spaces between words for one word, with what is
   * written next to it.
   */
  readonly parts: readonly string[]
}

const unspacedRun = new RegExp(`[${unspacedScripts}]`, 'u')
const bySpacing = new RegExp(`[${unspacedScripts}]+|[^${unspacedScripts}]+`, 'gu')

function wantedOf(typed: string): Wanted {
  const all = typed.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []
  const words = all.filter((word) => !unspacedRun.test(word))
  const unspaced = all.filter((word) => unspacedRun.test(word))
  const isLast = (index: number) => index === words.length - 1 && words.at(-1) === all.at(-1)
  return {
    query:
      words.length === 0
        ? null
        : words.map((word, index) => `"${word}"${isLast(index) ? '*' : ''}`).join(' '),
    parts: unspaced.flatMap((word) => word.match(bySpacing) ?? []),
  }
}

/** Messages with these words in conversations that are not in the trash, newest first. */
export function searchMessages({ raw }: Pick<Database, 'raw'>, typed: string, limit: number): MessageHit[] {
  const { query, parts } = wantedOf(typed)
  if (query === null && parts.length === 0) return []
  const matching = query === null ? '' : 'message_words MATCH @query AND'
  const having = parts
    .map((_part, index) => `AND instr(lower(message_words.words), lower(@part${index})) > 0`)
    .join(' ')
  return raw
    .prepare<[Record<string, string | number>], HitRow>(
      `SELECT messages.id, messages.conversation_id, conversations.title, messages.role, messages.at,
         ${query === null ? 'words' : `highlight(message_words, 0, '${matchStart}', '${matchEnd}')`} AS marked
       FROM message_words
       JOIN messages ON messages.number = message_words.rowid
       JOIN conversations ON conversations.id = messages.conversation_id
       WHERE ${matching} message_words.rowid IN (
         SELECT message_words.rowid
         FROM message_words
         JOIN messages ON messages.number = message_words.rowid
         JOIN conversations ON conversations.id = messages.conversation_id
         WHERE ${matching} conversations.trashed_at IS NULL ${having}
         ORDER BY messages.number DESC
         LIMIT @limit
       )
       ORDER BY messages.number DESC`,
    )
    .all({
      limit,
      ...(query === null ? {} : { query }),
      ...Object.fromEntries(parts.map((part, index) => [`part${index}`, part])),
    })
    .map((row) => ({ ...row, marked: withMarks(row.marked, parts) }))
    .map(({ id, conversation_id, marked, ...row }) => ({
      ...row,
      messageId: id,
      conversationId: conversation_id,
      // What a person typed is shown as it is, what an assistant wrote without the marks of Markdown.
      excerpt: excerptOf(marked, row.role === 'assistant' ? 'markdown' : 'plain'),
    }))
}

function withMarks(text: string, parts: readonly string[]): string {
  if (parts.length === 0) return text
  // They are letters and digits alone.
  const any = new RegExp(`(?:${parts.join('|')})+`, 'giu')
  return text.replace(any, `${matchStart}$&${matchEnd}`)
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
