import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { ConversationTable } from '../../db/conversations'
import { newId } from '../../identifier'
import type { Publish } from '../../publish'
import type { ConversationList } from '../../services/conversations'
import type { createSummaries } from './summaries'

type ConversationFolders = Pick<ConversationList, 'folders' | 'putFolder' | 'removeFolder'>

/** The folders that conversations are kept in; each change of them is told to every window. */
export function createConversationFolders(parts: {
  readonly table: ConversationTable
  readonly summaries: ReturnType<typeof createSummaries>
  readonly publish: Publish
  /** Milliseconds since 1970. */
  readonly now: () => number
}): ConversationFolders {
  const { table, summaries, publish, now } = parts
  const folders = () => table.folders().map(({ id, name }) => ({ id, name }))
  const publishFolders = (): void => publish({ type: 'conversation_folders', folders: folders() })
  return {
    folders,
    putFolder({ id, name }) {
      const folder = { id: id ?? newId(), name, createdAt: now() }
      if (id !== null) requireFolder(table, id)
      table.putFolder(folder)
      publishFolders()
      return { id: folder.id, name }
    },
    removeFolder(id) {
      requireFolder(table, id)
      const inside = table.list().filter(({ folderId }) => folderId === id)
      table.deleteFolder(id)
      for (const row of inside)
        publish({ type: 'conversation', conversation: summaries.of(table.get(row.id)) })
      publishFolders()
    },
  }
}

/** Throws `not_found` for a folder that there is not. */
export function requireFolder(table: Pick<ConversationTable, 'folders'>, id: string): void {
  if (table.folders().some((folder) => folder.id === id)) return
  throw new AppError('not_found', say('conversation.no_folder'), { field: 'id' })
}
