import { vi } from 'vitest'
import type { Client } from '../../src/main/rpc/client'
import type { Document } from '../../src/shared/contract/document'

/** Adds files as a person does and waits until all that came of them can be searched (at most half a minute). */
export async function addComplete(client: Client, paths: string[]): Promise<readonly Document[]> {
  const { documents } = await client.library.add({ paths })
  await vi.waitUntil(
    async () => (await client.library.documents({ status: 'complete' })).total === documents.length,
    { timeout: 30_000 },
  )
  return documents
}
