import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AgentBench, callsOf, createAgentBench, wordsOf } from '../../../tests/support/agent/bench'
import {
  answer,
  type FakeMessagesApi,
  startFakeMessagesApi,
  status,
  text,
  toolUse,
} from '../../../tests/support/fake-messages-api'
import { person } from '../../shared/actor'

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

const commandLine = { kind: 'command_line' as const, name: 'Command line' }
const look = (at: string) => toolUse('look_at', { at })
const put = (name: string) => toolUse('put_item', { name, text: `This is ${name}.` })
const refusals = () => api.requests.filter(({ refused }) => refused !== null)
const steer = (conversationId: string, words: string, assistantId?: string) =>
  bench.conversations.send({
    conversationId,
    text: words,
    attachments: [],
    actor: person,
    approval: null,
    queue: true,
    assistantId,
  })
const queuedIn = (conversationId: string) =>
  bench.conversations.snapshot(conversationId).queued.map((message) => message.text)
const saidIn = (conversationId: string) =>
  bench.conversations
    .snapshot(conversationId)
    .messages.flatMap((message) => (message.role === 'user' ? [message.text] : []))

/** A run whose reading tool waits until the test lets it go on. */
async function runWithOpenTool() {
  const tool = Promise.withResolvers<void>()
  bench.look = async (at) => {
    await tool.promise
    return `Looked at ${at}.`
  }
  api.push(answer([text('I look.'), look('the sky')]), answer([text('Understood.')]))
  const sent = await bench.send('What colour?')
  await bench.event(sent.runId, 'tool_started')
  return { ...sent, goOn: () => tool.resolve() }
}

describe('a message that is sent during a run', () => {
  it('waits, and joins the next turn after the results of the tools', async () => {
    const { conversationId, runId, goOn } = await runWithOpenTool()
    const answered = await steer(conversationId, 'In words of one syllable, please.')
    expect(answered).toEqual({ conversationId, runId, queued: true })
    await steer(conversationId, 'And in German.')
    expect(queuedIn(conversationId)).toEqual(['In words of one syllable, please.', 'And in German.'])
    expect(saidIn(conversationId)).toEqual(['What colour?'])

    goOn()
    expect((await bench.finished(runId)).end).toBe('completed')
    expect(api.created[1]?.messages.at(-1)?.content).toMatchObject([
      { type: 'tool_result', content: 'Looked at the sky.' },
      { type: 'text', text: 'In words of one syllable, please.' },
      { type: 'text', text: 'And in German.' },
    ])
    expect(queuedIn(conversationId)).toEqual([])
    expect(saidIn(conversationId)).toHaveLength(3)
    expect(refusals()).toEqual([])
  })

  it('gets a turn of its own when the answer needed no tool', async () => {
    const rest = Promise.withResolvers<void>()
    api.push(
      answer([text(['It is', ' blue.'])], { pause: { beforeChunk: 4, until: rest.promise } }),
      answer([text('And deep.')]),
    )
    const { conversationId, runId } = await bench.send('What colour?')
    await bench.event(runId, 'text_delta')
    await steer(conversationId, 'How deep?')
    rest.resolve()
    await bench.finished(runId)
    expect(wordsOf(bench.conversations.snapshot(conversationId))).toBe('It is blue.|And deep.')
    expect(api.created).toHaveLength(2)
    expect(refusals()).toEqual([])
  })

  it('can be taken back until it joins, and not after', async () => {
    const { conversationId, runId, goOn } = await runWithOpenTool()
    await steer(conversationId, 'Stay')
    await steer(conversationId, 'Go away')
    const [stays, goes] = bench.conversations.snapshot(conversationId).queued
    const taken = bench.conversations.unqueue({ conversationId, messageId: goes?.id ?? '' })
    expect(taken).toMatchObject({ text: 'Go away' })
    expect(queuedIn(conversationId)).toEqual(['Stay'])
    goOn()
    await bench.finished(runId)
    expect(saidIn(conversationId)).toEqual(['What colour?', 'Stay'])
    expect(() => bench.conversations.unqueue({ conversationId, messageId: stays?.id ?? '' })).toThrow(
      expect.objectContaining({ code: 'not_found', message: expect.stringMatching(/has joined/) }),
    )
  })

  it('is kept when the run is stopped, and goes with the next one before anything newer', async () => {
    const { conversationId, runId, goOn } = await runWithOpenTool()
    await steer(conversationId, 'Kept')
    bench.conversations.stop(runId)
    goOn()
    expect((await bench.finished(runId)).end).toBe('stopped')
    await bench.conversations.idle()
    expect(queuedIn(conversationId)).toEqual(['Kept'])
    expect(api.created).toHaveLength(1)

    await bench.run('Newer', { conversationId })
    expect(saidIn(conversationId)).toEqual(['What colour?', 'Kept', 'Newer'])
    expect(queuedIn(conversationId)).toEqual([])
    expect(refusals()).toEqual([])
  })

  it('that was kept can be sent by itself', async () => {
    const { conversationId, runId, goOn } = await runWithOpenTool()
    await steer(conversationId, 'Kept')
    bench.conversations.stop(runId)
    goOn()
    await bench.finished(runId)
    await bench.conversations.idle()
    const again = await bench.conversations.sendQueued({ conversationId, actor: person, approval: null })
    expect((await bench.finished(again.runId)).end).toBe('completed')
    expect(saidIn(conversationId)).toEqual(['What colour?', 'Kept'])
    await expect(
      bench.conversations.sendQueued({ conversationId, actor: person, approval: null }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('that was kept goes with a message that is changed, on its branch and after it', async () => {
    const { conversationId, runId, goOn } = await runWithOpenTool()
    await steer(conversationId, 'Kept')
    bench.conversations.stop(runId)
    goOn()
    await bench.finished(runId)
    await bench.conversations.idle()
    const [question] = bench.conversations.snapshot(conversationId).messages
    const changed = await bench.conversations.edit({
      conversationId,
      messageId: question?.id ?? '',
      text: 'Which shape?',
      attachments: [],
      actor: person,
      approval: null,
    })
    expect((await bench.finished(changed.runId)).end).toBe('completed')
    expect(saidIn(conversationId)).toEqual(['Which shape?', 'Kept'])
    expect(queuedIn(conversationId)).toEqual([])
    expect(refusals()).toEqual([])
  })

  it('is kept when the run fails', async () => {
    const rest = Promise.withResolvers<void>()
    api.push(
      answer([text(['Half', ' of it'])], { end: 'cut', pause: { beforeChunk: 4, until: rest.promise } }),
    )
    const { conversationId, runId } = await bench.send('Speak')
    await bench.event(runId, 'text_delta')
    await steer(conversationId, 'Kept')
    rest.resolve()
    expect((await bench.finished(runId)).end).toBe('failed')
    await bench.conversations.idle()
    expect(queuedIn(conversationId)).toEqual(['Kept'])
    expect(api.created).toHaveLength(1)
  })

  it('survives a crash', async () => {
    const { conversationId } = await runWithOpenTool()
    await steer(conversationId, 'Kept')
    bench.crash()
    bench.conversations.resume()
    expect(queuedIn(conversationId)).toEqual(['Kept'])
    bench.conversations.unqueue({
      conversationId,
      messageId: bench.conversations.snapshot(conversationId).queued[0]?.id ?? '',
    })
    bench.crash()
    expect(queuedIn(conversationId)).toEqual([])
  })

  it('joins a run that waited for a decision over a restart', async () => {
    api.push(answer([put('apple')]), answer([text('It is there.')]))
    const { conversationId, runId } = await bench.send('Put an apple')
    const { proposalId } = await bench.event(runId, 'tool_proposed')
    await steer(conversationId, 'And tell me when.')
    await bench.restart()
    bench.conversations.resume()
    await expect.poll(() => bench.conversations.list()).toMatchObject([{ running: true, waiting: 1 }])
    await bench.approve(proposalId)
    expect((await bench.finished(runId)).end).toBe('completed')
    expect(saidIn(conversationId)).toEqual(['Put an apple', 'And tell me when.'])
    expect(refusals()).toEqual([])
  })

  it('begins a run of its own when the turns of the run are used up', async () => {
    bench.settings.set({ turnCap: 1 })
    const rest = Promise.withResolvers<void>()
    api.push(
      answer([look('x')]),
      answer([text(['So', ' far.'])], { pause: { beforeChunk: 4, until: rest.promise } }),
      answer([text('More.')]),
    )
    const { conversationId, runId } = await bench.send('Never stop')
    await bench.event(runId, 'text_delta')
    await steer(conversationId, 'Go on')
    rest.resolve()
    expect(await bench.finished(runId)).toMatchObject({ turnCap: true })
    await bench.conversations.idle()
    expect(wordsOf(bench.conversations.snapshot(conversationId))).toMatch(/So far\.\|More\.$/)
    expect(refusals()).toEqual([])
  })

  it('starts a run where none is at work', async () => {
    const first = await bench.run('Hello')
    await bench.conversations.idle()
    const second = await steer(first.conversationId, 'Again')
    expect(second.queued).toBe(false)
    expect((await bench.finished(second.runId)).end).toBe('completed')
  })

  it('is refused for another assistant than the one at work, and says who that is', async () => {
    const { conversationId, runId, goOn } = await runWithOpenTool()
    const librarian = bench.assistants.list().find(({ name }) => name === 'Librarian')?.id
    await expect(steer(conversationId, 'Look it up', librarian)).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringMatching(/^“Assistant” is still at work here .* Nothing was sent/),
      said: { code: 'runs.another_at_work', values: { name: 'Assistant' } },
    })
    expect(queuedIn(conversationId)).toEqual([])
    await steer(conversationId, 'For you', 'default')
    expect(queuedIn(conversationId)).toEqual(['For you'])
    goOn()
    await bench.finished(runId)
    expect(saidIn(conversationId)).toEqual(['What colour?', 'For you'])
  })

  it('is refused in a run of another program, and without the wish to wait', async () => {
    bench.look = (_at, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    api.push(answer([look('x')]))
    const { conversationId, runId } = await bench.send('Look', { actor: commandLine, approval: 'safe' })
    await bench.event(runId, 'tool_started')
    await expect(steer(conversationId, 'Me too')).rejects.toMatchObject({ code: 'busy' })
    await expect(bench.send('Me too', { conversationId })).rejects.toMatchObject({ code: 'busy' })
    bench.conversations.stop(runId)
    await bench.finished(runId)
  })
})

describe('a stop', () => {
  it('while the server is given time ends the wait at once', async () => {
    api.respond(() => status(429, 'rate_limit_error', 'Later.', { headers: { 'retry-after': '500' } }))
    const { conversationId, runId } = await bench.send('Hello')
    await bench.event(runId, 'retry_waiting')
    bench.conversations.stop(runId)
    expect((await bench.finished(runId)).end).toBe('stopped')
    expect(bench.conversations.snapshot(conversationId).runs[runId]?.retry).toBeUndefined()
    expect(callsOf(bench.conversations.snapshot(conversationId))).toEqual([])
  })
})
