import { expect, it } from 'vitest'
import type { ProposalLine } from '../../shared/contract/changes'
import { callStatus } from './call-status'

const proposals = (...lines: readonly Partial<ProposalLine>[]) =>
  Object.fromEntries(lines.map((one) => [one.id, { replaces: null, ...one } as ProposalLine]))
const waiting = { status: 'waiting', proposalId: 'one' } as const

it('a call waits until its proposal is approved, and is at work from then on', () => {
  expect(callStatus(waiting, {})).toBe('waiting')
  expect(callStatus(waiting, proposals({ id: 'one', status: 'pending' }))).toBe('waiting')
  expect(callStatus(waiting, proposals({ id: 'one', status: 'approved' }))).toBe('running')
  for (const status of ['applied', 'failed'] as const)
    expect(callStatus(waiting, proposals({ id: 'one', status }))).toBe('running')
  const moved: Partial<ProposalLine> = { id: 'one', status: 'conflict' }
  const anew: Partial<ProposalLine> = { id: 'two', replaces: 'one' }
  expect(callStatus(waiting, proposals(moved, { ...anew, status: 'pending' }))).toBe('waiting')
  expect(callStatus(waiting, proposals(moved, { ...anew, status: 'approved' }))).toBe('running')
})

it('a call that ended is what it became, whatever its proposal says so far', () => {
  const approved = proposals({ id: 'one', status: 'approved' })
  expect(callStatus({ status: 'done', proposalId: 'one' }, approved)).toBe('done')
  expect(callStatus({ status: 'running' }, approved)).toBe('running')
})
