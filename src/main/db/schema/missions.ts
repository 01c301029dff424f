import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Standing work in the background. */
export const missions = sqliteTable('missions', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  id: text('id').notNull().unique(),
  name: text('name').notNull(),
  prompt: text('prompt').notNull(),
  assistant: text('assistant').notNull(),
  schedule: text('schedule').notNull(),
  switchedOn: integer('switched_on', { mode: 'boolean' }).notNull(),
  late: text('late', { enum: ['run', 'skip'] }).notNull(),
  limitMinutes: integer('limit_minutes').notNull(),
  tells: text('tells', { enum: ['always', 'needed', 'never'] }).notNull(),
  nextDueAt: integer('next_due_at'),
  lastDueAt: integer('last_due_at'),
  changedBy: text('changed_by').notNull(),
  revision: integer('revision').notNull().default(1),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  trashedAt: integer('trashed_at'),
})

/** Each time that a mission ran. */
export const missionIterations = sqliteTable('mission_iterations', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  id: text('id').notNull().unique(),
  missionId: text('mission_id').notNull(),
  sequence: integer('sequence').notNull(),
  why: text('why', { enum: ['schedule', 'late', 'by_hand'] }).notNull(),
  conversationId: text('conversation_id'),
  runId: text('run_id'),
  startedAt: integer('started_at').notNull(),
  endedAt: integer('ended_at'),
  ended: text('ended', {
    enum: ['completed', 'turn_cap', 'budget', 'failed', 'stopped', 'out_of_time', 'interrupted'],
  }),
  error: text('error'),
})
