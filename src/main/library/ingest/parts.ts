import type { RecognitionLanguage } from '../../../shared/recognition'
import type { BlobStore } from '../../changes/blobs'
import type { Database } from '../../db/open'
import type { ExtractPool } from '../threads/extract-pool'
import type { IndexClient } from '../threads/index-client'
import type { IndexedAs } from './indexed-as'

/** What ingestion is made of. */
export type IngestParts = {
  readonly db: Database
  readonly blobs: BlobStore
  readonly pool: ExtractPool
  readonly index: IndexClient
  readonly now: () => number
  /** Whether text in pictures is read, and in which languages: a document may ask for it itself. */
  readonly recognition: () => RecognitionChoice
  readonly indexedAs: IndexedAs
  /** Told of each change of a document; `final` when it came to rest. */
  readonly onChange: (number: number, final: boolean) => void
  /** Told of failures that no document can show. */
  readonly report: (error: unknown) => void
}

/** What a person has set about text in pictures. */
export type RecognitionChoice = {
  readonly on: boolean
  readonly languages: readonly RecognitionLanguage[]
}
