import { createHash } from 'node:crypto'
import type { LibraryToolService } from '../../../main/library/tool-service'
import type { Document } from '../../../shared/contract/document'
import { fieldsOf } from './collection-presence'
import { documentAsItWas } from './presence'

/** What a plan to delete a document tells it by; absent in older ones. */
export interface ShownDocument {
  readonly fingerprint?: string | undefined
  readonly untitled?: boolean | undefined
}

/** What tells later whether a document still is as it is now; how far it is read does not count. */
export function documentShown(
  library: LibraryToolService,
  document: Document,
): { fingerprint: string; untitled?: true } {
  const untitled = awaitsTitle(library, document)
  return { fingerprint: ofDocument(library, document.id, untitled), ...(untitled && { untitled }) }
}

/** Whether a document is there as it was when its plan was made. */
export function isDocumentAsShown(
  library: LibraryToolService,
  {
    document_id,
    collection_id,
    fingerprint,
    untitled = false,
  }: ShownDocument & { readonly document_id: string; readonly collection_id: string },
): boolean {
  return (
    library.isPresent(document_id) === true &&
    // With its collection it is gone, too.
    library.isCollectionPresent(collection_id) === true &&
    ofDocument(library, document_id, untitled) === fingerprint
  )
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

/** Whether a collection and all its documents are there as they were when its plan was made. */
export function isCollectionAsShown(
  library: LibraryToolService,
  {
    collection_id,
    fingerprint,
    untitled = [],
  }: {
    readonly collection_id: string
    readonly fingerprint?: string | undefined
    readonly untitled?: readonly string[] | undefined
  },
): boolean {
  return library.inSnapshot(
    () =>
      library.isCollectionPresent(collection_id) === true &&
      ofCollection(library, collection_id, library.documentIds(collection_id), untitled) === fingerprint,
  )
}

/** Whether reading a document will give it its title: that is no change of it. */
function awaitsTitle(library: LibraryToolService, { id, status }: Document): boolean {
  return (status === 'pending' || status === 'processing') && !library.documentFields(id).titleChosen
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
  const rows = documents.map((each) => [each, ofDocument(library, each, awaiting.has(each))])
  return hashed({ ...fieldsOf(library.collection(id)), rows })
}

function hashed(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
