import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type Collection, defaultCollectionId } from '../../shared/contract/library'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { isSameName } from '../../shared/text/one-line'
import type { Database } from './open'
import { preparedOnce } from './prepared'
import { collections } from './schema'

/** Makes sure that the collection for everything is there; one that is there keeps its name. */
export function ensureDefaultCollection(db: Database, at: number, name = 'Documents'): void {
  db.orm
    .insert(collections)
    .values({ id: defaultCollectionId, name, description: '', createdAt: at })
    .onConflictDoNothing()
    .run()
}

const counted = {
  id: collections.id,
  name: collections.name,
  description: collections.description,
  documents: sql<number>`(SELECT count(*) FROM documents d WHERE d.collection_id = collections.id AND d.deleted_at IS NULL)`,
  createdAt: collections.createdAt,
}

/** Every collection with its number of documents, the default first, then by name. */
export function listCollections(db: Database): Collection[] {
  return db.orm
    .select(counted)
    .from(collections)
    .where(isNull(collections.deletedAt))
    .orderBy(
      sql`${collections.id} <> ${defaultCollectionId}`,
      sql`order_of_title(${collections.name})`,
      asc(collections.name),
    )
    .all()
}

/** A collection that is there; throws `not_found`. */
export function presentCollection(db: Database, id: string): Collection {
  const found = db.orm
    .select(counted)
    .from(collections)
    .where(and(eq(collections.id, id), isNull(collections.deletedAt)))
    .get()
  if (found === undefined) throw notThere(id)
  return found
}

const named = preparedOnce((orm) =>
  orm
    .select({ id: collections.id, name: collections.name, description: collections.description })
    .from(collections)
    .where(and(eq(collections.id, sql.placeholder('id')), isNull(collections.deletedAt)))
    .prepare(),
)

/** A collection that is there, without counting its documents; throws `not_found`. */
export function requireCollection(db: Database, id: string): Pick<Collection, 'id' | 'name' | 'description'> {
  const found = named(db).get({ id })
  if (found === undefined) throw notThere(id)
  return found
}

function notThere(id: string): AppError {
  return new AppError('not_found', say('collection.none', { id }))
}

/** Whether a collection is there, was deleted, or never was. */
export function collectionPresence(db: Database, id: string): boolean | null {
  const row = db.orm
    .select({ deletedAt: collections.deletedAt })
    .from(collections)
    .where(eq(collections.id, id))
    .get()
  return row === undefined ? null : row.deletedAt === null
}

/** Stores a new collection. */
export function insertCollection(
  db: Database,
  collection: {
    readonly id: string
    readonly name: string
    readonly description: string
    readonly at: number
  },
): void {
  refuseTakenName(db, collection.name, collection.id)
  const { id, name, description, at } = collection
  db.orm.insert(collections).values({ id, name, description, createdAt: at }).run()
}

/** Changes the name and the description. */
export function changeCollection(
  db: Database,
  id: string,
  fields: { readonly name: string; readonly description: string },
): void {
  refuseTakenName(db, fields.name, id)
  db.orm.update(collections).set(fields).where(eq(collections.id, id)).run()
}

/** Deletes a collection with all that is in it, so that {@link restoreCollection} brings it back. */
export function removeCollection(db: Database, id: string, at: number): void {
  // Names are unique: a deleted one gives its name free. The id makes the kept name unique in turn.
  db.orm
    .update(collections)
    .set({ deletedAt: at, name: `deleted ${id}` })
    .where(eq(collections.id, id))
    .run()
}

/** Brings a deleted collection back under its name. */
export function restoreCollection(db: Database, id: string, name: string): void {
  refuseTakenName(db, name, id)
  db.orm.update(collections).set({ deletedAt: null, name }).where(eq(collections.id, id)).run()
}

/** Throws `already_exists` when another collection has this name, or one that would be mistaken for it. */
export function refuseTakenName(db: Database, name: string, except: string | null): void {
  // SQLite folds the case of ASCII letters alone.
  const taken = db.orm
    .select({ id: collections.id, name: collections.name })
    .from(collections)
    .where(isNull(collections.deletedAt))
    .all()
    .filter((other) => isSameName(other.name, name))
  const other = taken.find(({ id }) => id !== except)
  if (other !== undefined) {
    throw new AppError('already_exists', say('collection.name_taken', { name: other.name }), {
      field: 'name',
    })
  }
}
