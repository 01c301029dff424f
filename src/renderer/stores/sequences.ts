import { z } from 'zod'
import { create } from 'zustand'
import type { DryRun, Sequence, SequenceRun, SequenceVersion } from '../../shared/contract/sequences'
import { toErrorShape } from '../../shared/errors'
import {
  type GivenInputs,
  type SequenceDefinition,
  sequenceDefinitionSchema,
} from '../../shared/sequences/definition'
import { client } from '../app/client'
import { messageInLanguage } from '../text/sentences'
import { createDraftStorage, type Drafts, keepDrafts, newPlace } from './kept-drafts'
import { goTo } from './page'
import { withOne, without } from './records'

/** A sequence as it is being written. */
export interface SequenceDraft {
  /** Null for a new one. */
  readonly id: string | null
  /** The version that the changes begin from. */
  readonly revision: number
  readonly definition: SequenceDefinition
}

/** A dry run that is shown. */
export type ShownDryRun =
  | { readonly kind: 'running'; readonly stop: () => void }
  | {
      readonly kind: 'done'
      readonly dryRun: DryRun
      /** What it was of: another one is another dry run. */
      readonly definition: SequenceDefinition
      readonly inputs: GivenInputs
    }
  | { readonly kind: 'failed'; readonly message: string }

interface SequencesState {
  /** Those in the trash too. */
  readonly all: readonly Sequence[]
  readonly loaded: boolean
  /** What was not saved yet, by sequence; `new` for one that is being made. */
  readonly drafts: Drafts<SequenceDraft>
  /** The sequence that a person asked to run from elsewhere. */
  readonly asked: string | null
  /** By sequence. */
  readonly dryRuns: Readonly<Record<string, ShownDryRun>>
  /** By sequence, newest first. */
  readonly runs: Readonly<Record<string, readonly SequenceRun[]>>
  readonly versions: Readonly<Record<string, readonly SequenceVersion[]>>
}

const kept = createDraftStorage<SequenceDraft>(
  'countersign-sequence-drafts',
  z.object({ id: z.string().nullable(), revision: z.number(), definition: sequenceDefinitionSchema }),
)

/** All sequences, what is not saved of them, and what is shown of their runs. */
export const useSequences = create<SequencesState>(() => ({
  all: [],
  loaded: false,
  drafts: kept.read(),
  asked: null,
  dryRuns: {},
  runs: {},
  versions: {},
}))

const { setState: set, getState: get } = useSequences

const drafts = keepDrafts(useSequences, kept)

/** What is being written is kept until it is saved or given up, also over a reload of the page. */
export const { change: changeSequenceDraft, drop: dropSequenceDraft } = drafts

/** Loads all of them. */
export async function loadSequences(): Promise<void> {
  takeSequences(await client.sequences.list())
}

/** Takes all of them from the stream. */
export function takeSequences(all: readonly Sequence[]): void {
  set({ all, loaded: true })
}

/** Those that are not in the trash. */
export function usableSequences(all: readonly Sequence[]): readonly Sequence[] {
  return all.filter(({ trashedAt }) => trashedAt === null)
}

/** What a person begins to write from. */
export function draftOfSequence(sequence: Sequence | null): SequenceDraft {
  if (sequence === null) {
    return { id: null, revision: 0, definition: { name: '', description: '', inputs: [], steps: [] } }
  }
  const { id, revision, definition } = sequence
  return { id, revision, definition }
}

/** Saves what was written, as the next version; it stays a draft where that fails. */
export async function saveSequence({ id, revision, definition }: SequenceDraft): Promise<Sequence> {
  const trimmed = { ...definition, name: definition.name.trim() }
  const settle = drafts.saving(id)
  const saved = await (id === null
    ? client.sequences.create({ definition: trimmed })
    : client.sequences.change({ id, revision, definition: trimmed }))
  take(saved)
  // What the next new one would do is another thing.
  if (id === null) closeDryRun(newPlace)
  settle((writtenOn) => ({ ...writtenOn, id: saved.id, revision: saved.revision }))
  if (id !== null && id in get().versions) await loadSequenceVersions(id)
  return saved
}

/** Makes another one like it. */
export async function duplicateSequence(id: string): Promise<Sequence> {
  return take(await client.sequences.duplicate({ id }))
}

/** Moves one to the trash. What is written of it and not saved stays, and comes back with it. */
export async function removeSequence(id: string): Promise<void> {
  take(await client.sequences.remove({ id }))
}

/** Brings one back from the trash. */
export async function restoreSequence(id: string): Promise<Sequence> {
  return take(await client.sequences.restore({ id }))
}

/** The file of a sequence. */
export function exportSequence(id: string): Promise<{ name: string; text: string }> {
  return client.sequences.exportFile({ id })
}

/** Makes a sequence from a file's text; runs nothing. */
export async function importSequence(
  text: string,
): Promise<{ sequence: Sequence; missingTools: readonly string[] }> {
  const imported = await client.sequences.importFile({ text })
  take(imported.sequence)
  return imported
}

/** Opens a sequence and asks for what a run of it begins with. */
export function askToRun(id: string): void {
  set({ asked: id })
  goTo({ screen: 'sequences', id })
}

/** Whether a run of this one was asked for; asks no more. */
export function takeAsked(id: string): boolean {
  if (get().asked !== id) return false
  set({ asked: null })
  return true
}

/** Begins a run of the last version; answers its conversation. */
export async function runSequence({ id, revision }: Sequence, inputs: GivenInputs): Promise<string> {
  return (await client.sequences.run({ id, revision, inputs })).conversationId
}

/** Says what a definition would do; shown at its place until it is closed. */
export async function dryRunSequence(
  place: string,
  definition: SequenceDefinition,
  inputs: GivenInputs,
): Promise<void> {
  const controller = new AbortController()
  show(place, { kind: 'running', stop: () => controller.abort() })
  try {
    const dryRun = await client.sequences.dryRun({ definition, inputs }, { signal: controller.signal })
    show(place, { kind: 'done', dryRun, definition, inputs })
  } catch (error) {
    if (controller.signal.aborted) closeDryRun(place)
    else {
      const { message, said } = toErrorShape(error)
      show(place, { kind: 'failed', message: messageInLanguage(message, said) })
    }
  }
}

/** Shows a dry run no longer. */
export function closeDryRun(place: string): void {
  set(({ dryRuns }) => ({ dryRuns: without(dryRuns, place) }))
}

/** Loads the runs of a sequence. */
export async function loadSequenceRuns(id: string): Promise<void> {
  const runs = await client.sequences.runs({ id })
  set((state) => ({ runs: { ...state.runs, [id]: runs } }))
}

/** Loads the versions of a sequence. */
export async function loadSequenceVersions(id: string): Promise<void> {
  const versions = await client.sequences.versions({ id })
  set((state) => ({ versions: { ...state.versions, [id]: versions } }))
}

function show(place: string, shown: ShownDryRun): void {
  set(({ dryRuns }) => ({ dryRuns: { ...dryRuns, [place]: shown } }))
}

function take(sequence: Sequence): Sequence {
  set(({ all }) => ({ all: withOne(all, sequence) }))
  return sequence
}
