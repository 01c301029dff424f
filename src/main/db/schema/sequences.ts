import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Sequences that a person wrote. */
export const sequences = sqliteTable('sequences', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  id: text('id').notNull().unique(),
  revision: integer('revision').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  trashedAt: integer('trashed_at'),
})

/** Each saving of one. */
export const sequenceVersions = sqliteTable(
  'sequence_versions',
  {
    sequence: text('sequence').notNull(),
    version: integer('version').notNull(),
    definition: text('definition').notNull(),
    savedAt: integer('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sequence, table.version] })],
)

/** Which runs follow a sequence. */
export const sequenceRuns = sqliteTable('sequence_runs', {
  runId: text('run_id').primaryKey(),
  conversationId: text('conversation_id').notNull(),
  sequence: text('sequence').notNull(),
  version: integer('version').notNull(),
  inputs: text('inputs').notNull(),
})
