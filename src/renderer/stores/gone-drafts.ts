import { toAppError } from '../../shared/errors'
import { client } from '../app/client'
import { conversationLine, dropDraft, newConversation, useConversations } from './conversations'
import { dropMessageEdit, useMessageEdits } from './message-edits'

/** Drops what is written for a conversation that was deleted for good; what is in the trash keeps it. */
export async function dropDraftIfGone(id: string): Promise<void> {
  const places = [useConversations.getState().drafts, useMessageEdits.getState().drafts]
  const isWritten = id !== newConversation && places.some((drafts) => id in drafts)
  if (!isWritten || conversationLine(id) !== undefined) return
  try {
    // The list leaves out what is in the trash: only the conversation itself tells whether it is still there.
    await client.conversations.page({ id, from: 0, count: 1 })
  } catch (error) {
    if (toAppError(error).code !== 'not_found') throw error
    dropDraft(id)
    dropMessageEdit(id)
  }
}
