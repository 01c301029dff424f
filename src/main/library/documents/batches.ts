import { setImmediate as nextTurn } from 'node:timers/promises'
import { changeDocument, type DocumentRow, findDocument, isRead } from '../../db/documents'
import { insertDocument } from '../../db/insert-document'
import { type Database, inTransaction } from '../../db/open'
import { faultPoint } from '../../disk/fault-point'
import type { Ingest } from '../ingest/ingest'
import { createDocumentSources } from '../sources/document-sources'
import { titleFromPath } from '../sources/find-files'
import type { DocumentVersion, NewLibraryDocument } from '../tool-service'
import { createDocumentVersions, unversionable, type VersionToTake } from './document-versions'

/** What working on many documents needs. */
export type BatchParts = {
  readonly db: Database
  readonly ingest: Ingest
  readonly now: () => number
  /** Tells everyone of a document that changed. */
  readonly changed: (number: number) => void
  readonly settle: (id: string, present: boolean) => void
  readonly publishCollections: () => void
}

/** A document or a version to be taken; `beside` is stored in the same transaction. */
export type ItemToTake =
  | { readonly kind: 'added'; readonly document: NewLibraryDocument; beside(): void }
  | { readonly kind: 'changed'; readonly version: VersionToTake; beside(): void }

/** Where a document is made from now; `beside` is stored in the same transaction. */
export type SourceToSet = {
  readonly id: string
  readonly source: { readonly path: string; readonly gone: boolean } | null
  beside(): void
}

/** Works on many documents at once: each part is one transaction, and others have their turn between them. */
export type DocumentBatches = {
  /** Adds documents and versions; `beside` is stored in the same transaction as each. */
  take(items: readonly ItemToTake[]): Promise<void>
  /** Deletes documents, or brings them back whole. */
  setPresent(ids: readonly string[], present: boolean): Promise<void>
  /** Whether a document has something that was read, to come back to. */
  hasBeenRead(id: string): boolean
  /** Why a version can't be taken back, or taken again; null when it can. */
  versionObstacle(version: DocumentVersion, forward: boolean): 'changed' | 'gone' | null
  /** Takes versions back, or takes them again; throws where one can't be. */
  setVersions(versions: readonly DocumentVersion[], forward: boolean): Promise<void>
  /** Says where documents are made from now, and whether that is gone; null leaves it. */
  setSources(items: readonly SourceToSet[]): Promise<void>
  /** Tells everyone of documents that were changed otherwise. */
  tell(ids: readonly string[]): Promise<void>
}

/** Documents that are written without giving others their turn. */
const documentsAtOnce = 50

/** Stores a document that is to be read. */
export function insertPending(db: Database, added: NewLibraryDocument, at: number): DocumentRow {
  const row = insertDocument(db, {
    id: added.id,
    collectionId: added.collectionId,
    title: added.title ?? titleFromPath(added.path),
    titleChosen: added.title === null ? 0 : 1,
    // Told by its content once it is read.
    mime: 'application/octet-stream',
    source: added.path,
    sha256: added.sha256,
    size: added.size,
    status: 'pending',
    stage: 'waiting',
    metadata: JSON.stringify(added.metadata),
    // Who added it is in the ledger's entry, which the gate makes.
    actor: '{}',
    addedAt: at,
    updatedAt: at,
  })
  faultPoint('document inserted')
  return row
}

/** Makes what changes many documents at once, some in a transaction at a time. */
export function createDocumentBatches(parts: BatchParts): DocumentBatches {
  const { db, ingest, now, changed, settle, publishCollections } = parts
  const versions = createDocumentVersions(parts)
  const sources = createDocumentSources(parts)

  async function inParts<Item>(
    items: Iterable<Item>,
    work: (item: Item) => void,
    after: (item: Item) => void = () => {},
  ): Promise<void> {
    const waiting = [...items]
    while (waiting.length > 0) {
      const part = waiting.splice(0, documentsAtOnce)
      inTransaction(db, () => part.forEach(work))
      part.forEach(after)
      await nextTurn()
    }
  }

  return {
    hasBeenRead(id) {
      const row = findDocument(db, id)
      return row !== undefined && isRead(row)
    },
    versionObstacle: versions.obstacle,
    async take(items) {
      const numbers = new Map<unknown, number>()
      await inParts(
        items,
        (item) => {
          const number =
            item.kind === 'added'
              ? insertPending(db, item.document, now()).number
              : versions.take(item.version)
          if (number !== null) numbers.set(item, number)
          item.beside()
        },
        (item) => {
          const number = numbers.get(item)
          if (number === undefined) return
          changed(number)
          ingest.enqueue(number)
          const row = item.kind === 'changed' ? findDocument(db, item.version.documentId) : undefined
          if (row?.status !== 'complete' || row.stage !== 'index') return
          changed(row.number)
          ingest.retitle(row.number)
        },
      )
      publishCollections()
    },
    async setPresent(ids, present) {
      const found = ids.map((id) => findDocument(db, id)).filter((row) => row !== undefined)
      const other = found.filter(({ deletedAt }) => (deletedAt === null) !== present)
      await inParts(
        other,
        ({ number }) => changeDocument(db, number, { deletedAt: present ? null : now() }),
        ({ id }) => settle(id, present),
      )
      publishCollections()
    },
    async setVersions(wanted, forward) {
      const stuck = wanted.find((version) => versions.obstacle(version, forward) !== null)
      if (stuck !== undefined) throw unversionable(findDocument(db, stuck.documentId)?.title ?? '')
      const rows = new Map<DocumentVersion, DocumentRow | undefined>()
      await inParts(
        wanted,
        (version) => rows.set(version, versions.set(version, forward)),
        (version) => {
          const row = rows.get(version)
          if (row === undefined) return
          if (row.status === 'pending') ingest.enqueue(row.number)
          else if (row.stage === 'index') ingest.retitle(row.number)
          changed(row.number)
        },
      )
    },
    async tell(ids) {
      await inParts(
        ids,
        () => {},
        (id) => {
          const row = findDocument(db, id)
          if (row !== undefined) changed(row.number)
        },
      )
    },
    async setSources(items) {
      const retitled = new Set<string>()
      const again = new Map<string, readonly number[]>()
      await inParts(
        items,
        ({ id, source, beside }) => {
          beside()
          if (source !== null && sources.set(id, source)) retitled.add(id)
          if (source?.gone !== true) again.set(id, sources.readAgain(id, source?.path ?? null))
        },
        ({ id, source }) => {
          for (const number of again.get(id) ?? []) ingest.enqueue(number)
          const row = findDocument(db, id)
          if (row === undefined || (source === null && row.status === 'complete')) return
          changed(row.number)
          if (retitled.has(id)) ingest.retitle(row.number)
        },
      )
    },
  }
}
