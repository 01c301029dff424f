import type { Client } from '../../src/main/rpc/client'
import type { Proposal } from '../../src/shared/contract/changes'
import type { SequenceDefinition } from '../../src/shared/sequences/definition'

/** A run of a sequence that has ended. */
export type RanSequence = {
  readonly conversationId: string
  readonly runId: string
  /** What was proposed, in order, as it was before it was decided. */
  readonly proposals: readonly Proposal[]
}

type StoredSequence = { readonly id: string; readonly revision: number }

/** Makes a sequence that can be run more than once. */
export async function storeSequence(client: Client, definition: SequenceDefinition): Promise<StoredSequence> {
  const { id, revision } = await client.sequences.create({ definition })
  return { id, revision }
}

/**
 * Runs a sequence, or makes one first, to the end of its run; decides on each proposal, which is approved unless it is
 * said how.
 */
export async function runSequence(
  client: Client,
  sequence: StoredSequence | SequenceDefinition,
  decide: (proposal: Proposal) => Promise<unknown> = ({ id, planHash, typeToConfirm }) =>
    client.proposals.approve({ id, planHash, typed: typeToConfirm ?? undefined }),
): Promise<RanSequence> {
  const { id, revision } = 'id' in sequence ? sequence : await storeSequence(client, sequence)
  const events = await client.events.watch()
  await events.next()
  const begun = await client.sequences.run({ id, revision, inputs: {} })
  const proposals: Proposal[] = []
  for await (const event of events) {
    if (
      event.type === 'proposal' &&
      event.proposal.runId === begun.runId &&
      event.proposal.status === 'pending'
    ) {
      const proposal = await client.proposals.get({ id: event.proposal.id })
      proposals.push(proposal)
      await decide(proposal)
    }
    const isOfRun = event.type === 'run' && event.event.runId === begun.runId
    if (isOfRun && event.event.body.type === 'run_finished') break
  }
  return { ...begun, proposals }
}
