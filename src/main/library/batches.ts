import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { asRead, withoutFailure } from '../db/document-readings'
import { exchangeVersion, insertVersion, unreadVersions } from '../db/document-versions'
import { changeDocument, type DocumentRow, findDocument, isRead } from '../db/documents'
import { insertDocument } from '../db/insert-document'
import { type Database, inTransaction } from '../db/open'
import { faultPoint } from '../fault-point'
import { titleFromPath } from './find-files'
import { fileNameText } from './index/file-name'
import type { Ingest } from './ingest'
import type { DocumentVersion, NewLibraryDocument } from './tool-service'

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

/** A new version as it is to be taken. */
export type VersionToTake = Omit<DocumentVersion, 'from'> & {
  /** Whether the document has nothing that was read and would be replaced, so that it is read anew itself. */
  readonly inPlace: boolean
  /** Bytes. */
  readonly size: number
  /** The file that it is read from. */
  readonly path: string
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
}

/** Why a file could not be copied that may be there now. */
const goneMeanwhile: ReadonlySet<string | null> = new Set(['not_found', 'conflict', 'unavailable'])

function isUncopied({ status, stage, errorCode }: DocumentRow, moved: boolean): boolean {
  if (status === 'error') return goneMeanwhile.has(errorCode)
  const atWork = status === 'pending' || status === 'processing'
  return moved && atWork && (stage === 'waiting' || stage === 'acquire')
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

  /** What was never read is read anew in its place; what was keeps its content until the new one is read. */
  function takeVersion({ documentId, versionId, to, size, path, inPlace }: VersionToTake): number | null {
    const row = findDocument(db, documentId)
    if (row === undefined || row.deletedAt !== null) return null
    if (inPlace && row.status === 'complete') throw unversionable(row.title)
    for (const waiting of unreadVersions(db, documentId)) stopVersion(waiting)
    if (!inPlace) leaveAsRead(row)
    if (!inPlace || row.status === 'complete') {
      const { number } = insertVersion(db, row, { id: versionId, sha256: to, size, at: now() })
      faultPoint('version inserted')
      return number
    }
    ingest.abandon(row.number)
    changeDocument(db, row.number, {
      ...{ sha256: to, size, source: path, errorCode: null, errorMessage: null, updatedAt: now() },
      // What was read of the former content is no longer its own.
      extractor: null,
      status: 'pending',
      stage: 'waiting',
    })
    return row.number
  }

  /** One that is to be read again has its new content read instead. */
  function leaveAsRead(row: DocumentRow): void {
    if (row.status === 'complete') return
    if (!isRead(row)) throw unversionable(row.title)
    changeDocument(db, row.number, { ...asRead(row), updatedAt: now() })
    ingest.abandon(row.number)
  }

  function stopVersion({ number }: DocumentRow): void {
    changeDocument(db, number, { status: 'cancelled' })
    ingest.abandon(number)
  }

  function versionObstacle(version: DocumentVersion, forward: boolean): 'changed' | 'gone' | null {
    const document = findDocument(db, version.documentId)
    const other = findDocument(db, version.versionId)
    if (document === undefined || other === undefined) return 'gone'
    if (other.versionOf === version.documentId) return null
    const [now_, then] = forward ? [version.from, version.to] : [version.to, version.from]
    return document.sha256 === now_ && other.sha256 === then && isRead(other) ? null : 'changed'
  }

  function setVersion(version: DocumentVersion, forward: boolean): DocumentRow | undefined {
    const other = findDocument(db, version.versionId)
    if (other?.versionOf === version.documentId) {
      if (!forward) stopVersion(other)
      else if (forward && other.status === 'cancelled') {
        changeDocument(db, other.number, { status: 'pending', stage: 'waiting' })
      }
      return findDocument(db, version.versionId)
    }
    const former = findDocument(db, version.documentId)
    const row = exchangeVersion(db, version.documentId, version.versionId, now())
    faultPoint('version exchanged')
    if (row !== undefined && former !== undefined) ingest.abandon(former.number)
    return row
  }

  return {
    hasBeenRead(id) {
      const row = findDocument(db, id)
      return row !== undefined && isRead(row)
    },
    versionObstacle,
    async take(items) {
      const numbers = new Map<unknown, number>()
      await inParts(
        items,
        (item) => {
          const number =
            item.kind === 'added' ? insertPending(db, item.document, now()).number : takeVersion(item.version)
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
    async setVersions(versions, forward) {
      const stuck = versions.find((version) => versionObstacle(version, forward) !== null)
      if (stuck !== undefined) throw unversionable(findDocument(db, stuck.documentId)?.title ?? '')
      const rows = new Map<DocumentVersion, DocumentRow | undefined>()
      await inParts(
        versions,
        (version) => rows.set(version, setVersion(version, forward)),
        (version) => {
          const row = rows.get(version)
          if (row === undefined) return
          if (row.status === 'pending') ingest.enqueue(row.number)
          else if (row.stage === 'index') ingest.retitle(row.number)
          changed(row.number)
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
          if (source !== null && setSource(id, source)) retitled.add(id)
          if (source?.gone !== true) again.set(id, readAgain(id, source?.path ?? null))
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

  /** What was not copied yet, or could not be because its file was elsewhere, is read from where it is now. */
  function readAgain(id: string, path: string | null): number[] {
    const document = findDocument(db, id)
    if (document === undefined || document.deletedAt !== null) return []
    const waiting = [document, ...unreadVersions(db, id)].filter((row) => isUncopied(row, path !== null))
    for (const row of waiting) {
      ingest.abandon(row.number)
      changeDocument(db, row.number, {
        ...(path === null ? {} : { source: path }),
        ...{ status: 'pending', stage: 'waiting', ...withoutFailure(row) },
      })
    }
    return waiting.map(({ number }) => number)
  }

  /** True where the file's name changed, and the title with it where it was the name, so that the index is to follow. */
  function setSource(id: string, { path, gone }: { readonly path: string; readonly gone: boolean }): boolean {
    const row = findDocument(db, id)
    if (row === undefined) return false
    const title = titleFromPath(path)
    const follows = row.titleChosen === 0 && row.title === titleFromPath(row.source) && title !== row.title
    const renamed = fileNameText(path) !== fileNameText(row.source)
    const retitled = (follows || renamed) && row.status === 'complete'
    changeDocument(db, row.number, {
      source: path,
      sourceGone: gone ? 1 : 0,
      ...(follows ? { title } : {}),
      ...(retitled ? { stage: 'index' as const } : {}),
    })
    return retitled
  }
}

function unversionable(title: string): AppError {
  return new AppError('conflict', say('document.changed_again', { title }))
}
