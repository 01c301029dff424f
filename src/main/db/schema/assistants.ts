import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Assistants that a person made, and the usual one. */
export const assistants = sqliteTable('assistants', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  id: text('id').notNull().unique(),
  name: text('name').notNull(),
  picture: text('picture').notNull(),
  instructions: text('instructions').notNull(),
  model: text('model').notNull(),
  effort: text('effort'),
  tools: text('tools').notNull(),
  collectionId: text('collection_id'),
  turnCap: integer('turn_cap'),
  tokenBudget: integer('token_budget'),
  costBudget: real('cost_budget'),
  starter: text('starter').unique(),
  revision: integer('revision').notNull().default(1),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  trashedAt: integer('trashed_at'),
  thinking: text('thinking'),
})

/** What an assistant may do with a tool, where a person chose. */
export const policies = sqliteTable(
  'policies',
  {
    assistant: text('assistant').notNull(),
    tool: text('tool').notNull(),
    policy: text('policy', { enum: ['auto', 'propose', 'deny'] }).notNull(),
    setAt: integer('set_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.assistant, table.tool] })],
)
