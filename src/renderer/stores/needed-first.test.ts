import { describe, expect, it } from 'vitest'
import type { ProposalLine } from '../../shared/contract/changes'
import { neededFirst, safeTogether } from './needed-first'

type Needs = ProposalLine['needs']

const need = (number: number, more: Partial<Needs[number]> = {}): Needs[number] => ({
  id: `p${number}`,
  number,
  status: 'pending',
  summary: '',
  met: false,
  ...more,
})
// Only what is looked at: where it stands, what it is, and what it needs.
const line = (number: number, needs: Needs = [], more: Partial<ProposalLine> = {}) =>
  ({
    id: `p${number}`,
    number,
    status: 'pending',
    class: 'safe_create',
    warnings: 0,
    needs,
    ...more,
  }) as ProposalLine
const known = (...lines: ProposalLine[]) => Object.fromEntries(lines.map((each) => [each.id, each]))

describe('what is approved before a proposal', () => {
  it('is all that it needs and what that needs, in the order in which it was proposed', () => {
    const byId = known(line(1), line(2, [need(1)]), line(3, [need(1)]))
    expect(neededFirst(line(4, [need(3), need(2)]), byId)).toEqual({
      kind: 'approve',
      ids: ['p1', 'p2', 'p3'],
    })
  })

  it('leaves out what is applied by now, as it is told here or there', () => {
    const byId = known(line(1, [], { status: 'applied' }), line(3))
    const needs = [need(1), need(2, { met: true }), need(3)]
    expect(neededFirst(line(4, needs), byId)).toEqual({ kind: 'approve', ids: ['p3'] })
  })

  it('is decided in its own dialog where something would be lost', () => {
    const byId = known(line(1, [], { class: 'destructive_delete' }), line(2, [need(1)]))
    expect(neededFirst(line(3, [need(2)]), byId)).toMatchObject({ kind: 'review', line: { id: 'p1' } })
  })

  it('is nothing where one of them was not applied', () => {
    const byId = known(line(1, [], { status: 'rejected' }), line(2, [need(1)]))
    expect(neededFirst(line(3, [need(2)]), byId)).toEqual({ kind: 'gone' })
    expect(neededFirst(line(3, [need(9)]), {})).toEqual({ kind: 'gone' })
  })
})

describe('what is approved in one go', () => {
  it('is all that is safe and builds on nothing that asks for its own dialog', () => {
    const lines = [
      line(1),
      line(2, [need(1)]),
      line(3, [], { class: 'destructive_update' }),
      line(4, [need(3)]),
      line(5, [need(4)]),
      line(6, [], { status: 'applied' }),
    ]
    expect(safeTogether(lines, known(...lines)).map(({ id }) => id)).toEqual(['p1', 'p2'])
  })

  it('is nothing that warns, which is looked at first, and nothing that builds on that', () => {
    const lines = [line(1), line(2, [], { warnings: 1 }), line(3, [need(2)]), line(4, [need(1)])]
    expect(safeTogether(lines, known(...lines)).map(({ id }) => id)).toEqual(['p1', 'p4'])
  })
})
