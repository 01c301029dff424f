import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Notes in Markdown; their words are once more in `note_words`, for the search. */
export const notes = sqliteTable('notes', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  id: text('id').notNull().unique(),
  title: text('title').notNull(),
  titleOrder: text('title_order').notNull(),
  content: text('content').notNull(),
  tags: text('tags').notNull(),
  outside: text('outside').notNull(),
  createdBy: text('created_by').notNull(),
  changedBy: text('changed_by').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  revision: integer('revision').notNull(),
  formerTitles: text('former_titles').notNull().default('[]'),
})
