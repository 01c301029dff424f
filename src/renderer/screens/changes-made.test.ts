import { describe, expect, it } from 'vitest'
import { person } from '../../shared/actor'
import type { ChangeLine, ProposalLine } from '../../shared/contract/changes'
import { appliedChange, lastByPerson, togetherOf } from './changes-made'

const line = (id: string, more: Partial<ChangeLine> = {}) =>
  ({
    id,
    runId: 'run',
    status: 'applied',
    approvedBy: person,
    undoes: null,
    undoesPartOf: null,
    undoneBy: null,
    undoEnded: false,
    recovery: 'undo',
    batch: null,
    at: 10,
    ...more,
  }) as ChangeLine
const undone = (id: string, undoneBy: string, more: Partial<ChangeLine> = {}) =>
  line(id, { status: 'undone', undoneBy, ...more })
const byId = (...lines: readonly ChangeLine[]) => Object.fromEntries(lines.map((one) => [one.id, one]))
const proposal = (id: string, more: Partial<ProposalLine>) =>
  ({ id, replaces: null, changeId: null, ...more }) as ProposalLine
const result = { success: true, content: 'x', state: null }

describe('the change that a call made', () => {
  it('is the one it was applied as without a decision', () => {
    expect(appliedChange({ result: { ...result, changeId: 'c' } }, {})).toBe('c')
  })

  it('is the one of its proposal once that is applied', () => {
    const waiting = proposal('p', { status: 'pending' })
    expect(appliedChange({ proposalId: 'p' }, { p: waiting })).toBeNull()
    const applied = proposal('p', { status: 'applied', changeId: 'c' })
    expect(appliedChange({ proposalId: 'p' }, { p: applied })).toBe('c')
  })

  it('is the one of the proposal that took the place of its own', () => {
    const proposals = {
      p: proposal('p', { status: 'conflict' }),
      q: proposal('q', { status: 'applied', changeId: 'c', replaces: 'p' }),
    }
    expect(appliedChange({ proposalId: 'p' }, proposals)).toBe('c')
  })

  it('is none of one that failed half way, although that has an entry in the ledger', () => {
    const failed = proposal('p', { status: 'failed', changeId: 'c' })
    expect(appliedChange({ proposalId: 'p' }, { p: failed })).toBeNull()
  })
})

describe('what a run changed, all together', () => {
  it('is undone where it is several, and one of them still holds', () => {
    expect(togetherOf('run', byId(line('a'), undone('b', 'u'), line('u', { undoes: 'b' })))).toEqual({
      what: { kind: 'run', id: 'run' },
      redo: false,
    })
  })

  it('has no way of its own where it is one change, undone or not', () => {
    expect(togetherOf('run', byId(line('a'), line('other', { runId: 'another' })))).toBeNull()
    expect(togetherOf('run', byId(undone('a', 'u'), line('u', { undoes: 'a', batch: 'b' })))).toBeNull()
  })

  it('is done again where one undo took all of it back', () => {
    const of = (batch: string) =>
      byId(
        undone('a', 'u'),
        undone('b', 'v'),
        line('u', { undoes: 'a', batch: 'one' }),
        line('v', { undoes: 'b', batch }),
      )
    expect(togetherOf('run', of('one'))).toEqual({ what: { kind: 'batch', id: 'one' }, redo: true })
    expect(togetherOf('run', of('two'))).toBeNull()
  })
})

describe('the last change of a person', () => {
  it('is the newest that still holds, and no undo', () => {
    const changes = [line('u', { undoes: 'c' }), undone('c', 'u'), line('b'), line('a')]
    expect(lastByPerson(changes, 0)?.id).toBe('b')
  })

  it('is none that nobody looked at, that was made before, or that cannot be undone', () => {
    const byRule = line('d', { approvedBy: { kind: 'assistant', name: 'Assistant' } })
    const changes = [byRule, line('c', { recovery: 'none' }), line('b', { at: 4 })]
    expect(lastByPerson(changes, 5)).toBeUndefined()
  })
})
