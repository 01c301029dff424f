import type { Actor, StandingApproval } from '../../shared/actor'
import type {
  ConversationFolder,
  ConversationSummary,
  ExportFormat,
  MessageHit,
  TrashedConversation,
} from '../../shared/contract/conversation-list'
import type { PictureBytes } from '../../shared/contract/pictures'
import type { AppError } from '../../shared/errors'
import type { Attachment } from '../../shared/run/blocks'
import type { ConversationState, QueuedMessage, RunState } from '../../shared/run/state'
import type { Picture } from '../../shared/tool/picture'
import type { MessagePage } from '../agent/conversations/branch-loading'
import type { Follows } from './scripts'

/** The list of conversations: order, trash, search, export. */
export interface ConversationList {
  list(): readonly ConversationSummary[]
  /** Null for one that is in the trash, or gone. */
  summary(id: string): ConversationSummary | null
  rename(id: string, title: string): ConversationSummary
  arrange(wish: {
    id: string
    pinned?: boolean | undefined
    archived?: boolean | undefined
    folderId?: string | null | undefined
  }): ConversationSummary
  remove(id: string): void
  restore(id: string): ConversationSummary
  trash(): readonly TrashedConversation[]
  /** Deletes what is in the trash, with everything that happened in it; the ledger stays. */
  removeForGood(id: string): void
  /** Deletes what has been in the trash for longer than it is kept there. */
  emptyTrash(): void
  folders(): readonly ConversationFolder[]
  putFolder(folder: { id: string | null; name: string }): ConversationFolder
  removeFolder(id: string): void
  search(words: string, limit: number): { hits: MessageHit[]; more: boolean }
  /** Places on the shown branch of messages with this exact text, whatever the case of its letters. */
  find(id: string, words: string): Promise<number[]>
  export(id: string, format: ExportFormat): Promise<{ name: string; type: string; content: string }>
}

/** Conversations and their runs. */
export interface Conversations extends ConversationList {
  /** The whole of the shown branch. */
  snapshot(id: string): ConversationState
  /** Its end, which is what a page begins with, and its title, also of one that is in the trash. */
  tail(id: string): ConversationState & { readonly title: string }
  /** Draws a picture, as base64, as a model takes it, and keeps it; throws with a sentence for people. */
  drawPicture(data: string): Promise<{ picture: Picture; bytes: PictureBytes }>
  /** The pictures of a person's messages, on all branches. */
  attachedPictures(id: string): readonly Picture[]
  /** The pictures that a tool call gave, on whatever branch it is. */
  picturesOfCall(id: string, toolUseId: string): readonly Picture[]
  /** Some messages of it, for a page that scrolls there. */
  page(place: { id: string; from: number; count: number }): MessagePage
  /** Forgets that its last run ended unseen. */
  seen(id: string): ConversationSummary
  send(message: {
    conversationId: string | null
    text: string
    attachments: readonly Attachment[]
    actor: Actor
    approval: StandingApproval | null
    /** Wait for the run at work, and join it, instead of being refused. */
    queue?: boolean
    /** Without it the one that worked last on the shown branch, and the usual one where none did. */
    assistantId?: string | undefined
    /** What the run follows in place of a model; the conversation is new then, and called so. */
    follows?: Follows | undefined
    /** What a new conversation is called; by its message where absent. */
    title?: string | undefined
    /** Stored with its beginning, or not at all; a message that waits has none. */
    alongside?: ((begun: { readonly conversationId: string; readonly runId: string }) => void) | undefined
  }): Promise<{ conversationId: string; runId: string; queued: boolean }>
  /** Takes a message back that waits; throws `not_found` once it has joined. */
  unqueue(request: { conversationId: string; messageId: string }): Promise<QueuedMessage>
  /** Starts a run with the messages that were kept. */
  sendQueued(request: {
    conversationId: string
    actor: Actor
    approval: StandingApproval | null
    assistantId?: string | undefined
  }): Promise<{ conversationId: string; runId: string }>
  /** Ends the wait before a model's server is asked again; false where there is none. */
  tryNow(runId: string): boolean
  /** Sends a message again with other words, on a branch of its own. */
  edit(message: {
    conversationId: string
    messageId: string
    text: string
    attachments: readonly Attachment[]
    actor: Actor
    approval: StandingApproval | null
    assistantId?: string | undefined
  }): Promise<{ conversationId: string; runId: string }>
  /** Has a message answered again, on a branch of its own. */
  regenerate(answer: {
    conversationId: string
    messageId: string
    actor: Actor
    approval: StandingApproval | null
    assistantId?: string | undefined
  }): Promise<{ conversationId: string; runId: string }>
  /** Shows the branch that a message is on, as it was last shown; answers its place there. */
  showMessage(place: { conversationId: string; messageId: string }): { index: number; total: number }
  /** Begins a conversation of a mission with a run that nobody looks at; `alongside` is stored with its beginning. */
  begin(iteration: {
    mission: { readonly id: string; readonly name: string }
    text: string
    title: string
    assistantId: string
    alongside: (begun: { readonly conversationId: string; readonly runId: string }) => void
  }): Promise<{ conversationId: string; runId: string }>
  /** With `because` the run has failed with that, and what it proposed stays. */
  stop(runId: string, because?: AppError): boolean
  /** Resolves when a run is not at work any more, with how it stands; null where its conversation is gone. */
  ended(runId: string): Promise<RunState | null>
  /** Whoever asks for it is who the new run belongs to: a standing approval ends with the process that had it. */
  retry(request: {
    runId: string
    actor: Actor
    approval: StandingApproval | null
    assistantId?: string | undefined
  }): Promise<{ conversationId: string; runId: string }>
  /**
   * At start: ends runs that were cut off and goes on with those that wait for a decision, which only a host that
   * stays can: elsewhere they are left for it. Runs from before `restoredAt` (milliseconds since 1970) came with a
   * backup, and are ended.
   */
  resume(host?: { readonly stays: boolean; readonly restoredAt?: number }): void
  /** Resolves when no run is at work. */
  idle(): Promise<void>
  /** Stops every run and waits until their last events are stored. */
  close(): Promise<void>
}
