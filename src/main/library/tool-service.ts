import type { Document } from '../../shared/contract/document'
import type { ExtractionWarning } from '../../shared/contract/extraction-warnings'
import type { Collection } from '../../shared/contract/library'
import type { UnreadDocument } from '../../shared/contract/passages'
import type { RetentionLimits } from '../../shared/contract/retention'
import type { ChunkRow } from '../db/passages'
import type { ChosenDocuments } from '../db/searchable-documents'
import type { Library } from '../services/library'
import type { FileContent, KeySentence } from '../workers/index-protocol'
import type { RenewedTexts } from './contents/renewed-texts'
import type { DocumentBatches } from './documents/batches'
import type { PageRange } from './extractors/types'
import type { IndexCheck } from './index/check-index'
import type { OpenedArchive } from './sources/archive'
import type { Candidate, Candidates } from './sources/candidates'

/** What a person or a tool may change of a document. */
export type DocumentFields = {
  readonly title: string
  /** Whether someone chose the title, so that extraction does not replace it. */
  readonly titleChosen: boolean
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, string>>
  readonly collectionId: string
}

/** A file as it is now. */
export type InspectedFile = {
  /** Canonical. */
  readonly path: string
  readonly name: string
  readonly size: number
  /** Milliseconds since 1970, as the file system says. */
  readonly modifiedMs: number
  readonly sha256: string
}

/** A document to be added; its file is read in the background. */
export type NewLibraryDocument = {
  readonly id: string
  readonly path: string
  readonly size: number
  /** What the content must be, as it was approved. */
  readonly sha256: string
  readonly collectionId: string
  readonly title: string | null
  readonly metadata: Readonly<Record<string, string>>
}

/** A content that took, or is to take, the place of another in a document. */
export type DocumentVersion = {
  readonly documentId: string
  /** Under which the content is kept that is not the document's. */
  readonly versionId: string
  /** Hashes. */
  readonly from: string | null
  readonly to: string
}

/** What a person handed over under one name. */
export type HandedFiles = {
  /** What is known of its files; null for one that is still to be looked at. */
  readonly files: readonly Candidate[] | null
  /** Whether they are the files of one folder or archive that the person named. */
  readonly kind: 'files' | 'folder' | 'archive'
}

/** The library as its tools see it. */
export interface LibraryToolService extends Library {
  readonly defaultCollectionId: string
  readonly batches: DocumentBatches
  newId(): string
  /** How long, and how much, is kept of what was deleted. */
  keptForUndo(): RetentionLimits
  /** Reads a file only to tell its content. */
  hash(path: string, signal: AbortSignal): Promise<FileContent>
  /** Remembers that the person handed this path over, for one {@link takeHandedOver}; answers how to forget it again. */
  handOver(path: string, handed?: HandedFiles): () => void
  takeHandedOver(path: string): HandedFiles | null
  /** The path of a file as people know it: of what a browser handed over, its name. */
  shownPath(path: string): string
  /** Removes what is left of documents that the retention let go of, in the background. */
  removeLetGo(): void
  /** Compares the search index with the passages of so many documents, chosen anywhere, or of all (null). */
  checkIndex(documents: number | null): Promise<IndexCheck>
  /**
   * Makes the search index anew from the stored passages; until it is done, searches find less and say so. Rejects with
   * `cancelled` where the caller stops: the rest is made beside other work, by this process or at the next start.
   */
  rebuildIndex(signal: AbortSignal): Promise<void>
  /** Size and change time of a file, without reading it; whether it is a folder. */
  stat(
    path: string,
  ): Promise<{ readonly size: number; readonly modifiedMs: number; readonly folder: boolean }>
  /** Reads a file to tell its content; refuses what is too large before reading. */
  inspect(path: string, signal: AbortSignal): Promise<InspectedFile>
  /** Tells what is in an archive, and stores that with `keep` (all, or these hashes); null for what is no archive of documents. */
  openArchive(
    path: string,
    keep: boolean | readonly string[],
    signal: AbortSignal,
  ): Promise<OpenedArchive | null>
  /**
   * Looks at files, some at a time, and into the archives among them: what is in those is stored with `keep`, else only
   * looked at.
   */
  candidates(paths: readonly string[], keep: boolean, signal: AbortSignal): AsyncIterable<Candidates>
  documentWithContent(sha256: string, collectionId: string): Document | null
  /** Reads that all see the same state: many together cost a part of what they cost one by one while others write. */
  inSnapshot<T>(read: () => T): T
  /** The document of a collection that was made from a file or a page of the web, by its canonical path or address. */
  documentFromSource(source: string, collectionId: string): Document | null
  /** See {@link sameNamed}; none where nothing is uploaded. */
  sameNamed(
    sources: readonly string[],
    within: { readonly collectionId: string; readonly before: number },
  ): Promise<ReadonlyMap<string, readonly Document[]>>
  /** What the file of a document says and what another one does, where both are plain text and can be compared. */
  renewedTexts(id: string, file: Candidate): Promise<RenewedTexts | null>
  add(document: NewLibraryDocument): Document
  /** Whether a document is there, was deleted, or never was; with its collection it is not deleted, only out of reach. */
  isPresent(id: string): boolean | null
  /** Whether a document is in the library: neither it nor its collection was deleted. */
  isThere(id: string): boolean
  /** Its title, where it came from and what its file is called, deleted or not; null for one that was never there or is gone for good. */
  knownAs(id: string): { readonly title: string; readonly source: string; readonly file: string } | null
  /**
   * Does the same to many documents: some at a time, each time in one transaction, and others have their turn between.
   * Everyone is told of a part once it is stored.
   */
  together<Item>(items: readonly Item[], work: (item: Item) => void): Promise<void>
  /** Deletes a document, or brings it back whole. */
  setPresent(id: string, present: boolean): void
  /** Puts a deleted document into another collection, for when it comes back. */
  moveDeleted(id: string, collectionId: string): void
  /**
   * Takes a restart back: a document that was read before is what it was then, unless it was read anew already, and no
   * longer tells why that failed.
   */
  undoRestart(id: string, before: Document['status'], recognize?: boolean): Document
  /** Whether pictures are taken out of folders and archives, because the text in them is read. */
  takesPictures(): boolean
  /** Whether the text in this document's pictures was asked for, whatever the settings say. */
  isRecognized(id: string): boolean
  /** What could not be read of a document, or why it could not be read again; none until it is complete. */
  warnings(id: string): readonly ExtractionWarning[]
  /** Documents that a query names and that no search finds, because their text is not read. */
  unreadNamed(query: string, within: ChosenDocuments): readonly UnreadDocument[]
  documentFields(id: string): DocumentFields
  /** What a document is called where nobody chooses its title; null where that is not known yet, or was not kept. */
  titleByItself(id: string): string | null
  setDocumentFields(id: string, fields: DocumentFields): Document
  /**
   * As `text`, of what `wanted` asks for once it knows where the pages are (UTF-16 units, `end` not included): text and
   * pages are of one reading of the document. Throws what `wanted` throws.
   */
  textByPages(
    id: string,
    wanted: (pages: readonly PageRange[]) => { readonly start: number; readonly length: number },
  ): Promise<{
    readonly text: string
    readonly start: number
    readonly total: number
    readonly pages: readonly PageRange[]
  }>
  summarize(id: string, maxChunks: number, signal: AbortSignal): Promise<readonly KeySentence[]>
  /** The passages of a document in order; some at even distances where there are more than `most`. */
  chunks(id: string, most: number, signal: AbortSignal): Promise<readonly ChunkRow[]>
  collection(id: string): Collection
  /** As {@link collection}, without counting its documents: for what is asked with each of many. */
  namedCollection(id: string): Pick<Collection, 'id' | 'name' | 'description'>
  isCollectionPresent(id: string): boolean | null
  /** Throws `already_exists`. */
  refuseTakenName(name: string, except: string | null): void
  createCollection(collection: {
    readonly id: string
    readonly name: string
    readonly description: string
  }): Collection
  updateCollection(id: string, fields: { readonly name: string; readonly description: string }): Collection
  /** Deletes a collection with all that is in it, or brings it back whole under `name`. */
  setCollectionPresent(id: string, name: string, present: boolean): void
  documentIds(collectionId: string): readonly string[]
}
