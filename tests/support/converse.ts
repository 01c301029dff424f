import { vi } from 'vitest'
import type { Client } from '../../src/main/rpc/client'

/** Says something in a new conversation and waits until it is answered; answers the conversation's id. */
export async function converse(client: Client, text: string, timeout: number): Promise<string> {
  const { conversationId, runId } = await client.conversations.send({ conversationId: null, text })
  await vi.waitUntil(
    async () => {
      const { runs } = await client.conversations.snapshot({ id: conversationId })
      return runs[runId]?.status === 'completed'
    },
    { timeout },
  )
  return conversationId
}
