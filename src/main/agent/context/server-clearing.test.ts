import { beforeEach, describe, expect, it } from 'vitest'
import { answersOf } from '../../../../tests/support/agent/bench'
import { look, put, setUpAgentDesk } from '../../../../tests/support/agent/desk'
import {
  answer,
  clearedResult,
  type FakeMessagesApi,
  text,
} from '../../../../tests/support/fake-messages-api'
import { reduce } from '../../../shared/run/reduce'
import { type ConversationState, emptyConversation } from '../../../shared/run/state'
import { createRunEventLog } from '../../db/run-events'
import { createServerFeatureTable } from '../../db/server-features'
import { coreFeatures } from '../../model/anthropic/server'

const desk = setUpAgentDesk({ contextEditing: 'followed' })
/** Quotation marks: the server counts each as two characters, and the estimate as one. */
const more = '"'.repeat(1800)
const ours = 'was left out to make room'

type Request = FakeMessagesApi['created'][number]
const wordsIn = (request: Request | undefined) => JSON.stringify(request?.messages ?? [])
const clearedIn = (state: ConversationState) =>
  answersOf(state).flatMap(({ clearedByServer }) => clearedByServer ?? [])
const fieldsSent = () => desk.api.created.flatMap(({ context_management: field }) => field?.edits ?? [])

/** The server is known to leave out results by itself, or not. */
const know = (contextEditing: boolean) =>
  createServerFeatureTable(desk.bench.db).write(desk.api.url, 'fake-model', {
    features: { ...coreFeatures, contextEditing },
    checkedAt: 1,
  })

/** Looks so often; what the model read of each request. */
async function lookAround(times: number) {
  const read: string[] = []
  let call = 0
  desk.api.respond((request) => {
    read.push(wordsIn(request))
    return call < times ? answer([look(`place-${call++}`)]) : answer([text('Seen.')])
  })
  const ran = await desk.bench.run('Look everywhere')
  expect(ran.end).toMatchObject({ end: 'completed' })
  return { ...ran, read }
}

beforeEach(() => {
  desk.bench.settings.set({ contextTokens: 12_000 })
  desk.bench.look = async (at) => `Result of ${at} ${more}`
})

describe('where more is sent than was counted', () => {
  it('the server leaves out the oldest results, and the person is told how many', async () => {
    know(true)
    const { state, read } = await lookAround(10)
    const at = read.findIndex((words) => words.includes(clearedResult))
    expect(at).toBeGreaterThan(0)
    const [cleared] = clearedIn(state)
    expect(cleared?.results).toBe((read[at]?.split(clearedResult).length ?? 0) - 1)
    expect(cleared?.tokens).toBeGreaterThanOrEqual(1200)
    expect(answersOf(state)[at]?.clearedByServer).toEqual(cleared)
    // What is left out for the model is there for the person.
    expect(JSON.stringify(state)).toContain('Result of place-0')
    expect(desk.refusals()).toEqual([])
  })

  it('the next request is made shorter here, which then decides again', async () => {
    know(true)
    const { state, read } = await lookAround(10)
    const at = read.findIndex((words) => words.includes(clearedResult))
    expect(read[at]).not.toContain(ours)
    expect(read[at + 1]).toContain(ours)
    expect(read[at + 1]).not.toContain(clearedResult)
    const reductions = answersOf(state)[at + 1]?.reductions ?? []
    expect(reductions).toMatchObject([{ kind: 'results_cleared' }])
  })

  it('the next request is made shorter also where the server counts beforehand, and counts too little', async () => {
    createServerFeatureTable(desk.bench.db).write(desk.api.url, 'fake-model', {
      features: { ...coreFeatures, contextEditing: true, counting: true },
      checkedAt: 1,
    })
    desk.api.miscount(0.6)
    const { read } = await lookAround(10)
    const at = read.findIndex((words) => words.includes(clearedResult))
    expect(at).toBeGreaterThan(0)
    expect(read[at + 1]).toContain(ours)
    expect(read[at + 1]).not.toContain(clearedResult)
  })

  it('what was left out stays told after a crash, and stands in the record', async () => {
    know(true)
    const { conversationId, state } = await lookAround(10)
    const told = clearedIn(state)
    expect(told.length).toBeGreaterThan(0)
    desk.bench.crash()
    desk.bench.conversations.resume()
    expect(clearedIn(desk.bench.conversations.snapshot(conversationId))).toEqual(told)
    const stored = createRunEventLog(desk.bench.db).ofConversation(conversationId)
    expect(clearedIn(stored.reduce(reduce, emptyConversation(conversationId)))).toEqual(told)
  })
})

describe('a server is told', () => {
  it('to begin above what is left out here and below what does not fit, and to keep as many of the latest results', async () => {
    know(true)
    desk.api.push(answer(Array.from({ length: 6 }, (_, at) => look(`place-${at}`))))
    desk.bench.look = async () => 'Nothing.'
    await desk.bench.run('Look')
    expect(fieldsSent()).toMatchObject([{ keep: { value: 4 } }, { keep: { value: 6 } }])
    const [edit] = fieldsSent()
    // Of 12,000 tokens a quarter is for the answer; of the rest, four fifths are where results are left out here.
    expect(edit?.trigger?.value).toBeGreaterThan(9000 * 0.8)
    expect(edit?.trigger?.value).toBeLessThan(9000)
    expect(edit?.clear_at_least).toEqual({ type: 'input_tokens', value: 1200 })
  })

  it('to keep what tools gave that change something', async () => {
    know(true)
    desk.api.push(answer([put('apple'), look('the shelf')]))
    const { conversationId, runId } = await desk.bench.send('Put it there')
    const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
    await desk.bench.approve(proposalId)
    await desk.bench.finished(runId)
    await desk.bench.run('And then?', { conversationId })
    const [first, ...later] = fieldsSent()
    expect(first).not.toHaveProperty('exclude_tools')
    expect(later.length).toBeGreaterThan(0)
    for (const edit of later) expect(edit.exclude_tools).toEqual(['put_item'])
  })

  it('nothing where it is not known to leave out anything by itself', async () => {
    know(false)
    const { state } = await lookAround(10)
    expect(desk.api.created.filter((request) => 'context_management' in request)).toEqual([])
    expect(desk.api.requests.filter(({ headers }) => 'anthropic-beta' in headers)).toEqual([])
    expect(clearedIn(state)).toEqual([])
  })

  it('nothing any more once it refused that', async () => {
    know(true)
    desk.api.edits('refused')
    const { state } = await lookAround(3)
    expect(desk.refusals()).toHaveLength(1)
    expect(desk.api.created).toHaveLength(4)
    expect(clearedIn(state)).toEqual([])
  })
})
