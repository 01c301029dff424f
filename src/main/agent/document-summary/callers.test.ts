import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addComplete } from '../../../../tests/support/add-complete'
import { setUpCoreDesk } from '../../../../tests/support/core-desk'
import {
  answer,
  type CheckedRequest,
  type FakeMessagesApi,
  silence,
  startFakeMessagesApi,
  status,
  text,
  toolResultsOf,
  toolUse,
} from '../../../../tests/support/fake-messages-api'
import { makePdf } from '../../../../tests/support/make-pdf'
import { assistantFields } from '../../../../tests/support/sample-assistant'
import { type Actor, person } from '../../../shared/actor'
import type { RunEventBody } from '../../../shared/run/events'
import { messageUsages, sumOfUsages, tokensOf } from '../../../shared/run/usage'

const desk = setUpCoreDesk('for each test')

/** What each answer of the fake counts for. */
const tokensOfAnswer = 53

let api: FakeMessagesApi
let id: string

beforeEach(async () => {
  api = await startFakeMessagesApi({ models: ['fake-model', 'other-model'] })
  await desk.client.settings.set({ provider: 'anthropic', baseUrl: api.url, model: 'fake-model' })
  const pages = [['Ships wait outside.'], ['The crane of the north quay lifts forty tonnes.']]
  writeFileSync(join(desk.papers, 'rules.pdf'), makePdf({ title: 'Harbour rules', pages }))
  const [rules] = await addComplete(desk.client, [join(desk.papers, 'rules.pdf')])
  id = rules?.id ?? ''
}, 60_000)
afterEach(() => api.close())

const isSummary = ({ system }: CheckedRequest) => String(system).startsWith('You are given passages')
const summary = () => answer([text('- The crane lifts forty tonnes [Passage 2].')])
const callsTool = () => answer([toolUse('summarize_document', { doc_id: id })])

/** The model calls the tool, and then says so. */
function respond(asSummary = summary): void {
  api.respond((request) => {
    if (isSummary(request)) return asSummary()
    return toolResultsOf(request).length === 0
      ? callsTool()
      : answer([text('It lifts “forty tonnes” [Harbour rules, p. 2].')])
  })
}

async function ask(assistantId?: string) {
  const sent = await desk.client.conversations.send({
    ...{ conversationId: null, text: 'Sum the rules up', attachments: [] },
    ...(assistantId === undefined ? {} : { assistantId }),
  })
  await desk.core.idle()
  const state = await desk.client.conversations.snapshot({ id: sent.conversationId })
  const blocks = state.messages.flatMap((each) => (each.role === 'assistant' ? each.blocks : []))
  const call = blocks.find((block) => block.type === 'tool_use')
  if (call?.type !== 'tool_use') throw new Error('The tool was not called.')
  return { ...sent, state, call }
}

function storedEvents(runId: string): RunEventBody[] {
  const db = new BetterSqlite(desk.data.database, { readonly: true })
  try {
    return db
      .prepare('SELECT body FROM run_events WHERE run_id = ? ORDER BY seq')
      .pluck()
      .all(runId)
      .map((body) => JSON.parse(String(body)) as RunEventBody)
  } finally {
    db.close()
  }
}

describe('summarize_document in a run', () => {
  it('is done by the model, with the page of each statement, and counts as what the run used', async () => {
    respond()
    const { state, call, runId } = await ask()
    expect(call).toMatchObject({
      status: 'done',
      usage: { outputTokens: 34 },
      result: {
        origin: 'library',
        content:
          'Harbour rules, summed up by the model fake-model:\nThe crane lifts forty tonnes. [Harbour rules, p. 2]',
        state: {
          method: 'model',
          model: 'fake-model',
          read: { passages: 2, of: 2 },
          statements: [{ text: 'The crane lifts forty tonnes.', chunk_ids: [`${id}#1`] }],
          chunks: [
            { chunk_id: `${id}#1`, page: 2, sentence: 'The crane of the north quay lifts forty tonnes.' },
          ],
        },
      },
    })
    expect(tokensOf(sumOfUsages(state.messages.flatMap(messageUsages)))).toBe(3 * tokensOfAnswer)
    const ended = storedEvents(runId).find(({ type }) => type === 'tool_finished')
    expect(ended).toMatchObject({ usage: { outputTokens: 34 } })
    expect(api.requests.filter(({ refused }) => refused !== null)).toEqual([])
  })

  it('gives the assistant what it can cite', async () => {
    respond()
    const { state } = await ask()
    const last = state.messages.at(-1)
    const citations =
      last?.role === 'assistant'
        ? last.blocks.flatMap((block) => (block.type === 'text' ? block.citations : []))
        : []
    expect(citations).toMatchObject([{ chunkId: `${id}#1`, page: 2, verified: true, quote: 'forty tonnes' }])
  })

  it('gives the request no tool and the document no place among the instructions', async () => {
    respond()
    await ask()
    const request = api.created.find(isSummary)
    expect(request?.tools).toBeUndefined()
    expect(String(request?.system)).not.toContain('crane')
    expect(JSON.stringify(request?.messages)).toContain('The crane of the north quay')
    expect(JSON.stringify(request?.messages)).toContain('Sum the rules up')
  })

  it('leaves the run with what it read, as any text of the library', async () => {
    respond()
    const { conversationId } = await ask()
    const db = new BetterSqlite(desk.data.database, { readonly: true })
    expect(
      db.prepare('SELECT origin, source FROM run_taints WHERE conversation_id = ?').all(conversationId),
    ).toEqual([{ origin: 'library', source: 'Harbour rules' }])
    db.close()
  })

  it('is done by the model of the run’s assistant', async () => {
    const fields = assistantFields({ model: 'other-model' })
    const assistant = await desk.client.assistants.create({ fields, policies: {} })
    respond()
    const { call } = await ask(assistant.id)
    expect(call.result?.state).toMatchObject({ model: 'other-model' })
    expect(api.created.find(isSummary)?.model).toBe('other-model')
  })

  it('is made of the document’s own sentences, and says so, where the budget has too little left', async () => {
    await desk.client.settings.set({ tokenBudget: 1500 })
    respond()
    const { call } = await ask()
    expect(api.created.filter(isSummary)).toEqual([])
    expect(call.result?.state).toMatchObject({ method: 'sentences', why_not_by_model: 'budget' })
    expect(call.result?.content).toContain('The model did not sum it up: What is left of the run’s budget')
  })

  it('ends with its requests when the run is stopped', async () => {
    respond(() => silence)
    const { runId } = await desk.client.conversations.send({
      ...{ conversationId: null, text: 'Sum the rules up', attachments: [] },
    })
    await api.arrived(2)
    await desk.client.conversations.stop({ runId })
    await api.abandoned(1)
    await desk.core.idle()
    expect(storedEvents(runId).find(({ type }) => type === 'tool_finished')).toMatchObject({
      outcome: 'not_run',
      result: { success: false, error: { code: 'cancelled' } },
    })
  })
})

describe('summarize_document of other callers', () => {
  const callers: Actor[] = [
    person,
    { kind: 'mcp_client', name: 'A client' },
    { kind: 'command_line', name: 'Command line' },
  ]
  it.each(callers)('is done by the model of the settings for $kind', async (actor) => {
    respond()
    const outcome = await desk.as(actor).tools.call({ tool: 'summarize_document', input: { doc_id: id } })
    expect(outcome).toMatchObject({
      status: 'done',
      result: { success: true, state: { method: 'model', model: 'fake-model' } },
    })
  })

  it('is made of the document’s own sentences, and says so, where the server refuses the key', async () => {
    api.respond(() => status(401, 'authentication_error', 'no'))
    const outcome = await desk.client.tools.call({ tool: 'summarize_document', input: { doc_id: id } })
    expect(outcome).toMatchObject({
      result: {
        success: true,
        content: expect.stringMatching(
          /in its own words:[\s\S]*forty tonnes[\s\S]*\(The model did not sum it up: .*refused the key.* These are sentences of the document itself\.\)$/,
        ),
        state: { method: 'sentences', why_not_by_model: 'unauthorized' },
      },
    })
  })

  it('is made of the document’s own sentences without a word where there is no model', async () => {
    await desk.client.settings.set({ provider: 'offline' })
    const outcome = await desk.client.tools.call({ tool: 'summarize_document', input: { doc_id: id } })
    const { state } = outcome.status === 'done' ? outcome.result : { state: null }
    expect(state).toMatchObject({ method: 'sentences' })
    expect(state).not.toHaveProperty('notice')
    expect(api.created).toEqual([])
  })

  it('ends with its requests when the caller closes the connection', async () => {
    api.respond(() => silence)
    const controller = new AbortController()
    const call = desk.client.tools.call(
      { tool: 'summarize_document', input: { doc_id: id } },
      { signal: controller.signal },
    )
    await api.arrived(1)
    controller.abort()
    await api.abandoned(1)
    expect(await call.catch(() => 'closed')).not.toMatchObject({ result: { success: true } })
  })
})
