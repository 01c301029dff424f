import { beforeEach, describe, expect, it } from 'vitest'
import { answersOf } from '../../../../tests/support/agent/bench'
import { look, setUpAgentDesk } from '../../../../tests/support/agent/desk'
import {
  answer,
  type FakeMessagesApi,
  silence,
  status,
  text,
  toolUse,
  vendor,
} from '../../../../tests/support/fake-messages-api'
import { person } from '../../../shared/actor'
import { estimateTokens } from '../../../shared/run/estimate-tokens'
import { tokensOf } from '../../../shared/run/usage'
import { spentBudget } from '../budget'
import { mostPieces } from './summarize'

const desk = setUpAgentDesk()
/** What the model is asked to sum up, and what it answers to that. */
const summaryOf = 'The person looks at ships [Ships, p. 3].'

beforeEach(() => {
  desk.bench.settings.set({ contextTokens: 12_000 })
  desk.api.respond((request) => answer([text(isSummary(request) ? summaryOf : 'Seen.')]))
})

type Request = FakeMessagesApi['created'][number]
const isSummary = ({ system }: Request) => JSON.stringify(system ?? '').includes('You sum up a conversation')
const summaries = () => desk.api.created.filter(isSummary)
const turns = () => desk.api.created.filter((request) => !isSummary(request))
const wordsIn = (request: Request | undefined) => JSON.stringify(request?.messages ?? [])
const long = (about: string, characters = 8000) => `${about} ${'and much more '.repeat(characters / 14)}`

/** Asks so often, each time with as many words. */
async function talk(times: number, words: (index: number) => string) {
  let conversationId: string | undefined
  for (let index = 0; index < times; index++) {
    const sent = await desk.bench.run(words(index), conversationId === undefined ? {} : { conversationId })
    expect(sent.end).toMatchObject({ end: 'completed' })
    conversationId = sent.conversationId
  }
  if (conversationId === undefined) throw new Error('Nothing was asked.')
  return conversationId
}

describe('a conversation that its model can’t take whole', () => {
  it('leaves out the oldest results of tools first, and keeps the latest', async () => {
    desk.bench.look = async (at) => long(`Result of ${at}`, 4500)
    let call = 0
    desk.api.respond((request) => {
      if (isSummary(request)) throw new Error('There is nothing to sum up yet.')
      return call < 6 ? answer([look(`place-${call++}`)]) : answer([text('Seen.')])
    })
    const { end, state } = await desk.bench.run('Look everywhere')
    expect(end).toMatchObject({ end: 'completed' })
    const last = wordsIn(turns().at(-1))
    expect(last).toContain('was left out to make room')
    expect(last).not.toContain('Result of place-0')
    for (const at of [3, 4, 5]) expect(last).toContain(`Result of place-${at}`)
    // What is left out for the model is there for the person.
    expect(JSON.stringify(state)).toContain('Result of place-0')
    const reductions = answersOf(state).flatMap((message) => message.reductions ?? [])
    expect(new Set(reductions.map(({ kind }) => kind))).toEqual(new Set(['results_cleared']))
    // Each tells of what it left out beyond those before it.
    const told = reductions.map((reduction) => (reduction.kind === 'results_cleared' ? reduction.results : 0))
    const left = last.match(/was left out to make room/gu)?.length
    expect(told.length).toBeGreaterThan(1)
    expect(told.reduce<number>((sum, results = 0) => sum + results, 0)).toBe(left)
    expect(desk.refusals()).toEqual([])
  })

  it('is summed up, sent from there on in the same words each turn, and kept whole', async () => {
    const conversationId = await talk(6, (index) => long(`Question ${index}.`))
    expect(summaries().length).toBeGreaterThan(0)
    const { messages } = desk.bench.conversations.snapshot(conversationId)
    expect(messages.filter(({ role }) => role === 'user')).toHaveLength(6)
    expect(JSON.stringify(messages)).toContain('Question 0.')

    const first = turns().at(-1)
    expect(wordsIn(first)).toContain(summaryOf)
    expect(wordsIn(first)).not.toContain('Question 0.')
    expect(wordsIn(first)).toContain('Question 5.')
    const made = summaries().length
    await desk.bench.run('And then?', { conversationId })
    const second = turns().at(-1)
    expect(second?.messages.slice(0, 2)).toEqual(first?.messages.slice(0, 2))
    expect(summaries()).toHaveLength(made)
    expect(desk.refusals()).toEqual([])
  })

  it('goes on from its summary after a restart as before, and what lies before that stays within reach', async () => {
    const conversationId = await talk(40, (index) => long(`Question ${index}.`, 2000))
    await desk.bench.run('One more?', { conversationId })
    const before = turns().at(-1)
    expect(wordsIn(before)).toContain(summaryOf)
    await desk.bench.restart()
    desk.api.push(answer([text('Thr')], { end: 'hang' }))
    const { runId } = await desk.bench.send('And then?', { conversationId })
    await desk.bench.event(runId, 'text_delta')
    expect(turns().at(-1)?.messages.slice(0, before?.messages.length)).toEqual(before?.messages)
    expect(desk.bench.conversations.snapshot(conversationId)).toMatchObject({
      earlier: 0,
      messages: { length: 84 },
    })
    expect(desk.bench.conversations.tail(conversationId)).toMatchObject({
      earlier: 24,
      messages: { length: 60 },
    })
    desk.bench.conversations.stop(runId)
    await desk.bench.finished(runId)
    await expect.poll(() => desk.bench.conversations.list()[0]?.running).toBe(false)

    const { messages } = desk.bench.conversations.snapshot(conversationId)
    const edit = { messageId: messages[4]?.id ?? '', text: 'Anew', attachments: [] }
    const edited = await desk.bench.conversations.edit({
      ...{ conversationId, ...edit, actor: person, approval: null },
    })
    await desk.bench.finished(edited.runId)
    const last = turns().at(-1)
    expect(last?.messages).toHaveLength(5)
    expect(wordsIn(last)).toMatch(/Question 0[\s\S]*Question 1[\s\S]*Anew/u)
    expect(desk.refusals()).toEqual([])
  })

  it('hands earlier summaries on, and gives the model what was decided as the record has it', async () => {
    desk.api.push(answer([toolUse('put_item', { name: 'kept', text: 'x' })]))
    const { conversationId, runId } = await desk.bench.send('Put it there')
    const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
    await desk.bench.approve(proposalId)
    await desk.bench.finished(runId)
    desk.api.push(answer([toolUse('put_item', { name: 'unwanted', text: 'x' })]))
    const rejected = await desk.bench.send('And this', { conversationId })
    const second = await desk.bench.event(rejected.runId, 'tool_proposed')
    desk.bench.gate.reject({ id: second.proposalId, reason: 'Too many already.', by: person })
    await desk.bench.finished(rejected.runId)

    for (let index = 0; index < 12; index++)
      await desk.bench.run(long(`Question ${index}.`), { conversationId })
    expect(summaries().length).toBeGreaterThan(1)
    expect(wordsIn(summaries().at(-1))).toContain(`Summary of what came before:\\n\\n${summaryOf}`)
    const last = wordsIn(turns().at(-1))
    expect(last).toMatch(/Approved and done: put_item [^-]*kept/u)
    expect(last).toMatch(/Not done: put_item [^-]*unwanted[\s\S]*Too many already/u)
    expect(desk.refusals()).toEqual([])
  })

  it('gives the person’s question word for word where the work on it is summed up', async () => {
    desk.bench.look = async (at) => long(`Result of ${at}`, 2500)
    let call = 0
    desk.api.respond((request) => {
      if (isSummary(request)) return answer([text(summaryOf)])
      if (call === 9) return answer([text('Seen.')])
      call += 1
      return answer([text(long(`Thought ${call}.`, 5000)), look(`place-${call}`)])
    })
    const { end } = await desk.bench.run('Find the oldest ship.')
    expect(end).toMatchObject({ end: 'completed' })
    expect(summaries().length).toBeGreaterThan(0)
    const last = wordsIn(turns().at(-1))
    expect(last).toContain('The person’s last message:\\nFind the oldest ship.')
    expect(last.match(/tool_use_id/gu)?.length).toBe(last.match(/"type":"tool_use"/gu)?.length)
    expect(desk.refusals()).toEqual([])
  })

  it('is summed up once its server finds it too long, whatever was thought of its window', async () => {
    desk.bench.settings.set({ contextTokens: 0 })
    const tooLong = status(400, 'invalid_request_error', 'prompt is too long: 9000 tokens > 8000 maximum')
    desk.api.respond((request) => {
      if (isSummary(request)) return wordsIn(request).length > 9000 ? tooLong : answer([text(summaryOf)])
      return wordsIn(request).length > 20_000 ? tooLong : answer([text('Seen.')])
    })
    const conversationId = await talk(5, (index) => long(`Question ${index}.`, 6000))
    expect(wordsIn(turns().at(-1))).toContain(summaryOf)
    const { runs } = desk.bench.conversations.snapshot(conversationId)
    expect(Object.values(runs).map(({ status: end }) => end)).toEqual(Array(5).fill('completed'))
  })

  it('is made shorter again while its server still finds it too long, and fails only where nothing is left', async () => {
    desk.bench.settings.set({ contextTokens: 0 })
    const conversationId = await talk(20, (index) => long(`Question ${index}.`, 1500))
    const tooLong = status(400, 'invalid_request_error', 'prompt is too long: 900 tokens > 800 maximum')
    const refusing = (most: number) =>
      desk.api.respond((request) => {
        if (isSummary(request)) return answer([text(summaryOf)])
        return wordsIn(request).length > most ? tooLong : answer([text('Seen.')])
      })
    refusing(2500)
    const asked = turns().length
    expect((await desk.bench.run('And now?', { conversationId })).end).toMatchObject({ end: 'completed' })
    expect(turns().length - asked).toBe(3)
    refusing(0)
    const before = turns().length
    const { end } = await desk.bench.run('And now?', { conversationId })
    expect(end).toMatchObject({
      end: 'failed',
      error: { message: expect.stringMatching(/new conversation/) },
    })
    expect(turns().length - before).toBeLessThan(5)
  })

  it('is summed up in a bounded number of requests where it never was before, with every message in them', async () => {
    desk.bench.settings.set({ contextTokens: 1_000_000 })
    const conversationId = await talk(60, (index) => long(`Question ${index}.`))
    desk.bench.settings.set({ contextTokens: 12_000 })
    const { end } = await desk.bench.run('And now?', { conversationId })
    expect(end).toMatchObject({ end: 'completed' })
    // All of it would be more than fifty pieces.
    expect(summaries().length).toBeGreaterThan(mostPieces / 2)
    expect(summaries().length).toBeLessThanOrEqual(mostPieces)
    const told = [...summaries(), turns().at(-1)].map(wordsIn).join()
    for (let index = 0; index < 60; index++) expect(told).toContain(`Question ${index}.`)
    expect(desk.refusals()).toEqual([])
  })

  it('is told in excerpts where the model declines to sum it up', async () => {
    desk.api.respond((request) =>
      isSummary(request) ? answer([text('I won’t.')], { stopReason: 'refusal' }) : answer([text('Seen.')]),
    )
    const conversationId = await talk(6, (index) => long(`Question ${index}.`))
    expect(wordsIn(turns().at(-1))).toContain('- Person: Question 0.')
    const reductions = answersOf(desk.bench.conversations.snapshot(conversationId)).flatMap(
      (message) => message.reductions ?? [],
    )
    expect(reductions[0]).toMatchObject({ kind: 'compacted', byModel: false })
  })

  it('goes on for ever with a model that never sums up, and says once what was asked', async () => {
    desk.bench.look = async (at) => long(`Result of ${at}`, 2500)
    let call = 0
    desk.api.respond((request) => {
      if (isSummary(request)) return answer([text('')])
      if (call === 60) return answer([text('Seen.')])
      call += 1
      return answer([text(`${long(`Thought ${call}.`, 5000)}`), look(`place-${call}`)])
    })
    desk.bench.settings.set({ turnCap: 100 })
    const { end, state } = await desk.bench.run('Find the oldest ship.')
    expect(end).toMatchObject({ end: 'completed' })
    const made = answersOf(state).flatMap(({ reductions = [] }) =>
      reductions.flatMap((reduction) => (reduction.kind === 'compacted' ? [reduction] : [])),
    )
    expect(made.length).toBeGreaterThan(5)
    for (const { summary } of made) {
      expect(estimateTokens(summary)).toBeLessThan(6000)
      expect(summary.match(/Find the oldest ship\./gu)?.length).toBeLessThanOrEqual(2)
    }
    expect(made.at(-1)?.summary).toMatch(/The person’s last message:\nFind the oldest ship\.$/u)
    expect(desk.refusals()).toEqual([])
  })

  it('keeps the latest words where the summary itself is cut off', async () => {
    desk.api.respond((request) =>
      isSummary(request) ? answer([text(summaryOf)], { stopReason: 'max_tokens' }) : answer([text('Seen.')]),
    )
    await talk(6, (index) => long(`Question ${index}.`))
    expect(wordsIn(turns().at(-1))).toMatch(
      /ships \[Ships, p\. 3\]\.\\n\\nThe latest of it:\\n[^"]*- Person: Question/u,
    )
  })

  it('does not call done what only waits for the person', async () => {
    desk.api.push(answer([toolUse('put_item', { name: 'wanted', text: 'x' })]))
    const unattended = { kind: 'command_line' as const, name: 'Command line' }
    const { conversationId } = await desk.bench.run('Put it there', { actor: unattended })
    for (let index = 0; index < 6; index++)
      await desk.bench.run(long(`Question ${index}.`), { conversationId })
    const last = wordsIn(turns().at(-1))
    expect(last).toMatch(/Waited for the person \(proposal [^)]+\): put_item [^-]*wanted/u)
    expect(last).not.toContain('Approved and done')
  })

  it('is not summed up again for what was summed up before a crash', async () => {
    desk.api.respond((request) => {
      if (isSummary(request)) return answer([text(summaryOf)])
      return wordsIn(request).includes(summaryOf) ? silence : answer([text('Seen.')])
    })
    let conversationId: string | undefined
    for (let index = 0; summaries().length === 0; index++) {
      const sent = await desk.bench.send(long(`Question ${index}.`), conversationId ? { conversationId } : {})
      conversationId = sent.conversationId
      await Promise.race([desk.bench.finished(sent.runId), desk.bench.event(sent.runId, 'context_reduced')])
    }
    const made = summaries().length
    desk.bench.crash()
    desk.bench.conversations.resume()
    desk.api.respond(() => answer([text('Seen.')]))
    await desk.bench.run('Go on', { conversationId: conversationId ?? '' })
    expect(wordsIn(turns().at(-1))).toContain(summaryOf)
    expect(summaries()).toHaveLength(made)
  })

  it('can be stopped while it is being summed up, and goes on', async () => {
    desk.api.respond((request) => (isSummary(request) ? silence : answer([text('Seen.')])))
    let stopped: string | undefined
    let conversationId: string | undefined
    for (let index = 0; stopped === undefined; index++) {
      const { runId, ...sent } = await desk.bench.send(
        long(`Question ${index}.`),
        conversationId === undefined ? {} : { conversationId },
      )
      conversationId = sent.conversationId
      const begun = desk.bench.event(runId, 'compaction_started').then(() => 'compacting' as const)
      if ((await Promise.race([desk.bench.finished(runId), begun])) !== 'compacting') continue
      stopped = runId
      desk.bench.conversations.stop(runId)
      expect(await desk.bench.finished(runId)).toMatchObject({ end: 'stopped' })
      expect(desk.bench.conversations.snapshot(conversationId).runs[runId]?.compacting).toBeUndefined()
    }
    desk.api.respond((request) => answer([text(isSummary(request) ? summaryOf : 'Seen.')]))
    expect((await desk.bench.run('Go on', { conversationId: conversationId ?? '' })).end).toMatchObject({
      end: 'completed',
    })
    expect(wordsIn(turns().at(-1))).toContain(summaryOf)
  })

  it('counts what summing up used against the budget of the run', async () => {
    const conversationId = await talk(6, (index) => long(`Question ${index}.`))
    const state = desk.bench.conversations.snapshot(conversationId)
    const message = answersOf(state).find(({ reductions = [] }) => reductions.length > 0)
    const made = message?.reductions?.find(({ kind }) => kind === 'compacted')
    if (message?.usage === undefined || made?.kind !== 'compacted') throw new Error('Nothing was summed up.')
    const used = tokensOf(message.usage) + tokensOf(made.usage)
    const budget = { tokens: used, cost: null, prices: { input: 0, output: 0 } }
    expect(tokensOf(made.usage)).toBeGreaterThan(0)
    expect(spentBudget(state, message.runId, budget)).toMatchObject({ used })
  })
})

describe('the tokens of a request', () => {
  const counts = () => desk.api.requests.filter(({ path }) => path === '/v1/messages/count_tokens').length
  const askWhatItCan = async () => {
    desk.api.respond(vendor.script)
    await desk.bench.settings.checkServer()
    desk.api.respond((request) => answer([text(isSummary(request) ? summaryOf : 'Seen.')]))
    return counts()
  }

  it('are counted by the server where that may decide, and its count holds, not the estimate', async () => {
    const before = await askWhatItCan()
    await desk.bench.run('Short.')
    expect(counts()).toBe(before)
    // By the estimate more than is sent whole; the server counts fewer.
    await talk(2, (index) => long(`Question ${index}.`, 12_300))
    expect(counts()).toBeGreaterThan(before)
    expect(summaries()).toEqual([])
  })

  it('are estimated where the server does not count them', async () => {
    await talk(2, (index) => long(`Question ${index}.`, 12_300))
    expect(counts()).toBe(0)
    expect(summaries().length).toBeGreaterThan(0)
  })

  it('are not counted of what can’t fit by any count', async () => {
    const before = await askWhatItCan()
    await talk(1, () => long('All of it:', 80_000))
    expect(counts()).toBe(before)
  })
})
