import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Tools that a person made of an address; removed ones keep their names. */
export const httpTools = sqliteTable('http_tools', {
  id: text('id').notNull().primaryKey(),
  name: text('name').notNull().unique(),
  title: text('title').notNull(),
  definition: text('definition'),
  enabled: integer('enabled').notNull(),
  createdAt: integer('created_at').notNull(),
  revision: integer('revision').notNull().default(1),
})
