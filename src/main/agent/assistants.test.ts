import { describe, expect, it } from 'vitest'
import { callsOf, wordsOf } from '../../../tests/support/agent/bench'
import { put, setUpAgentDesk } from '../../../tests/support/agent/desk'
import { answer, status, text, toolResultsOf, toolUse } from '../../../tests/support/fake-messages-api'
import { assistantFields } from '../../../tests/support/sample-assistant'
import { person } from '../../shared/actor'
import type { AssistantFields } from '../../shared/contract/assistants'
import type { ConversationState } from '../../shared/run/state'
import type { Policy } from '../../shared/tool/policy'
import { createServerFeatureTable } from '../db/server-features'
import { coreFeatures } from '../model/anthropic/server'

const desk = setUpAgentDesk()

const usual = assistantFields({
  instructions: 'Never guess a tide.',
  tools: { kind: 'some', modules: ['probe'], tools: ['put_item'] },
})
const make = (fields: Partial<AssistantFields> = {}, policies: Record<string, Policy> = {}) =>
  desk.bench.assistants.create({ fields: { ...usual, ...fields }, policies, by: person })
const toolsSent = (at: number) => desk.api.created[at]?.tools?.map(({ name }) => name) ?? []

describe('a run of an assistant', () => {
  it('has its instructions, its tools and the texts of their modules, and nothing else', async () => {
    const clerk = await make({ tools: { kind: 'some', modules: ['probe'], tools: [] } })
    desk.api.push(answer([text('Aye.')]))
    const { state } = await desk.bench.run('Hello', { assistantId: clerk.id })
    expect(toolsSent(0)).toEqual(['look_at'])
    expect(desk.api.created[0]?.system).toContain('# Your part\nHere you are called "Tide clerk".')
    expect(desk.api.created[0]?.system).toContain('Never guess a tide.')
    expect(desk.api.created[0]?.system).toContain('# Probe')
    expect(desk.api.created[0]?.system).not.toContain('# Shelf')
    expect(Object.values(state.runs)).toMatchObject([{ assistant: 'Tide clerk', assistantId: clerk.id }])
  })

  it('is refused a tool that its assistant does not have, although the model calls it', async () => {
    const clerk = await make({ tools: { kind: 'some', modules: ['probe'], tools: [] } })
    desk.api.push(answer([put('tea')]), answer([text('I can’t.')]))
    const { state } = await desk.bench.run('Put it', { assistantId: clerk.id })
    expect(callsOf(state)).toMatchObject([{ status: 'failed', result: { error: { code: 'denied' } } }])
    expect(toolResultsOf(desk.api.created[1])[0]?.content).toContain('does not have the tool “Put item”')
    expect(desk.bench.gate.changes({ limit: 10 })).toEqual([])
    expect(desk.bench.pending()).toBeUndefined()
  })

  it('loses a tool at once when it is taken from its assistant', async () => {
    const clerk = await make()
    desk.bench.look = async () => {
      await desk.bench.assistants.change({
        id: clerk.id,
        revision: clerk.revision,
        fields: { ...usual, tools: { kind: 'some', modules: ['probe'], tools: [] } },
        policies: {},
        by: person,
      })
      return 'Looked.'
    }
    desk.api.push(answer([toolUse('look_at', { at: 'x' })]), answer([put('tea')]), answer([text('No.')]))
    const { state } = await desk.bench.run('Put it', { assistantId: clerk.id })
    expect(callsOf(state)).toMatchObject([{ status: 'done' }, { status: 'failed' }])
  })

  it('follows the policies of its assistant, not those of another', async () => {
    const bold = await make({ name: 'Bold' }, { put_item: 'auto' })
    const barred = await make({ name: 'Barred' }, { put_item: 'deny' })
    desk.api.push(answer([put('tea')]), answer([text('Done.')]))
    const first = await desk.bench.run('Put it', { assistantId: bold.id })
    expect(callsOf(first.state)).toMatchObject([{ status: 'done' }])
    expect(desk.bench.gate.changes({ limit: 1 })[0]).toMatchObject({
      approval: 'policy',
      actor: { kind: 'assistant', name: 'Bold', id: bold.id },
    })
    desk.api.push(answer([put('coffee')]), answer([text('No.')]))
    const second = await desk.bench.run('Put it', { assistantId: barred.id })
    expect(callsOf(second.state)).toMatchObject([{ result: { error: { code: 'denied' } } }])
    desk.api.push(answer([put('milk')]))
    const { runId } = await desk.bench.send('Put it')
    await desk.bench.event(runId, 'tool_proposed')
    expect(desk.bench.pending()).toMatchObject({ actor: { kind: 'assistant', name: 'Assistant' } })
  })

  it('does not use an approval that was remembered for another assistant', async () => {
    const [first, second] = [await make({ name: 'First' }), await make({ name: 'Second' })]
    desk.api.push(answer([put('tea')]), answer([text('Done.')]))
    const { conversationId, runId } = await desk.bench.send('Put it', { assistantId: first.id })
    await desk.bench.event(runId, 'tool_proposed')
    const proposal = desk.bench.pending()
    await desk.bench.gate.approve({
      id: proposal?.id ?? '',
      planHash: proposal?.planHash ?? '',
      remember: { scope: 'conversation' },
      by: person,
    })
    await desk.bench.finished(runId)
    desk.api.push(answer([put('coffee')]), answer([text('Done.')]))
    const again = await desk.bench.run('And coffee', { conversationId })
    expect(callsOf(again.state).at(-1)).toMatchObject({ status: 'done' })
    expect(callsOf(again.state).at(-1)?.proposalId).toBeUndefined()
    desk.api.push(answer([put('milk')]), answer([text('Done.')]))
    const other = await desk.bench.send('And milk', { conversationId, assistantId: second.id })
    await desk.bench.event(other.runId, 'tool_proposed')
    expect(desk.bench.pending()?.actor).toMatchObject({ id: second.id })
  })

  it('ends at the turn cap of its assistant', async () => {
    const clerk = await make({ turnCap: 1 })
    desk.api.push(answer([toolUse('look_at', { at: 'x' })]), answer([text('That is all.')]))
    const { end } = await desk.bench.run('Look', { assistantId: clerk.id })
    expect(end).toMatchObject({ end: 'completed', turnCap: true })
    expect(desk.api.created).toHaveLength(2)
  })

  it('thinks as it is set for it, and as in the settings where nothing is', async () => {
    createServerFeatureTable(desk.bench.db).write(desk.api.url, 'fake-model', {
      features: { ...coreFeatures, thinking: 'adaptive' },
      checkedAt: 1,
    })
    const quick = await make({ name: 'Quick', thinking: 'off' })
    const careful = await make({ name: 'Careful', thinking: 'on' })
    desk.api.respond(() => answer([text('Aye.')]))
    for (const assistantId of [quick.id, careful.id, 'default'])
      await desk.bench.run('Hello', { assistantId })
    expect(desk.api.created.map(({ thinking }) => thinking)).toMatchObject([
      { type: 'disabled' },
      { type: 'adaptive' },
      undefined,
    ])
  })

  it('searches its default collection unless another one is named', async () => {
    desk.bench.collections = [{ id: 'c1', name: 'Papers', description: '', documents: 0, createdAt: 0 }]
    const clerk = await make({ collectionId: 'c1' })
    desk.api.push(answer([text('Aye.')]), answer([text('Aye.')]))
    await desk.bench.run('Hello', { assistantId: clerk.id })
    expect(desk.api.created[0]?.system).toContain('Your default collection is "Papers" (c1)')
    desk.bench.collections = []
    await desk.bench.run('Hello', { assistantId: clerk.id })
    expect(desk.api.created[1]?.system).not.toContain('default collection')
  })
})

describe('the assistant of a conversation', () => {
  it('stays until another one is chosen, and each run says which it was', async () => {
    const clerk = await make()
    desk.api.push(answer([text('One.')]), answer([text('Two.')]), answer([text('Three.')]))
    const { conversationId } = await desk.bench.run('Hello', { assistantId: clerk.id })
    await desk.bench.run('Again', { conversationId })
    const { state } = await desk.bench.run('You now', { conversationId, assistantId: 'default' })
    expect(Object.values(state.runs).map(({ assistantId }) => assistantId)).toEqual([
      clerk.id,
      clerk.id,
      undefined,
    ])
    expect(wordsOf(state)).toBe('One.|Two.|Three.')
    expect(toolsSent(1)).toEqual(toolsSent(0))
    expect(toolsSent(2).length).toBeGreaterThan(toolsSent(1).length)
  })

  it('is another one after a failed run where one is chosen to try again, else the same', async () => {
    const clerk = await make()
    const refused = status(400, 'invalid_request_error', 'No.')
    desk.api.push(refused, refused, answer([text('Two.')]))
    const { runId } = await desk.bench.run('Hello', { assistantId: clerk.id })
    const again = { actor: person, approval: null }
    const same = await desk.bench.conversations.retry({ runId, ...again })
    await desk.bench.finished(same.runId)
    await desk.bench.conversations.idle()
    const other = await desk.bench.conversations.retry({
      runId: same.runId,
      ...again,
      assistantId: 'default',
    })
    await desk.bench.finished(other.runId)
    const { runs } = desk.bench.conversations.snapshot(other.conversationId)
    expect(Object.values(runs).map(({ assistantId }) => assistantId)).toEqual([clerk.id, clerk.id, undefined])
  })

  it('can’t be one that is in the trash, and nothing is sent then', async () => {
    const clerk = await make()
    desk.bench.assistants.remove({ id: clerk.id, by: person })
    await expect(desk.bench.send('Hello', { assistantId: clerk.id })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('in the trash'),
    })
    await expect(desk.bench.send('Hello', { assistantId: 'nobody' })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(desk.bench.conversations.list()).toEqual([])
    expect(desk.api.created).toEqual([])
  })

  it('is the same after a restart, and a run that waited goes on with its tools', async () => {
    const clerk = await make()
    desk.api.push(answer([put('tea')]))
    const { conversationId, runId } = await desk.bench.send('Put it', { assistantId: clerk.id })
    await desk.bench.event(runId, 'tool_proposed')
    await desk.bench.restart()
    desk.api.push(answer([text('Done.')]))
    desk.bench.conversations.resume()
    const waiting = desk.bench.pending()
    await desk.bench.approve(waiting?.id ?? '')
    await desk.bench.finished(runId)
    expect(toolsSent(1)).toEqual(toolsSent(0))
    expect(desk.bench.conversations.snapshot(conversationId).runs[runId]).toMatchObject({
      assistantId: clerk.id,
      status: 'completed',
    })
  })
})

describe('the assistant of a branch', () => {
  const by = { actor: person, approval: null }
  const ended = async (started: Promise<{ runId: string; conversationId: string }>) => {
    const { runId, conversationId } = await started
    await desk.bench.finished(runId)
    await desk.bench.conversations.idle()
    return { runId, state: desk.bench.conversations.snapshot(conversationId) }
  }
  const idOf = (state: ConversationState, at: number) => state.messages[at]?.id ?? ''

  it('is the one that was chosen, when an answer is made again or a message changed', async () => {
    const clerk = await make({ tools: { kind: 'some', modules: ['probe'], tools: [] } })
    desk.api.push(answer([text('One.')]), answer([text('Two.')]), answer([text('Three.')]))
    const { conversationId, state } = await desk.bench.run('Hello')
    await desk.bench.conversations.idle()
    expect(toolsSent(0).length).toBeGreaterThan(1)
    const place = { conversationId, messageId: idOf(state, 1), assistantId: clerk.id, ...by }
    const again = await ended(desk.bench.conversations.regenerate(place))
    expect(toolsSent(1)).toEqual(['look_at'])
    expect(again.state.runs[again.runId]).toMatchObject({ assistant: 'Tide clerk', assistantId: clerk.id })
    const changed = { conversationId, messageId: idOf(again.state, 0), text: 'Hi', attachments: [], ...by }
    const edited = await ended(desk.bench.conversations.edit({ ...changed, assistantId: 'default' }))
    expect(toolsSent(2)).toEqual(toolsSent(0))
    expect(edited.state.runs[edited.runId]?.assistantId).toBeUndefined()
  })

  it('is the one that worked last on it where none is chosen, whoever worked on another one since', async () => {
    const clerk = await make({ tools: { kind: 'some', modules: ['probe'], tools: [] } })
    desk.api.respond(() => answer([text('Aye.')]))
    const { conversationId, state } = await desk.bench.run('Hello', { assistantId: clerk.id })
    await desk.bench.conversations.idle()
    const place = { conversationId, messageId: idOf(state, 1), ...by }
    await ended(desk.bench.conversations.regenerate(place))
    const changed = { ...place, messageId: idOf(state, 0), text: 'Hi', attachments: [] }
    for (const act of [
      () => desk.bench.conversations.regenerate(place),
      () => desk.bench.conversations.edit(changed),
      () => desk.bench.send('Go on', { conversationId }),
    ]) {
      await ended(desk.bench.send('You now', { conversationId, assistantId: 'default' }))
      expect(toolsSent(desk.api.created.length - 1).length).toBeGreaterThan(1)
      desk.bench.conversations.showMessage(place)
      await ended(act())
      expect(toolsSent(desk.api.created.length - 1)).toEqual(['look_at'])
    }
  })

  it('is the one that was chosen for messages that were kept, else the one that was at work', async () => {
    const clerk = await make({ tools: { kind: 'some', modules: ['probe'], tools: [] } })
    for (const assistantId of [clerk.id, undefined]) {
      const from = desk.api.created.length
      desk.api.push(answer([text('Half')], { end: 'hang' }), answer([text('Whole.')]))
      const { conversationId, runId } = await desk.bench.send('Speak')
      await desk.bench.event(runId, 'text_delta')
      const kept = { conversationId, text: 'Kept', attachments: [], queue: true, ...by }
      await desk.bench.conversations.send(kept)
      desk.bench.conversations.stop(runId)
      await desk.bench.finished(runId)
      await desk.bench.conversations.idle()
      await ended(desk.bench.conversations.sendQueued({ conversationId, ...by, assistantId }))
      if (assistantId === undefined) expect(toolsSent(from + 1)).toEqual(toolsSent(from))
      else expect(toolsSent(from + 1)).toEqual(['look_at'])
    }
  })
})
