import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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
  /** Of what its extractor could not do, or why it could not be read at all; JSON. */
  warnings: text('warnings').notNull().default('[]'),
  /** What it calls itself; empty where it says nothing, null where it was not read or by a former version. */
  readTitle: text('read_title'),
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

/** The archives of watched folders as they were last looked into. */
export const watchedArchives = sqliteTable(
  'watched_archives',
  {
    folderId: text('folder_id').notNull(),
    path: text('path').notNull(),
    stamp: text('stamp').notNull(),
    leftOut: text('left_out').notNull(),
  },
  (table) => [primaryKey({ columns: [table.folderId, table.path] })],
)

/** The text of a document; where it is not whole, only what stands between its passages. */
export const documentTexts = sqliteTable('document_texts', {
  documentNumber: integer('document_number').primaryKey(),
  text: text('text').notNull(),
  whole: integer('whole').notNull().default(1),
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
