import type { QueuedMessage } from '../../shared/run/state'
import { client } from '../app/client'
import { assistantFor } from './chosen-assistants'
import { attach, changeDraft, draftOf, useConversations } from './conversations'

/** Takes a message back that waits; it is gone then. */
export function takeBack(conversationId: string, messageId: string): Promise<QueuedMessage> {
  return client.conversations.unqueue({ conversationId, messageId })
}

/** Takes a message back into the message box, before what is written there. */
export async function editQueued(conversationId: string, messageId: string): Promise<void> {
  const taken = await takeBack(conversationId, messageId)
  const { text, attachments } = draftOf(useConversations.getState().drafts, conversationId)
  changeDraft(conversationId, {
    text: [taken.text, text].filter((words) => words.trim() !== '').join('\n\n'),
    attachments: taken.attachments.filter(({ kind }) => kind !== 'limit'),
  })
  attach(conversationId, attachments)
}

/** Starts a run with the messages that were kept. */
export async function sendQueued(conversationId: string): Promise<void> {
  await client.conversations.sendQueued({
    conversationId,
    assistantId: assistantFor(conversationId, useConversations.getState().open[conversationId]),
  })
}

/** Asks a model's server again at once. */
export async function tryNow(runId: string): Promise<void> {
  await client.conversations.tryNow({ runId })
}
