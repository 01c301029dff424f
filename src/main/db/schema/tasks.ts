import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What is to be done. */
export const tasks = sqliteTable('tasks', {
  id: text('id').notNull().primaryKey(),
  title: text('title').notNull(),
  notes: text('notes').notNull(),
  status: text('status', { enum: ['open', 'in_progress', 'done', 'cancelled'] }).notNull(),
  priority: text('priority', { enum: ['low', 'normal', 'high', 'urgent'] }).notNull(),
  due: text('due'),
  parent: text('parent'),
  needs: text('needs').notNull(),
  assistant: text('assistant'),
  tags: text('tags').notNull(),
  outside: text('outside').notNull(),
  words: text('words').notNull(),
  madeBy: text('made_by').notNull(),
  changedBy: text('changed_by').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  revision: integer('revision').notNull(),
})

/** What was written about a task. */
export const taskComments = sqliteTable('task_comments', {
  id: text('id').notNull().primaryKey(),
  task: text('task_id').notNull(),
  text: text('text').notNull(),
  outside: text('outside').notNull(),
  madeBy: text('made_by').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** Each time that an assistant worked on a task. */
export const taskRuns = sqliteTable('task_runs', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  taskId: text('task_id').notNull(),
  conversationId: text('conversation_id').notNull().unique(),
  runId: text('run_id').notNull(),
  startedAt: integer('started_at').notNull(),
})
