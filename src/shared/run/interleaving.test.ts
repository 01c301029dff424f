import { expect, it } from 'vitest'
import { type Seeded, seeded, seedOfRun } from '../../../tests/support/seeded'
import type { Block } from './blocks'
import type { RunEvent, RunEventBody } from './events'
import { reduce } from './reduce'
import { type ConversationState, emptyConversation } from './state'

const conversationId = 'c'
const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }
const calls = ['call_1', 'call_2', 'call_3', 'call_4']
const words = ['Ebbe ', 'und ', 'Flut.']
const json = ['{"at": ', '"the ', 'shelf"}']
const callBlock = calls.length

/** What happens of itself in one order: one call of a tool, the person's queue, the title of an earlier run. */
type Source = readonly Pick<RunEvent, 'runId' | 'at' | 'body'>[]

const source = (at: number, bodies: readonly RunEventBody[], runId = 'run'): Source =>
  bodies.map((body, place) => ({ runId, at: at + place, body }))

const block = (place: number): Block => ({
  ...{ type: 'tool_use', toolUseId: calls[place] ?? '', name: 'look_at', status: 'ready' },
  ...{ inputJson: json.join(''), input: { at: 'the shelf' } },
})

const before = [
  ...source(
    0,
    [
      { type: 'user_message', messageId: 'asked before', text: 'Before', attachments: [] },
      { type: 'run_started', assistant: 'Assistant', model: 'm' },
      { type: 'turn_started', messageId: 'answered before', turn: 1 },
      {
        ...{
          type: 'turn_finished',
          messageId: 'answered before',
          stopReason: 'end_turn',
          usage,
          durationMs: 1,
        },
        content: [{ type: 'text', text: 'So it was.', citations: [] }],
      },
      { type: 'run_finished', end: 'completed', retryable: false },
    ],
    'earlier',
  ),
  ...source(100, [
    { type: 'user_message', messageId: 'asked', text: 'Look', attachments: [] },
    { type: 'run_started', assistant: 'Assistant', model: 'm' },
    { type: 'turn_started', messageId: 'turn 1', turn: 1 },
  ]),
]

/** Each block of an answer as its pieces come; servers may send those of several blocks by turns. */
const streamed: readonly Source[] = [
  ...calls.map((toolUseId, place) =>
    source(200 + 10 * place, [
      { type: 'tool_use_started', messageId: 'turn 1', block: place, toolUseId, name: 'look_at' },
      ...json.map((piece) => ({
        ...{ type: 'tool_input_delta' as const, messageId: 'turn 1', block: place, json: piece },
      })),
    ]),
  ),
  source(
    300,
    words.map((text) => ({ type: 'text_delta', messageId: 'turn 1', block: callBlock, text })),
  ),
]

const ended = source(400, [
  {
    ...{ type: 'turn_finished', messageId: 'turn 1', stopReason: 'tool_use', usage, durationMs: 9 },
    content: [
      ...calls.map((_, place) => block(place)),
      { type: 'text', text: words.join(''), citations: [] },
    ],
  },
])

/** Tools at work side by side, while the person writes and an earlier run gets its title. */
const atWork: readonly Source[] = [
  ...calls.map((toolUseId, place) =>
    source(500 + 10 * place, [
      { type: 'tool_started', toolUseId },
      ...(place % 2 === 0 ? [{ type: 'tool_proposed' as const, toolUseId, proposalId: `p${place}` }] : []),
      {
        ...{ type: 'tool_finished', toolUseId, outcome: 'done', durationMs: place },
        result: { success: true, content: `Result ${place}`, state: { place } },
      },
    ]),
  ),
  source(600, [
    { type: 'message_queued', messageId: 'first', text: 'And this', attachments: [] },
    { type: 'message_queued', messageId: 'second', text: 'And that', attachments: [] },
    { type: 'message_unqueued', messageId: 'first' },
  ]),
  source(700, [{ type: 'title_made', title: 'Tides', used: true, usage, durationMs: 3 }], 'earlier'),
]

const after = source(800, [
  { type: 'user_message', messageId: 'second', text: 'And that', attachments: [] },
  { type: 'turn_started', messageId: 'turn 2', turn: 2 },
  {
    ...{ type: 'turn_finished', messageId: 'turn 2', stopReason: 'end_turn', usage, durationMs: 4 },
    content: [{ type: 'text', text: 'Seen.', citations: [] }],
  },
  { type: 'run_finished', end: 'completed', retryable: false },
])

/** Takes from all of them by chance, from each in its order. */
function interleaved(sources: readonly Source[], random: Seeded): Source {
  const left = sources.map((each) => [...each])
  const taken: Source[number][] = []
  for (let open = left; open.length > 0; open = open.filter(({ length }) => length > 0)) {
    const next = random.pick(open).shift()
    if (next !== undefined) taken.push(next)
  }
  return taken
}

const numbered = (events: Source): RunEvent[] =>
  events.map((event, place) => ({ ...event, conversationId, seq: place + 1 }))
const stateOf = (events: readonly RunEvent[], from: ConversationState = emptyConversation(conversationId)) =>
  events.reduce(reduce, from)

const anyDay = (random: Seeded): RunEvent[] =>
  numbered([...before, ...interleaved(streamed, random), ...ended, ...interleaved(atWork, random), ...after])

it('whatever comes side by side ends in the same state, in whichever order it came', () => {
  const random = seeded(seedOfRun())
  const inOrder = stateOf(numbered([...before, ...streamed.flat(), ...ended, ...atWork.flat(), ...after]))
  expect(JSON.stringify(inOrder)).toContain('Result 3')
  expect(inOrder).toMatchObject({ queued: [], runs: { earlier: { title: { title: 'Tides' } } } })
  for (let round = 0; round < 300; round++)
    expect(stateOf(anyDay(random)), `seed ${random.seed}, round ${round}`).toEqual(inOrder)
})

it('what streams side by side is the same while it streams', () => {
  const random = seeded(seedOfRun())
  const inOrder = stateOf(numbered([...before, ...streamed.flat()]))
  expect(JSON.stringify(inOrder.messages.at(-1))).toContain(words.join(''))
  for (let round = 0; round < 300; round++) {
    const state = stateOf(numbered([...before, ...interleaved(streamed, random)]))
    expect(state, `seed ${random.seed}, round ${round}`).toEqual(inOrder)
  }
})

it('a page that joins at any moment, and hears some of it twice, has the same state', () => {
  const random = seeded(seedOfRun())
  for (let round = 0; round < 30; round++) {
    const events = anyDay(random)
    const whole = stateOf(events)
    for (let joined = 0; joined <= events.length; joined++) {
      const snapshot = stateOf(events.slice(0, joined))
      const heardFrom = random.below(joined + 1)
      const told = `seed ${random.seed}, round ${round}, joined at ${joined}, heard from ${heardFrom}`
      expect(stateOf(events.slice(heardFrom), snapshot), told).toEqual(whole)
    }
  }
})
