import type { ConversationSummary } from '../../../shared/contract/conversation-list'
import type { ConversationTable } from '../../db/conversations'
import type { ConversationList } from '../../services/conversations'
import { createConversationFolders, requireFolder } from './folders'
import { createReadingThrough, type ReadingThroughParts } from './reading-through'
import type { createSummaries } from './summaries'
import { type ConversationTrashParts, createConversationTrash } from './trash'

/** What the list is made of. */
export interface ConversationListParts
  extends Omit<ConversationTrashParts, 'change'>,
    Omit<ReadingThroughParts, 'table'> {
  readonly summaries: ReturnType<typeof createSummaries>
}

/** Makes the list; each change of an entry is told to every window. */
export function createConversationList(parts: ConversationListParts): ConversationList {
  const { table, summaries, publish, now } = parts

  const change = (id: string, to: Parameters<ConversationTable['change']>[1]): ConversationSummary => {
    table.get(id)
    const row = table.change(id, to)
    const conversation = summaries.of(row)
    if (row.trashedAt === null) publish({ type: 'conversation', conversation })
    return conversation
  }

  return {
    ...createConversationFolders(parts),
    ...createConversationTrash({ ...parts, change }),
    ...createReadingThrough(parts),
    list: () => summaries.ofAll(table.list()),
    summary(id) {
      const row = table.find(id)
      return row === null || row.trashedAt !== null ? null : summaries.of(row)
    },
    rename: (id, title) => change(id, { title }),
    arrange({ id, pinned, archived, folderId }) {
      if (folderId !== undefined && folderId !== null) requireFolder(table, folderId)
      const at = (wanted: boolean) => (wanted ? now() : null)
      return change(id, {
        ...(pinned === undefined ? {} : { pinnedAt: at(pinned) }),
        ...(archived === undefined ? {} : { archivedAt: at(archived) }),
        ...(folderId === undefined ? {} : { folderId }),
      })
    },
  }
}
