import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AgentBench, createAgentBench } from '../../../tests/support/agent/bench'
import {
  answer,
  type FakeMessagesApi,
  startFakeMessagesApi,
  text,
  thinking,
  toolUse,
} from '../../../tests/support/fake-messages-api'
import { person } from '../../shared/actor'
import type { RunEvent } from '../../shared/run/events'
import { reduce } from '../../shared/run/reduce'
import { emptyConversation } from '../../shared/run/state'
import { createRunEventLog } from '../db/run-events'

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

const look = (at: string) => toolUse('look_at', { at })

describe('conversations', () => {
  it('are titled by the first words of their first message, cut at a word', async () => {
    const { conversationId } = await bench.run(`Tell  me\n${'everything '.repeat(20)}`)
    const title = bench.conversations.list().find(({ id }) => id === conversationId)?.title ?? ''
    expect(title).toMatch(/^Tell me everything .*everything…$/)
    expect(title.length).toBeLessThanOrEqual(60)
  })

  it('refuse a second message while the assistant is at work', async () => {
    api.push(answer([text('One')], { end: 'hang' }))
    const { conversationId, runId } = await bench.send('Count')
    await expect(bench.send('Faster', { conversationId })).rejects.toMatchObject({ code: 'busy' })
    await expect(bench.conversations.retry({ runId, actor: person, approval: null })).rejects.toMatchObject({
      code: 'busy',
    })
    expect(() => bench.conversations.remove(conversationId)).toThrow(
      expect.objectContaining({ code: 'busy' }),
    )
    bench.conversations.stop(runId)
    await bench.finished(runId)
  })

  it('refuse the second of two messages sent at once', async () => {
    const { conversationId } = await bench.run('Hello')
    const both = await Promise.allSettled(
      ['a', 'b'].map((message) => bench.send(message, { conversationId })),
    )
    expect(both.map(({ status: how }) => how)).toEqual(['fulfilled', 'rejected'])
  })

  it('go to the trash and come back, and can be renamed', async () => {
    const { conversationId } = await bench.run('Hello')
    await expect.poll(() => bench.conversations.list()[0]?.running).toBe(false)
    bench.conversations.remove(conversationId)
    expect(bench.conversations.list()).toEqual([])
    await expect(bench.send('Hello?', { conversationId })).rejects.toMatchObject({ code: 'not_found' })
    bench.conversations.restore(conversationId)
    expect(bench.conversations.rename(conversationId, 'Greeting').title).toBe('Greeting')
    expect(bench.conversations.list()).toMatchObject([{ title: 'Greeting' }])
  })

  it('take no standing approval over to whoever tries a run again', async () => {
    api.push(answer([], { end: 'cut' }))
    const { runId } = await bench.run('Put an apple', {
      actor: { kind: 'command_line', name: 'Command line' },
      approval: 'safe',
    })
    api.push(answer([toolUse('put_item', { name: 'apple', text: 'This is an apple.' })]))
    const again = await bench.conversations.retry({ runId, actor: person, approval: null })
    await bench.event(again.runId, 'tool_proposed')
    expect(bench.pending()).toMatchObject({ tool: 'put_item', status: 'pending' })
    bench.conversations.stop(again.runId)
    await bench.finished(again.runId)
  })

  it('that do not exist are not found', async () => {
    expect(() => bench.conversations.snapshot('none')).toThrow(expect.objectContaining({ code: 'not_found' }))
    await expect(bench.send('Hi', { conversationId: 'none' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      bench.conversations.retry({ runId: 'none', actor: person, approval: null }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('publishes events from which a page makes the same state as the snapshot', async () => {
  api.push(
    answer([thinking('Hm.'), text(['a', 'b', 'c']), look('x')], { chunking: 'byte' }),
    answer([text('Done.')]),
  )
  const { conversationId, state } = await bench.run('Go')
  const published = bench.events.flatMap((event): RunEvent[] => (event.type === 'run' ? [event.event] : []))
  expect(published.reduce(reduce, emptyConversation(conversationId))).toEqual(state)
  expect(published.map(({ seq }) => seq)).toEqual(published.map(({ seq }) => seq).toSorted((a, b) => a - b))
  const stored = createRunEventLog(bench.db).ofConversation(conversationId)
  expect(stored.reduce(reduce, emptyConversation(conversationId))).toEqual(state)
  expect(stored.map(({ body }) => body.type)).not.toContain('text_delta')
})
