import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Document } from '../../shared/contract/document'
import { AppError } from '../../shared/errors'
import { recognitionLanguages } from '../../shared/recognition'
import { say } from '../../shared/sentences/say'
import type { BlobStore } from '../changes/blobs'
import { retentionLimits } from '../changes/retention'
import { ensureDefaultCollection, listCollections } from '../db/collections'
import { latestVersion } from '../db/document-versions'
import {
  changeDocument,
  type DocumentRow,
  documentByNumber,
  findDocument,
  isRead,
  presentDocument,
} from '../db/documents'
import { forgetUnknownIndex } from '../db/index-segments'
import { type Database, inSnapshot, inTransaction } from '../db/open'
import { newId } from '../identifier'
import type { Publish } from '../publish'
import { createDocumentContents } from './contents/document-contents'
import { renewedTexts } from './contents/renewed-texts'
import { createAnnouncer } from './documents/announce'
import { createDocumentBatches } from './documents/batches'
import { createCollections } from './documents/collections'
import { createDocumentTable } from './documents/document-table'
import { toDocument } from './documents/document-view'
import { createDocuments } from './documents/documents'
import { createHeldBack } from './documents/held-back'
import { unreadNamed } from './documents/unread-named'
import { createUpkeep } from './documents/upkeep'
import type { AskQueryVector } from './embedding/query-vector'
import { MAX_PDF_BYTES } from './extractors/limits'
import { createIndexedAs } from './ingest/indexed-as'
import { createIngest } from './ingest/ingest'
import type { RecognitionChoice } from './ingest/parts'
import { createWorkControl } from './ingest/work-control'
import { createPassageSearch } from './search/passage-search'
import { createIncomingFiles } from './sources/incoming-files'
import { sameNamed } from './sources/same-named'
import { shownPath } from './sources/shown-path'
import { sourceState } from './sources/source-state'
import { createExtractPool } from './threads/extract-pool'
import { createIndexClient } from './threads/index-client'
import type { LibraryToolService } from './tool-service'

/** What the library is made of. */
export type LibraryOptions = {
  readonly db: Database
  readonly dbPath: string
  readonly blobs: BlobStore
  readonly publish: Publish
  readonly now: () => number
  /** The built workers. */
  readonly workers: { readonly extract: string | URL; readonly index: string | URL }
  /** Where files lie that a browser handed over, until they are read. */
  readonly uploads?: string
  /** Whether a backup or an export reads what is stored; never unless given. */
  readonly areRead?: () => boolean
  /** What the collection for everything is called where it is made; “Documents” unless given. */
  readonly firstCollection?: string
  /** Told of failures that no document can show. */
  readonly report?: (error: unknown) => void
  /** What is set about text in pictures; off unless given. */
  readonly recognition?: () => RecognitionChoice
  /** Asks for the vector of a query. */
  readonly queryVector?: AskQueryVector
}

/** Documents that are changed in one transaction of many: the main thread is not held up for longer than that takes. */
const TOGETHER = 50

/** Starts the library; it works on nothing before `resume` or the first document. */
export function createLibrary(options: LibraryOptions): LibraryToolService {
  const { db, blobs, now, workers, uploads, areRead = () => false } = options
  const { report = (error) => console.error(error) } = options
  const { publish, holdingBack } = createHeldBack(options.publish)
  ensureDefaultCollection(db, now(), options.firstCollection)
  // Before anything searches; what it is made anew of is done in the background.
  forgetUnknownIndex(db.raw)
  const pool = createExtractPool({ workerUrl: workers.extract })
  const index = createIndexClient({
    workerUrl: workers.index,
    database: options.dbPath,
    blobs: blobs.folder,
    maxFileBytes: MAX_PDF_BYTES,
    report,
  })
  const announcer = createAnnouncer((number) => {
    const row = documentByNumber(db, number)
    // Nobody sees a version but as that of its document.
    const shown = row?.versionOf == null ? row : findDocument(db, row.versionOf)
    if (shown?.deletedAt === null) publish({ type: 'document', document: view(shown) })
  })
  const recognition = options.recognition ?? (() => ({ on: false, languages: recognitionLanguages }))
  const indexedAs = createIndexedAs()
  const ingest = createIngest({
    ...{ db, blobs, pool, index, now, recognition, indexedAs, report },
    onChange: announcer.changed,
  })
  const view = (row: DocumentRow) =>
    toDocument(row, {
      progress: ingest.progress,
      shown: (source) => shownPath(uploads, source),
      // Only what was read can have another content on its way.
      version: isRead(row) ? latestVersion(db, row.id) : undefined,
    })
  // Each counts its documents: once for each of a thousand that come in would count for ever.
  const collectionsAnnouncer = createAnnouncer(() =>
    publish({ type: 'collections', collections: listCollections(db) }),
  )
  const publishCollections = () => collectionsAnnouncer.changed(0, false)

  /** Changes a row from outside ingestion and tells everyone. */
  function change(number: number, changes: Parameters<typeof changeDocument>[2]): Document {
    changeDocument(db, number, { ...changes, updatedAt: now() })
    announcer.changed(number, true)
    const row = documentByNumber(db, number)
    if (row === undefined) throw new AppError('not_found', say('document.deleted'))
    return view(row)
  }

  async function together<Item>(items: readonly Item[], each: (item: Item) => void): Promise<void> {
    for (let from = 0; from < items.length; from += TOGETHER) {
      holdingBack(() => inTransaction(db, () => items.slice(from, from + TOGETHER).forEach(each)))
      await nextTurn()
    }
  }

  /** After a document, or its collection, came or went: its work goes on or stops, and everyone is told. */
  function settle(id: string, present: boolean): void {
    const row = findDocument(db, id)
    if (row === undefined) return
    const unfinished = row.status === 'pending' || row.status === 'processing'
    if (present) {
      if (unfinished) ingest.enqueue(row.number)
      // It may have gone before the index had its title.
      else if (row.status === 'complete' && row.stage === 'index') ingest.retitle(row.number)
      announcer.changed(row.number, true)
      return
    }
    ingest.abandon(row.number)
    if (unfinished) changeDocument(db, row.number, { status: 'pending', stage: 'waiting' })
    publish({ type: 'document_removed', id })
  }

  let closed = false
  return {
    ...createDocuments({ db, ingest, announcer, now, view, change, publishCollections, settle }),
    ...createDocumentTable(db, index, view),
    ...createDocumentContents({ db, blobs, pool, index }),
    ...createCollections({ db, now, publishCollections, settle }),
    ...createIncomingFiles({ index, uploads, areRead, takesPictures: () => recognition().on }),
    ...createWorkControl({ db, blobs, pool, ingest, indexedAs, announcer, now, view, change, together }),
    ...createUpkeep({ db, index, ingest, closed: () => closed, report }),
    batches: createDocumentBatches({
      ...{ db, ingest, now, publishCollections, settle },
      changed: (number) => announcer.changed(number, true),
    }),
    search: createPassageSearch(db, index, options.queryVector),
    sourceState: (id, signal) =>
      sourceState(presentDocument(db, id), (path) => index.hash(path, signal), uploads ?? null),
    sameNamed: async (sources, within) =>
      uploads === undefined ? new Map() : await sameNamed({ db, uploads, view }, sources, within),
    renewedTexts: (id, file) => renewedTexts(blobs, presentDocument(db, id), file),
    unreadNamed: (query, within) => unreadNamed(db, query, within),
    keptForUndo: () => retentionLimits(db),
    newId,
    inSnapshot: (read) => inSnapshot(db, read),
    together,
    async close() {
      closed = true
      announcer.close()
      collectionsAnnouncer.close()
      await ingest.close()
    },
  }
}
