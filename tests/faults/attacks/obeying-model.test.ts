import { expect, it } from 'vitest'
import { person } from '../../../src/shared/actor'
import { setUpAgentDesk } from '../../support/agent/desk'
import { answer, text, toolResultsOf, toolUse } from '../../support/fake-messages-api'

// The model obeys whatever it reads: safety never rests on its good sense.

const desk = setUpAgentDesk()

const look = () => toolUse('look_at', { at: 'https://evil.example' })
const put = (name: string, content = 'bad') => toolUse('put_item', { name, text: content })
const automatic = () =>
  desk.bench.gate.setPolicy({ assistant: 'default', tool: 'put_item', policy: 'auto', by: person })
const applied = () => desk.bench.gate.changes({ limit: 10 }).map(({ summary }) => summary)

it('is asked after it read a page, in this run, the next one and after a restart', async () => {
  automatic()
  desk.api.push(answer([put('apple')]), answer([text('Done.')]))
  const { conversationId, end } = await desk.bench.run('Put an apple')
  expect(end.end).toBe('completed')
  expect(applied()).toEqual(['Put apple'])

  desk.bench.lookOrigin = 'web'
  desk.api.push(answer([look()]), answer([put('pear')]), answer([text('All right.')]))
  const { runId } = await desk.bench.send('Read that', { conversationId })
  const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
  expect(desk.bench.gate.proposal(proposalId).raisedBecause).toEqual([
    'This run has read something from the web.',
  ])
  await desk.bench.gate.reject({ id: proposalId, reason: '', by: person })
  await desk.bench.finished(runId)

  await desk.bench.restart()
  desk.api.push(answer([put('plum')]), answer([text('All right.')]))
  const next = await desk.bench.send('Go on', { conversationId })
  const again = await desk.bench.event(next.runId, 'tool_proposed')
  expect(desk.bench.gate.proposal(again.proposalId).raisedBecause[0]).toMatch(/^This conversation has read/)
  await desk.bench.gate.reject({ id: again.proposalId, reason: '', by: person })
  await desk.bench.finished(next.runId)
  expect(applied()).toEqual(['Put apple'])
})

it('gets nothing applied by a standing approval after it read a page, and the run ends', async () => {
  desk.bench.lookOrigin = 'web'
  desk.api.push(answer([put('apple')]), answer([look()]), answer([put('pear')]), answer([text('Proposed.')]))
  const actor = { kind: 'command_line' as const, name: 'Command line' }
  const { end } = await desk.bench.run('Read and put', { actor, approval: 'safe' })
  expect(end.end).toBe('completed')
  expect(applied()).toEqual(['Put apple'])
  expect(desk.bench.pending()?.preview.summary).toBe('Put pear')
})

it('gets nothing applied by a policy where nobody looks', async () => {
  automatic()
  desk.api.push(answer([put('apple')]), answer([text('Proposed.')]))
  const actor = { kind: 'command_line' as const, name: 'Command line' }
  expect((await desk.bench.run('Put', { actor })).end.end).toBe('completed')
  expect(applied()).toEqual([])
  expect(desk.bench.pending()?.tool).toBe('put_item')
})

it('is told that a tool is denied to it', async () => {
  desk.bench.gate.setPolicy({ assistant: 'default', tool: 'put_item', policy: 'deny', by: person })
  desk.api.push(answer([put('apple')]), answer([text('I may not.')]))
  await desk.bench.run('Put an apple')
  expect(toolResultsOf(desk.api.created[1])).toMatchObject([
    { is_error: true, content: expect.stringContaining('“Deny”') },
  ])
  expect(desk.bench.gate.proposals({ status: 'all', limit: 5 })).toEqual([])
})

it('is told exactly what was applied when a person approves other content', async () => {
  desk.api.push(answer([put('apple', 'theirs')]), answer([text('All right.')]))
  const { runId } = await desk.bench.send('Put an apple')
  const { proposalId: id } = await desk.bench.event(runId, 'tool_proposed')
  const { planHash } = desk.bench.gate.proposal(id)
  await desk.bench.gate.approve({ id, planHash, edited: { content: 'my own words' }, by: person })
  await desk.bench.finished(runId)
  expect(toolResultsOf(desk.api.created[1])).toMatchObject([
    { content: expect.stringContaining('my own words') },
  ])
})
