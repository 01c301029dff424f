import { describe, expect, it } from 'vitest'
import { look, setUpAgentDesk } from '../../../tests/support/agent/desk'
import { answer, text, thinking, toolUse } from '../../../tests/support/fake-messages-api'
import { person } from '../../shared/actor'
import type { RunEvent } from '../../shared/run/events'
import { reduce } from '../../shared/run/reduce'
import { emptyConversation } from '../../shared/run/state'
import { createRunEventLog } from '../db/run-events'

const desk = setUpAgentDesk()

describe('conversations', () => {
  it('are titled by the first words of their first message, cut at a word', async () => {
    const { conversationId } = await desk.bench.run(`Tell  me\n${'everything '.repeat(20)}`)
    const title = desk.bench.conversations.list().find(({ id }) => id === conversationId)?.title ?? ''
    expect(title).toMatch(/^Tell me everything .*everything…$/)
    expect(title.length).toBeLessThanOrEqual(60)
  })

  it('refuse a second message while the assistant is at work', async () => {
    desk.api.push(answer([text('One')], { end: 'hang' }))
    const { conversationId, runId } = await desk.bench.send('Count')
    await expect(desk.bench.send('Faster', { conversationId })).rejects.toMatchObject({ code: 'busy' })
    await expect(
      desk.bench.conversations.retry({ runId, actor: person, approval: null }),
    ).rejects.toMatchObject({
      code: 'busy',
    })
    expect(() => desk.bench.conversations.remove(conversationId)).toThrow(
      expect.objectContaining({ code: 'busy' }),
    )
    desk.bench.conversations.stop(runId)
    await desk.bench.finished(runId)
  })

  it('refuse the second of two messages sent at once', async () => {
    const { conversationId } = await desk.bench.run('Hello')
    const both = await Promise.allSettled(
      ['a', 'b'].map((message) => desk.bench.send(message, { conversationId })),
    )
    expect(both.map(({ status: how }) => how)).toEqual(['fulfilled', 'rejected'])
  })

  it('go to the trash and come back, and can be renamed', async () => {
    const { conversationId } = await desk.bench.run('Hello')
    await expect.poll(() => desk.bench.conversations.list()[0]?.running).toBe(false)
    desk.bench.conversations.remove(conversationId)
    expect(desk.bench.conversations.list()).toEqual([])
    await expect(desk.bench.send('Hello?', { conversationId })).rejects.toMatchObject({ code: 'not_found' })
    desk.bench.conversations.restore(conversationId)
    expect(desk.bench.conversations.rename(conversationId, 'Greeting').title).toBe('Greeting')
    expect(desk.bench.conversations.list()).toMatchObject([{ title: 'Greeting' }])
  })

  it('take no standing approval over to whoever tries a run again', async () => {
    desk.api.push(answer([], { end: 'cut' }))
    const { runId } = await desk.bench.run('Put an apple', {
      actor: { kind: 'command_line', name: 'Command line' },
      approval: 'safe',
    })
    desk.api.push(answer([toolUse('put_item', { name: 'apple', text: 'This is an apple.' })]))
    const again = await desk.bench.conversations.retry({ runId, actor: person, approval: null })
    await desk.bench.event(again.runId, 'tool_proposed')
    expect(desk.bench.pending()).toMatchObject({ tool: 'put_item', status: 'pending' })
    desk.bench.conversations.stop(again.runId)
    await desk.bench.finished(again.runId)
  })

  it('that do not exist are not found', async () => {
    expect(() => desk.bench.conversations.snapshot('none')).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    )
    await expect(desk.bench.send('Hi', { conversationId: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(
      desk.bench.conversations.retry({ runId: 'none', actor: person, approval: null }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('publishes events from which a page makes the same state as the snapshot', async () => {
  desk.api.push(
    answer([thinking('Hm.'), text(['a', 'b', 'c']), look('x')], { chunking: 'byte' }),
    answer([text('Done.')]),
  )
  const { conversationId, state } = await desk.bench.run('Go')
  const published = desk.bench.events.flatMap((event): RunEvent[] =>
    event.type === 'run' ? [event.event] : [],
  )
  expect(published.reduce(reduce, emptyConversation(conversationId))).toEqual(state)
  expect(published.map(({ seq }) => seq)).toEqual(published.map(({ seq }) => seq).toSorted((a, b) => a - b))
  const stored = createRunEventLog(desk.bench.db).ofConversation(conversationId)
  expect(stored.reduce(reduce, emptyConversation(conversationId))).toEqual(state)
  expect(stored.map(({ body }) => body.type)).not.toContain('text_delta')
})
