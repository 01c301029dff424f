import { z } from 'zod'
import { create } from 'zustand'
import type { Proposal } from '../../shared/contract/changes'
import type {
  BackupSummary,
  DataJob,
  DataPlace,
  DataStatus,
  PendingRestore,
  WrittenBackup,
  WrittenExport,
} from '../../shared/contract/data'
import { reasonSchema } from '../../shared/sentences/sentence'
import { client } from '../app/client'
import { dataText } from '../text/data'
import { messageInLanguage } from '../text/sentences'
import { showByHand } from './batches'

/** How things stand with the data as a whole; null until it was asked for. */
export const useData = create<{ readonly status: DataStatus | null }>(() => ({ status: null }))

/** Takes the state from the stream. */
export function takeData(status: DataStatus): void {
  useData.setState({ status })
}

/** Asks for the state. */
export async function loadData(): Promise<void> {
  takeData(await client.data.status())
}

/** Completes what is written as a place, and says what is wrong with it; where nothing is, a place is offered. */
export async function placeFor(kind: DataJob['kind'], path: string): Promise<DataPlace> {
  const { problem, said, ...place } = await client.data.place({ kind, path })
  return { ...place, problem: problem === null ? null : messageInLanguage(problem, said) }
}

/** Writes a backup; answers when it is whole. */
export function backUp(path: string, replace: boolean): Promise<WrittenBackup> {
  return client.data.backUp({ path, replace })
}

/** Says what a backup is. */
export function lookAtBackup(path: string): Promise<BackupSummary> {
  return client.data.look({ path })
}

/** Unpacks and checks a backup; it takes its place at the next start. */
export function prepareRestore(path: string): Promise<PendingRestore> {
  return client.data.prepareRestore({ path })
}

/** Gives up a restore that waits. */
export async function cancelRestore(): Promise<void> {
  await client.data.cancelRestore()
}

/** The person knows of the restore; no window tells of it again. */
export async function acknowledgeRestore(): Promise<void> {
  await client.data.acknowledgeRestore()
}

/** Writes everything in open formats into a folder. */
export function exportData(path: string): Promise<WrittenExport> {
  return client.data.export({ path })
}

/**
 * Reads what another program exported and shows what would come; nothing happens before the dialog's yes. `own` says that
 * nobody else wrote the notes, contacts and tasks.
 */
export async function importData(path: string, own: boolean): Promise<Proposal | null> {
  const outcome = await client.data.import({ path, own })
  const because = outcome.status === 'done' ? leftOutOf(outcome.result.state) : ''
  return await showByHand(outcome, { always: true, nothing: dataText().importNothing, because })
}

const leftOutSchema = z.object({ left_out: z.array(reasonSchema) })

/** Why things of an export did not come, in sentences. */
function leftOutOf(state: unknown): string {
  const { data } = leftOutSchema.safeParse(state)
  return data?.left_out.map(({ reason, said }) => messageInLanguage(reason, said)).join(' ') ?? ''
}

/** Ends the backup, restore, export or import that is at work. */
export async function stopDataJob(): Promise<void> {
  await client.data.stop()
}

/** Asks by the system's dialog where a file is to be written; null when that was cancelled. */
export async function chooseTarget(name: string): Promise<string | null> {
  return (await client.files.chooseTarget({ name }))?.path ?? null
}
