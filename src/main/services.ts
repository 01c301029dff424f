import type { Actor, StandingApproval } from '../shared/actor'
import type { Assistant, AssistantFields, ImportNote } from '../shared/contract/assistants'
import type {
  Amendment,
  AuditCheck,
  Change,
  ChangeLine,
  Proposal,
  ProposalLine,
  UndoneTogether,
} from '../shared/contract/changes'
import type {
  ConversationFolder,
  ConversationSummary,
  ExportFormat,
  MessageHit,
  TrashedConversation,
} from '../shared/contract/conversation-list'
import type { DocumentLayout, FoundWords, Rect } from '../shared/contract/document-layout'
import type { Access, Grant } from '../shared/contract/files'
import type {
  Collection,
  Document,
  DocumentFacets,
  DocumentFilter,
  DocumentSort,
  Passage,
  SearchedBy,
  SourceState,
} from '../shared/contract/library'
import type { PictureBytes } from '../shared/contract/pictures'
import type { ToolPolicy } from '../shared/contract/policies'
import type { LocalServer, ModelStatus, Settings } from '../shared/contract/settings'
import type { Remember, StandingGrant } from '../shared/contract/standing-grants'
import type { CallOutcome, ToolInfo } from '../shared/contract/tools'
import type { UndoComparison, UndoDecision, UndoItem } from '../shared/contract/undo-choices'
import type { Attachment } from '../shared/run/blocks'
import type { ConversationState, QueuedMessage } from '../shared/run/state'
import type { Choice, Edited } from '../shared/tool/choice'
import type { Picture } from '../shared/tool/picture'
import type { Policy } from '../shared/tool/policy'
import type { ToolResult } from '../shared/tool/result'
import type { ToolContext } from '../shared/tool/runtime'
import type { MessagePage } from './agent/branches'
import type { ChangesQuery } from './db/changes'
import type { ProposalsQuery } from './db/proposals'
import type { FoundFiles } from './library/find-files'
import type { Model } from './model/port'

// The seams between the parts of main: each part implements one interface and is handed the others by compose.ts.

/** How a write may be applied without a decision: a process's standing approval, or the person's own gesture. */
export type Approval = StandingApproval | 'gesture' | null

/** One call of a tool by whoever it is. */
export interface GateCall {
  /** Name or alias. */
  readonly tool: string
  readonly input: unknown
  readonly actor: Actor
  readonly approval: Approval
  readonly runId: string | null
  readonly conversationId: string | null
  readonly toolUseId: string | null
  readonly signal: AbortSignal
  readonly progress?: ToolContext['progress']
  readonly used?: ToolContext['used']
  /** False to be refused what would have to be asked of a person. */
  readonly asks?: false
  /** Nobody is there to look: no policy applies anything by itself then. */
  readonly unattended?: boolean
}

/** A decided proposal, with what applying it gave when it was applied. */
export interface Decided {
  readonly proposal: Proposal
  readonly result: ToolResult | null
}

/** What undoing several changes in one go is told. */
interface UndoOfSeveral {
  readonly decisions?: readonly UndoDecision[] | undefined
  /** An earlier one that this goes on with. */
  readonly batch?: string | undefined
  readonly by: Actor
  readonly signal: AbortSignal
}

/** The one way to any effect. */
export interface Gate {
  /** Never throws for what a tool or its input does wrong: that is a result with `success: false`. */
  call(call: GateCall): Promise<CallOutcome>
  approve(decision: {
    id: string
    planHash: string
    typed?: string | undefined
    choice?: Choice | undefined
    edited?: Edited | undefined
    amendedHash?: string | undefined
    remember?: Remember | undefined
    by: Actor
  }): Promise<Decided>
  /** Shows what approving a part, or an edited content, would apply. */
  amend(wish: {
    id: string
    planHash: string
    choice?: Choice | undefined
    edited?: Edited | undefined
  }): Promise<Omit<Amendment, 'by'> & { readonly typeToConfirm: string | null }>
  reject(decision: { id: string; reason: string; by: Actor }): Promise<Decided>
  proposeAgain(request: { id: string; by: Actor; signal: AbortSignal }): Promise<Proposal>
  /** Resolves once the proposal is no longer pending; rejects with `cancelled` on abort. */
  decided(id: string, signal: AbortSignal): Promise<Decided>
  /** What became of a proposal, or of the last that was made anew of it; null while that waits, and where there is none. */
  settled(id: string): Decided | null
  /** The number of the change that undid one; null while it stands. */
  undoneBy(changeId: string): number | null
  /** Closes the pending proposals of a run that ended, and stops what its approved ones still bring in. */
  withdrawRun(runId: string): void
  /** Stops what an approved proposal brings in: what is whole by then is applied. False where it brings in nothing now. */
  stopGathering(id: string): boolean
  proposals(query: ProposalsQuery): readonly Proposal[]
  /** The same as lines, for a list. */
  proposalLines(query: ProposalsQuery): readonly ProposalLine[]
  /** By id or short number; throws `not_found`. */
  proposal(id: string): Proposal
  changes(query: ChangesQuery): readonly Change[]
  /** The same as lines, for a list. */
  changeLines(query: ChangesQuery): readonly ChangeLine[]
  change(id: string): Change
  undo(request: {
    id: string
    decisions?: readonly Omit<UndoDecision, 'changeId'>[]
    by: Actor
    signal: AbortSignal
  }): Promise<Change>
  /** The things of a change of many that can be undone one by one. */
  undoItems(request: { id: string; signal: AbortSignal }): Promise<{ items: UndoItem[] }>
  undoSome(request: {
    id: string
    references: readonly string[]
    by: Actor
    signal: AbortSignal
  }): Promise<Change>
  /** What was changed since and keeps an undo from bringing back what was there. */
  compareUndo(request: { id: string; signal: AbortSignal }): Promise<{ differences: UndoComparison[] }>
  undoRun(request: UndoOfSeveral & { runId: string }): Promise<UndoneTogether>
  undoConversation(request: UndoOfSeveral & { conversationId: string }): Promise<UndoneTogether>
  /** Takes back what one undo of several changes did. */
  undoBatch(request: UndoOfSeveral & { id: string }): Promise<UndoneTogether>
  /** What an assistant may do with each tool. */
  policies(assistant: string): readonly ToolPolicy[]
  /** The names of tools that an assistant may not use. */
  deniedTools(assistant: string): readonly string[]
  setPolicy(choice: { assistant: string; tool: string; policy: Policy | null; by: Actor }): ToolPolicy
  /** Approvals that are remembered. */
  standingGrants(status: 'active' | 'all'): readonly StandingGrant[]
  revokeStandingGrant(request: { id: string; by: Actor }): StandingGrant
  verifyAudit(): Promise<AuditCheck>
  /** At start: rolls back effects that a crash left under way, and expires what is too old. */
  recover(): Promise<void>
}

/** Assistants: what each is told, has and may. Only a person changes them. */
export interface Assistants {
  /** Those in the trash too. */
  list(): readonly Assistant[]
  /** Throws `not_found`; answers for one in the trash too. */
  get(id: string): Assistant
  create(request: {
    fields: AssistantFields
    policies: Readonly<Record<string, Policy | null>>
    by: Actor
  }): Promise<Assistant>
  change(request: {
    id: string
    revision: number
    fields: AssistantFields
    policies: Readonly<Record<string, Policy | null>>
    by: Actor
  }): Promise<Assistant>
  duplicate(request: { id: string; by: Actor }): Assistant
  remove(request: { id: string; by: Actor }): Assistant
  restore(request: { id: string; by: Actor }): Assistant
  /** Takes base64. */
  drawPicture(data: string): Promise<{ picture: Picture; bytes: PictureBytes }>
  exportFile(id: string): Promise<{ name: string; text: string }>
  importFile(request: { text: string; by: Actor }): Promise<{ assistant: Assistant; notes: ImportNote[] }>
}

/** The list of conversations: order, trash, search, export. */
export interface ConversationList {
  list(): readonly ConversationSummary[]
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
  /** Its end, which is what a page begins with. */
  tail(id: string): ConversationState
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
  }): Promise<{ conversationId: string; runId: string; queued: boolean }>
  /** Takes a message back that waits; throws `not_found` once it has joined. */
  unqueue(request: { conversationId: string; messageId: string }): QueuedMessage
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
  stop(runId: string): boolean
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

/** Folders that tools may touch. */
export interface FolderGrants {
  list(): readonly Grant[]
  grant(path: string, access: Access, source: Grant['source']): Promise<Grant>
  revoke(id: string): void
}

interface RowsOfTable {
  readonly filter: DocumentFilter
  readonly sort: DocumentSort
  readonly offset: number
  readonly limit: number
}

/** The document library, below its tools. */
export interface Library {
  collections(): readonly Collection[]
  documents(query: {
    collectionId?: string | undefined
    status: 'pending' | 'complete' | 'error' | 'all'
    title?: string | undefined
    limit: number
    cursor?: string | undefined
  }): { documents: readonly Document[]; cursor: string | null; total: number }
  document(id: string): Document
  /** Some rows of the table of documents. */
  rows(query: RowsOfTable, signal: AbortSignal): Promise<readonly Document[]>
  rowIds(query: RowsOfTable, signal: AbortSignal): Promise<readonly string[]>
  countRows(filter: DocumentFilter, signal: AbortSignal): Promise<number>
  facets(collectionId: string | undefined, signal: AbortSignal): Promise<DocumentFacets>
  /** Walks folders; symbolic links to folders are not followed. */
  findFiles(paths: readonly string[], signal: AbortSignal): Promise<FoundFiles>
  cancel(id: string): Document
  /** Cancels those that are at work or wait; answers how many. */
  cancelAll(ids: readonly string[]): Promise<number>
  /** Writes a pasted text to a file that is to be added; answers its path. */
  storeText(title: string, text: string): Promise<string>
  /** Reads it again; with `recognize` also the text in its pictures, from then on. */
  restart(id: string, recognize?: boolean): Document
  /** Reads a locked PDF with its password, which is forgotten with that; throws `locked` when it is a wrong one. */
  unlock(id: string, password: string, signal: AbortSignal): Promise<Document>
  search(query: {
    query: string
    collectionId?: string | undefined
    tags?: readonly string[] | undefined
    minSimilarity?: number | undefined
    types?: readonly string[] | undefined
    addedFrom?: number | undefined
    addedBefore?: number | undefined
    documentId?: string | undefined
    typing?: boolean | undefined
    quick?: boolean | undefined
    limit: number
    signal?: AbortSignal
  }): Promise<{
    results: readonly Passage[]
    tookMs: number
    /** Present while documents wait for their entries in the index. */
    waiting?: { documents: number; of: number }
    /** Present while vectors are in use. */
    searchedBy?: SearchedBy
  }>
  page(request: {
    id: string
    page: number
    width: number
    highlight?: { start: number; end: number } | undefined
  }): Promise<{
    page: number
    pages: number
    image: string
    width: number
    height: number
    highlights: readonly Rect[]
    text: string
  }>
  text(id: string, start: number, length: number): { text: string; start: number; total: number }
  /** As text, also where pages could be drawn, when that is asked for. */
  layout(id: string, asText?: boolean): Promise<DocumentLayout>
  find(id: string, words: string, signal: AbortSignal): Promise<{ matches: FoundWords[]; more: boolean }>
  sourceState(id: string, signal: AbortSignal): Promise<SourceState>
  /** Goes on with what a crash or a quit interrupted. */
  resume(): void
  close(): Promise<void>
}

/** Settings, keys and the model in use. */
export interface SettingsService {
  get(): Settings
  /** In which language main writes: the one that is chosen, else that of the page, else that of this process. */
  language(): 'en' | 'de'
  /** A page tells in which language its browser, or the system, is. */
  pageSpeaks(language: 'en' | 'de'): void
  set(patch: Partial<Settings>): Settings
  setKey(key: string): Promise<ModelStatus>
  modelStatus(): Promise<ModelStatus>
  /** Whether a model at the server in use takes pictures; empty for the one of the settings. */
  takesPictures(model: string): Promise<boolean>
  /** Asks the server in use what it can do, and keeps that. */
  checkServer(): Promise<ModelStatus>
  /** Loads what the first question to a model would wait for; answers whether a model is in use. */
  prepareModel(): Promise<boolean>
  findLocalServers(): Promise<readonly LocalServer[]>
  listModels(): Promise<readonly string[]>
  /** The model that the next run uses; `wished` stands in place of the stored one, unless it is empty. */
  model(wished?: string): Promise<Model>
}

/** The catalog of tools. */
export interface Catalog {
  readonly tools: readonly ToolInfo[]
  /** The prompt texts of all modules, in order. */
  readonly prompts: readonly { readonly module: string; readonly title: string; readonly text: string }[]
}
