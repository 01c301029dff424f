import type { Document } from '../../shared/contract/document'
import type { DocumentLayout, FoundWords, PlacedText, Rect } from '../../shared/contract/document-layout'
import type { DocumentFacets, DocumentFilter, DocumentSort } from '../../shared/contract/document-table'
import type { Collection, SourceState } from '../../shared/contract/library'
import type { AskedWord, Correction, Passage, SearchedBy } from '../../shared/contract/passages'
import type { FoundFiles } from '../library/sources/find-files'

interface RowsOfTable {
  readonly filter: DocumentFilter
  readonly sort: DocumentSort
  readonly offset: number
  readonly limit: number
}

/** The document library, below its tools. */
export interface Library {
  collections(): readonly Collection[]
  documents(query: {
    collectionId?: string | undefined
    status: 'pending' | 'complete' | 'error' | 'all'
    title?: string | undefined
    limit: number
    cursor?: string | undefined
  }): { documents: readonly Document[]; cursor: string | null; total: number }
  document(id: string): Document
  /** Some rows of the table of documents. */
  rows(query: RowsOfTable, signal: AbortSignal): Promise<readonly Document[]>
  rowIds(query: RowsOfTable, signal: AbortSignal): Promise<readonly string[]>
  countRows(filter: DocumentFilter, signal: AbortSignal): Promise<number>
  facets(collectionId: string | undefined, signal: AbortSignal): Promise<DocumentFacets>
  /** Walks folders; symbolic links to folders are not followed. */
  findFiles(paths: readonly string[], signal: AbortSignal): Promise<FoundFiles>
  cancel(id: string): Document
  /** Cancels those that are at work or wait; answers how many. */
  cancelAll(ids: readonly string[]): Promise<number>
  /** Writes a pasted text to a file that is to be added; answers its path. */
  storeText(title: string, text: string): Promise<string>
  /** Removes those of these files that were uploaded, or pasted, and that none of these documents is made from. */
  forgetUploads(paths: readonly string[], documents: readonly Pick<Document, 'source'>[]): Promise<void>
  /** Reads it again; with `recognize` also the text in its pictures, from then on. */
  restart(id: string, recognize?: boolean): Document
  /** Reads a locked PDF with its password, which is forgotten with that; throws `locked` when it is a wrong one. */
  unlock(id: string, password: string, signal: AbortSignal): Promise<Document>
  search(query: {
    query: string
    collectionId?: string | undefined
    tags?: readonly string[] | undefined
    minSimilarity?: number | undefined
    types?: readonly string[] | undefined
    addedFrom?: number | undefined
    addedBefore?: number | undefined
    documentId?: string | undefined
    status?: DocumentFilter['status']
    pictures?: DocumentFilter['pictures']
    goneFrom?: DocumentFilter['goneFrom']
    text?: string | undefined
    typing?: boolean | undefined
    quick?: boolean | undefined
    limit: number
    signal?: AbortSignal
  }): Promise<{
    results: readonly Passage[]
    /** Whether passages beyond the limit fit too. */
    more: boolean
    tookMs: number
    /** Present while documents wait for their entries in the index. */
    waiting?: { documents: number; of: number }
    /** What the query asks for, without small words, with how much each tells. */
    asked: readonly AskedWord[]
    /** Words that the library lacks, with what was searched for instead. */
    corrections: readonly Correction[]
    /** The words that passages were found by, to be marked in them. */
    marked: readonly string[]
    /** Documents of the results whose text is no Markdown: its signs are its own. */
    asWritten: readonly string[]
    /** Documents of the results whose Markdown was written from another format: what looks like HTML in it is words. */
    writtenAnew: readonly string[]
    /** The language of the query, present where it was searched by words and hardly anything in the library is in it. */
    foreign?: string
    /** Present while vectors are in use. */
    searchedBy?: SearchedBy
  }>
  /** What is kept of a document's file, from a place (bytes) on; `size` of the whole in bytes, `of` its hash as known. */
  original(request: {
    readonly id: string
    readonly start: number
    readonly of?: string | undefined
  }): Promise<{ name: string; base64: string; size: number; sha256: string }>
  page(request: { id: string; page: number; width: number }): Promise<{
    page: number
    pages: number
    label: string | null
    image: string
    width: number
    height: number
    text: string
    words: readonly PlacedText[]
  }>
  marks(request: {
    id: string
    page: number
    ranges: readonly { readonly start: number; readonly end: number }[]
  }): Promise<readonly (readonly Rect[])[]>
  text(id: string, start: number, length: number): Promise<{ text: string; start: number; total: number }>
  /** As text, also where pages could be drawn, when that is asked for. */
  layout(id: string, asText?: boolean): Promise<DocumentLayout>
  find(id: string, words: string, signal: AbortSignal): Promise<{ matches: FoundWords[]; more: boolean }>
  sourceState(id: string, signal: AbortSignal): Promise<SourceState>
  /** Goes on with what a crash or a quit interrupted. */
  resume(): void
  /** Opens the index where there is anything to find, so that the first search waits for less; never throws. */
  openForSearches(): void
  close(): Promise<void>
}
