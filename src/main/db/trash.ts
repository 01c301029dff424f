import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Database } from './open'
import { trash } from './schema'

/** Something that tools moved to the trash. */
export type TrashRecord = typeof trash.$inferSelect

/** Records that something is in the trash; once more for what was restored and trashed again. */
export function putTrashRecord(db: Database, record: Omit<TrashRecord, 'restoredAt'>): void {
  const values = { ...record, restoredAt: null }
  db.orm.insert(trash).values(values).onConflictDoUpdate({ target: trash.id, set: values }).run()
}

/** Records that something is back in its place; without effect when it never came to the trash. */
export function markRestored(db: Database, id: string, at: number): void {
  db.orm
    .update(trash)
    .set({ restoredAt: at })
    .where(and(eq(trash.id, id), isNull(trash.restoredAt)))
    .run()
}

/** What is in the trash now, last first. */
export function listTrash(db: Database): TrashRecord[] {
  return db.orm.select().from(trash).where(isNull(trash.restoredAt)).orderBy(desc(trash.trashedAt)).all()
}

/** The record of something that is or was in the trash. */
export function trashRecord(db: Database, id: string): TrashRecord | undefined {
  return db.orm.select().from(trash).where(eq(trash.id, id)).get()
}
