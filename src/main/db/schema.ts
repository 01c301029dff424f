import { blob, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// The types of the tables; the migrations in resources/migrations make them, and a test compares the two.

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

/** Groups of documents. */
export const collections = sqliteTable('collections', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  description: text('description').notNull(),
  createdAt: integer('created_at').notNull(),
  deletedAt: integer('deleted_at'),
})

/** Documents of the library. */
export const documents = sqliteTable('documents', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  id: text('id').notNull().unique(),
  collectionId: text('collection_id').notNull(),
  title: text('title').notNull(),
  titleChosen: integer('title_chosen').notNull().default(0),
  mime: text('mime').notNull(),
  source: text('source').notNull(),
  sha256: text('sha256'),
  size: integer('size').notNull(),
  status: text('status', { enum: ['pending', 'processing', 'complete', 'error', 'cancelled'] }).notNull(),
  stage: text('stage', { enum: ['waiting', 'acquire', 'extract', 'index', 'done'] }).notNull(),
  progressDone: integer('progress_done').notNull().default(0),
  progressTotal: integer('progress_total'),
  errorCode: text('error_code'),
  errorMessage: text('error_message'),
  pages: integer('pages'),
  chunks: integer('chunks').notNull().default(0),
  tokens: integer('tokens').notNull().default(0),
  characters: integer('characters').notNull().default(0),
  extractor: text('extractor'),
  tags: text('tags').notNull().default('[]'),
  metadata: text('metadata').notNull().default('{}'),
  actor: text('actor').notNull(),
  addedAt: integer('added_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  deletedAt: integer('deleted_at'),
  language: text('language'),
  indexing: integer('indexing').notNull().default(0),
  /** Kept by triggers, with the title. */
  titleOrder: text('title_order').notNull().default(''),
  sourceGone: integer('source_gone').notNull().default(0),
  versionOf: text('version_of'),
  /** Pages that text recognition could read and was not asked to. */
  picturePages: integer('picture_pages').notNull().default(0),
  /** 1 where a person asked for text recognition. */
  recognize: integer('recognize').notNull().default(0),
  /** Of what its extractor could not do; JSON. */
  warnings: text('warnings').notNull().default('[]'),
})

/** Folders that a person has watched for a collection. */
export const watchedFolders = sqliteTable('watched_folders', {
  id: text('id').primaryKey(),
  path: text('path').notNull().unique(),
  collectionId: text('collection_id').notNull(),
  node: text('node').notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: integer('created_at').notNull(),
  lastSeen: integer('last_seen'),
})

/** The files of watched folders as they were last taken into the library. */
export const watchedFiles = sqliteTable(
  'watched_files',
  {
    folderId: text('folder_id').notNull(),
    path: text('path').notNull(),
    documentId: text('document_id').notNull(),
    sha256: text('sha256').notNull(),
    stamp: text('stamp').notNull(),
    node: text('node').notNull(),
    otherDisk: integer('other_disk').notNull(),
    gone: integer('gone').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.folderId, table.path] })],
)

/** The extracted text of a document. */
export const documentTexts = sqliteTable('document_texts', {
  documentNumber: integer('document_number').primaryKey(),
  text: text('text').notNull(),
})

/** Character ranges of pages. */
export const documentPages = sqliteTable('document_pages', {
  documentNumber: integer('document_number').notNull(),
  page: integer('page').notNull(),
  start: integer('start').notNull(),
  end: integer('end').notNull(),
})

/** Where the words of recognized pages stand. */
export const pageWords = sqliteTable('page_words', {
  documentNumber: integer('document_number').notNull(),
  page: integer('page').notNull(),
  boxes: blob('boxes', { mode: 'buffer' }).notNull(),
})

/** Passages of documents. */
export const chunks = sqliteTable('chunks', {
  number: integer('number').primaryKey(),
  documentNumber: integer('document_number').notNull(),
  ordinal: integer('ordinal').notNull(),
  page: integer('page'),
  section: text('section'),
  start: integer('start').notNull(),
  end: integer('end').notNull(),
  tokens: integer('tokens').notNull(),
  text: text('text').notNull(),
})

/** Parts of the search index. */
export const indexSegments = sqliteTable('index_segments', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  state: text('state', { enum: ['building', 'live'] }).notNull(),
  documentNumber: integer('document_number'),
  facts: text('facts').notNull().default('{}'),
})

/** The bytes of the parts of the search index. */
export const indexPages = sqliteTable(
  'index_pages',
  {
    segment: integer('segment').notNull(),
    file: integer('file').notNull(),
    page: integer('page').notNull(),
    data: blob('data', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.segment, table.file, table.page] })],
)

/** What changed lately of what a search may find. */
export const searchChanges = sqliteTable('search_changes', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  kind: text('kind', { enum: ['segments', 'documents', 'document'] }).notNull(),
  documentNumber: integer('document_number'),
})

/** What each embedding model made of the passages. */
export const vectorSets = sqliteTable('vector_sets', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  provider: text('provider').notNull(),
  address: text('address').notNull(),
  model: text('model').notNull(),
  dimensions: integer('dimensions').notNull(),
  state: text('state', { enum: ['building', 'live', 'retired'] }).notNull(),
})

/** Which passages have vectors. */
export const vectorBlocks = sqliteTable('vector_blocks', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  setNumber: integer('set_number').notNull(),
  documentNumber: integer('document_number').notNull(),
  firstOrdinal: integer('first_ordinal').notNull(),
  count: integer('count').notNull(),
})

/** The vectors as 8-bit numbers. */
export const vectorCodes = sqliteTable('vector_codes', {
  block: integer('block').primaryKey(),
  scales: blob('scales', { mode: 'buffer' }).notNull(),
  codes: blob('codes', { mode: 'buffer' }).notNull(),
})

/** Vectors whose numbers are still to be removed. */
export const vectorLeftovers = sqliteTable('vector_leftovers', {
  block: integer('block').primaryKey(),
})

/** The same vectors as 16-bit numbers. */
export const vectorDetails = sqliteTable('vector_details', {
  block: integer('block').primaryKey(),
  numbers: blob('numbers', { mode: 'buffer' }).notNull(),
})

/** Vectors that went lately. */
export const vectorRemovals = sqliteTable('vector_removals', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  block: integer('block').notNull(),
})
