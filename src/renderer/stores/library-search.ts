import { create } from 'zustand'
import { passagesLimit, searchedWordsLimit } from '../../shared/contract/library'
import type { Correction, Passage } from '../../shared/contract/passages'
import { client } from '../app/client'
import { searchesArrived, useArriving } from './arriving-documents'
import { type TableFilter, useDocuments } from './documents'
import { isMeaningInUse } from './embedding'
import { useLibrary } from './library'
import { attempt } from './toasts'

/** Passages that are shown at first: more than anybody reads before trying other words. */
const firstPassages = 50
/** A longer pause than between two letters (milliseconds). */
const restMs = 400
/** From what arrives to the next search where nothing was found: many arrive in a second (milliseconds). */
const arrivalMs = 1000

interface SearchState {
  readonly query: string
  readonly running: boolean
  readonly results: readonly Passage[] | null
  /** The words that they were found by, to be marked in them. */
  readonly marked: string
  /** Documents of the results whose text is no Markdown: its signs are its own. */
  readonly asWritten: ReadonlySet<string>
  /** Those whose Markdown was written from another format: what looks like HTML in it is words. */
  readonly writtenAnew: ReadonlySet<string>
  /** Words that the library lacks, with what was searched for instead. */
  readonly corrections: readonly Correction[]
  /** Its language, where hardly anything in the library is in it. */
  readonly foreign: string | null
  /** Whether more passages fit than were found. */
  readonly more: boolean
  /** The most passages that were asked for. */
  readonly limit: number
  readonly tookMs: number
  /** Documents that can't be found yet, because the index is being built. */
  readonly waiting: number
  /** Whether words alone were searched because the model for meaning did not answer. */
  readonly wordsAlone: boolean
}

const noSearch: SearchState = {
  query: '',
  running: false,
  results: null,
  marked: '',
  asWritten: new Set(),
  writtenAnew: new Set(),
  corrections: [],
  foreign: null,
  more: false,
  limit: firstPassages,
  tookMs: 0,
  waiting: 0,
  wordsAlone: false,
}

let latestSearch = new AbortController()

/** The search in the documents that the collection and the filters let through. */
export const useLibrarySearch = create<SearchState>(() => noSearch)

const { setState: set, getState: get } = useLibrarySearch

useLibrary.subscribe(({ collectionId }, before) => {
  if (collectionId !== before.collectionId) searchAgain()
})
useDocuments.subscribe(({ filter }, before) => {
  if (filter !== before.filter) searchAgain()
})

let arrivals: ReturnType<typeof setTimeout> | undefined
useArriving.subscribe(({ someArrived }) => {
  if (someArrived) searchArrivals()
})

/** What was found stays as it is read; where nothing was, nothing moves under anybody's hand. */
function searchArrivals(): void {
  if (arrivals !== undefined) return
  arrivals = setTimeout(() => {
    arrivals = undefined
    const { running, results } = get()
    if (running) searchArrivals()
    else if (results?.length === 0) searchAgain()
  }, arrivalMs)
}

/** Searches in what is shown; an empty query ends the search, and of a pasted book its beginning is searched for. */
export async function searchLibrary(words: string): Promise<void> {
  if (words.trim() === '') {
    latestSearch.abort()
    set(noSearch)
    return
  }
  await search(words.slice(0, searchedWordsLimit), firstPassages)
}

/** Shows as many passages as one search answers. */
export async function showMorePassages(): Promise<void> {
  await search(get().query, passagesLimit)
}

/** Searches for the same in what is there by now. */
export async function searchOnceMore(): Promise<void> {
  const { query, limit } = get()
  await search(query, limit)
}

/** A document is gone: the search shows it no more. */
export function dropFromSearch(id: string): void {
  set(({ results }) => ({ results: results?.filter((passage) => passage.document_id !== id) ?? null }))
}

/** Whether there is more to show than is shown. */
export function canShowMore({ more, limit }: SearchState): boolean {
  return more && limit < passagesLimit
}

function searchAgain(): void {
  const { query } = get()
  if (query !== '') void attempt(search(query, firstPassages))
}

async function search(query: string, limit: number): Promise<void> {
  set({ query, running: true })
  searchesArrived()
  const scope = scopeOf(useDocuments.getState().filter, useLibrary.getState().collectionId)
  // What was typed before is no longer wanted, and the new search need not wait for it.
  latestSearch.abort()
  const latest = new AbortController()
  latestSearch = latest
  try {
    const find = async (quick: boolean) => {
      const answer = await client.library.search(
        { query, limit, typing: true, quick, ...scope },
        { signal: latest.signal },
      )
      const { results, more, tookMs, waiting, corrections, foreign = null, searchedBy } = answer
      // The same words may be searched for in another collection by now.
      if (latest.signal.aborted) return
      // What is looked for by its meaning as well is not told so before it was.
      const told = quick && isMeaningInUse() ? null : foreign
      const wordsAlone = searchedBy?.notice !== undefined
      const found = { results, corrections, foreign: told, more, limit, tookMs, wordsAlone }
      set({
        ...{ running: false, ...found, waiting: waiting?.documents ?? 0 },
        ...{ marked: answer.marked.join(' '), asWritten: new Set(answer.asWritten) },
        writtenAnew: new Set(answer.writtenAnew),
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
    if (!latest.signal.aborted) set({ running: false })
  }
}

/** What the table shows, as a search is asked for it. */
function scopeOf({ tag, type, ...filter }: TableFilter, collectionId: string | null) {
  return {
    ...filter,
    ...(tag === undefined ? {} : { tags: [tag] }),
    ...(type === undefined ? {} : { types: [type] }),
    ...(collectionId === null ? {} : { collectionId }),
  }
}
