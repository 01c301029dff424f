import { expect, it } from 'vitest'
import { callsOf, wordsOf } from '../../../tests/support/agent/bench'
import { setUpAgentDesk } from '../../../tests/support/agent/desk'
import { answer, stream, type Turn, text, thinking, toolUse } from '../../../tests/support/fake-messages-api'
import { type Seeded, seeded, seedOfRun } from '../../../tests/support/seeded'
import type { RunEvent } from '../../shared/run/events'
import { reduce } from '../../shared/run/reduce'
import { type ConversationState, emptyConversation } from '../../shared/run/state'
import { createRunEventLog } from '../db/run-events'

const desk = setUpAgentDesk()

const words = ['Ebbe ', 'und Flut: ', '潮の満ち引き ', '🌊🌊 ', 'é\r\n', 'Ende.']
const cleared = { type: 'clear_tool_uses_20250919', cleared_tool_uses: 8, cleared_input_tokens: 50_000 }
const whole = answer(
  [
    thinking(['Wann ', 'kommt — ', 'sie?'], 'c2lnbmF0dXI='),
    text(words),
    toolUse('look_at', { at: 'das Watt, 界 🌊' }, 'call_1'),
  ],
  { appliedEdits: [cleared] },
)
const wholeText = words.join('')

/** The same answer with pings and events from the future in between, lines that end so or so, in small pieces. */
function disguised(turn: Turn, random: Seeded, ending: Partial<Turn> = {}): Turn {
  if (turn.kind !== 'stream') return turn
  const strange = [
    { event: 'ping', data: { type: 'ping' } },
    { event: 'from_the_future', data: { type: 'from_the_future', index: 0, delta: { text: 'no' } } },
    {
      event: 'content_block_delta',
      data: { type: 'content_block_delta', index: 9, delta: { type: 'new_delta' } },
    },
  ]
  const events = turn.events.flatMap((event) =>
    random.below(3) === 0 ? [random.pick(strange), event] : [event],
  )
  return {
    ...turn,
    events,
    chunking: 1 + random.below(7),
    lineEnd: random.pick(['\n', '\r\n']),
    ...ending,
  } as Turn
}

/** What is the same however it arrived: all but the ids and times of this run. */
function essence(state: ConversationState): unknown {
  return state.messages.map((message) =>
    message.role === 'user'
      ? message.text
      : {
          blocks: message.blocks.map((block) =>
            block.type === 'tool_use' ? { ...block, startedAt: 0, durationMs: 0 } : block,
          ),
          stopReason: message.stopReason,
          usage: message.usage,
          clearedByServer: message.clearedByServer,
        },
  )
}

/** The state in memory, the state of what is stored, and the state of what was told are one. */
function expectOneState(conversationId: string): ConversationState {
  const state = desk.bench.conversations.snapshot(conversationId)
  const stored = createRunEventLog(desk.bench.db).ofConversation(conversationId)
  const told = desk.bench.events.flatMap((event) => (event.type === 'run' ? [event.event] : []))
  const of = (events: readonly RunEvent[]) => events.reduce(reduce, emptyConversation(conversationId))
  expect(of(stored)).toEqual(state)
  expect(of(told)).toEqual(state)
  // A page may hear what its snapshot has already.
  expect([...stored, ...told].reduce(reduce, of(stored))).toEqual(state)
  return state
}

it('an answer gives the same state however its stream is cut, and whatever is strewn into it', async () => {
  const random = seeded(seedOfRun())
  desk.api.push(whole, answer([text('Gesehen.')]))
  const plain = await desk.bench.run('Wann?')
  await desk.bench.conversations.idle()
  const expected = essence(expectOneState(plain.conversationId))
  expect(expected).toMatchObject(['Wann?', { clearedByServer: { results: 8, tokens: 50_000 } }, {}])
  for (let round = 0; round < 12; round++) {
    desk.api.push(disguised(whole, random), answer([text('Gesehen.')]))
    const { conversationId } = await desk.bench.run('Wann?')
    await desk.bench.conversations.idle()
    const state = createRunEventLog(desk.bench.db)
      .ofConversation(conversationId)
      .reduce(reduce, emptyConversation(conversationId))
    const calls = (value: unknown) => JSON.stringify(value).replace(/"toolUseId":"[^"]+"/gu, '"toolUseId":""')
    expect(calls(essence(state)), `seed ${random.seed}, round ${round}`).toBe(calls(expected))
  }
})

/** The text that was shown while a run streamed. */
function shownOf(runId: string): string {
  return desk.bench.events
    .flatMap((event) => (event.type === 'run' && event.event.runId === runId ? [event.event.body] : []))
    .map((body) => (body.type === 'text_delta' ? body.text : ''))
    .join('')
}

it('an answer that ends anywhere keeps a beginning of its text, runs nothing, and can be continued', async () => {
  const random = seeded(seedOfRun())
  if (whole.kind !== 'stream') throw new Error('The answer is a stream.')
  const length = Buffer.concat(
    whole.events.map(({ event, data }) => Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
  ).length
  const head = whole.events.slice(0, -2)
  for (let round = 0; round < 12; round++) {
    const broken =
      round % 3 === 0
        ? // An error in the stream, after any event of a text that has begun.
          stream([
            ...head.slice(0, 9 + random.below(head.length - 9)),
            { event: 'error', data: { type: 'error', error: { type: 'api_error', message: 'Broken' } } },
          ])
        : disguised({ ...whole, lineEnd: '\n' }, seeded(random.below(1000)), {
            end: round % 3 === 1 ? 'close' : 'cut',
            // At least the beginning of the text has been sent, and not the last event.
            withheld: 60 + random.below(Math.floor(length / 3)),
          })
    desk.api.push(broken)
    const { end, conversationId, runId } = await desk.bench.run('Wann?')
    await desk.bench.conversations.idle()
    const told = `seed ${random.seed}, round ${round}`
    expect(end, told).toMatchObject({ end: 'failed', retryable: true })
    const state = desk.bench.conversations.snapshot(conversationId)
    const kept = wordsOf(state).replaceAll('|', '')
    expect(wholeText.startsWith(kept), told).toBe(true)
    expect(kept, told).toContain(shownOf(runId))
    expect(
      callsOf(state).every(({ status }) => status === 'not_run'),
      told,
    ).toBe(true)
    desk.api.push(answer([text('Weiter.')]))
    const again = await desk.bench.conversations.retry({
      runId,
      actor: { kind: 'person', name: 'You' },
      approval: null,
    })
    expect((await desk.bench.finished(again.runId)).end, told).toBe('completed')
    await desk.bench.conversations.idle()
  }
  expect(desk.api.requests.filter(({ refused }) => refused !== null)).toEqual([])
})
