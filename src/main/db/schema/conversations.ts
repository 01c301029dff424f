import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Conversations; their content is in `run_events`. */
export const conversations = sqliteTable('conversations', {
  id: text('id').primaryKey(),
  title: text('title').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  trashedAt: integer('trashed_at'),
  firstId: text('first_id'),
  leafId: text('leaf_id'),
  folderId: text('folder_id'),
  pinnedAt: integer('pinned_at'),
  archivedAt: integer('archived_at'),
  missionId: text('mission_id'),
})

/** Folders that conversations are kept in. */
export const conversationFolders = sqliteTable('conversation_folders', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  createdAt: integer('created_at').notNull(),
})

/** The tree of messages; what they say is in `run_events`, and their words once more in `message_words`. */
export const messages = sqliteTable('messages', {
  number: integer('number').primaryKey(),
  id: text('id').notNull().unique(),
  conversationId: text('conversation_id').notNull(),
  runId: text('run_id').notNull(),
  parentId: text('parent_id'),
  nextId: text('next_id'),
  role: text('role', { enum: ['user', 'assistant'] }).notNull(),
  seq: integer('seq').notNull(),
  at: integer('at').notNull(),
})

/** The calls of tools that messages hold; what they say is in `run_events`. */
export const toolCalls = sqliteTable('tool_calls', {
  number: integer('number').primaryKey(),
  conversationId: text('conversation_id').notNull(),
  runId: text('run_id').notNull(),
  messageId: text('message_id').notNull(),
  toolUseId: text('tool_use_id').notNull(),
  name: text('name').notNull(),
  proposed: integer('proposed', { mode: 'boolean' }).notNull().default(false),
  succeeded: integer('succeeded', { mode: 'boolean' }).notNull().default(false),
  fromLibrary: integer('from_library', { mode: 'boolean' }).notNull().default(false),
})

/** How the last run of a conversation ended, while nobody has looked at it since. */
export const unseenEnds = sqliteTable('unseen_ends', {
  conversationId: text('conversation_id').primaryKey(),
  ended: text('ended', { enum: ['completed', 'failed'] }).notNull(),
})

/** Runs, to find those that a crash or a quit interrupted. */
export const runs = sqliteTable('runs', {
  id: text('id').primaryKey(),
  conversationId: text('conversation_id').notNull(),
  status: text('status', { enum: ['running', 'completed', 'stopped', 'failed'] }).notNull(),
  actor: text('actor').notNull(),
  approval: text('approval'),
  model: text('model').notNull(),
  startedAt: integer('started_at').notNull(),
  finishedAt: integer('finished_at'),
  assistant: text('assistant').notNull().default('default'),
})

/** What happened, in order. */
export const runEvents = sqliteTable('run_events', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  conversationId: text('conversation_id').notNull(),
  runId: text('run_id').notNull(),
  type: text('type').notNull(),
  messageId: text('message_id'),
  at: integer('at').notNull(),
  body: text('body').notNull(),
})

/** Untrusted text that runs have read. */
export const runTaints = sqliteTable(
  'run_taints',
  {
    runId: text('run_id').notNull(),
    origin: text('origin', { enum: ['outside', 'library', 'web', 'mcp_server'] }).notNull(),
    source: text('source').notNull(),
    tool: text('tool').notNull(),
    conversationId: text('conversation_id'),
    at: integer('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.origin, table.source] })],
)
