import { describe, expect, it } from 'vitest'
import { callsOf, createAgentBench, wordsOf } from '../../../tests/support/agent/bench'
import { commandLine, look, put, setUpAgentDesk } from '../../../tests/support/agent/desk'
import { answer, status, text } from '../../../tests/support/fake-messages-api'
import { person } from '../../shared/actor'
import { emptyConversation } from '../../shared/run/state'

const desk = setUpAgentDesk()

const steer = (conversationId: string, words: string, assistantId?: string) =>
  desk.bench.conversations.send({
    conversationId,
    text: words,
    attachments: [],
    actor: person,
    approval: null,
    queue: true,
    assistantId,
  })
const queuedIn = (conversationId: string) =>
  desk.bench.conversations.snapshot(conversationId).queued.map((message) => message.text)
const saidIn = (conversationId: string) =>
  desk.bench.conversations
    .snapshot(conversationId)
    .messages.flatMap((message) => (message.role === 'user' ? [message.text] : []))

/** A run whose reading tool waits until the test lets it go on. */
async function runWithOpenTool() {
  const tool = Promise.withResolvers<void>()
  desk.bench.look = async (at) => {
    await tool.promise
    return `Looked at ${at}.`
  }
  desk.api.push(answer([text('I look.'), look('the sky')]), answer([text('Understood.')]))
  const sent = await desk.bench.send('What colour?')
  await desk.bench.event(sent.runId, 'tool_started')
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
    expect((await desk.bench.finished(runId)).end).toBe('completed')
    expect(desk.api.created[1]?.messages.at(-1)?.content).toMatchObject([
      { type: 'tool_result', content: 'Looked at the sky.' },
      { type: 'text', text: 'In words of one syllable, please.' },
      { type: 'text', text: 'And in German.' },
    ])
    expect(queuedIn(conversationId)).toEqual([])
    expect(saidIn(conversationId)).toHaveLength(3)
    expect(desk.refusals()).toEqual([])
  })

  it('gets a turn of its own when the answer needed no tool', async () => {
    const rest = Promise.withResolvers<void>()
    desk.api.push(
      answer([text(['It is', ' blue.'])], { pause: { beforeChunk: 4, until: rest.promise } }),
      answer([text('And deep.')]),
    )
    const { conversationId, runId } = await desk.bench.send('What colour?')
    await desk.bench.event(runId, 'text_delta')
    await steer(conversationId, 'How deep?')
    rest.resolve()
    await desk.bench.finished(runId)
    expect(wordsOf(desk.bench.conversations.snapshot(conversationId))).toBe('It is blue.|And deep.')
    expect(desk.api.created).toHaveLength(2)
    expect(desk.refusals()).toEqual([])
  })

  it('is answered in its turn by the offline assistant, which answers one message alone', async () => {
    const bench = createAgentBench('', { COUNTERSIGN_MODEL: '' })
    const tool = Promise.withResolvers<void>()
    bench.look = async (at) => {
      if (at === 'one') await tool.promise
      return `Looked at ${at}.`
    }
    const { conversationId, runId } = await bench.send('/look_at one')
    await bench.event(runId, 'tool_started')
    for (const words of ['/look_at two', '/no_such', '/look_at three']) {
      const common = { conversationId, attachments: [], actor: person, approval: null, queue: true }
      await bench.conversations.send({ ...common, text: words, assistantId: undefined })
    }
    tool.resolve()
    await bench.finished(runId)
    const { messages, queued } = bench.conversations.snapshot(conversationId)
    expect(queued).toEqual([])
    const said = messages.map((message) =>
      message.role === 'user' ? message.text : wordsOf({ ...emptyConversation(''), messages: [message] }),
    )
    expect(said.filter((words) => words !== '')).toEqual([
      '/look_at one',
      'Looked at one.',
      '/look_at two',
      'Looked at two.',
      '/no_such',
      expect.stringContaining('no_such'),
      '/look_at three',
      'Looked at three.',
    ])
    await bench.remove()
  })

  it('can be taken back until it joins, and not after', async () => {
    const { conversationId, runId, goOn } = await runWithOpenTool()
    await steer(conversationId, 'Stay')
    await steer(conversationId, 'Go away')
    const [stays, goes] = desk.bench.conversations.snapshot(conversationId).queued
    const taken = await desk.bench.conversations.unqueue({ conversationId, messageId: goes?.id ?? '' })
    expect(taken).toMatchObject({ text: 'Go away' })
    expect(queuedIn(conversationId)).toEqual(['Stay'])
    goOn()
    await desk.bench.finished(runId)
    expect(saidIn(conversationId)).toEqual(['What colour?', 'Stay'])
    await expect(
      desk.bench.conversations.unqueue({ conversationId, messageId: stays?.id ?? '' }),
    ).rejects.toMatchObject({ code: 'not_found', message: expect.stringMatching(/has joined/) })
  })

  it('is not taken back out of a run that is about to begin with it', async () => {
    const { conversationId, runId, goOn } = await runWithOpenTool()
    await steer(conversationId, 'Kept')
    desk.bench.conversations.stop(runId)
    goOn()
    await desk.bench.finished(runId)
    await desk.bench.conversations.idle()
    const [kept] = desk.bench.conversations.snapshot(conversationId).queued
    const begins = desk.bench.send('Newer', { conversationId })
    // It has read the conversation by then, and has stored nothing.
    for (let moment = 0; moment < 6; moment++) await null
    await expect(
      desk.bench.conversations.unqueue({ conversationId, messageId: kept?.id ?? '' }),
    ).rejects.toMatchObject({ code: 'not_found' })
    await desk.bench.finished((await begins).runId)
    expect(saidIn(conversationId)).toEqual(['What colour?', 'Kept', 'Newer'])
  })

  it('is kept when the run is stopped, and goes with the next one before anything newer', async () => {
    const { conversationId, runId, goOn } = await runWithOpenTool()
    await steer(conversationId, 'Kept')
    desk.bench.conversations.stop(runId)
    goOn()
    expect((await desk.bench.finished(runId)).end).toBe('stopped')
    await desk.bench.conversations.idle()
    expect(queuedIn(conversationId)).toEqual(['Kept'])
    expect(desk.api.created).toHaveLength(1)

    await desk.bench.run('Newer', { conversationId })
    expect(saidIn(conversationId)).toEqual(['What colour?', 'Kept', 'Newer'])
    expect(queuedIn(conversationId)).toEqual([])
    expect(desk.refusals()).toEqual([])
  })

  it('that was kept can be sent by itself', async () => {
    const { conversationId, runId, goOn } = await runWithOpenTool()
    await steer(conversationId, 'Kept')
    desk.bench.conversations.stop(runId)
    goOn()
    await desk.bench.finished(runId)
    await desk.bench.conversations.idle()
    const again = await desk.bench.conversations.sendQueued({ conversationId, actor: person, approval: null })
    expect((await desk.bench.finished(again.runId)).end).toBe('completed')
    expect(saidIn(conversationId)).toEqual(['What colour?', 'Kept'])
    await expect(
      desk.bench.conversations.sendQueued({ conversationId, actor: person, approval: null }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('that was kept goes with a message that is changed, on its branch and after it', async () => {
    const { conversationId, runId, goOn } = await runWithOpenTool()
    await steer(conversationId, 'Kept')
    desk.bench.conversations.stop(runId)
    goOn()
    await desk.bench.finished(runId)
    await desk.bench.conversations.idle()
    const [question] = desk.bench.conversations.snapshot(conversationId).messages
    const changed = await desk.bench.conversations.edit({
      conversationId,
      messageId: question?.id ?? '',
      text: 'Which shape?',
      attachments: [],
      actor: person,
      approval: null,
    })
    expect((await desk.bench.finished(changed.runId)).end).toBe('completed')
    expect(saidIn(conversationId)).toEqual(['Which shape?', 'Kept'])
    expect(queuedIn(conversationId)).toEqual([])
    expect(desk.refusals()).toEqual([])
  })

  it('is kept when the run fails', async () => {
    const rest = Promise.withResolvers<void>()
    desk.api.push(
      answer([text(['Half', ' of it'])], { end: 'cut', pause: { beforeChunk: 4, until: rest.promise } }),
    )
    const { conversationId, runId } = await desk.bench.send('Speak')
    await desk.bench.event(runId, 'text_delta')
    await steer(conversationId, 'Kept')
    rest.resolve()
    expect((await desk.bench.finished(runId)).end).toBe('failed')
    await desk.bench.conversations.idle()
    expect(queuedIn(conversationId)).toEqual(['Kept'])
    expect(desk.api.created).toHaveLength(1)
  })

  it('survives a crash', async () => {
    const { conversationId } = await runWithOpenTool()
    await steer(conversationId, 'Kept')
    desk.bench.crash()
    desk.bench.conversations.resume()
    expect(queuedIn(conversationId)).toEqual(['Kept'])
    await desk.bench.conversations.unqueue({
      conversationId,
      messageId: desk.bench.conversations.snapshot(conversationId).queued[0]?.id ?? '',
    })
    desk.bench.crash()
    expect(queuedIn(conversationId)).toEqual([])
  })

  it('joins a run that waited for a decision over a restart', async () => {
    desk.api.push(answer([put('apple')]), answer([text('It is there.')]))
    const { conversationId, runId } = await desk.bench.send('Put an apple')
    const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
    await steer(conversationId, 'And tell me when.')
    await desk.bench.restart()
    desk.bench.conversations.resume()
    await expect.poll(() => desk.bench.conversations.list()).toMatchObject([{ running: true, waiting: 1 }])
    await desk.bench.approve(proposalId)
    expect((await desk.bench.finished(runId)).end).toBe('completed')
    expect(saidIn(conversationId)).toEqual(['Put an apple', 'And tell me when.'])
    expect(desk.refusals()).toEqual([])
  })

  it('begins a run of its own when the turns of the run are used up', async () => {
    desk.bench.settings.set({ turnCap: 1 })
    const rest = Promise.withResolvers<void>()
    desk.api.push(
      answer([look('x')]),
      answer([text(['So', ' far.'])], { pause: { beforeChunk: 4, until: rest.promise } }),
      answer([text('More.')]),
    )
    const { conversationId, runId } = await desk.bench.send('Never stop')
    await desk.bench.event(runId, 'text_delta')
    await steer(conversationId, 'Go on')
    rest.resolve()
    expect(await desk.bench.finished(runId)).toMatchObject({ turnCap: true })
    await desk.bench.conversations.idle()
    expect(wordsOf(desk.bench.conversations.snapshot(conversationId))).toMatch(/So far\.\|More\.$/)
    expect(desk.refusals()).toEqual([])
  })

  it('begins a run of its own after a whole answer in the last turn, which is not cut short', async () => {
    desk.bench.settings.set({ turnCap: 1 })
    const rest = Promise.withResolvers<void>()
    desk.api.push(
      answer([text(['All', ' said.'])], { pause: { beforeChunk: 4, until: rest.promise } }),
      answer([text('More.')]),
    )
    const { conversationId, runId } = await desk.bench.send('Say it all')
    await desk.bench.event(runId, 'text_delta')
    await steer(conversationId, 'Go on')
    rest.resolve()
    expect(await desk.bench.finished(runId)).not.toHaveProperty('turnCap')
    await desk.bench.conversations.idle()
    expect(wordsOf(desk.bench.conversations.snapshot(conversationId))).toMatch(/All said\.\|More\.$/)
    expect(desk.refusals()).toEqual([])
  })

  it('starts a run where none is at work', async () => {
    const first = await desk.bench.run('Hello')
    await desk.bench.conversations.idle()
    const second = await steer(first.conversationId, 'Again')
    expect(second.queued).toBe(false)
    expect((await desk.bench.finished(second.runId)).end).toBe('completed')
  })

  it('is refused for another assistant than the one at work, and says who that is', async () => {
    const { conversationId, runId, goOn } = await runWithOpenTool()
    const librarian = desk.bench.assistants.list().find(({ name }) => name === 'Librarian')?.id
    await expect(steer(conversationId, 'Look it up', librarian)).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringMatching(/^“Assistant” is still at work here .* Nothing was sent/),
      said: { code: 'runs.another_at_work', values: { name: 'Assistant' } },
    })
    expect(queuedIn(conversationId)).toEqual([])
    await steer(conversationId, 'For you', 'default')
    expect(queuedIn(conversationId)).toEqual(['For you'])
    goOn()
    await desk.bench.finished(runId)
    expect(saidIn(conversationId)).toEqual(['What colour?', 'For you'])
  })

  it('is refused in a run of another program, and without the wish to wait', async () => {
    desk.bench.look = (_at, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    desk.api.push(answer([look('x')]))
    const { conversationId, runId } = await desk.bench.send('Look', { actor: commandLine, approval: 'safe' })
    await desk.bench.event(runId, 'tool_started')
    await expect(steer(conversationId, 'Me too')).rejects.toMatchObject({ code: 'busy' })
    await expect(desk.bench.send('Me too', { conversationId })).rejects.toMatchObject({ code: 'busy' })
    desk.bench.conversations.stop(runId)
    await desk.bench.finished(runId)
  })
})

describe('a stop', () => {
  it('while the server is given time ends the wait at once', async () => {
    desk.api.respond(() => status(429, 'rate_limit_error', 'Later.', { headers: { 'retry-after': '500' } }))
    const { conversationId, runId } = await desk.bench.send('Hello')
    await desk.bench.event(runId, 'retry_waiting')
    desk.bench.conversations.stop(runId)
    expect((await desk.bench.finished(runId)).end).toBe('stopped')
    expect(desk.bench.conversations.snapshot(conversationId).runs[runId]?.retry).toBeUndefined()
    expect(callsOf(desk.bench.conversations.snapshot(conversationId))).toEqual([])
  })
})
