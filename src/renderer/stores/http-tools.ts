import { create } from 'zustand'
import type { HttpTool } from '../../shared/contract/http-tools'
import { client } from '../app/client'
import { type HttpToolWriting, httpToolDrafts, httpToolPlace, sentOf, writingOf } from './http-tool-drafts'
import { type Drafts, keepDrafts } from './kept-drafts'
import { reloadPolicies } from './policies'
import { loadCatalog } from './system'

interface HttpToolsState {
  readonly tools: readonly HttpTool[]
  readonly loaded: boolean
  /** What was not saved yet, by the tool's name; `new` for one that is being made. */
  readonly drafts: Drafts<HttpToolWriting>
}

/** Tools that ask an address, those that are switched off too, and what is not saved of them. */
export const useHttpTools = create<HttpToolsState>(() => ({
  tools: [],
  loaded: false,
  drafts: httpToolDrafts.read(),
}))

const kept = keepDrafts(useHttpTools, httpToolDrafts, httpToolPlace)

/** What is being written is kept until it is saved or given up, also over a reload of the page. */
export const { change: changeHttpToolDraft, drop: dropHttpToolDraft } = kept

/** Loads the tools. */
export async function loadHttpTools(): Promise<void> {
  useHttpTools.setState({ tools: await client.httpTools.list(), loaded: true })
}

/** Loads them anew where they are shown. */
export async function refreshHttpTools(): Promise<void> {
  if (useHttpTools.getState().loaded) await loadHttpTools()
}

/** Loads what has changed: the tools where they are shown, and with them the catalog and what may be done with it. */
export async function reloadHttpTools(): Promise<void> {
  await Promise.all([refreshHttpTools(), loadCatalog(), reloadPolicies()])
}

/** Saves what was written; it stays a draft where that fails. A new tool can be opened once it answers. */
export async function saveHttpTool(draft: HttpToolWriting): Promise<HttpTool> {
  const settle = kept.saving(draft.name)
  const saved = await client.httpTools.save({
    id: draft.id,
    ...(draft.base === null ? {} : { revision: draft.base.revision }),
    draft: sentOf(draft.fields),
  })
  if (draft.id === null) await loadCatalog()
  // At once: what was saved would be taken for a change made elsewhere.
  take(saved)
  settle((writtenOn) => ({ ...writingOf(saved), fields: writtenOn.fields }))
  return saved
}

function take(saved: HttpTool): void {
  useHttpTools.setState(({ tools }) => ({
    tools: tools.some(({ id }) => id === saved.id)
      ? tools.map((other) => (other.id === saved.id ? saved : other))
      : [...tools, saved],
  }))
}

/** Switches a tool on or off. */
export async function enableHttpTool(id: string, enabled: boolean): Promise<void> {
  await client.httpTools.enable({ id, enabled })
}

/** Takes a tool away, and what was written of it. */
export async function removeHttpTool({ id, name }: HttpTool): Promise<void> {
  await client.httpTools.remove({ id })
  dropHttpToolDraft(name)
}
