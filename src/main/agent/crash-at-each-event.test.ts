import { afterEach, expect, it } from 'vitest'
import { type AgentBench, createAgentBench, wordsOf } from '../../../tests/support/agent/bench'
import {
  answer,
  type FakeMessagesApi,
  startFakeMessagesApi,
  text,
  thinking,
  toolUse,
} from '../../../tests/support/fake-messages-api'
import { person } from '../../shared/actor'
import { reduce } from '../../shared/run/reduce'
import { emptyConversation } from '../../shared/run/state'
import { createRunEventLog } from '../db/run-events'
import { goOnText } from '../model/go-on'

/** Enough for forty runs with a database and a restart each, on a slow machine; in milliseconds. */
const limitMs = 240_000

const opened: { bench: AgentBench; api: FakeMessagesApi }[] = []
afterEach(async () => {
  for (const { bench, api } of opened.splice(0)) {
    await bench.remove()
    await api.close()
  }
})

const appliedEdits = [{ type: 'clear_tool_uses_20250919', cleared_tool_uses: 2, cleared_input_tokens: 900 }]

async function open() {
  const api = await startFakeMessagesApi()
  const bench = createAgentBench(api.url)
  opened.push({ bench, api })
  // Each answer is another one: what is lost can't come back by being said again.
  api.respond((request, index) => {
    const last = JSON.stringify(request.messages.at(-1)?.content)
    if (last.includes('"tool_result"'))
      return answer([text([`Answer ${index}: both `, 'done.'])], { appliedEdits })
    if (last.includes(goOnText)) return answer([text(`Answer ${index}: gone on.`)])
    return answer([
      thinking('Let me see.'),
      text([`Answer ${index}: first `, 'I look.']),
      toolUse('look_at', { at: 'the shelf' }),
      toolUse('put_item', { name: 'apple', text: 'Red.' }),
    ])
  })
  return { api, bench }
}

/** Approves what waits until nothing is at work. */
async function bringToRest(bench: AgentBench): Promise<void> {
  await expect
    .poll(
      async () => {
        const waiting = bench.pending()
        if (waiting !== undefined) await bench.approve(waiting.id)
        return bench.conversations.list().some(({ running }) => running)
      },
      { timeout: 20_000 },
    )
    .toBe(false)
}

it('a run goes on to its end after a crash at each of its events, and nothing that was shown is lost', {
  timeout: limitMs,
}, async () => {
  const plain = await open()
  await plain.bench.send('Tidy up')
  await bringToRest(plain.bench)
  const total = plain.bench.events.filter(({ type }) => type === 'run').length
  expect(total).toBeGreaterThan(12)

  for (let count = 1; count <= total; count++) {
    const { api, bench } = await open()
    bench.crashAfter(count)
    // Where the crash comes at the very first events, the sender hears of it.
    await bench.send('Tidy up').catch(() => null)
    await expect
      .poll(
        async () => {
          const waiting = bench.db.raw.open ? bench.pending() : undefined
          if (waiting !== undefined) await bench.approve(waiting.id).catch(() => null)
          return bench.db.raw.open
        },
        { timeout: 20_000 },
      )
      .toBe(false)
    const shown = bench.events
      .flatMap((event) => (event.type === 'run' ? [event.event.body] : []))
      .map((body) => (body.type === 'text_delta' ? body.text : ''))
      .join('')

    bench.crash()
    await bench.gate.recover()
    bench.conversations.resume()
    await bringToRest(bench)
    const told = `after event ${count}`
    const [line] = bench.conversations.list()
    const conversationId = line?.id ?? ''
    const run = Object.values(bench.conversations.snapshot(conversationId).runs).at(-1)
    if (run !== undefined && run.status !== 'completed') {
      expect(run.retryable, told).toBe(true)
      await bench.conversations.retry({ runId: run.id, actor: person, approval: null })
      await bringToRest(bench)
    }
    const state = bench.conversations.snapshot(conversationId)
    expect(Object.values(state.runs).at(-1)?.status, told).toBe('completed')
    expect(wordsOf(state).replaceAll('|', ''), told).toContain(shown)
    const ended = state.messages.filter((message) => 'stopReason' in message)
    for (const message of ended.filter((each) => JSON.stringify(each).includes('both done.'))) {
      expect(message, told).toMatchObject({ clearedByServer: { results: 2, tokens: 900 } })
    }
    expect(
      api.requests.filter(({ refused }) => refused !== null),
      told,
    ).toEqual([])
    const stored = createRunEventLog(bench.db).ofConversation(conversationId)
    expect(stored.reduce(reduce, emptyConversation(conversationId)), told).toEqual(state)
  }
})
