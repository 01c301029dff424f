import { describe, expect, it } from 'vitest'
import type { ChangeLine } from '../../../shared/contract/changes'
import { canUndo, firstEntries, groupByDay } from './group-changes'

function change(number: number, at: Date, more: Partial<ChangeLine> = {}): ChangeLine {
  return {
    id: `c${number}`,
    number,
    tool: 'create_file',
    toolTitle: 'Create a file',
    module: 'files',
    class: 'safe_create',
    summary: '',
    recovery: 'undo',
    detailed: false,
    status: 'applied',
    actor: { kind: 'person', name: 'You' },
    approvedBy: { kind: 'person', name: 'You' },
    approval: 'decision',
    grantId: null,
    amended: null,
    proposalId: null,
    runId: null,
    conversationId: null,
    undoes: null,
    redoes: null,
    undoesPartOf: null,
    batch: null,
    undoneBy: null,
    undoneInPart: false,
    undoEnded: false,
    at: at.getTime(),
    ...more,
  }
}

const today = new Date(2026, 4, 5, 10)
const yesterday = new Date(2026, 4, 4, 23)

describe('the ledger by day', () => {
  it('keeps days apart and neighbours of one run together', () => {
    const days = groupByDay([
      change(5, today, { runId: 'r2' }),
      change(4, today, { runId: 'r2' }),
      change(3, today),
      change(2, yesterday, { runId: 'r1' }),
      change(1, yesterday),
    ])
    expect(days.map((day) => day.groups.map((group) => group.changes.map((c) => c.number)))).toEqual([
      [[5, 4], [3]],
      [[2], [1]],
    ])
  })

  it('has a group that stays the same one while its run goes on', () => {
    const before = groupByDay([change(2, today, { runId: 'r' }), change(1, today, { runId: 'r' })])
    const after = groupByDay([3, 2, 1].map((number) => change(number, today, { runId: 'r' })))
    expect(after[0]?.groups[0]?.key).toBe(before[0]?.groups[0]?.key)
    expect(after[0]?.key).toBe(before[0]?.key)
  })

  it('tells days apart that came twice, because a clock was set back', () => {
    const days = groupByDay([change(3, yesterday), change(2, today), change(1, yesterday)])
    expect(new Set(days.map(({ key }) => key)).size).toBe(3)
    // What comes in later leaves the others as they are.
    const later = groupByDay([change(4, today), change(3, yesterday), change(2, today), change(1, yesterday)])
    expect(later.slice(1).map(({ key }) => key)).toEqual(days.map(({ key }) => key))
  })

  it('leaves an undo out of the run that it takes back', () => {
    const [day] = groupByDay([
      change(3, today, { runId: 'r1', undoes: 'c2' }),
      change(2, today, { runId: 'r1' }),
      change(1, today, { runId: 'r1' }),
    ])
    expect(day?.groups.map((group) => group.changes.length)).toEqual([1, 2])
  })

  it('keeps together what one undo of several made, apart from the next', () => {
    const undo = { runId: 'r1', undoes: 'c1' }
    const [day] = groupByDay([
      change(5, today, { ...undo, batch: 'b2' }),
      change(4, today, { ...undo, batch: 'b1' }),
      change(3, today, { ...undo, batch: 'b1' }),
      change(2, today, undo),
    ])
    expect(day?.groups.map(({ batch, changes }) => [batch, changes.length])).toEqual([
      ['b2', 1],
      ['b1', 2],
      [null, 1],
    ])
  })

  it('offers undo only for what is applied, not undone, and can be brought back', () => {
    expect(canUndo(change(1, today))).toBe(true)
    expect(canUndo(change(1, today, { undoneBy: 'c2' }))).toBe(false)
    expect(canUndo(change(1, today, { status: 'rolled_back' }))).toBe(false)
    const lost = change(1, today)
    expect(canUndo({ ...lost, recovery: 'none' })).toBe(false)
  })
})

describe('the first entries of the ledger', () => {
  const days = groupByDay([
    change(5, today, { runId: 'r' }),
    change(4, today, { runId: 'r' }),
    change(3, today, { runId: 'r' }),
    change(2, today),
    change(1, yesterday),
  ])
  const counts = (count: number) => [...firstEntries(days, count)].map(([{ key }, drawn]) => [key, drawn])

  it('end inside of a group, and leave out the groups behind', () => {
    expect(counts(0)).toEqual([])
    expect(counts(2)).toEqual([['c3', 2]])
    expect(counts(3)).toEqual([['c3', 3]])
    expect(counts(4)).toEqual([
      ['c3', 3],
      ['c2', 1],
    ])
  })

  it('are all where there are no more', () => {
    expect(counts(20)).toEqual([
      ['c3', 3],
      ['c2', 1],
      ['c1', 1],
    ])
  })
})
