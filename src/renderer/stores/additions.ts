import { create } from 'zustand'
import type { Document } from '../../shared/contract/document'
import { toAppError } from '../../shared/errors'
import { isAtWork } from '../../shared/standing-of'
import { client } from '../app/client'
import { messageInLanguage } from '../text/sentences'
import { askPassword } from './library'

/** Changes that the stream tells of are shown together so often (milliseconds): thousands of documents have several each. */
const followedEachMs = 100

/** One drop or choice of files on its way into the library. */
export interface Addition {
  readonly total: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** What came last, since when it is handed over: what was read before that is not of it. */
  readonly latest: { readonly total: number; readonly startedAt: number }
  /** Files handed over to main. */
  readonly handedOver: number
  readonly documentIds: readonly string[]
  readonly skipped: readonly NotWhole[]
  /** Pages that came and show little, mostly because their scripts were not run. */
  readonly unrun: readonly NotWhole[]
  readonly state: 'handing_over' | 'handed_over' | 'stopped'
  /** Those of the documents that were in the library before, with the same content. */
  readonly known: readonly string[]
  /** Those that were in the library before, with another content. */
  readonly renewed: readonly string[]
  /** Files or pages that became no document of their own, because their content was there already. */
  readonly unchanged: number
  /** The pages that are being fetched, or were; absent for files. */
  readonly pages?: PagesUnderWay
}

/** What did not come, or not whole. */
export interface NotWhole {
  readonly path: string
  readonly reason: string
  /** What the reason says, in the catalogue of sentences; absent where it is none. */
  readonly code?: string
}

/** Pages on their way, under the id by which main tells how far they are. */
export interface PagesUnderWay {
  readonly id: string
  readonly host: string
  /** Pages that were asked for so far, of at most so many. */
  readonly done: number
  readonly most: number
}

interface AdditionsState {
  readonly addition: Addition | null
  /** The present records of what is being added, which the library screen may not show. */
  readonly documents: Readonly<Record<string, Document>>
  /** What the field of the dialog for a page begins with; null while nobody asked for one. */
  readonly wantedPage: string | null
}

/** What is on its way into the library. */
export const useAdditions = create<AdditionsState>(() => ({
  addition: null,
  documents: {},
  wantedPage: null,
}))

const { setState: set, getState: get } = useAdditions

/** What shares one note: drops, texts and pages that came while others were still being handed over or read. */
export interface HandingOver {
  readonly stopping: AbortController
  /** How many of them are not done. */
  underWay: number
  stopped: boolean
}

let handingOver: HandingOver = { stopping: new AbortController(), underWay: 0, stopped: false }

/** Opens the dialog for a page of the web, with an address to begin with; null closes it. */
export function askForPage(wantedPage: string | null): void {
  set({ wantedPage })
}

/** Takes how far the pages are from the stream. */
export function followPages(id: string, progress: { done: number; total: number | null }): void {
  changePages(id, (pages) => ({ ...pages, done: progress.done, most: progress.total ?? pages.most }))
}

function changePages(id: string, next: (pages: PagesUnderWay) => PagesUnderWay): void {
  changeAddition((addition) =>
    addition.pages?.id === id ? { ...addition, pages: next(addition.pages) } : addition,
  )
}

/** Stops handing over; what is in the library already goes on. */
export function stopAdding(): void {
  handingOver.stopping.abort()
}

/** Stops all of it: what is not handed over, and what is not read yet. */
export async function cancelAddition(): Promise<void> {
  stopAdding()
  const { addition, documents } = get()
  const atWork = (addition?.documentIds ?? []).filter((id) => {
    const document = documents[id]
    return document !== undefined && isAtWork(document)
  })
  await client.library.cancelAll({ ids: atWork })
}

/** Takes the note of what was added away. */
export function hideAddition(): void {
  set({ addition: null, documents: {} })
}

/** Told by the stream and not shown yet, each as it was told last. */
const told = new Map<string, Document>()

let gathered: Map<string, Document> | null = null

/** From now on keeps what the stream tells of any document; what it answers ends that, and has what was told. */
export function gatherFollowed(): () => ReadonlyMap<string, Document> {
  const news = new Map<string, Document>()
  gathered = news
  return () => {
    if (gathered === news) gathered = null
    return news
  }
}

/** Takes a document's present record from the stream; one that appears while files are handed over is theirs. */
export function followAddedDocument(document: Document): void {
  gathered?.set(document.id, document)
  const { addition, documents } = get()
  const known = told.has(document.id) || documents[document.id] !== undefined
  const ours = addition?.state === 'handing_over' && document.addedAt >= addition.latest.startedAt
  if (addition === null || !(known || ours)) return
  if (told.size === 0) setTimeout(showTold, followedEachMs)
  told.set(document.id, document)
  // Who adds one file waits for it; of many, each is unlocked when the person comes to it.
  if (document.locked && addition.latest.total === 1 && document.addedAt >= addition.latest.startedAt)
    askPassword(document)
}

function showTold(): void {
  const news = Object.fromEntries(told)
  told.clear()
  const { addition, documents } = get()
  if (addition === null) return
  const documentIds = [...new Set([...addition.documentIds, ...Object.keys(news)])]
  set({ documents: { ...documents, ...news }, addition: { ...addition, documentIds } })
}

/** What main answers of a part. */
export type Added = Omit<Awaited<ReturnType<typeof client.library.add>>, 'runId' | 'sameNamed'> &
  Partial<Pick<Awaited<ReturnType<typeof client.library.addPages>>, 'unrun'>>

/** Takes what main answers of a part; answers the documents as they are by now. */
export function takeAdded(added: Added): readonly Document[] {
  const { documents: begun, skipped, known: same, renewed, unchanged, unrun = [] } = added
  // The answer tells how each document began; what the stream told since then is newer.
  if (told.size > 0) showTold()
  const known = get().documents
  const documents = begun.map((document) => known[document.id] ?? document)
  set((state) => ({
    documents: {
      ...state.documents,
      ...Object.fromEntries(documents.map((document) => [document.id, document])),
    },
  }))
  changeAddition((addition) => ({
    ...addition,
    documentIds: [...new Set([...addition.documentIds, ...documents.map((document) => document.id)])],
    skipped: [...addition.skipped, ...skipped.map(inWords)],
    unrun: [...addition.unrun, ...unrun.map(inWords)],
    // What an earlier part of the same drop brought is known to main by now, and new to the person.
    known: [
      ...addition.known,
      ...begun.flatMap(({ id, addedAt }) => (same.includes(id) && addedAt < addition.startedAt ? [id] : [])),
    ],
    renewed: [...addition.renewed, ...renewed],
    unchanged: addition.unchanged + unchanged,
  }))
  return documents
}

/**
 * Whether files that were handed over are still being read: a note that began anew would no longer tell which of them
 * were left out or failed. One of pages has words of its own.
 */
function isReading(addition: Addition, documents: AdditionsState['documents']): boolean {
  if (addition.state !== 'handed_over' || addition.pages !== undefined) return false
  return addition.documentIds.some((id) => {
    const document = documents[id]
    return document !== undefined && isAtWork(document)
  })
}

/**
 * Begins the note, or goes on with one that is not done; answers what is to be told how it goes on. Pages have words of
 * their own, and join no note of files that are being read.
 */
export function beginAddition(total: number, of: 'files' | 'pages' = 'files'): HandingOver {
  const goesOn = get().addition?.state === 'handing_over' && !handingOver.stopping.signal.aborted
  if (!goesOn) {
    // What goes on with the note of what was stopped is told as stopped too.
    const stopped = get().addition?.state === 'handing_over'
    handingOver = { stopping: new AbortController(), underWay: 0, stopped }
  }
  handingOver.underWay++
  if (told.size > 0) showTold()
  set(({ addition, documents }) => {
    const startedAt = Date.now()
    if (addition?.state === 'handing_over') {
      const latest = { ...addition.latest, total: addition.latest.total + total }
      return { addition: { ...addition, total: addition.total + total, latest } }
    }
    return addition !== null && of === 'files' && isReading(addition, documents)
      ? {
          addition: {
            ...addition,
            total: addition.total + total,
            latest: { total, startedAt },
            state: 'handing_over',
          },
        }
      : {
          addition: {
            total,
            startedAt,
            latest: { total, startedAt },
            handedOver: 0,
            documentIds: [],
            skipped: [],
            unrun: [],
            known: [],
            renewed: [],
            unchanged: 0,
            state: 'handing_over',
          },
          documents: addition === null ? {} : documents,
        }
  })
  return handingOver
}

/** So many more of them were handed over. */
export function countHandedOver(work: HandingOver, handed: number): void {
  if (work !== handingOver) return
  changeAddition((addition) => ({ ...addition, handedOver: addition.handedOver + handed }))
}

/** One of what shares the note is done; the note is once all of it is. */
export function endAddition(work: HandingOver, stopped: boolean): void {
  work.underWay--
  work.stopped ||= stopped
  if (work !== handingOver || work.underWay > 0) return
  // It was closed while more was handed over, which nobody is to be told of either.
  if (get().addition === null) void client.library.forgetAddition().catch(() => undefined)
  changeAddition((addition) => ({ ...addition, state: work.stopped ? 'stopped' : 'handed_over' }))
}

/** A reason as it is said in the language of the window. */
export function inWords({ path, reason, said }: Added['skipped'][number]): NotWhole {
  return { path, reason: messageInLanguage(reason, said), ...(said && { code: said.code }) }
}

/** Tells of one that was not taken. */
export function noteSkipped(path: string, error: unknown): void {
  const { message, said } = toAppError(error)
  const skipped = { path, reason: message, ...(said && { code: said.code }) }
  changeAddition((addition) => ({ ...addition, skipped: [...addition.skipped, skipped] }))
}

/** Changes the note, if there is one. */
export function changeAddition(next: (addition: Addition) => Addition): void {
  set(({ addition }) => ({ addition: addition === null ? null : next(addition) }))
}
