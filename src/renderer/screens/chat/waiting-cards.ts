import type { ProposalLine } from '../../../shared/contract/changes'
import type { Branch } from './branch'

/** A card that is not settled yet, and the place of the message that it stands in. */
export interface WaitingCard {
  readonly id: string
  readonly place: number
}

type Line = Pick<ProposalLine, 'conversationId' | 'status' | 'replaces'>

/** The ids of what waits in a conversation, or is being applied, as one text. */
export function unsettledIn(byId: Readonly<Record<string, Line>>, conversationId: string): string {
  return Object.entries(byId)
    .filter(([, line]) => line.conversationId === conversationId && isUnsettled(line))
    .map(([id]) => id)
    .join(' ')
}

/** The cards of these proposals, in the order in which the branch shows them; what it does not show is left out. */
export function waitingCards(
  unsettled: string,
  byId: Readonly<Record<string, Line>>,
  branch: Branch,
): readonly WaitingCard[] {
  // A proposal that was made anew stands where the first one was.
  const cards = new Map(
    unsettled
      .split(' ')
      .filter((id) => id !== '')
      .map((id) => [firstOf(id, byId), id]),
  )
  const found: WaitingCard[] = []
  for (let place = branch.length - 1; place >= 0 && found.length < cards.size; place--) {
    const message = branch.message(place)
    if (message?.role !== 'assistant') continue
    for (const block of message.blocks.toReversed()) {
      const id = block?.type === 'tool_use' ? cards.get(block.proposalId ?? '') : undefined
      if (id !== undefined) found.push({ id, place })
    }
  }
  return found.toReversed()
}

function isUnsettled({ status }: Line): boolean {
  return status === 'pending' || status === 'approved'
}

function firstOf(id: string, byId: Readonly<Record<string, Line>>): string {
  let first = id
  for (let before = byId[id]?.replaces ?? null; before !== null; before = byId[before]?.replaces ?? null) {
    first = before
  }
  return first
}
