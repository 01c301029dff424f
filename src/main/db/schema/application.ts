import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Which installation this database belongs to. */
export const install = sqliteTable('install', {
  id: integer('id').primaryKey(),
  installation: text('installation').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** One JSON value per key. */
export const settings = sqliteTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})
