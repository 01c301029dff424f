import { create } from 'zustand'
import type { Collection, Document, Passage } from '../../shared/contract/library'
import type { CallOutcome } from '../../shared/contract/tools'
import { client } from '../app/client'
import { isMeaningInUse } from './embedding'
import { takeWhole } from './proposals'

const pageSize = 500
const searchLimit = 50
/** A longer pause than between two letters. */
const restMs = 400

interface SearchState {
  readonly query: string
  readonly running: boolean
  readonly results: readonly Passage[] | null
  readonly tookMs: number
  /** Documents that can't be found yet, because the index is being built. */
  readonly waiting: number
  /** Whether words alone were searched because the model for meaning did not answer. */
  readonly wordsAlone: boolean
}

interface LibraryState {
  readonly collections: readonly Collection[]
  /** In the order of the list: the newest first. */
  readonly documents: readonly Document[]
  readonly loaded: boolean
  readonly cursor: string | null
  readonly total: number
  /** The collection that the screen shows, or null for all. */
  readonly collectionId: string | null
  readonly search: SearchState
}

let latestSearch = new AbortController()

const noSearch: SearchState = {
  query: '',
  running: false,
  results: null,
  tookMs: 0,
  waiting: 0,
  wordsAlone: false,
}

/** Collections, documents and the search in them. */
export const useLibrary = create<LibraryState>(() => ({
  collections: [],
  documents: [],
  loaded: false,
  cursor: null,
  total: 0,
  collectionId: null,
  search: noSearch,
}))

const { setState: set, getState: get } = useLibrary

/** Loads the collections and the first documents of the one that is shown. */
export async function loadLibrary(): Promise<void> {
  const { collectionId } = get()
  const [collections, first] = await Promise.all([
    client.library.collections(),
    client.library.documents(query()),
  ])
  if (get().collectionId !== collectionId) return
  set({ collections, documents: first.documents, cursor: first.cursor, total: first.total, loaded: true })
}

/** Loads the next documents of the list. */
export async function loadMoreDocuments(): Promise<void> {
  const { cursor, collectionId } = get()
  if (cursor === null) return
  const next = await client.library.documents({ ...query(), cursor })
  if (get().collectionId !== collectionId) return
  set(({ documents }) => ({
    documents: [
      ...documents,
      ...next.documents.filter((added) => !documents.some((known) => known.id === added.id)),
    ],
    cursor: next.cursor,
    total: next.total,
  }))
}

/** Shows one collection, or all. */
export async function showCollection(collectionId: string | null): Promise<void> {
  set({ collectionId, documents: [], loaded: false, cursor: null })
  const again = get().search.query
  await Promise.all([loadLibrary(), again === '' ? undefined : searchLibrary(again)])
}

/** Takes a document's present record from the stream. */
export function takeDocument(document: Document): void {
  set(({ documents, collectionId, total }) => {
    const index = documents.findIndex((other) => other.id === document.id)
    const shown = collectionId === null || collectionId === document.collectionId
    if (index >= 0) {
      return shown
        ? { documents: documents.with(index, document) }
        : { documents: documents.filter((other) => other.id !== document.id), total: total - 1 }
    }
    return shown ? { documents: [document, ...documents], total: total + 1 } : {}
  })
}

/** A document is gone. */
export function dropDocument(id: string): void {
  set(({ documents, total, search }) => {
    if (!documents.some((document) => document.id === id)) return {}
    return {
      documents: documents.filter((document) => document.id !== id),
      total: total - 1,
      search: {
        ...search,
        results: search.results?.filter((passage) => passage.document_id !== id) ?? null,
      },
    }
  })
}

/** Takes the collections from the stream. */
export function takeCollections(collections: readonly Collection[]): void {
  set({ collections })
}

/** Searches in what is shown; an empty query ends the search. */
export async function searchLibrary(words: string): Promise<void> {
  if (words.trim() === '') {
    set({ search: noSearch })
    return
  }
  set(({ search }) => ({ search: { ...search, query: words, running: true } }))
  const { collectionId } = get()
  // What was typed before is no longer wanted, and the new search need not wait for it.
  latestSearch.abort()
  const latest = new AbortController()
  latestSearch = latest
  try {
    const find = async (quick: boolean) => {
      const { results, tookMs, waiting, searchedBy } = await client.library.search(
        {
          query: words,
          limit: searchLimit,
          typing: true,
          quick,
          ...(collectionId === null ? {} : { collectionId }),
        },
        { signal: latest.signal },
      )
      if (get().search.query !== words) return
      const wordsAlone = searchedBy?.notice !== undefined
      set({
        search: {
          query: words,
          running: false,
          results,
          tookMs,
          waiting: waiting?.documents ?? 0,
          wordsAlone,
        },
      })
    }
    await find(true)
    if (!isMeaningInUse()) return
    // The model is asked once typing rests; what was found by words is there meanwhile.
    await new Promise((resolve) => setTimeout(resolve, restMs))
    if (!latest.signal.aborted) await find(false)
  } catch (error) {
    if (!latest.signal.aborted) throw error
  } finally {
    set(({ search }) => (search.query === words ? { search: { ...search, running: false } } : {}))
  }
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
  await client.library.restart({ id })
}

/** Asks the gate for the removal; what it answers with is shown before anything happens. */
export async function proposeDeletion(id: string): Promise<CallOutcome> {
  const outcome = await client.tools.call({ tool: 'delete_document', input: { doc_id: id } })
  if (outcome.status === 'proposed') takeWhole(outcome.proposal)
  return outcome
}

/** A document's record. */
export function findDocument(id: string): Promise<Document> {
  const known = get().documents.find((document) => document.id === id)
  return known ? Promise.resolve(known) : client.library.document({ id })
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
export function loadLayout(id: string) {
  return client.library.layout({ id })
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

function query() {
  const { collectionId } = get()
  return { limit: pageSize, ...(collectionId === null ? {} : { collectionId }) }
}
