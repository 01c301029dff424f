import { createHash } from 'node:crypto'
import type { LibraryToolService } from '../../../main/library/tool-service'
import type { Document } from '../../../shared/contract/document'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { isAtWork } from '../../../shared/standing-of'
import { eachInTurn } from './batch'
import { fieldsOf } from './collection-presence'
import { documentAsItWas } from './presence'

/** What a plan to delete a document tells it by. */
export interface PlannedDeletion {
  readonly document_id: string
  readonly title: string
  readonly sha256: string | null
  readonly collection_id: string
  /** Absent in older plans, as is the next. */
  readonly fingerprint?: string | undefined
  readonly untitled?: boolean | undefined
}

/** What a plan to read a document again tells it by. */
export interface PlannedRestart {
  readonly document_id: string
  readonly title: string
  readonly status: Document['status']
  /** Absent in older plans. */
  readonly sha256?: string | null | undefined
}

/** What tells later whether it is the same document, with the same content, that is to be read again. */
export function restartShown({ id, title, status, sha256 }: Document): PlannedRestart {
  return { document_id: id, title, status, sha256 }
}

/** Whether a document is there as it was when reading it again was planned. */
export function isRestartAsShown(
  library: LibraryToolService,
  { document_id: id, title, status, sha256 }: PlannedRestart,
): boolean {
  if (!library.isThere(id)) return false
  const now = library.document(id)
  return now.status === status && now.title === title && (sha256 === undefined || now.sha256 === sha256)
}

/** What tells later whether a document still is as it is now; how far it is read does not count. */
export function documentShown(
  library: LibraryToolService,
  document: Document,
): { fingerprint: string; untitled?: true } {
  const untitled = awaitsTitle(library, document)
  return { fingerprint: ofDocument(library, document.id, untitled), ...(untitled && { untitled }) }
}

/** Throws `conflict`, saying what moved, where a document is not there as it was when its deletion was planned. */
export function requireDocumentAsShown(
  library: LibraryToolService,
  { document_id: id, title, sha256, collection_id, fingerprint, untitled = false }: PlannedDeletion,
): void {
  const isThere = library.isPresent(id) === true
  // With its collection it is gone, too.
  const isIn = isThere && library.isCollectionPresent(collection_id) === true
  if (isIn && ofDocument(library, id, untitled) === fingerprint) return
  throw new AppError('conflict', say('document.not_deleted', { title, moved: movedOf() }))

  function movedOf() {
    if (!isIn) return isThere ? 'place' : 'document'
    const now = documentAsItWas(library, id)
    if (now.sha256 !== sha256) return 'content'
    if (now.collection_id !== collection_id) return 'collection'
    return now.title !== title && !(untitled && !now.title_chosen) ? 'title' : 'notes'
  }
}

/** The same as {@link documentShown} of a collection with all its documents: one fingerprint, however many they are. */
export function collectionShown(
  library: LibraryToolService,
  id: string,
  documents: readonly Document[],
): { fingerprint: string; untitled?: string[] } {
  const untitled = documents.filter((each) => awaitsTitle(library, each)).map((each) => each.id)
  const ids = documents.map((each) => each.id)
  return {
    fingerprint: ofCollection(library, id, ids, untitled),
    ...(untitled.length > 0 && { untitled }),
  }
}

/** What a plan keeps of a collection as it was shown. */
interface ShownCollection {
  readonly collection_id: string
  readonly fingerprint?: string | undefined
  readonly untitled?: readonly string[] | undefined
}

/** Whether a collection and all its documents are there as they were when its plan was made. */
export function isCollectionAsShown(
  library: LibraryToolService,
  { collection_id, fingerprint, untitled = [] }: ShownCollection,
): boolean {
  return library.inSnapshot(
    () =>
      library.isCollectionPresent(collection_id) === true &&
      ofCollection(library, collection_id, library.documentIds(collection_id), untitled) === fingerprint,
  )
}

/** The same as {@link isCollectionAsShown}, some documents at a time, for a look that nothing is done after. */
export async function looksAsShown(
  library: LibraryToolService,
  { collection_id, fingerprint, untitled = [] }: ShownCollection,
): Promise<boolean> {
  if (library.isCollectionPresent(collection_id) !== true) return false
  const awaiting = new Set(untitled)
  const rows = await eachInTurn(library.documentIds(collection_id), (id) => rowOf(library, id, awaiting))
  return ofRows(library, collection_id, rows) === fingerprint
}

/** Whether reading a document will give it its title: that is no change of it. */
export function awaitsTitle(library: LibraryToolService, document: Document): boolean {
  return isAtWork(document) && !library.documentFields(document.id).titleChosen
}

function ofDocument(library: LibraryToolService, id: string, untitled: boolean): string {
  const row = documentAsItWas(library, id)
  // Once someone chose a title, that tells of the change.
  return hashed(untitled && !row.title_chosen ? { ...row, title: null } : row)
}

function ofCollection(
  library: LibraryToolService,
  id: string,
  documents: readonly string[],
  untitled: readonly string[],
): string {
  const awaiting = new Set(untitled)
  return ofRows(
    library,
    id,
    documents.map((each) => rowOf(library, each, awaiting)),
  )
}

type DocumentRow = readonly [id: string, fingerprint: string]

function rowOf(library: LibraryToolService, id: string, awaiting: ReadonlySet<string>): DocumentRow {
  return [id, ofDocument(library, id, awaiting.has(id))]
}

function ofRows(library: LibraryToolService, id: string, rows: readonly DocumentRow[]): string {
  return hashed({ ...fieldsOf(library.collection(id)), rows })
}

function hashed(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
