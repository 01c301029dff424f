import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { parsedJson } from '../../shared/json/parsed-json'
import { reasonSchema } from '../../shared/sentences/sentence'
import { type Database, inTransaction } from './open'
import { watchedArchives } from './schema'

/** An archive of a watched folder as it was last looked into. */
export type WatchedArchive = {
  /** Below the folder, with slashes. */
  readonly path: string
  /** While it is the same, so is what is in the archive. */
  readonly stamp: string
  /** What could not be taken of it, by paths below the folder; the archive's own where that is all of the rest. */
  readonly leftOut: readonly LeftOut[]
}

const leftOutSchema = reasonSchema.extend({ path: z.string() })
/** A file of an archive that could not be taken, with the reason. */
export type LeftOut = z.infer<typeof leftOutSchema>

/** The archives of a folder. */
export function listWatchedArchives(db: Database, folderId: string): WatchedArchive[] {
  const rows = db.orm.select().from(watchedArchives).where(eq(watchedArchives.folderId, folderId)).all()
  return rows.map(({ path, stamp, leftOut }) => {
    const stored = z.array(leftOutSchema).safeParse(parsedJson(leftOut))
    // One that can't be read back is looked into again: no archive has this stamp.
    return stored.success ? { path, stamp, leftOut: stored.data } : { path, stamp: '', leftOut: [] }
  })
}

/** Says what the archives of a folder are now, in place of what was known of it. */
export function putWatchedArchives(
  db: Database,
  folderId: string,
  archives: readonly WatchedArchive[],
): void {
  const before = new Map(listWatchedArchives(db, folderId).map(({ path, stamp }) => [path, stamp]))
  const other = archives.filter(({ path, stamp }) => before.get(path) !== stamp)
  for (const { path } of archives) before.delete(path)
  if (other.length + before.size === 0) return
  inTransaction(db, () => {
    for (const { path, stamp, leftOut } of other) {
      const row = { stamp, leftOut: JSON.stringify(leftOut) }
      db.orm
        .insert(watchedArchives)
        .values({ ...row, folderId, path })
        .onConflictDoUpdate({ target: [watchedArchives.folderId, watchedArchives.path], set: row })
        .run()
    }
    for (const path of before.keys()) {
      db.orm
        .delete(watchedArchives)
        .where(and(eq(watchedArchives.folderId, folderId), eq(watchedArchives.path, path)))
        .run()
    }
  })
}
