import { create } from 'zustand'
import type { Document } from '../../shared/contract/document'
import { droppedPathsLimit } from '../../shared/contract/library'
import { toAppError } from '../../shared/errors'
import { hasPictureName } from '../../shared/readable-names'
import { client } from '../app/client'
import { pathOfFile } from '../app/upload'
import { recognitionText } from '../text/recognition'
import { messageInLanguage } from '../text/sentences'
import { text } from '../text/text'
import { askPassword } from './library'
import { attempt } from './toasts'

/**
 * Files are handed over in parts, each of which is one change: a small one first, so that the first documents appear at
 * once, then larger ones. Bytes limit how long a stop waits for the files of a part to be uploaded.
 */
const filesOfFirstPart = 16
const partGrowth = 4
const filesPerPart = 500
const bytesPerPart = 32 * 1024 * 1024
/** Changes that the stream tells of are shown together so often (milliseconds): thousands of documents have several each. */
const followedEachMs = 100
/** Uploads at once; a browser opens no more than six connections to one host. */
const uploadsAtOnce = 4
/** Left-out files that are told; more would only be a list of a folder that is no document folder. */
const skippedLimit = 1000

/** One drop or choice of files on its way into the library. */
export interface Addition {
  readonly total: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Files handed over to main. */
  readonly handedOver: number
  readonly documentIds: readonly string[]
  readonly skipped: readonly {
    readonly path: string
    readonly reason: string
    /** What the reason says, in the catalogue of sentences; absent where it is none. */
    readonly code?: string
  }[]
  readonly state: 'handing_over' | 'handed_over' | 'stopped'
  /** Those of the documents that were in the library before, with the same content. */
  readonly known: readonly string[]
  /** Files or pages that became no document of their own, because their content was there already. */
  readonly unchanged: number
  /** The pages that are being fetched, or were; absent for files. */
  readonly pages?: PagesUnderWay
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

/** What shares one note: drops, texts and pages that came while others were still being handed over. */
interface HandingOver {
  readonly stopping: AbortController
  /** How many of them are not done. */
  underWay: number
  stopped: boolean
}

let handingOver: HandingOver = { stopping: new AbortController(), underWay: 0, stopped: false }

/** Adds dropped or chosen files, and tells which were left out; answers the documents that they became. */
export async function addFiles(
  files: readonly File[],
  collectionId: string | null,
  unreadable: readonly string[] = [],
): Promise<readonly Document[]> {
  const taken = files.slice(0, droppedPathsLimit)
  const { unreadable: reason } = text().uploads
  const skipped = unreadable
    .slice(0, skippedLimit)
    .map((path) => ({ path, reason: hasPictureName(path) ? recognitionText().skipped : reason }))
  return hand(taken, collectionId, (file, signal) => pathOfFile(file, signal), skipped)
}

/** Adds files or folders by path. */
export async function addPaths(
  paths: readonly string[],
  collectionId: string | null,
): Promise<readonly Document[]> {
  return hand(paths, collectionId, (path) => Promise.resolve(path))
}

/** Adds a pasted text as a document with this title; answers it, or nothing where it was not taken. */
export async function addText(
  title: string,
  text: string,
  collectionId: string | null,
): Promise<readonly Document[]> {
  const work = begin(1)
  let added: readonly Document[] = []
  try {
    added = take(
      await client.library.addText({
        title,
        text,
        ...(collectionId === null ? {} : { collectionId }),
      }),
    )
  } catch (error) {
    skip(title, error)
  }
  count(work, 1)
  end(work, false)
  return added
}

/** Opens the dialog for a page of the web, with an address to begin with; null closes it. */
export function askForPage(wantedPage: string | null): void {
  set({ wantedPage })
}

/** Fetches a page of the web, or pages of its site, and adds them. */
export async function addPages(
  wanted: { readonly url: string; readonly mode: 'single' | 'crawl'; readonly maxPages: number },
  collectionId: string | null,
): Promise<readonly Document[]> {
  const id = crypto.randomUUID()
  const host = URL.canParse(wanted.url) ? new URL(wanted.url).host : wanted.url
  // Two dialogs in a row share one note, as two drops do.
  const work = begin(1)
  change((addition) => ({ ...addition, pages: { id, host, done: 0, most: wanted.maxPages } }))
  let added: readonly Document[] = []
  let stopped = false
  try {
    const answer = await client.library.addPages({
      ...wanted,
      progress: id,
      ...(collectionId === null ? {} : { collectionId }),
    })
    stopped = answer.stopped
    added = take(answer)
  } catch (error) {
    if (toAppError(error).code === 'cancelled') stopped = true
    else skip(wanted.url, error)
  }
  count(work, 1)
  end(work, stopped)
  return added
}

/** Takes how far the pages are from the stream. */
export function followPages(id: string, progress: { done: number; total: number | null }): void {
  changePages(id, (pages) => ({ ...pages, done: progress.done, most: progress.total ?? pages.most }))
}

function changePages(id: string, next: (pages: PagesUnderWay) => PagesUnderWay): void {
  change((addition) => (addition.pages?.id === id ? { ...addition, pages: next(addition.pages) } : addition))
}

/** Stops handing over; what is in the library already goes on. */
export function stopAdding(): void {
  handingOver.stopping.abort()
  const { addition } = get()
  if (addition?.pages === undefined || addition.state !== 'handing_over') return
  void attempt(client.library.stopPages({ progress: addition.pages.id }))
}

/** Stops all of it: what is not handed over, and what is not read yet. */
export async function cancelAddition(): Promise<void> {
  stopAdding()
  const { addition, documents } = get()
  const atWork = (addition?.documentIds ?? []).filter((id) => {
    const status = documents[id]?.status
    return status === 'pending' || status === 'processing'
  })
  await client.library.cancelAll({ ids: atWork })
}

/** Takes the note of what was added away. */
export function hideAddition(): void {
  set({ addition: null, documents: {} })
}

/** Opens the system's dialog for files. */
export async function chooseFiles(): Promise<readonly string[]> {
  return (await client.files.chooseFiles()).paths
}

/** Opens the system's dialog for a folder. */
export async function chooseFolder(): Promise<string | null> {
  return (await client.files.chooseFolder())?.path ?? null
}

/** Told by the stream and not shown yet, each as it was told last. */
const told = new Map<string, Document>()

/** Takes a document's present record from the stream; one that appears while files are handed over is theirs. */
export function followAddedDocument(document: Document): void {
  const { addition, documents } = get()
  const known = told.has(document.id) || documents[document.id] !== undefined
  const ours = addition?.state === 'handing_over' && document.addedAt >= addition.startedAt
  if (addition === null || !(known || ours)) return
  if (told.size === 0) setTimeout(showTold, followedEachMs)
  told.set(document.id, document)
  // Who adds one file waits for it; of many, each is unlocked when the person comes to it.
  if (document.locked && addition.total === 1) askPassword(document)
}

function showTold(): void {
  const news = Object.fromEntries(told)
  told.clear()
  const { addition, documents } = get()
  if (addition === null) return
  const documentIds = [...new Set([...addition.documentIds, ...Object.keys(news)])]
  set({ documents: { ...documents, ...news }, addition: { ...addition, documentIds } })
}

async function hand<Item>(
  items: readonly Item[],
  collectionId: string | null,
  pathOf: (item: Item, signal: AbortSignal) => Promise<string>,
  skipped: Addition['skipped'] = [],
): Promise<readonly Document[]> {
  if (items.length === 0 && skipped.length === 0) return []
  const work = begin(items.length)
  const { signal } = work.stopping
  change((addition) => ({ ...addition, skipped: [...addition.skipped, ...skipped] }))
  const added: Document[] = []
  const drop: Drop = { collectionId, runId: undefined }
  let handed = 0
  for (let most = filesOfFirstPart; handed < items.length && !signal.aborted; most *= partGrowth) {
    const part = partOf(items, handed, Math.min(most, filesPerPart))
    handed += part.length
    const paths = await pathsOf(part, pathOf, signal)
    if (paths.length > 0) added.push(...(await handPart(paths, drop)))
    count(work, part.length)
  }
  end(work, signal.aborted)
  return added
}

async function pathsOf<Item>(
  part: readonly Item[],
  pathOf: (item: Item, signal: AbortSignal) => Promise<string>,
  signal: AbortSignal,
): Promise<string[]> {
  const paths: (string | undefined)[] = new Array(part.length)
  const waiting = part.map((item, index) => ({ item, index }))
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      try {
        paths[next.index] = await pathOf(next.item, signal)
      } catch (error) {
        if (!signal.aborted) skip(next.item instanceof File ? next.item.name : String(next.item), error)
      }
    }
  }
  await Promise.all(Array.from({ length: uploadsAtOnce }, work))
  return paths.filter((path) => path !== undefined)
}

/** The parts of one drop are undone together. */
interface Drop {
  readonly collectionId: string | null
  /** Told by main with the first part. */
  runId: string | undefined
}

function partOf<Item>(items: readonly Item[], from: number, most: number): readonly Item[] {
  let bytes = 0
  let end = from
  while (end < items.length && end - from < most && bytes < bytesPerPart) {
    const item = items[end]
    bytes += item instanceof File ? item.size : 0
    end++
  }
  return items.slice(from, end)
}

async function handPart(paths: readonly string[], drop: Drop): Promise<readonly Document[]> {
  const { collectionId, runId } = drop
  try {
    const { runId: given, ...added } = await client.library.add({
      paths: [...paths],
      ...(collectionId === null ? {} : { collectionId }),
      ...(runId === undefined ? {} : { runId }),
    })
    drop.runId = given
    return take(added)
  } catch (error) {
    for (const path of paths) skip(path, error)
    return []
  }
}

type Added = Omit<Awaited<ReturnType<typeof client.library.add>>, 'runId'>

function take({ documents: begun, skipped, known: same, unchanged }: Added): readonly Document[] {
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
  change((addition) => ({
    ...addition,
    documentIds: [...new Set([...addition.documentIds, ...documents.map((document) => document.id)])],
    skipped: [...addition.skipped, ...skipped.map(inWords)],
    // What an earlier part of the same drop brought is known to main by now, and new to the person.
    known: [
      ...addition.known,
      ...begun.flatMap(({ id, addedAt }) => (same.includes(id) && addedAt < addition.startedAt ? [id] : [])),
    ],
    unchanged: addition.unchanged + unchanged,
  }))
  return documents
}

/** Begins the note, or goes on with one that is not done; answers what is to be told how it goes on. */
function begin(total: number): HandingOver {
  const goesOn = get().addition?.state === 'handing_over' && !handingOver.stopping.signal.aborted
  if (!goesOn) handingOver = { stopping: new AbortController(), underWay: 0, stopped: false }
  handingOver.underWay++
  set(({ addition, documents }) =>
    addition?.state === 'handing_over'
      ? { addition: { ...addition, total: addition.total + total } }
      : {
          addition: {
            total,
            startedAt: Date.now(),
            handedOver: 0,
            documentIds: [],
            skipped: [],
            known: [],
            unchanged: 0,
            state: 'handing_over',
          },
          documents: addition === null ? {} : documents,
        },
  )
  return handingOver
}

function count(work: HandingOver, handed: number): void {
  if (work !== handingOver) return
  change((addition) => ({ ...addition, handedOver: addition.handedOver + handed }))
}

/** One of what shares the note is done; the note is once all of it is. */
function end(work: HandingOver, stopped: boolean): void {
  work.underWay--
  work.stopped ||= stopped
  if (work !== handingOver || work.underWay > 0) return
  change((addition) => ({ ...addition, state: work.stopped ? 'stopped' : 'handed_over' }))
}

function inWords({ path, reason, said }: Added['skipped'][number]): Addition['skipped'][number] {
  return { path, reason: messageInLanguage(reason, said), ...(said && { code: said.code }) }
}

function skip(path: string, error: unknown): void {
  const { message, said } = toAppError(error)
  const skipped = { path, reason: message, ...(said && { code: said.code }) }
  change((addition) => ({ ...addition, skipped: [...addition.skipped, skipped] }))
}

function change(next: (addition: Addition) => Addition): void {
  set(({ addition }) => ({ addition: addition === null ? null : next(addition) }))
}
