import type { Change, Proposal } from '../../shared/contract/changes'
import { batchLimit } from '../../shared/contract/library'
import type { CallOutcome } from '../../shared/contract/tools'
import { AppError, type ErrorShape } from '../../shared/errors'
import { isSafe } from '../../shared/tool/classes'
import { client } from '../app/client'
import { libraryText } from '../text/library'
import { inLanguage, messageInLanguage } from '../text/sentences'
import { text } from '../text/text'
import { type BatchDialog, showBatchDialog } from './documents'
import { review } from './page'
import { approve, takeWhole, useProposals } from './proposals'
import { followReading } from './read-again'
import { attempt, dismissToast, isShown, notify } from './toasts'
import { toldOf } from './told-change'
import { tellUndone, undoOrAsk } from './undoing'

/** What is changed of all chosen documents. */
export interface DocumentsUpdate {
  readonly addTags?: readonly string[]
  readonly removeTags?: readonly string[]
  readonly collectionId?: string
}

/** Changes tags or collection of documents; answers whether it is done, or waits for a yes in a dialog. */
export async function updateDocuments(ids: readonly string[], update: DocumentsUpdate): Promise<boolean> {
  const { addTags = [], removeTags = [], collectionId } = update
  return await batch('update_documents', ids, {
    ...(addTags.length === 0 ? {} : { add_tags: addTags }),
    ...(removeTags.length === 0 ? {} : { remove_tags: removeTags }),
    ...(collectionId === undefined ? {} : { collection_id: collectionId }),
  })
}

/** Gives a document another title, or exactly these tags. */
export async function updateDocument(
  id: string,
  update: { readonly title?: string; readonly tags?: readonly string[] },
): Promise<boolean> {
  return await propose('update_document', { doc_id: id, ...update })
}

/** Renames or describes a collection. */
export async function updateCollection(
  id: string,
  update: { readonly name?: string; readonly description?: string },
): Promise<boolean> {
  return await propose('update_collection', { collection_id: id, ...update })
}

/** Asks for the removal of a collection with its documents; nothing happens before the dialog's yes. */
export async function deleteCollection(id: string): Promise<boolean> {
  return await propose('delete_collection', { collection_id: id })
}

/** Takes documents in again. */
export async function restartDocuments(ids: readonly string[]): Promise<boolean> {
  return await followReading(ids, () => inParts('restart_ingests', ids))
}

/** Reads documents again, with the text in their pictures. */
export async function recognizeDocuments(ids: readonly string[]): Promise<boolean> {
  return await followReading(ids, () => inParts('restart_ingests', ids, { recognize_text: true }))
}

/** Asks for the removal of documents; nothing happens before the dialog's yes. */
export async function deleteDocuments(ids: readonly string[]): Promise<boolean> {
  const [only] = ids
  if (ids.length !== 1) return await batch('delete_documents', ids)
  return await propose('delete_document', { doc_id: only })
}

/** Asks for what a tool removes; nothing happens before the dialog's yes. */
export async function deleteByHand(tool: string, input: unknown): Promise<boolean> {
  return await propose(tool, input)
}

/** Asks in a dialog what is to be done with documents; throws where they are more than one change holds. */
export async function askForBatch(dialog: BatchDialog): Promise<void> {
  refuseTooMany(dialog.ids)
  showBatchDialog(dialog)
}

function refuseTooMany({ length }: readonly string[]): void {
  if (length > batchLimit) throw new AppError('too_large', libraryText().tooMany(length, batchLimit))
}

async function batch(tool: string, ids: readonly string[], more: object = {}): Promise<boolean> {
  refuseTooMany(ids)
  return await propose(tool, { doc_ids: ids, ...more })
}

/** What loses nothing is done with any number, in several changes where they are more than one holds. */
async function inParts(tool: string, ids: readonly string[], more: object = {}): Promise<boolean> {
  for (let from = 0; from < ids.length; from += batchLimit) {
    await batch(tool, ids.slice(from, from + batchLimit), more)
  }
  return ids.length > 0
}

/**
 * Proposes what a person asked for. What adds or changes a little is approved with that, since it was chosen in a
 * dialog a moment ago; what changes more, or removes, is shown whole and waits for a yes.
 */
async function propose(tool: string, input: unknown): Promise<boolean> {
  await changeByHand(tool, input)
  return true
}

/** The same, which answers what was proposed; null where there is nothing to change. */
export async function changeByHand(tool: string, input: unknown): Promise<Proposal | null> {
  return await showByHand(await client.tools.call({ tool, input }))
}

/** Of records by their ids, which say nothing to the person who chose one of them in this window. */
const saysGone: ReadonlySet<string> = new Set([
  'document.none',
  'collection.none',
  'note.none',
  'contact.none',
  'task.none',
])

function refusalInWords({ message, said }: ErrorShape): string {
  return said !== undefined && saysGone.has(said.code)
    ? libraryText().deletedMeanwhile
    : messageInLanguage(message, said)
}

/**
 * Shows what was proposed, or approves it with that; `always` shows it whole first, because nobody saw yet what it is.
 * `nothing` is said where there is nothing to change.
 */
export async function showByHand(
  outcome: CallOutcome,
  {
    always = false,
    nothing,
    because = '',
  }: { readonly always?: boolean; readonly nothing?: string; readonly because?: string } = {},
): Promise<Proposal | null> {
  if (outcome.status === 'done') {
    const { error } = outcome.result
    if (error !== undefined) throw new AppError(error.code, refusalInWords(error))
    // What a model is told of it is in its words; a person chose it, and only where nothing is left is nothing asked.
    notify({
      ...{ tone: 'info', title: nothing ?? libraryText().nothingToDo },
      ...(because === '' ? {} : { detail: because }),
    })
    return null
  }
  const { proposal } = outcome
  const isShownFirst = always || !isSafe(proposal.class)
  asked.set(proposal.id, { shown: isShownFirst })
  takeWhole(proposal)
  if (isShownFirst) {
    review(proposal.id, true)
    return proposal
  }
  if (await approve(proposal.id)) return proposal
  const problem = useProposals.getState().problems[proposal.id]
  if (problem !== undefined) throw new AppError(problem.code, problem.message)
  review(proposal.id, true)
  return proposal
}

/** What was asked for in this window and is not applied yet, by the proposals; `shown` whole, with its warnings, before the yes. */
const asked = new Map<string, { readonly shown: boolean }>()

/** The changes whose warnings stood beside the button that was pressed. */
const seen = new Set<string>()

/** The note that tells of changes of one kind, and these changes, oldest first. */
let told: { readonly note: string; readonly changes: readonly Change[] } | null = null

/**
 * Says that what was asked for here is done, what it was warned of that nobody saw yet, and its undo. Several of the same kind, as long as
 * their note is there, are told in one: its undo takes the newest back, and then it tells of the one before.
 */
export function tellOfBatch(change: Change): void {
  const by = change.status === 'applied' && change.proposalId !== null ? change.proposalId : null
  const asking = by === null ? undefined : asked.get(by)
  if (by === null || asking === undefined) return
  asked.delete(by)
  if (asking.shown) seen.add(change.id)
  const { note, changes } = told ?? { note: '', changes: [] }
  // A warning is about one of them, and stays until it is read.
  const isAlike = (other: Change) => other.tool === change.tool && warningsOf(other).length === 0
  const together = isShown(note) && [...changes, change].every(isAlike)
  if (together) dismissToast(note)
  tell(together ? [...changes, change] : [change])
}

function warningsOf({ id, preview }: Change): readonly string[] {
  return seen.has(id) ? [] : preview.warnings
}

function tell(changes: readonly Change[]): void {
  const newest = changes.at(-1)
  if (newest === undefined) return
  const { id } = newest
  const before = changes.slice(0, -1)
  const t = text().activity
  const tellWithLeft = (undo: Change) => {
    tell(before)
    tellUndone(undo)
  }
  const warnings = warningsOf(newest)
  const details = [
    ...warnings.map((words) => inLanguage(words, newest.preview.said)),
    ...(before.length > 0 ? [t.doneBefore(before.length)] : []),
  ]
  const note = notify({
    tone: warnings.length > 0 ? 'warning' : 'success',
    title: toldOf(newest),
    ...(details.length > 0 ? { detail: details.join(' ') } : {}),
    action: { label: t.undo, onSelect: () => void attempt(undoOrAsk(id, tellWithLeft)) },
    takesBack: changes.map((change) => change.id),
    retell: (undone) => tell(changes.filter((change) => change.id !== undone)),
  })
  told = { note, changes }
}
