import { create } from 'zustand'
import type { Document } from '../../shared/contract/document'
import {
  type DocumentFacets,
  type DocumentFilter,
  type DocumentSort,
  documentIdsLimit,
} from '../../shared/contract/document-table'
import { toAppError } from '../../shared/errors'
import { standingOf } from '../../shared/standing-of'
import { client } from '../app/client'
import { wholeLibrary } from '../app/library-route'
import { type ChoosingBy, type Cursor, meantRows, selectedAfter } from '../ui/row-selection'
import { chooseCollection, useLibrary } from './library'
import { attempt } from './toasts'

/** Rows that are asked for at once: a few screens full. */
const blockRows = 100
/** Blocks that are kept; those that were not looked at for longest go first. */
const keptBlocks = 30
/** Changes that come within this time (milliseconds) are shown together. */
const refreshPauseMs = 400
/** Rows that are on screen follow the stream sooner (milliseconds), but not once for each of thousands of changes. */
const toldEachMs = 100

/** What the table is filtered by besides the collection. */
export type TableFilter = Omit<DocumentFilter, 'collectionId'>

/** A dialog about documents: what to do with which. */
export interface BatchDialog {
  readonly kind: 'rename' | 'tags' | 'move'
  readonly ids: readonly string[]
}

interface DocumentsState {
  readonly filter: TableFilter
  readonly sort: DocumentSort
  /** Null before the first answer. */
  readonly total: number | null
  /** What is here of the rows, by the number of their block. */
  readonly blocks: ReadonlyMap<number, readonly Document[]>
  readonly facets: DocumentFacets | null
  readonly selected: ReadonlySet<string>
  readonly dialog: BatchDialog | null
}

/** The table of documents: its order, what is seen of it, and what is chosen in it. */
export const useDocuments = create<DocumentsState>(() => ({
  ...{ filter: wholeLibrary.filter, sort: wholeLibrary.sort },
  total: null,
  blocks: new Map(),
  facets: null,
  selected: new Set(),
  dialog: null,
}))

const { setState: set, getState: get } = useDocuments

let shown = false
let visible = { first: 0, last: 0 }
/** Ends what is asked for a table that is no longer wanted. */
let wanted = new AbortController()
const asked = new Set<number>()
let refreshing: { readonly signal: AbortSignal; again: boolean; readonly done: Promise<void> } | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** The table is on screen, or no longer: then nothing is loaded for it. */
export function showTable(on: boolean): void {
  shown = on
  if (on) void attempt(refreshTable())
  else stopWaiting()
}

/** The row at a place, or undefined while it is not here. */
export function documentAt(blocks: DocumentsState['blocks'], index: number): Document | undefined {
  return blocks.get(Math.floor(index / blockRows))?.[index % blockRows]
}

/** Whether anything but the collection keeps documents out. */
export function isFiltered(filter: TableFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined && value !== '')
}

/** Loads what is missing of the rows that are seen. */
export function showRows(first: number, last: number): void {
  visible = { first, last }
  const { blocks, total } = get()
  if (total === null) return
  for (const block of visibleBlocks(total)) {
    if (!blocks.has(block) && !asked.has(block)) void attempt(loadBlock(block))
  }
}

/** Filters by something else; what was asked before is not waited for. */
export async function filterTable(change: Partial<TableFilter>): Promise<void> {
  set(({ filter }) => ({ filter: { ...filter, ...change }, selected: new Set() }))
  await loadAnew()
}

/** Filters by nothing any more. */
export async function clearFilter(): Promise<void> {
  set({ filter: {}, selected: new Set() })
  await loadAnew()
}

/** Orders the rows by another column, or the other way round. */
export async function sortTable(sort: DocumentSort): Promise<void> {
  set({ sort })
  await loadAnew()
}

/** Shows one collection, or all. */
export async function showCollection(collectionId: string | null): Promise<void> {
  // Rows stay until others are here; that there are none would be told of what was shown before.
  set(({ total }) => ({ selected: new Set(), facets: null, total: total || null }))
  chooseCollection(collectionId)
  await loadAnew()
}

/** Shows all where the collection that was shown is not there any more. */
export function leaveGoneCollection(): void {
  const { collectionId, collections } = useLibrary.getState()
  if (collectionId !== null && !collections.some(({ id }) => id === collectionId)) {
    void attempt(showCollection(null))
  }
}

/** Loads what is seen once more, in the place of what is there. */
export async function refreshTable(): Promise<void> {
  if (!shown) return
  stopWaiting()
  if (refreshing?.signal === wanted.signal) {
    refreshing.again = true
    return refreshing.done
  }
  const { signal } = wanted
  const round = { signal, again: false, done: refresh(signal) }
  refreshing = round
  try {
    await round.done
  } finally {
    if (refreshing === round) refreshing = null
    if (round.again) refreshSoon()
  }
}

/** Told by the stream and not in the table yet, each as it was told last. */
const told = new Map<string, Document>()

/** Takes a document's present record from the stream. */
export function takeDocument(document: Document): void {
  if (!shown) return
  if (told.size === 0) setTimeout(takeTold, toldEachMs)
  told.set(document.id, document)
}

function takeTold(): void {
  const left = new Map(told)
  told.clear()
  if (!shown) return
  let moved = false
  const blocks = new Map(get().blocks)
  for (const [block, rows] of blocks) {
    const next = rows.map((before) => {
      const document = left.get(before.id)
      if (document === undefined) return before
      left.delete(before.id)
      // How far its work is changes neither its place nor what it is filtered by.
      moved ||= !isBeingRead(before) || !isBeingRead(document)
      return document
    })
    if (next.some((row, place) => row !== rows[place])) blocks.set(block, next)
  }
  set({ blocks })
  if (moved || left.size > 0) refreshSoon()
}

function isBeingRead(document: Document): boolean {
  return standingOf(document).status === 'processing'
}

/** A document is gone. */
export function dropDocument(id: string): void {
  if (get().selected.has(id)) {
    set(({ selected }) => ({ selected: new Set([...selected].filter((other) => other !== id)) }))
  }
  if (shown) refreshSoon()
}

/** Chooses rows, also those between that are not here. */
export function chooseRows(cursor: Cursor, by: ChoosingBy): Promise<void> {
  const { first, count } = meantRows(cursor, by)
  return chooseIn(
    () => idsHere(first, count),
    () => readIds(first, count),
    (selected, ids) => selectedAfter(selected, ids, by),
  )
}

/** What is chosen, once everything that was asked for before is. */
export async function chosenIds(): Promise<ReadonlySet<string>> {
  await choosing
  return get().selected
}

/** Every document that the filter lets through. */
export function listedIds(): Promise<readonly string[]> {
  return readIds(0, documentIdsLimit)
}

/** The collection that documents of the table are all in; null where they are in several, or one is not here. */
export function commonCollection(ids: readonly string[]): string | null {
  // Another collection shows other documents, of which none is chosen.
  const { collectionId } = useLibrary.getState()
  if (collectionId !== null) return collectionId
  const homes = new Map(
    [...get().blocks.values()].flat().map((document) => [document.id, document.collectionId]),
  )
  const only = homes.get(ids[0] ?? '') ?? null
  return ids.every((id) => homes.get(id) === only) ? only : null
}

/** Chooses all of them. */
export function chooseAll(): Promise<void> {
  return chooseIn(
    () => null,
    listedIds,
    (_, ids) => new Set(ids),
  )
}

/** Opens a dialog about documents; null closes it. */
export function showBatchDialog(dialog: BatchDialog | null): void {
  set({ dialog })
}

/** Every tag of the library, for completing what is typed. */
export async function knownTags(): Promise<readonly string[]> {
  return (await client.library.facets({})).tags.map(({ tag }) => tag)
}

/** Chooses nothing. */
export function chooseNone(): void {
  void chooseIn(
    () => [],
    async () => [],
    () => new Set(),
  )
}

/** Chooses one more, or one less. */
export function toggleRow(id: string): void {
  void chooseIn(
    () => [id],
    async () => [id],
    (selected, ids) => selectedAfter(selected, ids, 'toggle'),
  )
}

/** The last choice that was asked for, while it is not made. */
let choosing: Promise<void> | null = null

/**
 * Changes what is chosen, each time after what was asked for before: keys are quicker than answers. At once where
 * nothing is waited for and the rows are `here`.
 */
function chooseIn(
  here: () => readonly string[] | null,
  read: () => Promise<readonly string[]>,
  after: (selected: ReadonlySet<string>, ids: readonly string[]) => ReadonlySet<string>,
): Promise<void> {
  const { signal } = wanted
  const take = (ids: readonly string[]) => set(({ selected }) => ({ selected: after(selected, ids) }))
  const before = choosing
  const known = here()
  if (before === null && known !== null) {
    take(known)
    return Promise.resolve()
  }
  const turn = (async () => {
    // Whoever asked for that one is told why it failed.
    await before?.catch(() => undefined)
    const ids = known ?? (await read())
    // Another table would be chosen from.
    if (!signal.aborted) take(ids)
  })()
  choosing = turn
  const end = () => {
    if (choosing === turn) choosing = null
  }
  turn.then(end, end)
  return turn
}

async function loadAnew(): Promise<void> {
  wanted.abort()
  wanted = new AbortController()
  asked.clear()
  visible = { first: 0, last: 0 }
  await refreshTable()
}

async function refresh(signal: AbortSignal): Promise<void> {
  try {
    const [{ documents: total }, facets] = await Promise.all([
      client.library.countRows({ filter: wholeFilter() }, { signal }),
      client.library.facets(collectionOf(), { signal }),
    ])
    const loaded = await Promise.all(
      visibleBlocks(total).map(async (block) => [block, await readBlock(block, signal)] as const),
    )
    if (signal.aborted) return
    set({ total, facets, blocks: new Map(loaded) })
    // One may have gone on meanwhile.
    showRows(visible.first, visible.last)
  } catch (error) {
    if (!isUnwanted(error, signal)) throw error
  }
}

async function loadBlock(block: number): Promise<void> {
  const { signal } = wanted
  asked.add(block)
  try {
    const rows = await readBlock(block, signal)
    if (signal.aborted) return
    const blocks = new Map(get().blocks).set(block, rows)
    for (const other of [...blocks.keys()].slice(0, Math.max(0, blocks.size - keptBlocks))) {
      blocks.delete(other)
    }
    set({ blocks })
  } catch (error) {
    if (!isUnwanted(error, signal)) throw error
  } finally {
    if (!signal.aborted) asked.delete(block)
  }
}

async function readBlock(block: number, signal: AbortSignal): Promise<readonly Document[]> {
  const window = { offset: block * blockRows, limit: blockRows }
  return (await client.library.rows({ filter: wholeFilter(), sort: get().sort, ...window }, { signal }))
    .documents
}

/** The ids of rows that are all here; null where one is not. */
function idsHere(first: number, count: number): readonly string[] | null {
  const { blocks } = get()
  // More is not here in any case.
  if (count > keptBlocks * blockRows) return null
  const ids = Array.from({ length: count }, (_, place) => documentAt(blocks, first + place)?.id)
  return ids.every((id) => id !== undefined) ? ids : null
}

async function readIds(offset: number, limit: number): Promise<readonly string[]> {
  const window = { offset, limit: Math.min(limit, documentIdsLimit) }
  return (await client.library.rowIds({ filter: wholeFilter(), sort: get().sort, ...window })).ids
}

/** The blocks of the rows that are seen and those just beyond. */
function visibleBlocks(total: number): number[] {
  const last = Math.min(Math.max(visible.last, visible.first) + blockRows / 2, total - 1)
  const first = Math.max(0, Math.min(visible.first - blockRows / 2, last))
  const [from, to] = [Math.floor(first / blockRows), Math.floor(last / blockRows)]
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place)
}

function refreshSoon(): void {
  // Whoever adds the first documents is not told for long that there are none; a filter may go on to find none.
  const { total, filter } = get()
  const isEmpty = total === 0 && !isFiltered(filter) && collectionOf().collectionId === undefined
  const pause = isEmpty ? 0 : refreshPauseMs
  timer ??= setTimeout(() => void attempt(refreshTable()), pause)
}

function stopWaiting(): void {
  clearTimeout(timer)
  timer = undefined
}

function wholeFilter(): DocumentFilter {
  return { ...get().filter, ...collectionOf() }
}

function collectionOf(): { collectionId?: string } {
  const { collectionId } = useLibrary.getState()
  return collectionId === null ? {} : { collectionId }
}

function isUnwanted(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || toAppError(error).code === 'cancelled'
}
