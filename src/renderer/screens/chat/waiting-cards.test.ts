import { describe, expect, it } from 'vitest'
import type { ProposalLine } from '../../../shared/contract/changes'
import type { Message } from '../../../shared/run/state'
import type { Branch } from './branch'
import { unsettledIn, waitingCards } from './waiting-cards'

const line = (
  status: ProposalLine['status'],
  { conversationId = 'here', replaces = null }: Partial<ProposalLine> = {},
) => ({ status, conversationId, replaces })

const answer = (...proposals: readonly string[]): Message => ({
  ...{ role: 'assistant', id: 'a', runId: 'run', at: 0, streaming: false },
  blocks: proposals.map((proposalId) => ({
    ...{ type: 'tool_use', toolUseId: proposalId, name: 'create_note', inputJson: '{}' },
    ...{ status: 'waiting', proposalId },
  })),
})
const question: Message = { role: 'user', id: 'q', runId: 'run', at: 0, text: 'Do it', attachments: [] }

function branchOf(...messages: readonly (Message | undefined)[]): Branch {
  return {
    length: messages.length,
    message: (at) => messages[at],
    versions: () => undefined,
    run: () => undefined,
  }
}

function shown(byId: Readonly<Record<string, ReturnType<typeof line>>>, branch: Branch) {
  return waitingCards(unsettledIn(byId, 'here'), byId, branch)
}

describe('the cards of a conversation', () => {
  it('are what waits or is being applied, in the order in which it is shown', () => {
    const byId = {
      d: line('pending'),
      a: line('pending'),
      b: line('rejected'),
      c: line('approved'),
      e: line('pending', { conversationId: 'elsewhere' }),
    }
    expect(shown(byId, branchOf(question, answer('a', 'b'), question, answer('c', 'd', 'e')))).toEqual([
      { id: 'a', place: 1 },
      { id: 'c', place: 3 },
      { id: 'd', place: 3 },
    ])
  })

  it('stand where the proposal was that they were made from anew', () => {
    const byId = {
      first: line('conflict'),
      second: line('expired', { replaces: 'first' }),
      third: line('pending', { replaces: 'second' }),
      other: line('pending'),
    }
    expect(shown(byId, branchOf(answer('first', 'other'))).map(({ id }) => id)).toEqual(['third', 'other'])
  })

  it('are only those of the branch that is shown, and of messages that are loaded', () => {
    const byId = { here: line('pending'), hidden: line('pending') }
    expect(shown(byId, branchOf(undefined, answer('here')))).toEqual([{ id: 'here', place: 1 }])
    expect(shown({}, branchOf(answer('here')))).toEqual([])
  })
})
