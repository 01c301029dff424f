import { eq } from 'drizzle-orm'
import type { ExtractionWarning } from '../../shared/contract/extraction-warnings'
import { newId } from '../identifier'
import { fileNameText } from '../library/index/file-name'
import { BEFORE_ANY_TIME, LET_GO } from './before-any-time'
import { changeDocument, type DocumentRow, documentByNumber, exchangeIds } from './documents'
import { insertDocument } from './insert-document'
import { type Database, inTransaction } from './open'
import { documents } from './schema'

type Changes = Parameters<typeof changeDocument>[2]

/**
 * Stores the row under which a document is read anew while what was read of it stays: nobody sees it. What is never
 * finished is purged.
 */
export function insertReading(db: Database, { number: _, ...document }: DocumentRow): DocumentRow {
  return insertDocument(db, {
    ...document,
    id: newId(),
    titleChosen: 0,
    status: 'processing',
    stage: 'extract',
    ...{ chunks: 0, indexing: 0, versionOf: null },
    deletedAt: BEFORE_ANY_TIME,
  })
}

/** Leaves a reading that takes no document's place to be purged. */
export function dropReading(db: Database, reading: number): void {
  changeDocument(db, reading, { status: 'cancelled', deletedAt: LET_GO })
}

/** Leaves the readings to be purged whose process ended before they did; while none is under way. */
export function dropUnfinishedReadings(db: Database): void {
  db.orm.update(documents).set({ deletedAt: LET_GO }).where(eq(documents.deletedAt, BEFORE_ANY_TIME)).run()
}

/**
 * Gives a document that was read anew, under `reading`, the place of what was read of it before, in one step: its id and
 * all that people chose, and the title that it is to have. What was read before is left to be purged. Undefined, with
 * nothing changed, when the document no longer is in the state `from`, or is to have another content; else the row
 * that is the document from now on.
 */
export function succeedDocument(
  db: Database,
  old: number,
  reading: number,
  how: {
    readonly from: 'complete' | 'processing'
    readonly titleOf: (document: DocumentRow) => string
    readonly updatedAt?: number
  },
): DocumentRow | undefined {
  return inTransaction(db, () => {
    const before = documentByNumber(db, old)
    const after = documentByNumber(db, reading)
    if (before?.status !== how.from || before.deletedAt !== null) return undefined
    // A title that is still to come to its index would be forgotten.
    if (before.status === 'complete' && before.stage !== 'done') return undefined
    if (after?.status !== 'complete' || after.sha256 !== before.sha256) return undefined
    exchangeIds(db, before.id, after.id)
    changeDocument(db, old, { deletedAt: LET_GO })
    const title = how.titleOf(before)
    changeDocument(db, reading, {
      ...chosenOf(before),
      title,
      updatedAt: how.updatedAt ?? before.updatedAt,
      deletedAt: null,
      stage: isIndexedAs(after, { title, source: before.source }) ? 'done' : 'index',
    })
    return documentByNumber(db, reading)
  })
}

/** What a document keeps whatever its content is: all that people chose, and where it comes from; not its title. */
export function chosenOf(document: DocumentRow): Changes {
  const { collectionId, titleChosen, source, sourceGone, tags, metadata, actor, addedAt, recognize } =
    document
  return { collectionId, titleChosen, source, sourceGone, tags, metadata, actor, addedAt, recognize }
}

/** Whether the index has a document as one of this title and the name of this file. */
export function isIndexedAs(
  read: DocumentRow,
  { title, source }: Pick<DocumentRow, 'title' | 'source'>,
): boolean {
  const isIndexed = read.status === 'complete' && read.stage === 'done'
  return isIndexed && title === read.title && fileNameText(source) === fileNameText(read.source)
}

/** What makes a document that was read, and then was to be read again, what it was before. */
export function asRead(document: DocumentRow): Changes {
  if (document.status === 'complete') return {}
  // Its title may have changed meanwhile, which the index is told of.
  return { status: 'complete', stage: 'index', ...withoutFailure(document) }
}

/** What takes back that a document could not be read. */
export function withoutFailure({ errorMessage, warnings }: DocumentRow): Changes {
  const stays = readWarnings({ warnings }).filter(({ text }) => text !== errorMessage)
  return { errorCode: null, errorMessage: null, warnings: JSON.stringify(stays) }
}

/** What the extractor of a document could not do, and why it could not be read when it last was to be. */
export function readWarnings({ warnings }: Pick<DocumentRow, 'warnings'>): ExtractionWarning[] {
  // Only ingestion writes it, from what it parsed.
  return warnings === '[]' ? [] : (JSON.parse(warnings) as ExtractionWarning[])
}
