import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Changes that wait or waited for a decision. */
export const proposals = sqliteTable('proposals', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  id: text('id').notNull().unique(),
  tool: text('tool').notNull(),
  class: text('class').notNull(),
  raisedBecause: text('raised_because').notNull(),
  input: text('input').notNull(),
  plan: text('plan').notNull(),
  preview: text('preview').notNull(),
  planHash: text('plan_hash').notNull(),
  typeToConfirm: text('type_to_confirm'),
  status: text('status').notNull(),
  actor: text('actor').notNull(),
  runId: text('run_id'),
  conversationId: text('conversation_id'),
  toolUseId: text('tool_use_id'),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  decidedAt: integer('decided_at'),
  decidedBy: text('decided_by'),
  reason: text('reason'),
  changeId: text('change_id'),
  result: text('result'),
  replaces: text('replaces'),
  needs: text('needs').notNull().default('[]'),
  amendment: text('amendment'),
  said: text('said').notNull().default('{}'),
})

/** Remembered approvals. */
export const standingGrants = sqliteTable('standing_grants', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  id: text('id').notNull().unique(),
  tool: text('tool').notNull(),
  class: text('class', { enum: ['safe_create', 'safe_update', 'destructive_update'] }).notNull(),
  scope: text('scope', { enum: ['target', 'container', 'run', 'conversation'] }).notNull(),
  label: text('label').notNull(),
  subject: text('subject').notNull(),
  actor: text('actor').notNull(),
  targets: text('targets').notNull(),
  container: text('container'),
  inputHash: text('input_hash'),
  runId: text('run_id'),
  conversationId: text('conversation_id'),
  used: integer('used').notNull().default(0),
  usesLeft: integer('uses_left'),
  until: integer('until'),
  createdAt: integer('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  revokedAt: integer('revoked_at'),
  proposalId: text('proposal_id').notNull(),
})

/** The ledger: what was changed and what undoes it. */
export const changes = sqliteTable('changes', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  id: text('id').notNull().unique(),
  tool: text('tool').notNull(),
  class: text('class').notNull(),
  summary: text('summary').notNull(),
  preview: text('preview').notNull(),
  inverse: text('inverse').notNull(),
  status: text('status', { enum: ['applying', 'applied', 'rolled_back', 'interrupted', 'undone'] }).notNull(),
  actor: text('actor').notNull(),
  approvedBy: text('approved_by').notNull(),
  approval: text('approval', { enum: ['decision', 'standing', 'gesture', 'grant', 'policy'] }).notNull(),
  proposalId: text('proposal_id'),
  runId: text('run_id'),
  conversationId: text('conversation_id'),
  undoes: text('undoes'),
  undoneBy: text('undone_by'),
  at: integer('at').notNull(),
  grantId: text('grant_id'),
  amended: text('amended'),
  redoes: text('redoes'),
  batch: text('batch'),
  undoesPartOf: text('undoes_part_of'),
})

/** The audit chain: each record holds the hash of the one before. */
export const audit = sqliteTable('audit', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  at: integer('at').notNull(),
  kind: text('kind').notNull(),
  body: text('body').notNull(),
  previousHash: text('previous_hash').notNull(),
  hash: text('hash').notNull().unique(),
})

/** Folders that tools may touch. */
export const grants = sqliteTable('grants', {
  id: text('id').primaryKey(),
  path: text('path').notNull().unique(),
  access: text('access', { enum: ['read', 'read_write'] }).notNull(),
  source: text('source', { enum: ['dialog', 'flag', 'command_line'] }).notNull(),
  createdAt: integer('created_at').notNull(),
  mounts: text('mounts'),
})

/** What tools moved to the trash. */
export const trash = sqliteTable('trash', {
  id: text('id').primaryKey(),
  originalPath: text('original_path').notNull(),
  kind: text('kind', { enum: ['file', 'folder', 'link'] }).notNull(),
  size: integer('size').notNull(),
  files: integer('files').notNull(),
  trashedAt: integer('trashed_at').notNull(),
  restoredAt: integer('restored_at'),
})
