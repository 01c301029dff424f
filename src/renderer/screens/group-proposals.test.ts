import { describe, expect, it } from 'vitest'
import type { ProposalLine } from '../../shared/contract/changes'
import { groupByRun, inboxProposals } from './group-proposals'

function proposal(number: number, more: Partial<ProposalLine> = {}): ProposalLine {
  return {
    id: `p${number}`,
    number,
    tool: 'create_file',
    toolTitle: 'Create a file',
    module: 'files',
    class: 'safe_create',
    raisedBecause: [],
    summary: '',
    changes: 0,
    warnings: 0,
    outline: [],
    typeToConfirm: null,
    status: 'pending',
    actor: { kind: 'assistant', name: 'Assistant' },
    runId: 'r1',
    conversationId: null,
    toolUseId: null,
    createdAt: number * 1000,
    expiresAt: 0,
    decidedAt: null,
    decidedBy: null,
    reason: null,
    changeId: null,
    replaces: null,
    needs: [],
    chooseBy: null,
    editable: false,
    ...more,
  }
}

const byIdOf = (all: readonly ProposalLine[]) => Object.fromEntries(all.map((each) => [each.id, each]))
const grouped = (all: readonly ProposalLine[]) => groupByRun(all, byIdOf(all))

describe('the inbox', () => {
  it('groups by run, newest group first, and keeps the order inside a group', () => {
    const groups = grouped([proposal(3), proposal(4, { runId: 'r2' }), proposal(1)])
    expect(groups.map((group) => group.proposals.map((p) => p.number))).toEqual([[4], [1, 3]])
  })

  it('keeps proposals without a run apart', () => {
    expect(grouped([proposal(1, { runId: null }), proposal(2, { runId: null })])).toHaveLength(2)
  })

  it('has what a person made by hand together, apart from what they had made in a conversation or of a run', () => {
    const byHand = { actor: { kind: 'person', name: 'You' }, runId: null } as const
    const byCommand = { actor: { kind: 'command_line', name: 'Command line' }, runId: null } as const
    const all = [
      proposal(1, byHand),
      proposal(2),
      proposal(3, byHand),
      proposal(4, { ...byHand, conversationId: 'c' }),
      proposal(5, { ...byHand, replaces: 'long ago' }),
      proposal(6, byCommand),
      proposal(7, byCommand),
    ]
    const groups = grouped(all).map((group) => group.proposals.map((p) => p.number))
    expect(groups).toEqual([[6, 7], [1, 3, 5], [4], [2]])
  })

  it('keeps what was proposed again, once or more often, with the run that first proposed it', () => {
    const again = { runId: null, conversationId: 'c' }
    const all = [
      proposal(1, { status: 'conflict', conversationId: 'c' }),
      proposal(2, { conversationId: 'c' }),
      proposal(3, { ...again, status: 'conflict', replaces: 'p1' }),
      proposal(4, { ...again, replaces: 'p3' }),
    ]
    const groups = groupByRun(inboxProposals(all, 10_000), byIdOf(all))
    expect(groups.map((group) => group.proposals.map((p) => p.number))).toEqual([[2, 4]])
  })

  it('keeps those that were made anew of what is long ago apart, also in one conversation', () => {
    const again = { runId: null, conversationId: 'c' }
    const all = [
      proposal(3, { ...again, replaces: 'p1' }),
      proposal(4, { ...again, replaces: 'p2' }),
      proposal(5, { ...again, status: 'conflict', replaces: 'p2' }),
    ]
    expect(grouped(all).map((group) => group.proposals.map((p) => p.number))).toEqual([[4, 5], [3]])
  })

  it('shows what waits and what can be proposed again, until it was', () => {
    const all = [
      proposal(1),
      proposal(2, { status: 'conflict' }),
      proposal(3, { status: 'expired' }),
      proposal(4, { status: 'pending', replaces: 'p3' }),
      proposal(5, { status: 'applied' }),
      proposal(6, { status: 'rejected' }),
    ]
    expect(inboxProposals(all, 10_000).map((p) => p.number)).toEqual([1, 2, 4])
  })

  it('forgets closed ones after a week', () => {
    const closed = proposal(1, { status: 'conflict' })
    expect(inboxProposals([closed], closed.createdAt + 8 * 24 * 3600 * 1000)).toEqual([])
  })
})
