import { afterEach, beforeEach, expect, it } from 'vitest'
import { person } from '../../../src/shared/actor'
import { type AgentBench, createAgentBench } from '../../support/agent/bench'
import {
  answer,
  type FakeMessagesApi,
  startFakeMessagesApi,
  text,
  toolResultsOf,
  toolUse,
} from '../../support/fake-messages-api'

// The model obeys whatever it reads: safety never rests on its good sense.

let api: FakeMessagesApi
let bench: AgentBench

beforeEach(async () => {
  api = await startFakeMessagesApi()
  bench = createAgentBench(api.url)
})
afterEach(async () => {
  await bench.remove()
  await api.close()
})

const look = () => toolUse('look_at', { at: 'https://evil.example' })
const put = (name: string, content = 'bad') => toolUse('put_item', { name, text: content })
const automatic = () =>
  bench.gate.setPolicy({ assistant: 'default', tool: 'put_item', policy: 'auto', by: person })
const applied = () => bench.gate.changes({ limit: 10 }).map(({ summary }) => summary)

it('is asked after it read a page, in this run, the next one and after a restart', async () => {
  automatic()
  api.push(answer([put('apple')]), answer([text('Done.')]))
  const { conversationId, end } = await bench.run('Put an apple')
  expect(end.end).toBe('completed')
  expect(applied()).toEqual(['Put apple'])

  bench.lookOrigin = 'web'
  api.push(answer([look()]), answer([put('pear')]), answer([text('All right.')]))
  const { runId } = await bench.send('Read that', { conversationId })
  const { proposalId } = await bench.event(runId, 'tool_proposed')
  expect(bench.gate.proposal(proposalId).raisedBecause).toEqual(['This run has read something from the web.'])
  await bench.gate.reject({ id: proposalId, reason: '', by: person })
  await bench.finished(runId)

  await bench.restart()
  api.push(answer([put('plum')]), answer([text('All right.')]))
  const next = await bench.send('Go on', { conversationId })
  const again = await bench.event(next.runId, 'tool_proposed')
  expect(bench.gate.proposal(again.proposalId).raisedBecause[0]).toMatch(/^This conversation has read/)
  await bench.gate.reject({ id: again.proposalId, reason: '', by: person })
  await bench.finished(next.runId)
  expect(applied()).toEqual(['Put apple'])
})

it('gets nothing applied by a standing approval after it read a page, and the run ends', async () => {
  bench.lookOrigin = 'web'
  api.push(answer([put('apple')]), answer([look()]), answer([put('pear')]), answer([text('Proposed.')]))
  const actor = { kind: 'command_line' as const, name: 'Command line' }
  const { end } = await bench.run('Read and put', { actor, approval: 'safe' })
  expect(end.end).toBe('completed')
  expect(applied()).toEqual(['Put apple'])
  expect(bench.pending()?.preview.summary).toBe('Put pear')
})

it('gets nothing applied by a policy where nobody looks', async () => {
  automatic()
  api.push(answer([put('apple')]), answer([text('Proposed.')]))
  const actor = { kind: 'command_line' as const, name: 'Command line' }
  expect((await bench.run('Put', { actor })).end.end).toBe('completed')
  expect(applied()).toEqual([])
  expect(bench.pending()?.tool).toBe('put_item')
})

it('is told that a tool is denied to it', async () => {
  bench.gate.setPolicy({ assistant: 'default', tool: 'put_item', policy: 'deny', by: person })
  api.push(answer([put('apple')]), answer([text('I may not.')]))
  await bench.run('Put an apple')
  expect(toolResultsOf(api.created[1])).toMatchObject([
    { is_error: true, content: expect.stringContaining('“deny”') },
  ])
  expect(bench.gate.proposals({ status: 'all', limit: 5 })).toEqual([])
})

it('is told exactly what was applied when a person approves other content', async () => {
  api.push(answer([put('apple', 'theirs')]), answer([text('All right.')]))
  const { runId } = await bench.send('Put an apple')
  const { proposalId: id } = await bench.event(runId, 'tool_proposed')
  const { planHash } = bench.gate.proposal(id)
  await bench.gate.approve({ id, planHash, edited: { content: 'my own words' }, by: person })
  await bench.finished(runId)
  expect(toolResultsOf(api.created[1])).toMatchObject([{ content: expect.stringContaining('my own words') }])
})
