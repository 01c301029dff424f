import { lstat } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Document } from '../../shared/contract/document'
import { AppError } from '../../shared/errors'
import { recognitionLanguages } from '../../shared/recognition'
import { say } from '../../shared/sentences/say'
import type { BlobStore } from '../changes/blobs'
import { ensureDefaultCollection, listCollections, requireCollection } from '../db/collections'
import {
  anyDeletedBefore,
  anyToIndex,
  changeDocument,
  documentByNumber,
  documentWithContent,
  findDocument,
  listDocuments,
  presentDocument,
  unfinishedDocuments,
} from '../db/documents'
import { isErasingDue, setErasingDue } from '../db/erasing'
import { type Database, inSnapshot, inTransaction } from '../db/open'
import { documentFromPage } from '../db/pages'
import { faultPoint } from '../fault-point'
import { newId } from '../identifier'
import type { Publish } from '../publish'
import { createAnnouncer } from './announce'
import { archiveFailure, mayBeArchive, type OpenedArchive, openedArchive } from './archive'
import { createDocumentBatches, insertPending } from './batches'
import { lookAtCandidates } from './candidates'
import { createCollections } from './collections'
import { createDocumentContents } from './document-contents'
import { createDocumentTable } from './document-table'
import { toDocument } from './document-view'
import type { AskQueryVector } from './embedding/query-vector'
import { createExtractPool } from './extract-pool'
import { MAX_PDF_BYTES } from './extractors/limits'
import { findFiles } from './find-files'
import { createHandedOver } from './handed-over'
import { createHeldBack } from './held-back'
import { createIndexClient } from './index-client'
import { createIngest } from './ingest'
import type { RecognitionChoice } from './ingest/parts'
import { storePastedText } from './pasted-text'
import { shownPath } from './shown-path'
import { sourceState } from './source-state'
import type { LibraryToolService } from './tool-service'
import { createWorkControl } from './work-control'

export type { DocumentFields, InspectedFile, LibraryToolService, NewLibraryDocument } from './tool-service'

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
  /** What the collection for everything is called where it is made; “Documents” unless given. */
  readonly firstCollection?: string
  /** Told once nothing is left in the database of documents whose retention ended. */
  readonly purged?: () => Promise<void>
  /** Told of failures that no document can show. */
  readonly report?: (error: unknown) => void
  /** What is set about text in pictures; off unless given. */
  readonly recognition?: () => RecognitionChoice
  /** Asks for the vector of a query. */
  readonly queryVector?: AskQueryVector
}

/** What was deleted stays so long (milliseconds): 30 days, as everything in the trash. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** Documents that are changed in one transaction of many: the main thread is not held up for longer than that takes. */
const TOGETHER = 50

/** Starts the library; it works on nothing before `resume` or the first document. */
export function createLibrary(options: LibraryOptions): LibraryToolService {
  const { db, blobs, now, workers, report = (error) => console.error(error) } = options
  const { publish, holdingBack } = createHeldBack(options.publish)
  ensureDefaultCollection(db, now(), options.firstCollection)
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
    if (row?.deletedAt === null) publish({ type: 'document', document: view(row) })
  })
  const recognition = options.recognition ?? (() => ({ on: false, languages: recognitionLanguages }))
  const ingest = createIngest({
    ...{ db, blobs, pool, index, now, recognition, report },
    onChange: announcer.changed,
  })
  let closed = false
  const handed = createHandedOver()

  const view = (row: Parameters<typeof toDocument>[0]) =>
    toDocument(row, ingest.progress(row.number), (source) => shownPath(options.uploads, source))
  // Each counts its documents: once for each of a thousand that come in would count for ever.
  const collectionsAnnouncer = createAnnouncer(() =>
    publish({ type: 'collections', collections: listCollections(db) }),
  )
  const publishCollections = () => collectionsAnnouncer.changed(0, false)

  function document(id: string): Document {
    return view(presentDocument(db, id))
  }

  function requireUploads(): string {
    if (options.uploads !== undefined) return options.uploads
    throw new AppError('unsupported', say('adding.not_taken_here'))
  }

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

  const work = createWorkControl({ db, blobs, pool, ingest, announcer, now, view, change, together })
  const batches = createDocumentBatches({
    ...{ db, ingest, now, publishCollections, settle },
    changed: (number) => announcer.changed(number, true),
  })

  const collections = createCollections({ db, now, publishCollections, settle })
  const contents = createDocumentContents({ db, blobs, pool, index })

  return {
    batches,
    newId,
    hash: (path, signal) => index.hash(path, signal),
    ...collections,
    documents({ cursor, ...query }) {
      const before = cursor === undefined ? undefined : parseCursor(cursor)
      const { rows, total } = listDocuments(db, { ...query, before })
      const last = rows.at(-1)
      const more = last !== undefined && rows.length === query.limit
      return { documents: rows.map(view), total, cursor: more ? `${last.addedAt}.${last.number}` : null }
    },
    document,
    ...createDocumentTable(db, index, view),
    documentWithContent(sha256, collectionId) {
      const row = documentWithContent(db, sha256, collectionId)
      return row === undefined ? null : view(row)
    },
    inSnapshot: (read) => inSnapshot(db, read),
    documentFromSource(address, collectionId) {
      const row = documentFromPage(db, address, collectionId)
      return row === undefined ? null : view(row)
    },
    shownPath: (path) => shownPath(options.uploads, path),
    findFiles: (paths, signal) => findFiles(paths, signal, recognition().on),
    takesPictures: () => recognition().on,
    handedOver: handed.remember,
    takeHandedOver: handed.take,
    openArchive: unpack,
    candidates(paths, keep, signal) {
      const open = (path: string) => unpack(path, keep, signal)
      return lookAtCandidates({ index, open }, paths, signal)
    },
    async stat(path) {
      const found = await lstat(path)
      return { size: found.size, modifiedMs: found.mtimeMs, folder: found.isDirectory() }
    },
    inspect: (path, signal) => index.inspect(path, signal),
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
    knownAs(id) {
      const row = findDocument(db, id)
      return row === undefined ? null : { title: row.title, source: row.source }
    },
    together,
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
      const row = presentDocument(db, id)
      const { title, tags, metadata, collectionId } = view(row)
      return { title, titleChosen: row.titleChosen === 1, tags, metadata, collectionId }
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
    ...work,
    storeText: (title, text) => storePastedText(requireUploads(), title, text),
    async search({ query, minSimilarity = 0, limit, typing = false, quick = false, signal, ...filter }) {
      const started = performance.now()
      if (filter.collectionId !== undefined) requireCollection(db, filter.collectionId)
      const meaning = quick ? null : await options.queryVector?.(query, signal)
      const vector = meaning?.vector
      const request = { query, filter, minSimilarity, limit, typing, ...(vector ? { vector } : {}) }
      const { results, mode, waiting } = await index.search(request, signal)
      const tookMs = Math.round((performance.now() - started) * 10) / 10
      const notice = meaning?.notice === undefined ? {} : { notice: meaning.notice }
      return {
        results,
        tookMs,
        ...(waiting === null ? {} : { waiting }),
        ...(meaning ? { searchedBy: { mode, ...notice } } : {}),
      }
    },
    checkIndex: (documents) => index.check(documents),
    async rebuildIndex() {
      await index.forget()
      while ((await index.indexWaiting()) > 0) index.merge()
    },
    ...contents,
    sourceState: (id, signal) =>
      sourceState(presentDocument(db, id), (path) => index.hash(path, signal), options.uploads ?? null),
    resume() {
      const unfinished = unfinishedDocuments(db)
      for (const number of unfinished.ingest) ingest.enqueue(number)
      for (const number of unfinished.retitle) ingest.retitle(number)
      void indexAllWaiting()
      const retained = now() - RETENTION_MS
      // Looked at here first: most starts have nothing to purge and need no thread for it.
      const purged = anyDeletedBefore(db, retained) ? purge(retained) : Promise.resolve()
      purged.then(eraseWhereDue).catch((error: unknown) => {
        // The next start does it.
        if (!closed) report(error)
      })
      // Reading anew begins behind a purge, which would take its unfinished copy for deleted.
      purged
        .then(() => ingest.readOutdated())
        .catch((error: unknown) => {
          if (!closed) report(error)
        })
    },
    async close() {
      closed = true
      announcer.close()
      collectionsAnnouncer.close()
      await ingest.close()
    },
  }

  async function purge(before: number): Promise<void> {
    setErasingDue(db, true)
    await index.purge(before)
  }

  async function eraseWhereDue(): Promise<void> {
    if (!isErasingDue(db)) return
    await index.erase()
    setErasingDue(db, false)
    await options.purged?.()
  }

  async function unpack(path: string, keep: boolean, signal: AbortSignal): Promise<OpenedArchive | null> {
    if (!(await mayBeArchive(path))) return null
    const how = { withPictures: recognition().on, keep }
    const unpacked = await index.unpack(path, how, signal).catch((error: unknown) => {
      throw archiveFailure(error)
    })
    return unpacked.archive ? openedArchive(path, unpacked) : null
  }

  /** Gives entries in the index to every document that has none, a part at a time so that new ones go between. */
  async function indexAllWaiting(): Promise<void> {
    try {
      if (!anyToIndex(db)) return
      while (!closed && (await index.indexWaiting()) > 0) index.merge()
    } catch (error) {
      // Closing ends it; the rows say where to go on.
      if (!closed) report(error)
    }
  }

  /** After a document, or its collection, came or went: its work goes on or stops, and everyone is told. */
  function settle(id: string, present: boolean): void {
    const row = findDocument(db, id)
    if (row === undefined) return
    const unfinished = row.status === 'pending' || row.status === 'processing'
    if (present) {
      if (unfinished) ingest.enqueue(row.number)
      announcer.changed(row.number, true)
      return
    }
    ingest.abandon(row.number)
    if (unfinished) changeDocument(db, row.number, { status: 'pending', stage: 'waiting' })
    publish({ type: 'document_removed', id })
  }
}

function parseCursor(cursor: string): { addedAt: number; number: number } {
  const [addedAt, number] = (/^(\d+)\.(\d+)$/.exec(cursor)?.slice(1) ?? []).map(Number)
  if (Number.isSafeInteger(addedAt) && Number.isSafeInteger(number)) {
    return { addedAt: addedAt ?? 0, number: number ?? 0 }
  }
  throw new AppError('invalid_input', 'This is not a cursor of an earlier answer.', { field: 'cursor' })
}
