import { desc, eq, isNull } from 'drizzle-orm'
import { AppError } from '../../shared/errors'
import type { Database } from './open'
import { conversations } from './schema'

/** A conversation as it is stored. */
export type ConversationRow = typeof conversations.$inferSelect

/** Reads and writes conversations; what happened in them is in the run events. */
export interface ConversationTable {
  insert(row: typeof conversations.$inferInsert): void
  /** Throws `not_found`. */
  get(id: string): ConversationRow
  /** Those that are not in the trash, last used first. */
  list(): readonly ConversationRow[]
  change(id: string, change: Partial<Omit<ConversationRow, 'id'>>): ConversationRow
}

/** Opens the table of conversations. */
export function createConversationTable(db: Database): ConversationTable {
  const { orm } = db
  const get = (id: string): ConversationRow => {
    const row = orm.select().from(conversations).where(eq(conversations.id, id)).get()
    if (row === undefined) throw new AppError('not_found', 'There is no such conversation.', { field: 'id' })
    return row
  }
  return {
    get,
    insert(row) {
      orm.insert(conversations).values(row).run()
    },
    list: () =>
      orm
        .select()
        .from(conversations)
        .where(isNull(conversations.trashedAt))
        .orderBy(desc(conversations.updatedAt), desc(conversations.id))
        .all(),
    change(id, change) {
      orm.update(conversations).set(change).where(eq(conversations.id, id)).run()
      return get(id)
    },
  }
}
