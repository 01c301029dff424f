import { and, eq, ne } from 'drizzle-orm'
import { asRead, chosenOf, isIndexedAs } from './document-readings'
import {
  changeDocument,
  type DocumentRow,
  documentByNumber,
  exchangeIds,
  findDocument,
  isRead,
} from './documents'
import { insertDocument } from './insert-document'
import { type Database, inTransaction } from './open'
import { prepared } from './prepared'
import { documents } from './schema'

/** A file's new content, which is to take the place of what a document has. */
export type NewVersion = {
  readonly id: string
  readonly sha256: string
  readonly size: number
  readonly at: number
}

/**
 * Stores a new version of a document, hidden until it is read: then it takes the document's place. What is never
 * finished is purged like something deleted.
 */
export function insertVersion(db: Database, document: DocumentRow, version: NewVersion): DocumentRow {
  const { collectionId, title, titleChosen, source, tags, metadata, actor, addedAt, mime, recognize } =
    document
  const { id, sha256, size, at } = version
  return insertDocument(db, {
    ...{ collectionId, title, titleChosen, source, tags, metadata, actor, addedAt, mime, recognize },
    ...{ id, sha256, size, versionOf: document.id, updatedAt: at, deletedAt: at },
    status: 'pending',
    stage: 'waiting',
  })
}

/** New versions of a document that have not taken its place and were not stopped. */
export function unreadVersions(db: Database, documentId: string): DocumentRow[] {
  return db.orm
    .select()
    .from(documents)
    .where(and(eq(documents.versionOf, documentId), ne(documents.status, 'cancelled')))
    .all()
}

/** The last of them; undefined where there is none. */
export function latestVersion(db: Database, documentId: string): DocumentRow | undefined {
  // Asked for each row that is shown, of which hardly one has any.
  const number = prepared(db.raw, latest).pluck().get(documentId)
  return typeof number === 'number' ? documentByNumber(db, number) : undefined
}

const latest = `SELECT number FROM documents
  WHERE version_of = ? AND status <> 'cancelled' ORDER BY number DESC LIMIT 1`

/**
 * Exchanges the contents of a document and one of its versions in one step: the document keeps its id and all that
 * people chose; the content that it had stays under the version's id, deleted now, as it was read: where that was to be
 * read again, the work on it is to end. Answers the row that is the document afterwards; undefined, with nothing changed,
 * where one of the two is gone or the version is not read.
 */
export function exchangeVersion(
  db: Database,
  documentId: string,
  versionId: string,
  at: number,
): DocumentRow | undefined {
  return inTransaction(db, () => {
    const before = findDocument(db, documentId)
    const after = findDocument(db, versionId)
    if (before === undefined || after === undefined || !isRead(after)) return undefined
    exchangeIds(db, documentId, versionId)
    const asItWas = isRead(before) ? asRead(before) : {}
    changeDocument(db, before.number, { ...asItWas, deletedAt: at, versionOf: null, sourceGone: 0 })
    const title = before.titleChosen === 1 ? before.title : after.title
    changeDocument(db, after.number, {
      ...chosenOf(before),
      ...asRead(after),
      ...{ title, deletedAt: before.deletedAt, versionOf: null },
      updatedAt: at,
      stage: isIndexedAs(after, { title, source: before.source }) ? 'done' : 'index',
    })
    return findDocument(db, documentId)
  })
}
