import { and, asc, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { type Database, inTransaction } from './open'
import { insertOnce } from './prepared'
import { conversationFolders, conversations, messages } from './schema'

/** A conversation as it is stored. */
export type ConversationRow = typeof conversations.$inferSelect
/** What one begins with. */
type NewConversation = Pick<ConversationRow, 'id' | 'title' | 'createdAt' | 'updatedAt'> &
  Partial<Pick<ConversationRow, 'missionId'>>

/** Reads and writes conversations; what happened in them is in the run events. */
export interface ConversationTable {
  insert(row: NewConversation): void
  /** Throws `not_found`. */
  get(id: string): ConversationRow
  find(id: string): ConversationRow | null
  /** Those that are not in the trash, last used first. */
  list(): readonly ConversationRow[]
  change(id: string, change: Partial<Omit<ConversationRow, 'id'>>): ConversationRow
  /** Notes when it was used last. */
  used(id: string, at: number): void
  /** Those in the trash, last first, with how many messages each has. */
  trashed(): readonly (ConversationRow & { readonly messages: number })[]
  /** Deletes conversations with everything that happened in them; no word of it stays in the files of the database. */
  delete(ids: readonly string[]): void
  /** Those that came to the trash before a time. */
  trashedBefore(at: number): readonly string[]
  folders(): readonly FolderRow[]
  /** Throws `already_exists`. */
  putFolder(folder: FolderRow): void
  /** Takes a folder away and leaves what was in it. */
  deleteFolder(id: string): void
}

/** A folder as it is stored. */
export type FolderRow = typeof conversationFolders.$inferSelect

const insertConversation = insertOnce(conversations)

/** Opens the table of conversations. */
export function createConversationTable(db: Database): ConversationTable {
  const { orm } = db
  const ofId = eq(conversations.id, sql.placeholder('id'))
  const byId = orm.select().from(conversations).where(ofId).prepare()
  const use = orm
    .update(conversations)
    .set({ updatedAt: sql`${sql.placeholder('at')}` })
    .where(ofId)
    .prepare()
  const find = (id: string): ConversationRow | null => byId.get({ id }) ?? null
  const get = (id: string): ConversationRow => {
    const row = find(id)
    if (row === null) throw new AppError('not_found', say('conversation.none'), { field: 'id' })
    return row
  }
  return {
    get,
    find,
    insert: (row) => insertConversation(db, row),
    used: (id, at) => void use.run({ id, at }),
    list: () =>
      orm
        .select()
        .from(conversations)
        .where(isNull(conversations.trashedAt))
        .orderBy(desc(conversations.updatedAt), desc(conversations.id))
        .all(),
    change(id, change) {
      // Drizzle refuses a change of nothing.
      if (Object.keys(change).length > 0) {
        orm.update(conversations).set(change).where(eq(conversations.id, id)).run()
      }
      return get(id)
    },
    trashed: () =>
      orm
        .select()
        .from(conversations)
        .where(isNotNull(conversations.trashedAt))
        .orderBy(desc(conversations.trashedAt), desc(conversations.id))
        .all()
        .map((row) => ({ ...row, messages: countMessages(db, row.id) })),
    trashedBefore: (at) =>
      orm
        .select({ id: conversations.id })
        .from(conversations)
        .where(and(isNotNull(conversations.trashedAt), lt(conversations.trashedAt, at)))
        .all()
        .map(({ id }) => id),
    delete(ids) {
      if (ids.length === 0) return
      erasing(db, () => {
        for (const id of ids) deleteConversation(db, id)
      })
    },
    folders: () => orm.select().from(conversationFolders).orderBy(asc(conversationFolders.createdAt)).all(),
    putFolder(folder) {
      const same = orm
        .select()
        .from(conversationFolders)
        .where(eq(conversationFolders.name, folder.name))
        .get()
      if (same !== undefined && same.id !== folder.id) {
        throw new AppError('already_exists', say('conversation.folder_there', { name: folder.name }), {
          field: 'name',
        })
      }
      const { name } = folder
      orm
        .insert(conversationFolders)
        .values(folder)
        .onConflictDoUpdate({ target: conversationFolders.id, set: { name } })
        .run()
    },
    deleteFolder(id) {
      inTransaction(db, () => {
        orm.update(conversations).set({ folderId: null }).where(eq(conversations.folderId, id)).run()
        orm.delete(conversationFolders).where(eq(conversationFolders.id, id)).run()
      })
    },
  }
}

function countMessages({ orm }: Database, conversationId: string): number {
  const row = orm
    .select({ count: sql<number>`count(*)` })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .get()
  return row?.count ?? 0
}

/**
 * Runs a transaction of deletions so that what it deletes can't be read from the database's files any more: SQLite
 * leaves it in free pages otherwise, the index of words in its older parts, and the log until it is written over.
 */
function erasing({ raw }: Database, work: () => void): void {
  raw.pragma('secure_delete = ON')
  try {
    raw
      .transaction(() => {
        raw.prepare("INSERT INTO message_words (message_words, rank) VALUES ('secure-delete', 1)").run()
        work()
      })
      .immediate()
  } finally {
    raw.pragma('secure_delete = FAST')
  }
  // Where a reader holds the log at this moment, the next checkpoint does it.
  raw.pragma('wal_checkpoint(TRUNCATE)')
}

/** What it changed, and what was proposed in it, stays in the ledger. */
function deleteConversation({ raw }: Database, id: string): void {
  raw
    .prepare(
      'DELETE FROM message_words WHERE rowid IN (SELECT number FROM messages WHERE conversation_id = ?)',
    )
    .run(id)
  for (const table of ['tool_calls', 'messages', 'run_events', 'sequence_runs', 'runs']) {
    raw.prepare(`DELETE FROM ${table} WHERE conversation_id = ?`).run(id)
  }
  raw.prepare('DELETE FROM conversations WHERE id = ?').run(id)
}
