import { and, asc, eq, gt, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../shared/actor'
import type { Database } from './open'
import { collections, documents, watchedFiles, watchedFolders } from './schema'

/** A watched folder as it is stored. */
export type WatchedFolderRow = typeof watchedFolders.$inferSelect

/** A file of a watched folder as it was last taken into the library. */
export type WatchedFile = {
  /** Below the folder, with slashes. */
  readonly path: string
  readonly documentId: string
  readonly sha256: string
  /** Size, times and inode: while they are the same, the content is. */
  readonly stamp: string
  /** What it is beyond its name; empty where its disk does not tell. */
  readonly node: string
  /** Whether it lies on another disk than the folder. */
  readonly otherDisk: boolean
  readonly gone: boolean
}

/** Stores a watched folder. */
export function insertWatchedFolder(
  db: Database,
  folder: Pick<WatchedFolderRow, 'id' | 'path' | 'collectionId' | 'node' | 'createdAt'> & {
    createdBy: Actor
  },
): void {
  db.orm
    .insert(watchedFolders)
    .values({ ...folder, createdBy: JSON.stringify(folder.createdBy) })
    .run()
}

/** Every watched folder, by path. */
export function listWatchedFolders(db: Database): WatchedFolderRow[] {
  return db.orm.select().from(watchedFolders).orderBy(asc(watchedFolders.path)).all()
}

/** A watched folder by its id. */
export function findWatchedFolder(db: Database, id: string): WatchedFolderRow | undefined {
  return db.orm.select().from(watchedFolders).where(eq(watchedFolders.id, id)).get()
}

/** Says when a folder's files were seen, and what the folder is beyond its name. */
export function sawWatchedFolder(
  db: Database,
  id: string,
  seen: { readonly node: string; readonly lastSeen: number },
): void {
  db.orm.update(watchedFolders).set(seen).where(eq(watchedFolders.id, id)).run()
}

/**
 * Forgets a watched folder with what is known of its files, in a transaction of the caller's; the documents stay. Answers
 * the ids of those whose file was gone from it: where nothing is watched, nothing is gone.
 */
export function removeWatchedFolder(db: Database, id: string): string[] {
  const watched = (folder: SQL) =>
    db.orm.select({ id: watchedFiles.documentId }).from(watchedFiles).where(folder)
  const released = db.orm
    .update(documents)
    .set({ sourceGone: 0 })
    .where(
      and(
        eq(documents.sourceGone, 1),
        inArray(documents.id, watched(eq(watchedFiles.folderId, id))),
        notInArray(documents.id, watched(ne(watchedFiles.folderId, id))),
      ),
    )
    .returning({ id: documents.id })
    .all()
  db.orm.delete(watchedFolders).where(eq(watchedFolders.id, id)).run()
  return released.map((document) => document.id)
}

/** Files of a folder in the order of their paths, after one of them. */
export function watchedFilesAfter(
  db: Database,
  folderId: string,
  after: string | null,
  limit: number,
): WatchedFile[] {
  return db.orm
    .select()
    .from(watchedFiles)
    .where(
      and(eq(watchedFiles.folderId, folderId), after === null ? undefined : gt(watchedFiles.path, after)),
    )
    .orderBy(asc(watchedFiles.path))
    .limit(limit)
    .all()
    .map(({ folderId: _, otherDisk, gone, ...file }) => ({
      ...file,
      otherDisk: otherDisk === 1,
      gone: gone === 1,
    }))
}

/** One file of a folder. */
export function watchedFile(db: Database, folderId: string, path: string): WatchedFile | undefined {
  const row = db.orm
    .select()
    .from(watchedFiles)
    .where(and(eq(watchedFiles.folderId, folderId), eq(watchedFiles.path, path)))
    .get()
  return row === undefined ? undefined : { ...row, otherDisk: row.otherDisk === 1, gone: row.gone === 1 }
}

/** Whether a document comes from a watched folder. */
export function isWatchedDocument(db: Database, documentId: string): boolean {
  const found = db.orm
    .select({ path: watchedFiles.path })
    .from(watchedFiles)
    .where(eq(watchedFiles.documentId, documentId))
    .limit(1)
    .get()
  return found !== undefined
}

/** Stores what is known of a file. */
export function putWatchedFile(db: Database, folderId: string, file: WatchedFile): void {
  const row = { ...file, otherDisk: file.otherDisk ? 1 : 0, gone: file.gone ? 1 : 0 }
  db.orm
    .insert(watchedFiles)
    .values({ ...row, folderId })
    .onConflictDoUpdate({ target: [watchedFiles.folderId, watchedFiles.path], set: row })
    .run()
}

/** Forgets a file. */
export function removeWatchedFile(db: Database, folderId: string, path: string): void {
  db.orm
    .delete(watchedFiles)
    .where(and(eq(watchedFiles.folderId, folderId), eq(watchedFiles.path, path)))
    .run()
}

/** Forgets the files of documents, so that the next comparison takes them for new. */
export function forgetWatchedDocuments(db: Database, folderId: string, ids: readonly string[]): void {
  db.orm
    .delete(watchedFiles)
    .where(and(eq(watchedFiles.folderId, folderId), inArray(watchedFiles.documentId, [...ids])))
    .run()
}

/** Lets the next comparison find a document's file changed. */
export function unsettleWatchedDocument(db: Database, folderId: string, documentId: string): void {
  db.orm
    .update(watchedFiles)
    .set({ sha256: '', stamp: '' })
    .where(and(eq(watchedFiles.folderId, folderId), eq(watchedFiles.documentId, documentId)))
    .run()
}

/** Documents in the library that a folder's files are, and how many of them have no file any more. */
export function countWatched(db: Database, folderId: string): { documents: number; gone: number } {
  const found = db.orm
    .select({
      documents: sql<number>`count(DISTINCT ${documents.id})`,
      gone: sql<number>`count(DISTINCT CASE WHEN ${documents.sourceGone} = 1 THEN ${documents.id} END)`,
    })
    .from(watchedFiles)
    .innerJoin(documents, eq(documents.id, watchedFiles.documentId))
    .innerJoin(collections, eq(collections.id, documents.collectionId))
    .where(
      and(
        eq(watchedFiles.folderId, folderId),
        sql`${documents.deletedAt} IS NULL AND ${collections.deletedAt} IS NULL`,
      ),
    )
    .get()
  return found ?? { documents: 0, gone: 0 }
}

/** Files that changed and whose new content could not be read, each with the reason. */
export function unreadWatchedFiles(
  db: Database,
  folderId: string,
  limit: number,
): { path: string; reason: string }[] {
  return db.orm
    .select({ path: watchedFiles.path, reason: sql<string>`coalesce(${documents.errorMessage}, '')` })
    .from(watchedFiles)
    .innerJoin(
      documents,
      and(eq(documents.versionOf, watchedFiles.documentId), eq(documents.sha256, watchedFiles.sha256)),
    )
    .where(and(eq(watchedFiles.folderId, folderId), eq(documents.status, 'error')))
    .orderBy(asc(watchedFiles.path))
    .limit(limit)
    .all()
}

/** Documents of a collection that have this content, were not deleted and did not fail. */
export function documentsWithContent(db: Database, sha256: string, collectionId: string): string[] {
  return db.orm
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.sha256, sha256),
        eq(documents.collectionId, collectionId),
        sql`${documents.deletedAt} IS NULL`,
        inArray(documents.status, ['pending', 'processing', 'complete']),
      ),
    )
    .orderBy(asc(documents.number))
    .all()
    .map(({ id }) => id)
}
