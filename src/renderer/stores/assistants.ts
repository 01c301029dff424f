import { z } from 'zod'
import { create } from 'zustand'
import {
  type Assistant,
  type AssistantFields,
  assistantFieldsSchema,
  type ImportNote,
} from '../../shared/contract/assistants'
import type { Picture } from '../../shared/tool/picture'
import { defaultAssistant, type Policy, policySchema } from '../../shared/tool/policy'
import { base64Of } from '../app/base64'
import { client } from '../app/client'
import { createDraftStorage, type Drafts, keepDrafts } from './kept-drafts'
import { keepDrawn, pictureBlob } from './pictures'
import { withOne } from './records'

interface AssistantsState {
  /** Those in the trash too, the usual one first. */
  readonly all: readonly Assistant[]
  readonly loaded: boolean
  /** What was not saved yet, by assistant; `new` for one that is being made. */
  readonly drafts: Drafts<AssistantDraft>
}

/** An assistant as it is being changed. */
export interface AssistantDraft {
  /** Null for a new one. */
  readonly id: string | null
  /** The one that the changes begin from. */
  readonly revision: number
  readonly fields: AssistantFields
  /** Policies that were chosen and not saved; null goes back to the usual. */
  readonly policies: Readonly<Record<string, Policy | null>>
}

/** A draft may not be valid yet: its name may be missing. One from before thinking was an assistant's has none. */
const kept = createDraftStorage<AssistantDraft>(
  'countersign-assistant-drafts',
  z.object({
    id: z.string().nullable(),
    revision: z.number(),
    fields: assistantFieldsSchema.extend({
      name: z.string(),
      instructions: z.string(),
      thinking: assistantFieldsSchema.shape.thinking.default(null),
    }),
    policies: z.record(z.string(), policySchema.nullable()),
  }),
)

/** All assistants, and what is not saved of them. */
export const useAssistants = create<AssistantsState>(() => ({
  all: [],
  loaded: false,
  drafts: kept.read(),
}))

const { setState: set } = useAssistants

const drafts = keepDrafts(useAssistants, kept)

/** What is being changed is kept until it is saved or given up, also over a reload of the page. */
export const { change: changeAssistantDraft, drop: dropAssistantDraft } = drafts

/** Loads all of them. */
export async function loadAssistants(): Promise<void> {
  takeAssistants(await client.assistants.list())
}

/** Takes all of them from the stream. */
export function takeAssistants(all: readonly Assistant[]): void {
  set({ all, loaded: true })
}

/** Those that can be chosen. */
export function usable(all: readonly Assistant[]): readonly Assistant[] {
  return all.filter(({ trashedAt }) => trashedAt === null)
}

/** One by its id; undefined before they are loaded. */
export function assistantOf(all: readonly Assistant[], id: string | undefined): Assistant | undefined {
  return all.find((assistant) => assistant.id === (id ?? defaultAssistant))
}

/** Saves what was changed; it stays a draft where that fails. */
export async function saveAssistant({ id, revision, fields, policies }: AssistantDraft): Promise<Assistant> {
  const settle = drafts.saving(id)
  const saved = await (id === null
    ? client.assistants.create({ fields, policies })
    : client.assistants.change({ id, revision, fields, policies }))
  takeAssistant(saved)
  settle((writtenOn) => ({ ...writtenOn, id: saved.id, revision: saved.revision }))
  return saved
}

/** Makes another one like it. */
export async function duplicateAssistant(id: string): Promise<Assistant> {
  return takeAssistant(await client.assistants.duplicate({ id }))
}

/** Moves one to the trash; what is written of it and not saved comes back with it. */
export async function removeAssistant(id: string): Promise<void> {
  takeAssistant(await client.assistants.remove({ id }))
}

/** Brings one back from the trash. */
export async function restoreAssistant(id: string): Promise<Assistant> {
  return takeAssistant(await client.assistants.restore({ id }))
}

/** Draws a file small. */
export async function drawAssistantPicture(file: Blob): Promise<Picture> {
  const { picture, bytes } = await client.assistants.drawPicture({ data: await base64Of(file) })
  keepDrawn(picture.sha256, pictureBlob(bytes))
  return picture
}

/** The file of an assistant. */
export function exportAssistant(id: string): Promise<{ name: string; text: string }> {
  return client.assistants.exportFile({ id })
}

/** Makes an assistant from a file's text. */
export async function importAssistant(
  text: string,
): Promise<{ assistant: Assistant; notes: readonly ImportNote[] }> {
  const imported = await client.assistants.importFile({ text })
  takeAssistant(imported.assistant)
  return imported
}

function takeAssistant(assistant: Assistant): Assistant {
  set(({ all }) => ({ all: withOne(all, assistant) }))
  return assistant
}
