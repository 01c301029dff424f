import { create } from 'zustand'
import { changeLineOf } from '../../shared/contract/change-line'
import type {
  Amendment,
  AuditCheck,
  Change,
  ChangeLine,
  KeptChange,
  Proposal,
  UndoneTogether,
} from '../../shared/contract/changes'
import type { UndoComparison, UndoDecision, UndoItem } from '../../shared/contract/undo-choices'
import { assertNever } from '../../shared/errors'
import { client } from '../app/client'
import { useSystem } from './system'
import { takeBackNotes } from './toasts'

const pageSize = 100
/** The most that main answers at once. */
export const mostAtOnce = 500

/** What the timeline is narrowed to; what is absent does not narrow it. */
export interface ChangesFilter {
  readonly search: string
  readonly module?: string
  readonly tool?: string
  readonly actor?: Change['actor']['kind'] | 'mission'
  readonly class?: Change['class']
  readonly status?: Change['status']
  readonly conversationId?: string
  /** What was deleted and can be brought back. */
  readonly deleted?: true
  /** Days in the person's own time, such as `2026-05-04`; both count. */
  readonly from?: string
  readonly to?: string
}

/** The filter that lets every change through. */
export const everything: ChangesFilter = { search: '' }

interface ChangesState {
  /** Newest first. */
  readonly changes: readonly ChangeLine[]
  readonly filter: ChangesFilter
  readonly loaded: boolean
  readonly more: boolean
  readonly audit: AuditCheck | null
  /** Another one whenever an entry came or became another. */
  readonly latest: string
}

/** As much of the ledger as Activity has shown, by its filter. */
export const useChanges = create<ChangesState>(() => ({
  changes: [],
  filter: everything,
  loaded: false,
  more: false,
  audit: null,
  latest: '',
}))

const { setState: set, getState: get } = useChanges

/** Loads the newest entries that fit the filter. */
export async function loadChanges(filter = get().filter): Promise<void> {
  set({ filter })
  await load(filter, pageSize)
}

/** Which load began last: what an earlier one answers is older than what is shown. */
let loads = 0

async function load(filter: ChangesFilter, wanted: number): Promise<void> {
  const own = ++loads
  let changes: readonly ChangeLine[] = []
  let more = true
  while (more && changes.length < wanted) {
    const limit = Math.min(mostAtOnce, wanted - changes.length)
    const page = await client.changes.list({ ...query(filter), limit, before: changes.at(-1)?.number })
    if (own !== loads) return
    changes = merged(changes, page)
    more = page.length === limit
  }
  set({ changes, loaded: true, more })
}

/** The newest entries, whatever the timeline is narrowed to. */
export function newestChanges(): Promise<readonly ChangeLine[]> {
  return client.changes.list({ limit: pageSize })
}

/** Loads the next page of older entries. */
export async function loadOlderChanges(): Promise<void> {
  const { changes, filter } = get()
  const own = loads
  const older = await client.changes.list({
    ...query(filter),
    limit: pageSize,
    before: changes.at(-1)?.number,
  })
  // After another load it would not begin where that ended.
  if (own !== loads) return
  set((state) => ({ changes: merged(state.changes, older), more: older.length === pageSize }))
}

/** Whether anything is left out. */
export function isNarrowed({ search, ...rest }: ChangesFilter): boolean {
  return search.trim() !== '' || Object.values(rest).some((value) => value !== undefined)
}

/** Whether an entry is one of a deletion that undo takes back. */
export function isRestorable({ class: kind, status, recovery, undoEnded }: ChangeLine): boolean {
  // An undo of one has its class, and took nothing away.
  const tookAway = recovery === 'trash' || recovery === 'briefly'
  return kind === 'destructive_delete' && tookAway && status === 'applied' && !undoEnded
}

/** Entries of a module that are looked at for one that undo takes back. */
const lookedAt = 50

/** Whether anything was deleted in a module that can be brought back. */
export async function anyDeleted(module: string): Promise<boolean> {
  const found = await client.changes.list({
    ...query({ search: '', module, deleted: true }),
    limit: lookedAt,
  })
  return found.some(isRestorable)
}

/** Narrows the timeline to what was deleted in a module and can be brought back, before it is opened. */
export function showDeleted(module: string): void {
  set({ filter: { ...everything, module, deleted: true }, changes: [], loaded: false })
}

/** Takes an entry from the stream; a new one that the filter might hide is left to the next search. */
export function takeChange(change: Change): void {
  const undone = undoneBy(change)
  if (undone !== null) takeBackNotes(undone)
  set(({ changes, filter }) => {
    const known = changes.some((other) => other.id === change.id)
    const latest = `${change.id} ${change.status}`
    if (!known && isNarrowed(filter)) return { latest }
    return { latest, changes: merged(changes, [changeLineOf(change)]) }
  })
}

/** The change that an entry says is undone: itself, or the one that it undoes. */
function undoneBy({ id, status, undoes }: Change): string | null {
  if (status === 'undone') return id
  return status === 'applied' ? undoes : null
}

/** What an entry shows when it is opened. */
export async function loadDetails(id: string): Promise<Change['preview']> {
  return (await client.changes.get({ id })).preview
}

/** A proposal as it was made, and what was approved instead. */
export interface Original {
  readonly preview: Proposal['preview']
  readonly amendment: Amendment
}

/** What was proposed where a person approved less, or something else; null where that was all of it. */
export async function loadOriginal(proposalId: string): Promise<Original | null> {
  const { preview, amendment } = await client.proposals.get({ id: proposalId })
  return amendment === null ? null : { preview, amendment }
}

/** The things of a change that can be undone one by one; none where only all of it can. */
export async function loadUndoItems(id: string): Promise<readonly UndoItem[]> {
  return (await client.changes.undoItems({ id })).items
}

/** Undoes some things of a change of many; the others stay. */
export async function undoSome(id: string, references: readonly string[]): Promise<Change> {
  const undo = await client.changes.undoSome({ id, references: [...references] })
  takeChange(undo)
  await refreshAfterUndo()
  return undo
}

/** Brings back what was there before a change; what was changed since needs a decision. Answers the change that did it. */
export async function undoChange(id: string, decisions: readonly UndoDecision[] = []): Promise<Change> {
  const own = decisions.map(({ reference, choice }) => ({ reference, choice }))
  const undo = await client.changes.undo({ id, decisions: own })
  takeChange(undo)
  await refreshAfterUndo()
  return undo
}

/** A change that is not undone because something was changed since, with what can be chosen. */
export interface UndoConflict {
  readonly change: ChangeLine
  readonly differences: readonly UndoComparison[]
  /** Whether there is something to undo also where all of these stay as they are. */
  readonly rest: boolean
}

/** Asks what was changed since; null when that is not why the undo was refused. */
export async function compareUndo(id: string): Promise<UndoConflict | null> {
  const [change, { differences, rest = false }] = await Promise.all([
    client.changes.get({ id }),
    client.changes.compareUndo({ id }),
  ])
  return differences.length === 0 ? null : { change: changeLineOf(change), differences, rest }
}

/** The same of changes that undoing several kept; all that can be chosen from may be more than one message holds. */
export async function compareKept(kept: readonly KeptChange[]): Promise<readonly UndoConflict[]> {
  const asked = kept.filter(({ canChoose }) => canChoose)
  const compared = await Promise.all(
    asked.map(async ({ change }) => {
      // One that can't be compared by now stays kept; what became of all others is told all the same.
      const { differences, rest = false } = await client.changes
        .compareUndo({ id: change.id })
        .catch(() => ({ differences: [], rest: false }))
      return { change, differences, rest }
    }),
  )
  return compared.filter(({ differences }) => differences.length > 0)
}

/** What is undone in one go: a run, a conversation, chosen changes, or what an earlier undo of several did. */
export type Together =
  | { readonly kind: 'run'; readonly id: string }
  | { readonly kind: 'conversation'; readonly id: string }
  | { readonly kind: 'changes'; readonly ids: readonly string[] }
  | { readonly kind: 'batch'; readonly id: string }

/** Undoes all of it, newest first; with the `batch` of an earlier undo that it goes on with. */
export async function undoTogether(what: Together, more: MoreOfUndo = {}): Promise<UndoneTogether> {
  const done = await requestOf(what, more)
  await refreshAfterUndo()
  return done
}

interface MoreOfUndo {
  readonly decisions?: UndoDecision[]
  readonly batch?: string
}

function requestOf(what: Together, more: MoreOfUndo): Promise<UndoneTogether> {
  switch (what.kind) {
    case 'run':
      return client.changes.undoRun({ runId: what.id, ...more })
    case 'conversation':
      return client.changes.undoConversation({ conversationId: what.id, ...more })
    case 'changes':
      return client.changes.undoSeveral({ ids: [...what.ids], ...more })
    case 'batch':
      return client.changes.undoBatch({ id: what.id, ...more })
    default:
      return assertNever(what)
  }
}

/** Checks the chain of the record. */
export async function verifyChanges(): Promise<void> {
  set({ audit: null })
  set({ audit: await client.changes.verify() })
}

/** The whole ledger as JSON. */
export async function exportChanges(): Promise<string> {
  const all: Change[] = []
  let before: number | undefined
  for (;;) {
    const page = await client.changes.listWhole({
      limit: mostAtOnce,
      ...(before === undefined ? {} : { before }),
    })
    all.push(...page)
    before = page.at(-1)?.number
    if (page.length < mostAtOnce) break
  }
  return JSON.stringify({ audit: await client.changes.verify(), changes: all }, null, 2)
}

/** What was loaded of older entries stays: the one that was undone may be among them. */
async function refreshAfterUndo(): Promise<void> {
  const { filter, changes, loaded } = get()
  // Activity asks for both when it is opened.
  if (!loaded) return
  await Promise.all([load(filter, Math.max(pageSize, changes.length)), verifyChanges()])
}

function query({ search, module, tool, from, to, deleted, ...rest }: ChangesFilter) {
  const words = search.trim()
  const { tools } = useSystem.getState()
  const meant = tools.filter((known) => (tool === undefined ? known.module === module : known.name === tool))
  // Entries keep the name that their tool had.
  const wanted = [...new Set([tool ?? [], meant.map(({ name, aliases }) => [name, ...aliases])].flat(2))]
  return {
    ...rest,
    ...(deleted ? { class: 'destructive_delete' as const, status: 'applied' as const } : {}),
    ...(words === '' ? {} : { search: words }),
    ...(tool === undefined && module === undefined ? {} : { tools: wanted }),
    ...(from === undefined ? {} : { since: startOfDay(from) }),
    ...(to === undefined ? {} : { until: startOfDay(to, 1) }),
  }
}

/** The first moment of a day in the person's own time, some days later. */
function startOfDay(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}

/** Stops what a change is doing, or began and goes on. */
export async function stopChange(id: string): Promise<void> {
  await client.changes.stop({ id })
}

function merged(changes: readonly ChangeLine[], more: readonly ChangeLine[]): ChangeLine[] {
  const byId = new Map([...changes, ...more].map((change) => [change.id, change]))
  return [...byId.values()].toSorted((a, b) => b.number - a.number)
}
