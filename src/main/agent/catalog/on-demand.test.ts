import { beforeEach, describe, expect, it } from 'vitest'
import { callsOf } from '../../../../tests/support/agent/bench'
import { look, put, setUpAgentDesk } from '../../../../tests/support/agent/desk'
import { answer, type FakeMessagesApi, text, toolUse } from '../../../../tests/support/fake-messages-api'
import { person } from '../../../shared/actor'
import { defaultAssistant } from '../../../shared/tool/policy'

const desk = setUpAgentDesk()
/** The schemas of the desk's tools come to more than a tenth of it. */
const smallWindow = 2000

beforeEach(() => {
  desk.bench.settings.set({ contextTokens: smallWindow })
})

type Request = FakeMessagesApi['created'][number] | undefined
const toolsOf = (request: Request) => request?.tools?.map(({ name }) => name)
const lastTools = () => toolsOf(desk.api.created.at(-1))
const load = (...names: string[]) => toolUse('load_tools', { names })
const done = answer([text('Done.')])
const contentOf = (name: string, state: Parameters<typeof callsOf>[0]) =>
  callsOf(state).findLast((call) => call.name === name)?.result?.content

describe('tools whose schemas would take too much of the window', () => {
  it('are told of in the system text, and can be called once they are loaded', async () => {
    desk.api.push(answer([load('look_at', 'get_item')]), answer([look('tides')]), done)
    const { end, state } = await desk.bench.run('Look')
    expect(end).toMatchObject({ end: 'completed' })
    const [first, second, third] = desk.api.created
    expect(first?.system).toMatch(
      /# Tools\nYou can call load_tools.*\n- Shelf: read_item, put_item, move_item, drop_items\n- Probe: look_at\n/u,
    )
    expect([first, second, third].map(toolsOf)).toEqual([
      ['load_tools'],
      ['load_tools', 'look_at', 'read_item'],
      ['load_tools', 'look_at', 'read_item'],
    ])
    expect(second?.system).toBe(first?.system)
    expect(second?.tools?.[1]?.input_schema).toMatchObject({ properties: { at: { type: 'string' } } })
    // A local server makes grammars of them, and refuses many a check.
    expect(JSON.stringify(second?.tools)).not.toMatch(/"(?:pattern|m(?:in|ax)(?:Length|Items))"/u)
    expect(contentOf('look_at', state)).toBe('Looked at tides.')
    expect(callsOf(state)[0]).toMatchObject({
      status: 'done',
      result: { state: { loaded: [{ name: 'look_at', title: 'Look at', line: 'Looks at something.' }, {}] } },
    })
    expect(desk.refusals()).toEqual([])
  })

  it('are never run before they are loaded, and the model is told how', async () => {
    const looked: string[] = []
    desk.bench.look = async (at) => {
      looked.push(at)
      return 'Seen.'
    }
    desk.api.push(answer([look('one'), put('two')]), answer([load('look_at'), look('three')]), done)
    const { state } = await desk.bench.run('Look')
    expect(looked).toEqual([])
    expect(desk.bench.pending()).toBeUndefined()
    expect(callsOf(state).map(({ status }) => status)).toEqual(['failed', 'failed', 'done', 'failed'])
    expect(callsOf(state)[0]?.result?.content).toBe(
      'The tool look_at was not loaded, so this call was not run. Call load_tools with {"names": ["look_at"]}, and look_at in your next turn.',
    )
    expect(contentOf('look_at', state)).toContain('It is loaded now: call look_at again')
  })

  it('are found by words: the best are loaded, and what there is not is said', async () => {
    desk.api.push(
      answer([toolUse('load_tools', { query: 'renaming an item' })]),
      answer([load('drop_item', 'zebra')]),
      answer([toolUse('load_tools', {})]),
      done,
    )
    const { state } = await desk.bench.run('Rename it')
    expect(callsOf(state)[0]?.result?.content).toMatch(
      /^Loaded; call them from your next turn on:\n- move_item: /u,
    )
    expect(callsOf(state)[1]).toMatchObject({
      status: 'failed',
      result: {
        content:
          'You have no tool named "drop_item". Did you mean drop_items or read_item or put_item?\nYou have no tool named "zebra". Find it with query.',
        state: { unknown: ['drop_item', 'zebra'] },
        error: { said: { code: 'gate.no_such_tools', values: { names: ['drop_item', 'zebra'] } } },
      },
    })
    expect(callsOf(state)[2]?.result?.content).toContain('give names or a query')
  })

  it('stay loaded, in their order, after a restart, and only on the branch that loaded them', async () => {
    desk.api.push(answer([load('move_item')]), answer([load('look_at')]), done)
    const { conversationId } = await desk.bench.run('Load')
    desk.api.push(answer([text('Branched.')]))
    const question = desk.bench.conversations.snapshot(conversationId).messages[0]?.id ?? ''
    const sent = { conversationId, messageId: question, text: 'Else', attachments: [], actor: person }
    const edited = await desk.bench.conversations.edit({ ...sent, approval: null })
    await desk.bench.finished(edited.runId)
    expect(lastTools()).toEqual(['load_tools'])

    desk.bench.conversations.showMessage({ conversationId, messageId: question })
    await desk.bench.restart()
    await desk.bench.run('Go on', { conversationId })
    expect(lastTools()).toEqual(['load_tools', 'move_item', 'look_at'])
  })

  it('stay loaded when the beginning of the conversation is summed up', async () => {
    const isSummary = (request: Request) =>
      JSON.stringify(request?.system).includes('You sum up a conversation')
    desk.api.push(answer([load('look_at')]), done)
    const { conversationId } = await desk.bench.run('Load')
    desk.api.respond(() => answer([text('Words.')]))
    for (let index = 0; index < 4; index++) {
      await desk.bench.run(`Question ${index} ${'and more '.repeat(300)}`, { conversationId })
    }
    expect(desk.api.created.some(isSummary)).toBe(true)
    expect(JSON.stringify(desk.api.created.at(-1)?.messages)).not.toContain('"load_tools"')
    expect(lastTools()).toEqual(['load_tools', 'look_at'])
    expect(desk.refusals()).toEqual([])
  })

  it('count as loaded where they were used while all were sent', async () => {
    desk.bench.settings.set({ contextTokens: 200_000 })
    desk.api.push(answer([look('tides')]), done)
    const { conversationId } = await desk.bench.run('Look')
    expect(toolsOf(desk.api.created[0])).toContain('put_item')
    expect(desk.api.created[0]?.system).not.toContain('# Tools')
    desk.bench.settings.set({ contextTokens: smallWindow })
    desk.api.push(answer([look('ships')]), done)
    const { state } = await desk.bench.run('Again', { conversationId })
    expect(lastTools()).toEqual(['load_tools', 'look_at'])
    expect(contentOf('look_at', state)).toBe('Looked at ships.')
  })

  it('are neither listed nor loaded where the assistant does not have them or the policy denies them', async () => {
    const { gate, assistants } = desk.bench
    gate.setPolicy({ assistant: defaultAssistant, tool: 'look_at', policy: 'deny', by: person })
    desk.api.push(answer([load('look_at')]), answer([look('x')]), done)
    const { state } = await desk.bench.run('Look')
    expect(desk.api.created[0]?.system).not.toContain('look_at')
    expect(callsOf(state)[0]?.result?.content).toContain('You have no tool named "look_at"')
    expect(callsOf(state)[1]?.result?.content).toContain('“Look at” is set to “Deny”')

    const { id, revision, createdAt, updatedAt, trashedAt, ...fields } = assistants.get(defaultAssistant)
    const own = {
      kind: 'some' as const,
      modules: [],
      tools: ['read_item', 'put_item', 'move_item', 'drop_items'],
    }
    const shelf = await assistants.create({
      fields: { ...fields, name: 'Shelf', tools: own },
      policies: {},
      by: person,
    })
    desk.api.push(answer([load('look_at')]), answer([look('x')]), done)
    const other = await desk.bench.run('Look', { assistantId: shelf.id })
    expect(desk.api.created.at(-1)?.system).not.toContain('look_at')
    expect(contentOf('look_at', other.state)).toContain('does not have the tool “Look at”')
  })

  it('are refused once the loaded ones take all the room that there is for them', async () => {
    desk.bench.settings.set({ contextTokens: 1000 })
    desk.api.push(answer([load('read_item', 'look_at', 'put_item', 'move_item', 'drop_items')]), done)
    const { state } = await desk.bench.run('Load')
    const sent = lastTools() ?? []
    expect(sent.length).toBeGreaterThan(1)
    expect(sent.length).toBeLessThan(6)
    expect(contentOf('load_tools', state)).toContain('Not loaded, because loaded tools take all the room')
  })

  it('are there in full again where the window is large', async () => {
    desk.api.push(answer([load('look_at')]), done)
    const { conversationId } = await desk.bench.run('Load')
    desk.bench.settings.set({ contextTokens: 200_000 })
    desk.api.push(answer([load('look_at')]), done)
    const { state } = await desk.bench.run('Load', { conversationId })
    expect(lastTools()).not.toContain('load_tools')
    expect(contentOf('load_tools', state)).toContain('All your tools are loaded already')
  })
})
