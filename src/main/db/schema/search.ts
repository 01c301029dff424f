import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Parts of the search index. */
export const indexSegments = sqliteTable('index_segments', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  state: text('state', { enum: ['building', 'live'] }).notNull(),
  documentNumber: integer('document_number'),
  facts: text('facts').notNull().default('{}'),
})

/** The bytes of the parts of the search index. */
export const indexPages = sqliteTable('index_pages', {
  place: integer('place').primaryKey(),
  data: blob('data', { mode: 'buffer' }).notNull(),
})

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
