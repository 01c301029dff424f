import type { Client } from '../../src/main/rpc/client'

/** Has a tool change something as a person does by hand, and approves it; answers what it names first. */
export async function changeByHand(client: Client, tool: string, input: unknown): Promise<string> {
  const outcome = await client.tools.call({ tool, input })
  if (outcome.status === 'done') throw new Error(`${tool}: ${outcome.result.content}`)
  const { proposal } = outcome
  await client.proposals.approve({ id: proposal.id, planHash: proposal.planHash })
  return proposal.preview.targets[0]?.reference ?? ''
}
