import { type Column, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { actorSchema } from '../../shared/actor'
import { saidByTextSchema } from '../../shared/sentences/sentence'
import { toolClassSchema, writeClassSchema } from '../../shared/tool/classes'
import { type Preview, previewSchema, targetSchema } from '../../shared/tool/preview'

// Rows are read back with fallbacks, so that one damaged row does not hide all others. A damaged proposal can't
// be approved all the same: its hash no longer fits.

/** What is shown of a row whose preview can't be read. */
const unreadablePreview: Preview = {
  summary: 'This entry can’t be read.',
  targets: [],
  changes: [],
  lost: [],
  recovery: 'none',
  warnings: ['What is stored of it is damaged. Countersign can’t say what it would change.'],
}

/** A stored preview; one that can't be read says so where its changes would stand. */
export const storedPreview = previewSchema.catch(unreadablePreview)
/** A stored actor; one that can't be read is nobody who may countersign. */
export const storedActor = actorSchema.catch({ kind: 'assistant', name: 'Unknown' })
/** A stored class; one that can't be read counts as the most severe. */
export const storedClass = writeClassSchema.catch('destructive_delete')
/** The stored class of a proposal, which may be a question about reading. */
export const storedProposalClass = toolClassSchema.catch('destructive_delete')
/** What stored sentences say. */
export const storedSaid = saidByTextSchema.catch({})
/** Stored targets; what can't be read covers nothing. */
export const storedTargets = z.array(targetSchema).catch([])
/** A stored list of texts. */
export const storedTexts = z.array(z.string()).catch([])

/** A part of what is stored as JSON; null where that is damaged, or there is none. */
export function partOf(json: SQL | Column, path: string): SQL<string | null> {
  return sql<string | null>`CASE WHEN json_valid(${json}) THEN json_extract(${json}, ${path}) END`
}
