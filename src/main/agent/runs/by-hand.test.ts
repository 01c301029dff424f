import { describe, expect, it } from 'vitest'
import { callsOf, wordsOf } from '../../../../tests/support/agent/bench'
import { look, setUpAgentDesk } from '../../../../tests/support/agent/desk'
import { answer, text } from '../../../../tests/support/fake-messages-api'
import { assistantFields } from '../../../../tests/support/sample-assistant'
import { person } from '../../../shared/actor'
import { loadModules } from '../registry'
import { isMeantAsCommand } from './by-hand'

const desk = setUpAgentDesk()

const shown = (conversationId: string) => desk.bench.conversations.snapshot(conversationId)

describe('a command that a person writes while a model is connected', () => {
  it('calls its tool and tells what that gave, without the model', async () => {
    const { conversationId, runId } = await desk.bench.send('/look_at {"at":"the sky"}')
    expect((await desk.bench.finished(runId)).end).toBe('completed')
    expect(desk.api.created).toEqual([])
    expect(callsOf(shown(conversationId))).toMatchObject([{ name: 'look_at', status: 'done' }])
    expect(wordsOf(shown(conversationId))).toMatch(/sky/)
    // What was said so far is the model's to go on from.
    desk.api.push(answer([text('It is blue.')]))
    const next = await desk.bench.send('And its colour?', { conversationId })
    await desk.bench.finished(next.runId)
    expect(desk.api.created).toHaveLength(1)
    expect(JSON.stringify(desk.api.created[0]?.messages)).toContain('the sky')
    expect(desk.refusals()).toEqual([])
  })

  it('says what the tool does not take, and is no command where no tool is called so', async () => {
    const { conversationId, runId } = await desk.bench.send('/look_at {"where":"the sky"}')
    await desk.bench.finished(runId)
    expect(wordsOf(shown(conversationId))).toContain('look_at')
    expect(desk.api.created).toEqual([])
    const help = await desk.bench.send('/help look_at', { conversationId })
    await desk.bench.finished(help.runId)
    expect(wordsOf(shown(conversationId))).toMatch(/Looks at something/)
    expect(desk.api.created).toEqual([])
    desk.api.push(answer([text('That is a folder.')]))
    const other = await desk.bench.send('/etc has what?')
    await desk.bench.finished(other.runId)
    expect(wordsOf(shown(other.conversationId))).toBe('That is a folder.')
  })

  it('lists what can be commanded, and speaks of no model to be connected', async () => {
    const { state } = await desk.bench.run('/help')
    expect(wordsOf(state)).toContain('`/look_at` – Look at')
    expect(wordsOf(state)).not.toMatch(/connect a model|from your library/)
    expect(desk.api.created).toEqual([])
  })

  it.each([
    ['/lok_at the sky', 'no tool `/lok_at`. Did you mean `/look_at`'],
    ['/look the sky', 'no tool `/look`. Did you mean `/look_at`'],
    ['/item', 'no tool `/item`. Did you mean `/read_item` or `/put_item`'],
    ['/itme_list', 'no tool `/itme_list`'],
    ['/new_thing {"name": "x"}', 'no tool `/new_thing`'],
    ['/hlep', 'no tool `/hlep`. Did you mean `/help`'],
    ['/help lok_at', 'no tool `/lok_at`. Did you mean `/look_at`'],
  ])('says of %s that there is no such tool, and what is nearest', async (words, told) => {
    const { state } = await desk.bench.run(words)
    expect(wordsOf(state)).toContain(told)
    expect(desk.api.created).toEqual([])
  })

  it.each([
    '/etc/hosts',
    '/etc/hosts has what?',
    '/home is full',
    '/home',
    '/tmp',
    '/help me to understand the tides',
    '/my_project needs a review',
    '/var_log\nwhat is this?',
  ])('leaves %s to the model', async (words) => {
    desk.api.push(answer([text('It is so.')]))
    expect(wordsOf((await desk.bench.run(words)).state)).toBe('It is so.')
  })

  it.each(['tmp', 'home', 'etc', 'usr', 'var', 'opt', 'dev', 'root', 'srv', 'mnt', 'media', 'boot', 'Users'])(
    'takes the folder /%s for none of all the tools there are',
    (folder) => {
      const tools = [...loadModules().values()]
        .flatMap((module) => module.tools)
        .map(({ name, aliases = [] }) => ({ name, aliases: [...aliases] }))
      expect(tools.length).toBeGreaterThan(50)
      expect(isMeantAsCommand({ name: folder.toLowerCase(), rest: '' }, tools)).toBe(false)
    },
  )

  it('is the model’s to read where it joins the model’s own calls', async () => {
    const tool = Promise.withResolvers<void>()
    desk.bench.look = async (at) => {
      await tool.promise
      return `Looked at ${at}.`
    }
    desk.api.push(answer([look('the sea')]), answer([text('Understood.')]))
    const { conversationId, runId } = await desk.bench.send('What colour?')
    await desk.bench.event(runId, 'tool_started')
    await desk.bench.conversations.send({
      ...{ conversationId, text: '/look_at {"at":"the sky"}', attachments: [], queue: true },
      ...{ actor: person, approval: null },
    })
    tool.resolve()
    await desk.bench.finished(runId)
    expect(callsOf(shown(conversationId))).toHaveLength(1)
    expect(wordsOf(shown(conversationId))).toMatch(/Understood\.$/)
    expect(desk.refusals()).toEqual([])
  })

  it('leaves a conversation that its model can’t take any more as it is, and stays in it', async () => {
    desk.bench.settings.set({ contextTokens: 12_000 })
    desk.api.respond(() => answer([text('Seen.')]))
    const { conversationId } = await desk.bench.run(`Look at this: ${'and much more '.repeat(2600)}`)
    const asked = desk.api.created.length
    const { state } = await desk.bench.run('/look_at {"at":"the sky"}', { conversationId })
    expect(callsOf(state)).toMatchObject([{ name: 'look_at', status: 'done' }])
    expect(JSON.stringify(state)).not.toMatch(/compacted|results_cleared/)
    expect(desk.api.created).toHaveLength(asked)
    // The next question is what it is made to fit for, by the model itself.
    await desk.bench.run('And now?', { conversationId })
    const after = desk.bench.conversations.snapshot(conversationId)
    expect(JSON.stringify(after)).toContain('compacted')
  })

  it('tells what it gave also where that is the last turn of its run', async () => {
    desk.bench.settings.set({ turnCap: 1 })
    const { end, state } = await desk.bench.run('/look_at {"at":"the sky"}')
    expect(end).toEqual({ type: 'run_finished', end: 'completed', retryable: false })
    expect(callsOf(state)).toMatchObject([{ name: 'look_at', status: 'done' }])
    expect(wordsOf(state)).toContain('Looked at the sky.')
    expect(desk.api.created).toEqual([])
  })

  it('calls its tool also in a conversation that is limited to a document', async () => {
    const limit = { kind: 'limit' as const, documentId: 'd1', title: 'Tides' }
    const { state } = await desk.bench.run('/look_at {"at":"the sky"}', { attachments: [limit] })
    expect(callsOf(state)).toMatchObject([{ name: 'look_at', status: 'done' }])
    expect(desk.api.created).toEqual([])
  })

  it('says that the assistant lacks its tool, which the model is not asked for', async () => {
    const fields = assistantFields({ tools: { kind: 'some', modules: [], tools: ['put_item'] } })
    const { id } = await desk.bench.assistants.create({ fields, policies: {}, by: person })
    const { state } = await desk.bench.run('/look_at {"at":"the sky"}', { assistantId: id })
    expect(callsOf(state)).toMatchObject([{ status: 'failed', result: { error: { code: 'denied' } } }])
    expect(wordsOf(state)).toContain('does not have the tool “Look at”')
    expect(desk.api.created).toEqual([])
  })
})
