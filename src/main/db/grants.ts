import { asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Grant } from '../../shared/contract/files'
import { parsedJson } from '../../shared/json/parsed-json'
import type { Database } from './open'
import { preparedOnce } from './prepared'
import { grants } from './schema'

/** A stored grant; whether its folder is there is not stored. */
export interface StoredGrant extends Omit<Grant, 'available'> {
  /** Where on the way to its folder another disk begins; null where that is not known yet. */
  readonly mounts: readonly string[] | null
}

const storedMounts = z.array(z.string()).nullable().catch(null)

/** All grants, oldest first. */
export function listGrants(db: Database): StoredGrant[] {
  return grantsInOrder(db).all().map(fromRow)
}

const grantsInOrder = preparedOnce((orm) =>
  orm.select().from(grants).orderBy(asc(grants.createdAt), asc(grants.path)).prepare(),
)

/** Adds a grant, or changes access, source and mounts of the one for the same path. */
export function putGrant(db: Database, grant: StoredGrant): StoredGrant {
  const mounts = grant.mounts === null ? null : JSON.stringify(grant.mounts)
  const row = db.orm
    .insert(grants)
    .values({ ...grant, mounts })
    .onConflictDoUpdate({
      target: grants.path,
      set: { access: grant.access, source: grant.source, mounts },
    })
    .returning()
    .get()
  return fromRow(row)
}

/** The grant of exactly this folder. */
export function grantOfPath(db: Database, path: string): StoredGrant | undefined {
  const row = db.orm.select().from(grants).where(eq(grants.path, path)).get()
  return row === undefined ? undefined : fromRow(row)
}

/** Removes a grant and returns it; undefined when there was none. */
export function removeGrant(db: Database, id: string): StoredGrant | undefined {
  const row = db.orm.delete(grants).where(eq(grants.id, id)).returning().get()
  return row === undefined ? undefined : fromRow(row)
}

function fromRow(row: typeof grants.$inferSelect): StoredGrant {
  return { ...row, mounts: row.mounts === null ? null : storedMounts.parse(parsedJson(row.mounts)) }
}
