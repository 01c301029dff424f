import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { DocumentRow } from './documents'
import type { Database } from './open'
import { documents } from './schema'

/** The document of a collection that was made from the page at an address. */
export function documentFromPage(
  db: Database,
  address: string,
  collectionId: string,
): DocumentRow | undefined {
  return db.orm
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.source, address),
        eq(documents.collectionId, collectionId),
        isNull(documents.deletedAt),
        // As the index has it, which holds pages alone.
        sql`${documents.source} GLOB 'http*'`,
      ),
    )
    .orderBy(asc(documents.number))
    .limit(1)
    .get()
}
