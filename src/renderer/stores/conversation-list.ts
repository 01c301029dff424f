import { create } from 'zustand'
import type {
  ConversationFolder,
  ExportFormat,
  MessageHit,
  TrashedConversation,
} from '../../shared/contract/conversation-list'
import { client } from '../app/client'
import { saveFile } from '../ui/save-file'
import { showMessage, takeConversation, useConversations } from './conversations'

interface ListState {
  readonly folders: readonly ConversationFolder[]
  /** Sections that this window shows folded or unfolded, against how they begin. */
  readonly turned: Readonly<Record<string, boolean>>
}

const turnedKey = 'countersign-conversation-sections'

function storedTurned(): Record<string, boolean> {
  return Object.fromEntries((localStorage.getItem(turnedKey) ?? '').split(' ').map((id) => [id, true]))
}

/** How the list of conversations is kept in order. */
export const useConversationList = create<ListState>(() => ({ folders: [], turned: storedTurned() }))

const { setState: set, getState: get } = useConversationList

/** Loads the folders. */
export async function loadConversationFolders(): Promise<void> {
  takeConversationFolders(await client.conversations.folders())
}

/** Takes the folders from the stream. */
export function takeConversationFolders(folders: readonly ConversationFolder[]): void {
  set({ folders })
}

/** Folds a section that is open, and unfolds one that is not. */
export function turnSection(id: string): void {
  const turned = { ...get().turned, [id]: !get().turned[id] }
  localStorage.setItem(
    turnedKey,
    Object.keys(turned)
      .filter((key) => turned[key])
      .join(' '),
  )
  set({ turned })
}

/** Pins, archives or moves a conversation. */
export async function arrangeConversation(
  id: string,
  wish: { pinned?: boolean; archived?: boolean; folderId?: string | null },
): Promise<void> {
  takeConversation(await client.conversations.arrange({ id, ...wish }))
}

/** Makes a folder. */
export async function createConversationFolder(name: string): Promise<ConversationFolder> {
  return client.conversations.createFolder({ name })
}

/** Gives a folder another name. */
export async function renameConversationFolder(id: string, name: string): Promise<void> {
  await client.conversations.renameFolder({ id, name })
}

/** Takes a folder away; what is in it stays. */
export async function removeConversationFolder(id: string): Promise<void> {
  await client.conversations.removeFolder({ id })
}

/** What is in the trash. */
export async function trashedConversations(): Promise<readonly TrashedConversation[]> {
  return client.conversations.trash()
}

/** Deletes a conversation that is in the trash. */
export async function removeConversationForGood(id: string): Promise<void> {
  await client.conversations.removeForGood({ id })
}

/** Messages of all conversations that have these words. */
export async function searchMessages(words: string): Promise<{ hits: readonly MessageHit[]; more: boolean }> {
  return client.conversations.search({ words })
}

/** Places of the messages of a conversation's shown branch that have this text. */
export async function findInConversation(id: string, words: string): Promise<readonly number[]> {
  return (await client.conversations.find({ id, words })).places
}

/** Saves a conversation as a file. */
export async function exportConversation(id: string, format: ExportFormat): Promise<void> {
  const { name, type, content } = await client.conversations.export({ id, format })
  saveFile(name, type, content)
}

/** Has a conversation show one of its messages, on whatever branch it is. */
export async function lookAtMessage(conversationId: string, messageId: string): Promise<void> {
  const index = await showMessage(conversationId, messageId)
  useConversations.setState({ lookedAt: { conversationId, index } })
}
