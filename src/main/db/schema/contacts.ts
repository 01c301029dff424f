import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** People and organizations. */
export const contacts = sqliteTable('contacts', {
  id: text('id').notNull().primaryKey(),
  kind: text('kind', { enum: ['person', 'organization'] }).notNull(),
  name: text('name').notNull(),
  foldedName: text('folded_name').notNull(),
  emails: text('emails').notNull(),
  phones: text('phones').notNull(),
  addresses: text('addresses').notNull(),
  urls: text('urls').notNull(),
  organization: text('organization'),
  role: text('role').notNull(),
  birthday: text('birthday'),
  tags: text('tags').notNull(),
  notes: text('notes').notNull(),
  outside: text('outside').notNull(),
  words: text('words').notNull(),
  marks: text('marks').notNull(),
  madeBy: text('made_by').notNull(),
  changedBy: text('changed_by').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  revision: integer('revision').notNull(),
})

/** What one contact is to another. */
export const contactLinks = sqliteTable('contact_links', {
  id: text('id').notNull().primaryKey(),
  from: text('from_id').notNull(),
  to: text('to_id').notNull(),
  relation: text('relation').notNull(),
  outside: text('outside').notNull(),
  madeBy: text('made_by').notNull(),
  createdAt: integer('created_at').notNull(),
})
