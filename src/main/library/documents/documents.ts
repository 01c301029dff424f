import type { Document } from '../../../shared/contract/document'
import { AppError } from '../../../shared/errors'
import { told } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { quoted } from '../../../shared/text/quoted'
import { requireCollection } from '../../db/collections'
import {
  changeDocument,
  type DocumentRow,
  documentFromSource,
  documentsTitled,
  documentWithContent,
  findDocument,
  findPresentDocument,
  isDocumentThere,
  listDocuments,
  presentDocument,
} from '../../db/documents'
import type { Database } from '../../db/open'
import { faultPoint } from '../../disk/fault-point'
import type { Ingest } from '../ingest/ingest'
import { titleFromPath } from '../sources/find-files'
import { nameOfSource } from '../sources/source-name'
import type { LibraryToolService } from '../tool-service'
import type { Announcer } from './announce'
import { insertPending } from './batches'

type Documents = Pick<
  LibraryToolService,
  | 'documents'
  | 'document'
  | 'documentWithContent'
  | 'documentFromSource'
  | 'add'
  | 'isPresent'
  | 'isThere'
  | 'knownAs'
  | 'setPresent'
  | 'moveDeleted'
  | 'documentFields'
  | 'titleByItself'
  | 'setDocumentFields'
>

/** What the documents are made of. */
export type DocumentsParts = {
  readonly db: Database
  readonly ingest: Pick<Ingest, 'enqueue' | 'retitle'>
  readonly announcer: Announcer
  readonly now: () => number
  readonly view: (row: DocumentRow) => Document
  /** Changes a row from outside ingestion and tells everyone. */
  readonly change: (number: number, changes: Parameters<typeof changeDocument>[2]) => Document
  readonly publishCollections: () => void
  /** After a document came or went: its work goes on or stops, and everyone is told. */
  readonly settle: (id: string, present: boolean) => void
}

/** Adds, changes and deletes documents one by one, brings them back, and tells what they are. */
export function createDocuments(parts: DocumentsParts): Documents {
  const { db, ingest, announcer, now, view, change, publishCollections, settle } = parts
  const viewOf = (row: DocumentRow | undefined) => (row === undefined ? null : view(row))
  /** People, and models too, call documents by their titles: whoever does is told whose title it is. */
  const requireDocument = (id: string): DocumentRow => {
    const found = findPresentDocument(db, id)
    if (found !== undefined) return found
    const titled = documentsTitled(db, id).map(view)
    if (titled.length === 0) throw new AppError('not_found', say('document.none', { id }))
    const { names: documents, more } = told(
      titled.map((document) => ({ name: `${document.id} (${quoted(document.source)})` })),
    )
    throw new AppError('not_found', say('document.called_so', { id, documents, more }))
  }

  return {
    documents({ cursor, ...query }) {
      const before = cursor === undefined ? undefined : parseCursor(cursor)
      // One more than is answered tells whether there are more.
      const found = listDocuments(db, { ...query, limit: query.limit + 1, before })
      const rows = found.rows.slice(0, query.limit)
      const last = found.rows.length > rows.length ? rows.at(-1) : undefined
      const next = last === undefined ? null : `${last.addedAt}.${last.number}`
      return { documents: rows.map(view), total: found.total, cursor: next }
    },
    document: (id) => view(requireDocument(id)),
    documentWithContent: (sha256, collectionId) => viewOf(documentWithContent(db, sha256, collectionId)),
    documentFromSource: (source, collectionId) => viewOf(documentFromSource(db, source, collectionId)),
    add(added) {
      requireCollection(db, added.collectionId)
      const row = insertPending(db, added, now())
      publishCollections()
      announcer.changed(row.number, true)
      ingest.enqueue(row.number)
      return view(row)
    },
    isPresent(id) {
      const row = findDocument(db, id)
      return row === undefined ? null : row.deletedAt === null
    },
    isThere: (id) => isDocumentThere(db, id),
    knownAs(id) {
      const row = findDocument(db, id)
      if (row === undefined) return null
      const { title, source } = row
      return { title, source, file: nameOfSource(source) }
    },
    setPresent(id, present) {
      const row = findDocument(db, id)
      if (row === undefined || (row.deletedAt === null) === present) return
      if (present) requireCollection(db, row.collectionId)
      changeDocument(db, row.number, { deletedAt: present ? null : now() })
      faultPoint(present ? 'document restored' : 'document removed')
      settle(id, present)
      publishCollections()
    },
    moveDeleted(id, collectionId) {
      const row = findDocument(db, id)
      if (row === undefined || row.deletedAt === null) return
      requireCollection(db, collectionId)
      changeDocument(db, row.number, { collectionId })
    },
    documentFields(id) {
      const row = requireDocument(id)
      const { title, tags, metadata, collectionId } = view(row)
      return { title, titleChosen: row.titleChosen === 1, tags, metadata, collectionId }
    },
    titleByItself(id) {
      const { readTitle, source } = presentDocument(db, id)
      return readTitle === null ? null : readTitle || titleFromPath(source)
    },
    setDocumentFields(id, { title, titleChosen, tags, metadata, collectionId }) {
      const row = presentDocument(db, id)
      requireCollection(db, collectionId)
      const retitled = row.status === 'complete' && row.title !== title
      const changed = change(row.number, {
        title,
        titleChosen: titleChosen ? 1 : 0,
        tags: JSON.stringify(tags),
        metadata: JSON.stringify(metadata),
        collectionId,
        // Durable: a start after a crash goes on with it.
        ...(retitled ? { stage: 'index' } : {}),
      })
      faultPoint('document changed')
      if (retitled) ingest.retitle(row.number)
      if (row.collectionId !== collectionId) publishCollections()
      return changed
    },
  }
}

function parseCursor(cursor: string): { addedAt: number; number: number } {
  const [addedAt, number] = (/^(\d+)\.(\d+)$/.exec(cursor)?.slice(1) ?? []).map(Number)
  if (Number.isSafeInteger(addedAt) && Number.isSafeInteger(number)) {
    return { addedAt: addedAt ?? 0, number: number ?? 0 }
  }
  throw new AppError('invalid_input', 'This is not a cursor of an earlier answer.', {
    field: 'cursor',
    sources: [],
  })
}
