import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ConversationSummary, trashDays } from '../../../shared/contract/conversation-list'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { messageWords, searchMessages } from '../../db/conversation-search'
import type { ConversationTable } from '../../db/conversations'
import type { Database } from '../../db/open'
import type { RunEventLog } from '../../db/run-events'
import { lookAtClock, trustedTime } from '../../db/trusted-time'
import { newId } from '../../identifier'
import type { ReadPicture } from '../../model/port'
import type { Publish } from '../../publish'
import type { ConversationList } from '../../services/conversations'
import type { Gate } from '../../services/gate'
import { exportConversation } from '../export/export'
import { picturesOfMessage } from './attached-pictures'
import type { Branches } from './branches'
import type { createSummaries } from './summaries'

const dayMs = 86_400_000
/** Messages that are looked through before others have their turn: a few milliseconds' work. */
const messagesPerTurn = 500

/** What the list is made of. */
export interface ConversationListParts {
  readonly db: Database
  readonly gate: Pick<Gate, 'pendingIn'>
  readonly table: ConversationTable
  readonly branches: Branches
  readonly log: Pick<RunEventLog, 'ofConversation' | 'written'>
  readonly readPicture: ReadPicture
  readonly summaries: ReturnType<typeof createSummaries>
  readonly publish: Publish
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** In which exports are written. */
  readonly language: () => 'en' | 'de'
  /** A run is at work in it, or waits for a decision. */
  readonly isBusy: (id: string) => boolean
}

/** Makes the list; each change of an entry is told to every window. */
export function createConversationList(parts: ConversationListParts): ConversationList {
  const { db, gate, table, branches, log, readPicture, summaries, publish, now, isBusy } = parts

  const hasPending = (conversationId: string): boolean => gate.pendingIn(conversationId).has(conversationId)
  const change = (id: string, to: Parameters<ConversationTable['change']>[1]): ConversationSummary => {
    table.get(id)
    const row = table.change(id, to)
    const conversation = summaries.of(row)
    if (row.trashedAt === null) publish({ type: 'conversation', conversation })
    return conversation
  }
  const folders = () => table.folders().map(({ id, name }) => ({ id, name }))
  const publishFolders = (): void => publish({ type: 'conversation_folders', folders: folders() })
  const folderOf = (id: string) => {
    const folder = table.folders().find((each) => each.id === id)
    if (folder === undefined) throw new AppError('not_found', say('conversation.no_folder'), { field: 'id' })
    return folder
  }
  const overdue = (): string[] =>
    table.trashedBefore(trustedTime(db, now()) - trashDays * dayMs).filter((id) => !hasPending(id))
  const emptyTrash = (): void => {
    // Looked at first: a disk that takes nothing now keeps nobody from seeing the trash.
    if (overdue().length === 0) return
    // Only then is it told what was thrown away while the clock was behind.
    lookAtClock(db, now())
    table.delete(overdue())
  }

  return {
    list: () => summaries.ofAll(table.list()),
    summary(id) {
      const row = table.find(id)
      return row === null || row.trashedAt !== null ? null : summaries.of(row)
    },
    rename: (id, title) => change(id, { title }),
    arrange({ id, pinned, archived, folderId }) {
      if (folderId !== undefined && folderId !== null) folderOf(folderId)
      const at = (wanted: boolean) => (wanted ? now() : null)
      return change(id, {
        ...(pinned === undefined ? {} : { pinnedAt: at(pinned) }),
        ...(archived === undefined ? {} : { archivedAt: at(archived) }),
        ...(folderId === undefined ? {} : { folderId }),
      })
    },
    remove(id) {
      table.get(id)
      if (isBusy(id)) {
        throw new AppError('busy', say('conversation.at_work'))
      }
      table.change(id, { trashedAt: now() })
      publish({ type: 'conversation_removed', id })
    },
    restore: (id) => change(id, { trashedAt: null }),
    trash() {
      emptyTrash()
      return table.trashed().map(({ id, title, trashedAt, messages }) => ({
        id,
        title,
        trashedAt: trashedAt ?? 0,
        messages,
      }))
    },
    removeForGood(id) {
      if (table.get(id).trashedAt === null) {
        throw new AppError('conflict', say('conversation.not_in_trash'))
      }
      if (hasPending(id)) {
        throw new AppError('busy', say('conversation.undecided'))
      }
      table.delete([id])
      publish({ type: 'conversation_removed', id })
    },
    emptyTrash,
    folders,
    putFolder({ id, name }) {
      const folder = { id: id ?? newId(), name, createdAt: now() }
      if (id !== null) folderOf(id)
      table.putFolder(folder)
      publishFolders()
      return { id: folder.id, name }
    },
    removeFolder(id) {
      folderOf(id)
      const inside = table.list().filter(({ folderId }) => folderId === id)
      table.deleteFolder(id)
      for (const row of inside)
        publish({ type: 'conversation', conversation: summaries.of(table.get(row.id)) })
      publishFolders()
    },
    search(words, limit) {
      const hits = searchMessages(db, words, limit + 1)
      return { hits: hits.slice(0, limit), more: hits.length > limit }
    },
    async find(id, words) {
      table.get(id)
      const wanted = words.toLocaleLowerCase()
      const has = new Set<string>()
      const all = [...messageWords(db, id)]
      for (const [index, message] of all.entries()) {
        if (index % messagesPerTurn === messagesPerTurn - 1) await nextTurn()
        if (message.words.toLocaleLowerCase().includes(wanted)) has.add(message.id)
      }
      return branches.path(id).flatMap((node, place) => (has.has(node.id) ? [place] : []))
    },
    async export(id, format) {
      const { title } = table.get(id)
      const state = branches.load(id)
      const events = () => parts.log.ofConversation(id)
      const pictures = new Map<string, string>()
      for (const { sha256 } of log.written(id).flatMap(({ body }) => picturesOfMessage(body))) {
        const bytes = await readPicture(sha256)
        if (bytes !== null) pictures.set(sha256, Buffer.from(bytes).toString('base64'))
      }
      return exportConversation({ title, state, events, pictures }, format, parts.language())
    },
  }
}
