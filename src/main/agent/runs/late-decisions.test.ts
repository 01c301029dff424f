import { describe, expect, it } from 'vitest'
import { callsOf } from '../../../../tests/support/agent/bench'
import { commandLine, look, put, setUpAgentDesk } from '../../../../tests/support/agent/desk'
import { answer, text, toolUse } from '../../../../tests/support/fake-messages-api'
import { person } from '../../../shared/actor'
import { taintReason } from '../policy/taint'
import { noteLateTaint } from './late-decisions'

const desk = setUpAgentDesk()

/** What the model was given of its first call in the last request. */
function firstResult(): string {
  const { messages } = desk.api.created.at(-1) ?? { messages: [] }
  const results = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter((block) => block.type === 'tool_result'),
  )
  return JSON.stringify(results[0]?.content ?? '')
}

async function proposedByNobodyThere() {
  desk.api.push(answer([put('apple')]), answer([text('Proposed.')]))
  const { conversationId } = await desk.bench.run('Put an apple', { actor: commandLine })
  const proposal = desk.bench.pending()
  if (proposal === undefined) throw new Error('nothing was proposed')
  return { conversationId, proposal }
}

async function goOn(conversationId: string) {
  desk.api.push(answer([text('I see.')]))
  return desk.bench.run('And now?', { conversationId, actor: commandLine })
}

/** Goes on once more, which makes nothing anew. */
async function isToldTheSame(conversationId: string, told: string) {
  const before = desk.bench.events.length
  await goOn(conversationId)
  expect(firstResult()).toBe(told)
  const again = desk.bench.events
    .slice(before)
    .filter((event) => event.type === 'run' && event.event.body.type === 'tool_finished')
  expect(again).toEqual([])
}

describe('what a person decides after a run went on', () => {
  it('is what the next run of the conversation is told, exactly as it was applied', async () => {
    const { conversationId, proposal } = await proposedByNobodyThere()
    const { id, planHash } = proposal
    const edited = { content: 'This is a pear.' }
    await desk.bench.gate.approve({ id, planHash, edited, by: person })
    const { state } = await goOn(conversationId)
    expect(firstResult()).toMatch(/decided after you had gone on.*This is a pear\..*Did 1\./)
    expect(callsOf(state)[0]).toMatchObject({ status: 'done', result: { success: true } })
    expect(desk.refusals()).toEqual([])
  })

  it('is told once, also over a restart', async () => {
    const { conversationId, proposal } = await proposedByNobodyThere()
    await desk.bench.approve(proposal.id)
    await desk.bench.restart()
    await goOn(conversationId)
    const told = firstResult()
    expect(told).toContain('decided after')
    await isToldTheSame(conversationId, told)
  })

  it('carries the reason of a rejection', async () => {
    const { conversationId, proposal } = await proposedByNobodyThere()
    await desk.bench.gate.reject({ id: proposal.id, reason: 'Pears are better', by: person })
    const { state } = await goOn(conversationId)
    expect(firstResult()).toMatch(/rejected.*Pears are better/)
    expect(callsOf(state)[0]).toMatchObject({ status: 'rejected' })
  })

  it('leaves what still waits as it was told', async () => {
    const { conversationId } = await proposedByNobodyThere()
    await goOn(conversationId)
    expect(firstResult()).toMatch(/^"proposed #1/)
  })

  it('is told of what was proposed again', async () => {
    desk.api.push(answer([put('apple')]))
    const { conversationId, runId } = await desk.bench.send('Put an apple')
    const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
    desk.bench.conversations.stop(runId)
    await desk.bench.finished(runId)
    const signal = new AbortController().signal
    const again = await desk.bench.gate.proposeAgain({ id: proposalId, by: person, signal })
    await goOn(conversationId)
    expect(firstResult()).toMatch(/proposed again as #2 and has not decided yet.*Do not propose it a second/)
    await isToldTheSame(conversationId, firstResult())
    await desk.bench.approve(again.id)
    await goOn(conversationId)
    expect(firstResult()).toMatch(/proposed again as #2.*Did 1\./)
  })

  it('makes a run ask that is given words from outside by what was proposed again', async () => {
    const { conversationId, runId } = await desk.bench.run('Hello', { actor: commandLine })
    const place = { runId, conversationId }
    const services = { db: desk.bench.db, now: () => new Date() }
    const decision = (origin: 'web' | 'own') => ({
      ...{ tool: 'fetch_web_content', runId, madeAnew: true },
      body: {
        type: 'tool_finished' as const,
        ...{ toolUseId: 'call', outcome: 'done' as const, durationMs: 0 },
        result: { success: true, content: 'Words of a page.', state: null, origin },
      },
    })
    noteLateTaint(services, place, decision('own'))
    expect(taintReason(desk.bench.db, place)).toBeNull()
    noteLateTaint(services, place, decision('web'))
    expect(taintReason(desk.bench.db, place)?.text).toContain('web')
  })

  it('makes a run ask that is told by their titles which things were undone', async () => {
    const { conversationId, runId } = await desk.bench.run('Hello', { actor: commandLine })
    const services = { db: desk.bench.db, now: () => new Date() }
    const late = (namesFrom: 'library' | 'granted_folder') => ({
      ...{ tool: 'add_document', runId, madeAnew: false, namesFrom },
      body: {
        type: 'tool_finished' as const,
        ...{ toolUseId: 'call', outcome: 'done' as const, durationMs: 0 },
        result: {
          success: true,
          content: 'Undone: “Leaflet”.',
          state: null,
          origin: 'granted_folder' as const,
        },
      },
    })
    noteLateTaint(services, { runId, conversationId }, late('granted_folder'))
    expect(taintReason(desk.bench.db, { runId, conversationId })).toBeNull()
    noteLateTaint(services, { runId, conversationId }, late('library'))
    expect(taintReason(desk.bench.db, { runId, conversationId })?.text).toContain('library')
  })
})

describe('what a person undoes after a run', () => {
  const signal = new AbortController().signal
  const undo = (id: string) => desk.bench.gate.undo({ id, by: person, signal })
  const lastChange = () => desk.bench.gate.changes({ limit: 1 })[0]?.id ?? ''
  const undoneFirst = /^"The person undid this later, by change #2: look at what is there now/

  /** A run whose change was decided on while it waited, one under a standing approval, and one decided on later. */
  const ways: Readonly<Record<string, () => Promise<string>>> = {
    async decided() {
      desk.api.push(answer([put('apple')]), answer([text('Done.')]))
      const { conversationId, runId } = await desk.bench.send('Put an apple')
      const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
      await desk.bench.approve(proposalId)
      await desk.bench.finished(runId)
      return conversationId
    },
    async standing() {
      desk.api.push(answer([put('apple')]), answer([text('Done.')]))
      return (await desk.bench.run('Put an apple', { actor: commandLine, approval: 'safe' })).conversationId
    },
    async late() {
      const { conversationId, proposal } = await proposedByNobodyThere()
      await desk.bench.approve(proposal.id)
      return conversationId
    },
  }

  it.each(Object.keys(ways))(
    'is what the next run is told, once, and also over a restart: %s',
    async (way) => {
      const conversationId = (await ways[way]?.()) ?? ''
      await undo(lastChange())
      await desk.bench.restart()
      const { state } = await goOn(conversationId)
      const told = firstResult()
      expect(told).toMatch(undoneFirst)
      expect(told).toContain('Did 1.')
      expect(callsOf(state)[0]).toMatchObject({
        status: 'done',
        result: { success: true, undone: { extent: 'whole', by: 2 } },
      })
      await isToldTheSame(conversationId, told)
      expect(desk.refusals()).toEqual([])
    },
  )

  it.each(Object.keys(ways))('is told no more once it is done again: %s', async (way) => {
    const conversationId = (await ways[way]?.()) ?? ''
    await goOn(conversationId)
    const standing = firstResult()
    expect(standing).not.toContain('undid')
    const undone = await undo(lastChange())
    await goOn(conversationId)
    expect(firstResult()).toMatch(undoneFirst)
    await undo(undone.id)
    await goOn(conversationId)
    expect(firstResult()).toBe(standing)
  })

  it.each(Object.keys(ways))(
    'is told where the conversation was summed up since, however long ago it was: %s',
    async (way) => {
      desk.bench.settings.set({ contextTokens: 12_000 })
      const conversationId = (await ways[way]?.()) ?? ''
      desk.api.respond(() => answer([text('The person puts fruit.')]))
      const words = 'and much more '.repeat(150)
      for (let turn = 0; turn < 34; turn++) await desk.bench.run(words, { conversationId })
      const lastText = () => JSON.stringify(desk.api.created.at(-1)?.messages)
      expect(lastText()).toMatch(/as the record has them:.*put_item .*apple.*Did 1\./)
      expect(lastText()).not.toContain('undid')
      const undone = await undo(lastChange())
      await desk.bench.restart()
      await desk.bench.run('And now?', { conversationId })
      expect(lastText()).toMatch(/as the record has them:.*put_item .*apple.*undid this later, by change #2/)
      await undo(undone.id)
      await desk.bench.run('And now?', { conversationId })
      expect(lastText()).not.toContain('undid')
      expect(desk.refusals()).toEqual([])
    },
    60_000,
  )

  it('is told of single things of a change of many, and then of all of it', async () => {
    desk.api.push(answer([put('apple'), put('pear')]), answer([text('Done.')]))
    const { conversationId } = await desk.bench.run('Put both', { actor: commandLine, approval: 'safe' })
    desk.api.push(answer([toolUse('drop_items', { names: ['apple', 'pear'] })]), answer([text('Proposed.')]))
    await desk.bench.run('Drop both', { conversationId, actor: commandLine })
    const { id, planHash } = desk.bench.pending() ?? { id: '', planHash: '' }
    const dropped = await desk.bench.gate.approve({ id, planHash, typed: 'delete 2', by: person })
    const changeId = dropped.proposal.changeId ?? ''
    await desk.bench.gate.undoSome({ id: changeId, references: ['pear'], by: person, signal })
    await desk.bench.restart()
    const { state } = await goOn(conversationId)
    const told = () => JSON.stringify(desk.api.created.at(-1)?.messages)
    expect(told()).toMatch(/undid a part of this later, by change #4: .*pear/)
    expect(callsOf(state).at(-1)?.result?.undone).toEqual({
      ...{ extent: 'part', by: [4], things: ['"pear" ("pear")'], more: 0 },
    })
    await undo(changeId)
    await goOn(conversationId)
    expect(told()).toContain('The person undid this later, by change #5')
    expect(told()).not.toContain('a part of this')
    expect(desk.refusals()).toEqual([])
  })

  it('is told to the run that is at work, before its next turn, and once', async () => {
    desk.bench.look = async () => {
      await undo(lastChange())
      return 'Looked.'
    }
    desk.api.push(
      answer([put('apple')]),
      answer([look('shelf')]),
      answer([look('sky')]),
      answer([text('I see.')]),
    )
    const { runId, state } = await desk.bench.run('Put an apple', { actor: commandLine, approval: 'safe' })
    const given = desk.api.created.map(({ messages }) => JSON.stringify(messages))
    expect(given[1]).not.toContain('undid')
    expect(given[2]).toContain('The person undid this later, by change #2')
    // The second look undid the undo.
    expect(given[3]).not.toContain('undid')
    expect(callsOf(state)[0]?.result?.undone).toBeUndefined()
    const told = desk.bench.events.filter(
      (event) =>
        event.type === 'run' && event.event.runId === runId && event.event.body.type === 'tool_finished',
    )
    // Three calls, and two times what became of the first.
    expect(told).toHaveLength(5)
    expect(desk.refusals()).toEqual([])
  })

  it('is told to the run that waited for a decision meanwhile', async () => {
    desk.api.push(answer([put('apple')]), answer([put('pear')]), answer([text('Done.')]))
    const { runId } = await desk.bench.send('Put both')
    const first = await desk.bench.event(runId, 'tool_proposed')
    await desk.bench.approve(first.proposalId)
    const second = await desk.bench.event(
      runId,
      'tool_proposed',
      (body) => body.proposalId !== first.proposalId,
    )
    await undo(lastChange())
    await desk.bench.approve(second.proposalId)
    await desk.bench.finished(runId)
    expect(firstResult()).toMatch(undoneFirst)
    expect(desk.refusals()).toEqual([])
  })

  it('is told of a whole run that was taken back', async () => {
    desk.api.push(answer([put('apple'), put('pear')]), answer([text('Done.')]))
    const { conversationId, runId } = await desk.bench.run('Put both', {
      ...{ actor: commandLine, approval: 'safe' },
    })
    await desk.bench.gate.undoRun({ runId, by: person, signal })
    const { state } = await goOn(conversationId)
    expect(callsOf(state).map(({ result }) => result?.undone)).toEqual([
      { extent: 'whole', by: 4 },
      { extent: 'whole', by: 3 },
    ])
  })

  it('brings no text from outside into the run that is told', async () => {
    const conversationId = (await ways.standing?.()) ?? ''
    await undo(lastChange())
    const { runId } = await goOn(conversationId)
    expect(taintReason(desk.bench.db, { runId, conversationId })).toBeNull()
  })
})
