import { create } from 'zustand'
import type { AuditCheck, Change } from '../../shared/contract/changes'
import { client } from '../app/client'

const pageSize = 100
const exportPageSize = 500

interface ChangesState {
  /** Newest first. */
  readonly changes: readonly Change[]
  readonly search: string
  readonly loaded: boolean
  readonly more: boolean
  readonly audit: AuditCheck | null
}

/** The ledger. */
export const useChanges = create<ChangesState>(() => ({
  changes: [],
  search: '',
  loaded: false,
  more: false,
  audit: null,
}))

const { setState: set, getState: get } = useChanges

/** Loads the newest entries that fit the search. */
export async function loadChanges(search = get().search): Promise<void> {
  set({ search })
  const changes = await client.changes.list(query(search))
  if (get().search === search) set({ changes, loaded: true, more: changes.length === pageSize })
}

/** Loads the next page of older entries. */
export async function loadOlderChanges(): Promise<void> {
  const { changes, search } = get()
  const older = await client.changes.list({ ...query(search), before: changes.at(-1)?.number })
  set((state) => ({ changes: merged(state.changes, older), more: older.length === pageSize }))
}

/** Takes an entry from the stream; a new one that the search might hide is left to the next search. */
export function takeChange(change: Change): void {
  set(({ changes, search }) => {
    const known = changes.some((other) => other.id === change.id)
    return known || search === '' ? { changes: merged(changes, [change]) } : {}
  })
}

/** Brings back what was there before a change. */
export async function undoChange(id: string): Promise<void> {
  takeChange(await client.changes.undo({ id }))
  await refreshAfterUndo()
}

/** Undoes a whole run, newest first. */
export async function undoRun(runId: string): Promise<{ undone: number; reason: string | null }> {
  const { undone, reason } = await client.changes.undoRun({ runId })
  await refreshAfterUndo()
  return { undone: undone.length, reason }
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
    const page = await client.changes.list({
      limit: exportPageSize,
      ...(before === undefined ? {} : { before }),
    })
    all.push(...page)
    before = page.at(-1)?.number
    if (page.length < exportPageSize) break
  }
  return JSON.stringify({ audit: await client.changes.verify(), changes: all }, null, 2)
}

async function refreshAfterUndo(): Promise<void> {
  await Promise.all([loadChanges(), verifyChanges()])
}

function query(search: string) {
  return { limit: pageSize, ...(search.trim() === '' ? {} : { search: search.trim() }) }
}

function merged(changes: readonly Change[], more: readonly Change[]): Change[] {
  const byId = new Map([...changes, ...more].map((change) => [change.id, change]))
  return [...byId.values()].toSorted((a, b) => b.number - a.number)
}
