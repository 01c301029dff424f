import { create } from 'zustand'
import type { ConversationSummary } from '../../shared/contract/conversation-list'
import { attachmentLimit } from '../../shared/contract/conversations'
import { type ErrorShape, toErrorShape } from '../../shared/errors'
import {
  type Attachment,
  type AttachmentOf,
  attachmentKey,
  limitIn,
  withoutRead,
} from '../../shared/run/blocks'
import type { RunEvent } from '../../shared/run/events'
import { reduce } from '../../shared/run/reduce'
import type { ConversationState, Message } from '../../shared/run/state'
import { client } from '../app/client'
import { attachmentsText } from '../text/attachments'
import { assistantFor, forgetChoiceForNew } from './chosen-assistants'
import { storeDrafts, storedDrafts } from './message-drafts'
import { without } from './records'
import { createRunEventBatches } from './run-event-batches'
import { notify } from './toasts'
import { letGoUnsent, picturesOf } from './unsent-pictures'

/** What is being written but not sent. */
export interface Draft {
  readonly text: string
  readonly attachments: readonly Attachment[]
  /** The document that it is about alone; undefined is as the message before, null is about everything. */
  readonly limit?: Limit | null
}

/** The one document that is asked about. */
export type Limit = Pick<AttachmentOf<'limit'>, 'documentId' | 'title'>

/** How far a running tool is. */
export interface ToolProgress {
  readonly done: number
  readonly total: number | null
  readonly note: string
}

/** Messages of a branch that come before those that are open. */
export interface OlderMessages {
  readonly messages: Readonly<Record<number, Message>>
  readonly versions: ConversationState['versions']
  readonly runs: ConversationState['runs']
}

/** Messages that are loaded at once when a person scrolls to where none are. */
const messagesPerPage = 60

/** The draft's place of a conversation that does not exist yet. */
export const newConversation = 'new'

const emptyDraft: Draft = { text: '', attachments: [] }

interface ConversationsState {
  readonly list: readonly ConversationSummary[]
  /** Whether the list came yet: before, nothing is told by what it lacks. */
  readonly listed: boolean
  /** The end of each open conversation's shown branch. */
  readonly open: Readonly<Record<string, ConversationState>>
  /** As each was called when it was opened: the list lacks those in the trash. */
  readonly titles: Readonly<Record<string, string>>
  /** What was loaded of the messages before, by their place in the branch. */
  readonly older: Readonly<Record<string, OlderMessages>>
  /** The message that a person asked to see, by its place in the shown branch; another object asks again. */
  readonly lookedAt: { readonly conversationId: string; readonly index: number } | null
  readonly failed: Readonly<Record<string, ErrorShape>>
  readonly drafts: Readonly<Record<string, Draft>>
  readonly progress: Readonly<Record<string, ToolProgress>>
  /** The conversation whose message is on its way. */
  readonly sending: string | null
}

/** Conversations, their runs and what is being written. */
export const useConversations = create<ConversationsState>(() => ({
  list: [],
  listed: false,
  open: {},
  titles: {},
  older: {},
  lookedAt: null,
  failed: {},
  drafts: storedDrafts(),
  progress: {},
  sending: null,
}))

const { setState: set, getState: get } = useConversations

useConversations.subscribe(({ drafts }, before) => {
  if (drafts !== before.drafts) storeDrafts(drafts)
})

/** Run events that came while a snapshot was on its way; they are applied over it. */
const early = new Map<string, RunEvent[]>()

/** Loads the list, and what is open anew. */
export async function loadConversations(): Promise<void> {
  set({ list: byNewest(await client.conversations.list()), listed: true })
  await Promise.all(Object.keys(get().open).map((id) => openConversation(id)))
}

/** Loads a conversation's state; later events are applied to it. */
export async function openConversation(id: string): Promise<void> {
  // Where loads overlap, the one that began last has the newest branch: the others change nothing.
  const arrived: RunEvent[] = []
  early.set(id, arrived)
  try {
    const { title, ...snapshot } = await client.conversations.snapshot({ id })
    if (early.get(id) !== arrived) return
    const state = arrived.reduce(reduce, snapshot)
    // What came before may be another branch by now.
    olderOnTheWay.delete(id)
    set(({ open, titles, older, failed }) => ({
      open: { ...open, [id]: state },
      titles: { ...titles, [id]: title },
      older: without(older, id),
      failed: without(failed, id),
    }))
  } catch (error) {
    if (early.get(id) !== arrived) return
    set(({ failed }) => ({ failed: { ...failed, [id]: toErrorShape(error) } }))
  } finally {
    if (early.get(id) === arrived) early.delete(id)
  }
}

/** By conversation: the pages that are being asked for; another object stands for another branch. */
const olderOnTheWay = new Map<string, Set<number>>()

/** Loads the messages around a place that comes before what is open. */
export async function loadOlder(id: string, index: number): Promise<void> {
  const asked = olderOnTheWay.get(id) ?? new Set()
  olderOnTheWay.set(id, asked)
  const from = Math.floor(index / messagesPerPage) * messagesPerPage
  if (asked.has(from)) return
  asked.add(from)
  try {
    const page = await client.conversations.page({ id, from, count: messagesPerPage })
    if (olderOnTheWay.get(id) !== asked) return
    const found = Object.fromEntries(page.messages.map((message, at) => [from + at, message]))
    set(({ older }) => ({
      older: {
        ...older,
        [id]: {
          messages: { ...older[id]?.messages, ...found },
          versions: { ...older[id]?.versions, ...page.versions },
          runs: { ...older[id]?.runs, ...page.runs },
        },
      },
    }))
  } catch (error) {
    asked.delete(from)
    throw error
  }
}

/** Sends a message again with other words, on a branch of its own. */
export async function editMessage(
  conversationId: string,
  messageId: string,
  { text, attachments }: Pick<Extract<Message, { role: 'user' }>, 'text' | 'attachments'>,
): Promise<void> {
  await client.conversations.edit({
    ...{ conversationId, messageId, text, attachments: attachments.map(withoutRead) },
    assistantId: assistantFor(conversationId, get().open[conversationId]),
  })
}

/** Has a message answered again, on a branch of its own. */
export async function regenerateAnswer(conversationId: string, messageId: string): Promise<void> {
  await client.conversations.regenerate({
    ...{ conversationId, messageId },
    assistantId: assistantFor(conversationId, get().open[conversationId]),
  })
}

/** Shows the branch that a message is on; answers its place there. */
export async function showMessage(conversationId: string, messageId: string): Promise<number> {
  return (await client.conversations.showMessage({ conversationId, messageId })).index
}

/** Takes a run event from the stream. */
export function takeRunEvent(event: RunEvent): void {
  early.get(event.conversationId)?.push(event)
  takeInBatches(event)
}

const takeInBatches = createRunEventBatches((events) => {
  const before = get()
  let { open, progress } = before
  for (const event of events) {
    const state = open[event.conversationId]
    if (state === undefined) continue
    // What can be shown at once is; the rest of another branch has to be asked for.
    if (event.body.type === 'branch_shown') void openConversation(event.conversationId)
    const next = reduce(state, event)
    if (next === state) continue
    open = { ...open, [event.conversationId]: next }
    if (event.body.type === 'tool_finished') progress = without(progress, event.body.toolUseId)
  }
  if (open !== before.open) set({ open, progress })
})

/** Takes a conversation's line for the list. */
export function takeConversation(conversation: ConversationSummary): void {
  set(({ list }) => ({
    list: byNewest([conversation, ...list.filter((other) => other.id !== conversation.id)]),
  }))
}

/** The line of a conversation in the list. */
export function conversationLine(id: string): ConversationSummary | undefined {
  return get().list.find((conversation) => conversation.id === id)
}

/**
 * Whether an open conversation was moved to the trash, as in another window. The list has all that are elsewhere; one that
 * just began comes into it while its first run is at work.
 */
export function isInTrash({ list, listed, open }: ConversationsState, id: string): boolean {
  const state = open[id]
  const isThere = list.some((conversation) => conversation.id === id) || runningRun(state) !== null
  return listed && state !== undefined && !isThere
}

/** Tells main that somebody looks at a conversation. */
export function markSeen(id: string): void {
  // Where it fails, its sign stays until it is opened again.
  client.conversations.seen({ id }).then(takeConversation, () => undefined)
}

/** A conversation was moved to the trash. */
export function dropConversation(id: string): void {
  set(({ list, open }) => ({ list: list.filter((other) => other.id !== id), open: without(open, id) }))
}

/** Takes how far a tool is. */
export function takeProgress(toolUseId: string, progress: ToolProgress): void {
  set((state) => ({ progress: { ...state.progress, [toolUseId]: progress } }))
}

/** What is written for a conversation. */
export function draftOf(drafts: Readonly<Record<string, Draft>>, id: string | null): Draft {
  return drafts[id ?? newConversation] ?? emptyDraft
}

/** Changes what is written. */
export function changeDraft(id: string | null, change: Partial<Draft>): void {
  const key = id ?? newConversation
  set(({ drafts }) => ({ drafts: { ...drafts, [key]: { ...emptyDraft, ...drafts[key], ...change } } }))
}

/** Drops what is written, with its pictures. */
export function dropDraft(id: string): void {
  const { attachments } = draftOf(get().drafts, id)
  set(({ drafts }) => ({ drafts: without(drafts, id) }))
  void letGoUnsent(picturesOf(attachments), draftPictures())
}

/** The hashes of the pictures that what is written has, in any conversation. */
export function draftPictures(): ReadonlySet<string> {
  return new Set(Object.values(get().drafts).flatMap(({ attachments }) => picturesOf(attachments)))
}

/** Puts a message that was on its way back into the message box, before what is written there. */
export function putBack(id: string | null, back: Draft): void {
  const { text, attachments, limit = back.limit } = draftOf(get().drafts, id)
  changeDraft(id, {
    text: [back.text, text].filter((words) => words.trim() !== '').join('\n\n'),
    attachments: eachOnce([...back.attachments, ...attachments]),
    ...(limit === undefined ? {} : { limit }),
  })
}

/** Attaches documents to what is written, each once; see {@link attach}. */
export function attachDocuments(
  id: string | null,
  documents: readonly { id: string; title: string }[],
): number {
  return attach(
    id,
    documents.map(({ id: documentId, title }) => ({ kind: 'document', documentId, title })),
  )
}

/** Attaches anything to what is written, each thing once and as many as a message takes; answers how many are attached. */
export function attach(id: string | null, added: readonly Attachment[]): number {
  const { attachments } = draftOf(get().drafts, id)
  const all = eachOnce([...attachments, ...added])
  // What came back from sending may be more already; none of that is lost.
  const taken = all.slice(0, Math.max(attachmentLimit, attachments.length))
  if (taken.length < all.length) notify({ tone: 'info', title: attachmentsText().tooMany(attachmentLimit) })
  changeDraft(id, { attachments: taken })
  return eachOnce(added).filter((each) => taken.includes(each)).length
}

function eachOnce(attachments: readonly Attachment[]): readonly Attachment[] {
  return [...new Map(attachments.map((each) => [attachmentKey(each), each])).values()]
}

/** The document that a message is about alone: as was chosen, or as the message before it. */
export function limitOf(draft: Draft, state: ConversationState | undefined): Limit | null {
  if (draft.limit !== undefined) return draft.limit
  const last = state?.messages.findLast(({ role }) => role === 'user')
  if (last?.role !== 'user') return null
  return limitIn(last.attachments) ?? null
}

/** Begins a conversation about one document. */
export function askAbout({ id, title }: { readonly id: string; readonly title: string }): void {
  changeDraft(null, { limit: { documentId: id, title } })
}

/**
 * Sends what is written; it comes back if that fails, before what was written since. Answers the conversation's id.
 * What is written meanwhile goes along into a new conversation as long as the person `stays`.
 */
export async function send(id: string | null, stays: () => boolean): Promise<string> {
  const draft = draftOf(get().drafts, id)
  const key = id ?? newConversation
  const limit = limitOf(draft, id === null ? undefined : get().open[id])
  set({ sending: key })
  // A conversation goes on about the document that was chosen; the next new one begins about everything.
  changeDraft(id, id === null ? { ...emptyDraft, limit: undefined } : emptyDraft)
  try {
    const sent = await client.conversations.send({
      conversationId: id,
      queue: true,
      text: draft.text.trim(),
      attachments: [
        ...draft.attachments,
        ...(limit === null
          ? []
          : [{ kind: 'limit' as const, documentId: limit.documentId, title: limit.title }]),
      ],
      assistantId: assistantFor(id, id === null ? undefined : get().open[id]),
    })
    void letGoUnsent(picturesOf(draft.attachments), draftPictures())
    if (get().open[sent.conversationId] === undefined) await openConversation(sent.conversationId)
    if (id === null) {
      if (stays()) moveDraft(sent.conversationId)
      forgetChoiceForNew()
    }
    return sent.conversationId
  } catch (error) {
    putBack(id, draft)
    throw error
  } finally {
    set({ sending: null })
  }
}

/** What was written on while a conversation came to be belongs to that one. */
function moveDraft(to: string): void {
  const { text, attachments } = draftOf(get().drafts, null)
  if (text !== '' || attachments.length > 0) changeDraft(to, { text, attachments })
  changeDraft(null, emptyDraft)
}

/** Stops a run. */
export async function stopRun(runId: string): Promise<void> {
  await client.conversations.stop({ runId })
}

/** Goes on after a run that failed or was stopped, with the assistant that is chosen now. */
export async function retryRun(conversationId: string, runId: string): Promise<void> {
  const assistantId = assistantFor(conversationId, get().open[conversationId])
  await client.conversations.retry({ runId, assistantId })
}

/** Gives a conversation another title. */
export async function renameConversation(id: string, title: string): Promise<void> {
  takeConversation(await client.conversations.rename({ id, title }))
}

/** Moves a conversation to the trash. */
export async function removeConversation(id: string): Promise<void> {
  await client.conversations.remove({ id })
  dropConversation(id)
}

/** Brings a conversation back from the trash. */
export async function restoreConversation(id: string): Promise<void> {
  takeConversation(await client.conversations.restore({ id }))
}

/** The run that is at work in a conversation. */
export function runningRun(state: ConversationState | undefined): string | null {
  if (state === undefined) return null
  return Object.values(state.runs).findLast((run) => run.status === 'running')?.id ?? null
}

function byNewest(list: readonly ConversationSummary[]): ConversationSummary[] {
  return list.toSorted((a, b) => b.updatedAt - a.updatedAt)
}
