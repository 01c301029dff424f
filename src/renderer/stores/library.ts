import { create } from 'zustand'
import type { Document } from '../../shared/contract/document'
import type { Collection } from '../../shared/contract/library'
import { toErrorShape } from '../../shared/errors'
import { client } from '../app/client'
import type { TextRange } from '../ui/text-ranges'
import { followReading } from './read-again'

interface LibraryState {
  readonly collections: readonly Collection[]
  /** The document that the inspector shows. */
  readonly open: Document | null
  /** The document that the inspector was to show, or did, and that is not in the library any more. */
  readonly goneId: string | null
  /** The document whose password is asked for. */
  readonly locked: Pick<Document, 'id' | 'title'> | null
  /** The collection that the screen shows, or null for all. */
  readonly collectionId: string | null
}

/** Collections, and the document that is open. */
export const useLibrary = create<LibraryState>(() => ({
  collections: [],
  open: null,
  goneId: null,
  locked: null,
  collectionId: null,
}))

const { setState: set, getState: get } = useLibrary

/** Loads the collections. */
export async function loadCollections(): Promise<void> {
  set({ collections: await client.library.collections() })
}

/** Looks at one collection, or at all; the table of documents follows. */
export function chooseCollection(collectionId: string | null): void {
  set({ collectionId })
}

/** Takes the present record of the document that is open from the stream; one that was gone may be back. */
export function takeOpenDocument(document: Document): void {
  const { open, goneId } = get()
  if (open?.id === document.id || goneId === document.id) set({ open: document, goneId: null })
}

/** A document is gone: the inspector says so where it shows it. */
export function dropOpenDocument(id: string): void {
  if (get().open?.id === id) set({ open: null, goneId: id })
}

/** Takes the collections from the stream. */
export function takeCollections(collections: readonly Collection[]): void {
  set({ collections })
}

/** Makes a collection. */
export async function createCollection(name: string, description: string): Promise<Collection> {
  const collection = await client.library.createCollection({ name, description })
  // The stream tells all of them in their order, before the answer or soon after it.
  set(({ collections }) =>
    collections.some(({ id }) => id === collection.id) ? {} : { collections: [...collections, collection] },
  )
  return collection
}

/** Stops taking a document in. */
export async function cancelDocument(id: string): Promise<void> {
  // The event that tells the new state may come before the answer; the answer would overwrite it.
  await client.library.cancel({ id })
}

/** Takes a document in again. */
export async function restartDocument(id: string): Promise<void> {
  await followReading([id], () => client.library.restart({ id }))
}

/** Reads a document again, with the text in its pictures. */
export async function recognizeDocument(id: string): Promise<void> {
  await followReading([id], () => client.library.restart({ id, recognize: true }))
}

/** Asks for the password of a document; null closes the dialog. */
export function askPassword(locked: LibraryState['locked']): void {
  set({ locked })
}

/** Reads a locked document; throws `locked` where the password is a wrong one. */
export async function unlockDocument(id: string, password: string): Promise<void> {
  await client.library.unlock({ id, password })
}

/** Loads a document's record, which from then on is kept as it is now; where there is none, that is. */
export async function openDocument(id: string): Promise<void> {
  wanted = id
  try {
    const document = await loadDocument(id)
    if (wanted === id) set({ open: document, goneId: null })
  } catch (error) {
    if (toErrorShape(error).code !== 'not_found') throw error
    if (wanted === id) set({ open: null, goneId: id })
  }
}

/** The document that was asked for last: an answer about another comes too late. */
let wanted: string | null = null

/** A document's record as it is now. */
export function loadDocument(id: string): Promise<Document> {
  return client.library.document({ id })
}

/** Documents that are asked for by name: folders are searched too, and those whose title fits may not be the newest. */
const namedLimit = 100

/** The newest documents whose title or source has these words; null once that is no longer wanted. */
export async function documentsNamed(
  words: string,
  signal: AbortSignal,
  limit = namedLimit,
): Promise<readonly Document[] | null> {
  try {
    const found = await client.library.rows(
      { filter: { text: words }, sort: { column: 'added', direction: 'descending' }, offset: 0, limit },
      { signal },
    )
    return signal.aborted ? null : found.documents
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

/** How many documents have these words in title and source. */
export async function countNamed(words: string, signal: AbortSignal): Promise<number> {
  return (await client.library.countRows({ filter: { text: words } }, { signal })).documents
}

/** A page as a picture with its text. */
export function loadPage(id: string, page: number, width: number) {
  return client.library.page({ id, page, width })
}

/** Where ranges of a document's text stand on a page. */
export function loadMarks(id: string, page: number, ranges: readonly TextRange[]) {
  return client.library.marks({ id, page, ranges: ranges.map(({ start, end }) => ({ start, end })) })
}

/** How a document is shown. */
export function loadLayout(id: string, asText: boolean) {
  return client.library.layout({ id, asText })
}

/** Looks for words within a document. */
export function findWords(id: string, words: string, signal: AbortSignal) {
  return client.library.find({ id, words }, { signal })
}

/** Whether the file behind a document is still the same. */
export function loadSourceState(id: string) {
  return client.library.sourceState({ id })
}

/** A piece of a document's text. */
export function loadText(id: string, start: number, length: number) {
  return client.library.text({ id, start, length })
}
