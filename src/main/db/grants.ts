import { asc, eq } from 'drizzle-orm'
import type { Grant } from '../../shared/contract/files'
import type { Database } from './open'
import { grants } from './schema'

/** A stored grant; whether its folder is there is not stored. */
export type StoredGrant = Omit<Grant, 'available'>

/** All grants, oldest first. */
export function listGrants(db: Database): StoredGrant[] {
  return db.orm.select().from(grants).orderBy(asc(grants.createdAt), asc(grants.path)).all()
}

/** Adds a grant, or changes access and source of the one for the same path. */
export function putGrant(db: Database, grant: StoredGrant): StoredGrant {
  return db.orm
    .insert(grants)
    .values(grant)
    .onConflictDoUpdate({ target: grants.path, set: { access: grant.access, source: grant.source } })
    .returning()
    .get()
}

/** The grant of exactly this folder. */
export function grantOfPath(db: Database, path: string): StoredGrant | undefined {
  return db.orm.select().from(grants).where(eq(grants.path, path)).get()
}

/** Removes a grant and returns it; undefined when there was none. */
export function removeGrant(db: Database, id: string): StoredGrant | undefined {
  return db.orm.delete(grants).where(eq(grants.id, id)).returning().get()
}
