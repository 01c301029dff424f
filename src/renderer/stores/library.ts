import { create } from 'zustand'
import type { Document } from '../../shared/contract/document'
import type { Collection } from '../../shared/contract/library'
import { client } from '../app/client'
import { followReading } from './read-again'

interface LibraryState {
  readonly collections: readonly Collection[]
  /** The document that the inspector shows. */
  readonly open: Document | null
  /** The document whose password is asked for. */
  readonly locked: Pick<Document, 'id' | 'title'> | null
  /** The collection that the screen shows, or null for all. */
  readonly collectionId: string | null
}

/** Collections, and the document that is open. */
export const useLibrary = create<LibraryState>(() => ({
  collections: [],
  open: null,
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

/** Takes the present record of the document that is open from the stream. */
export function takeOpenDocument(document: Document): void {
  if (get().open?.id === document.id) set({ open: document })
}

/** Takes the collections from the stream. */
export function takeCollections(collections: readonly Collection[]): void {
  set({ collections })
}

/** Makes a collection. */
export async function createCollection(name: string, description: string): Promise<Collection> {
  const collection = await client.library.createCollection({ name, description })
  set(({ collections }) => ({
    collections: [...collections.filter((other) => other.id !== collection.id), collection],
  }))
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

/** Loads a document's record, which from then on is kept as it is now. */
export async function openDocument(id: string): Promise<void> {
  const document = await loadDocument(id)
  set({ open: document })
}

/** A document's record as it is now. */
export function loadDocument(id: string): Promise<Document> {
  return client.library.document({ id })
}

/** The newest documents. */
export async function newestDocuments(limit: number): Promise<readonly Document[]> {
  return (await client.library.documents({ limit })).documents
}

/** The newest documents whose title or source has these words; null once that is no longer wanted. */
export async function documentsNamed(
  words: string,
  limit: number,
  signal: AbortSignal,
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

/** A page as a picture with what is to be marked on it. */
export function loadPage(
  id: string,
  page: number,
  width: number,
  highlight: { start: number; end: number } | null,
) {
  return client.library.page({ id, page, width, ...(highlight === null ? {} : { highlight }) })
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
