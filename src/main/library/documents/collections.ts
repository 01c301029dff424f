import { defaultCollectionId } from '../../../shared/contract/library'
import {
  changeCollection,
  collectionPresence,
  insertCollection,
  listCollections,
  presentCollection,
  refuseTakenName,
  removeCollection,
  requireCollection,
  restoreCollection,
} from '../../db/collections'
import { documentIds } from '../../db/documents'
import type { Database } from '../../db/open'
import { faultPoint } from '../../disk/fault-point'
import type { LibraryToolService } from '../tool-service'

type Collections = Pick<
  LibraryToolService,
  | 'defaultCollectionId'
  | 'collections'
  | 'collection'
  | 'namedCollection'
  | 'isCollectionPresent'
  | 'refuseTakenName'
  | 'createCollection'
  | 'updateCollection'
  | 'setCollectionPresent'
  | 'documentIds'
>

/** What the collections are made of. */
export type CollectionsParts = {
  readonly db: Database
  readonly now: () => number
  readonly publishCollections: () => void
  /** After a document came or went with its collection: its work goes on or stops, and everyone is told. */
  readonly settle: (documentId: string, present: boolean) => void
}

/** Makes, changes and deletes collections, and brings them back with their documents. */
export function createCollections({ db, now, publishCollections, settle }: CollectionsParts): Collections {
  return {
    defaultCollectionId,
    collections: () => listCollections(db),
    collection: (id) => presentCollection(db, id),
    namedCollection: (id) => requireCollection(db, id),
    isCollectionPresent: (id) => collectionPresence(db, id),
    refuseTakenName: (name, except) => refuseTakenName(db, name, except),
    createCollection({ id, name, description }) {
      insertCollection(db, { id, name, description, at: now() })
      faultPoint('collection inserted')
      publishCollections()
      return presentCollection(db, id)
    },
    updateCollection(id, fields) {
      presentCollection(db, id)
      changeCollection(db, id, fields)
      faultPoint('collection changed')
      publishCollections()
      return presentCollection(db, id)
    },
    setCollectionPresent(id, name, present) {
      if (collectionPresence(db, id) === present) return
      if (present) restoreCollection(db, id, name)
      else removeCollection(db, id, now())
      faultPoint(present ? 'collection restored' : 'collection removed')
      for (const each of documentIds(db, id)) settle(each, present)
      publishCollections()
    },
    documentIds: (collectionId) => documentIds(db, collectionId),
  }
}
