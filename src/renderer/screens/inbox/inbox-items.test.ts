import { describe, expect, it } from 'vitest'
import type { ProposalLine } from '../../../shared/contract/changes'
import { groupByRun } from '../group-proposals'
import { inboxItems } from './inbox-items'

// Only what is looked at: where it stands, who made it in which run, and what it needs.
const line = (number: number, needs: readonly number[] = [], more: Partial<ProposalLine> = {}) =>
  ({
    ...{ id: `p${number}`, number, status: 'pending', runId: 'run', createdAt: number },
    actor: { kind: 'assistant', name: 'Assistant' },
    needs: needs.map((each) => ({
      id: `p${each}`,
      number: each,
      status: 'pending',
      summary: '',
      met: false,
    })),
    ...more,
  }) as ProposalLine

function shown(...lines: ProposalLine[]): string[] {
  const byId = Object.fromEntries(lines.map((each) => [each.id, each]))
  const waiting = lines.filter(({ status }) => status === 'pending')
  return inboxItems(groupByRun(waiting, byId), byId).flatMap((item) => {
    switch (item.kind) {
      case 'needs':
        return [`needs: ${item.lines.map(({ number }) => number).join(' ')}`]
      case 'card':
        return [`${item.line.number}${item.told ? ' told' : ''}`]
      default:
        return []
    }
  })
}

describe('the cards of the inbox', () => {
  it('have what several of them need said once, above the first of them', () => {
    expect(shown(line(1), line(2, [1]), line(3), line(4, [1]), line(5, [3]))).toEqual([
      '1',
      'needs: 2 4',
      '2 told',
      '3',
      '4 told',
      '5',
    ])
  })

  it('are of any run or program', () => {
    const by = (number: number) => line(number, [1], { runId: null })
    expect(shown(line(1), by(2), by(3))).toEqual(['needs: 3 2', '3 told', '2 told', '1'])
  })

  it('say it themselves where it is not the same, or applied by now', () => {
    expect(shown(line(1), line(2, [1]), line(3, [1, 2]))).toEqual(['1', '2', '3'])
    expect(shown(line(1, [], { status: 'applied' }), line(2, [1]), line(3, [1]))).toEqual(['2', '3'])
  })
})
