import { limitIn, withoutRead } from '../../shared/run/blocks'
import type { QueuedMessage } from '../../shared/run/state'
import { client } from '../app/client'
import { assistantFor } from './chosen-assistants'
import { putBack, useConversations } from './conversations'

/** Takes a message back that waits; it is gone then. */
export function takeBack(conversationId: string, messageId: string): Promise<QueuedMessage> {
  return client.conversations.unqueue({ conversationId, messageId })
}

/** Takes a message back into the message box, before what is written there. */
export async function editQueued(conversationId: string, messageId: string): Promise<void> {
  const { text, attachments } = await takeBack(conversationId, messageId)
  putBack(conversationId, {
    text,
    // What was read is read again when it is sent; what is written stays small enough for a browser to keep.
    attachments: attachments.filter(({ kind }) => kind !== 'limit').map(withoutRead),
    // It asked about this document alone, or about everything, whatever the message before asks about.
    limit: limitIn(attachments) ?? null,
  })
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
