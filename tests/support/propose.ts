import type { Client } from '../../src/main/rpc/client'
import type { Proposal } from '../../src/shared/contract/changes'

/** Calls a tool and answers what it proposes; throws where nothing was proposed. */
export async function propose(client: Client, tool: string, input: unknown): Promise<Proposal> {
  const outcome = await client.tools.call({ tool, input })
  if (outcome.status === 'proposed') return outcome.proposal
  throw new Error(`${tool} was not proposed: ${outcome.result.content}`)
}
