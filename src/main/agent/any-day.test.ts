import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { AgentBench } from '../../../tests/support/agent/bench'
import { look, put, setUpAgentDesk } from '../../../tests/support/agent/desk'
import { answer, status, type Turn, text, thinking, toolUse } from '../../../tests/support/fake-messages-api'
import { type Seeded, seeded, seedOfRun } from '../../../tests/support/seeded'
import { person } from '../../shared/actor'
import { AppError } from '../../shared/errors'
import type { ConversationState } from '../../shared/run/state'

const desk = setUpAgentDesk()
/** Steps of one day, and days; each day has a database of its own. */
const steps = 60
const days = [0, 1, 2, 3, 4, 5]
/** Milliseconds; each day has some restarts. */
const limitMs = 60_000

/** What a server may say of results that it left out by itself. */
const cleared = (results: number) => ({
  type: 'clear_tool_uses_20250919',
  cleared_tool_uses: results,
  cleared_input_tokens: results * 1000,
})
/** What a model and its server may do; nothing that is waited for. */
const doings: readonly ((random: Seeded) => Turn)[] = [
  () => answer([text('Aye.')]),
  () => answer([]),
  () => answer([thinking('Hm.')]),
  () => answer([thinking('Let me see.'), text('I look.'), look('the shelf'), look('the sea')]),
  (random) => answer([text('I put it there.'), put(`item ${random.below(9)}`), look('it')]),
  (random) => answer([put(`first ${random.below(9)}`), put(`second ${random.below(9)}`)]),
  () => answer([toolUse('look_at', '{"at": ')]),
  () => answer([toolUse('no such tool', {}, 'call:0')]),
  () => answer([text('As long as it')], { stopReason: 'max_tokens' }),
  () => answer([text('Cut '), toolUse('put_item', '{"name": "cut')], { stopReason: 'max_tokens' }),
  () => answer([text('A pause.')], { stopReason: 'pause_turn' }),
  () => answer([text('No.'), look('it')], { stopReason: 'refusal' }),
  (random) => answer([text('With less of it.'), look('it')], { appliedEdits: [cleared(random.below(3))] }),
  () => answer([text('Full.')], { stopReason: 'model_context_window_exceeded' }),
  () => answer([text('New.')], { stopReason: 'a_new_reason' }),
  () => answer([text('Half of'), look('it')], { end: 'cut', withheld: 30 }),
  () => answer([text('Half of')], { error: { type: 'api_error', message: 'It broke.' } }),
  () => answer([text('Still')], { end: 'hang' }),
  () => status(401, 'authentication_error', 'invalid x-api-key'),
  () => status(400, 'invalid_request_error', 'No.'),
]

/** Does it, and takes it for nothing where it can't be done now. */
async function attempt(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error
  }
}

const statesOf = (bench: AgentBench): readonly ConversationState[] =>
  bench.conversations.list().map(({ id }) => bench.conversations.snapshot(id))

function runningIn(states: readonly ConversationState[]): readonly string[] {
  return states.flatMap(({ runs }) =>
    Object.values(runs).flatMap(({ id, status: now }) => (now === 'running' ? [id] : [])),
  )
}

/** One thing that a person does, or that happens to the machine. */
async function play(random: Seeded): Promise<void> {
  const { bench } = desk
  const states = statesOf(bench)
  const state = states.length === 0 ? undefined : random.pick(states)
  const conversationId = state?.conversationId ?? null
  const ofRole = (role: string) => (state?.messages ?? []).filter((message) => message.role === role)
  const by = { actor: person, approval: null }
  const write = { text: `Words ${random.below(1000)}`, attachments: [], ...by }
  switch (random.below(12)) {
    case 0:
      return attempt(() => bench.conversations.send({ conversationId: null, ...write }))
    case 1:
    case 2:
    case 3:
      return attempt(() => bench.conversations.send({ conversationId, queue: true, ...write }))
    case 4: {
      const running = runningIn(states)
      if (running.length > 0) bench.conversations.stop(random.pick(running))
      return
    }
    case 5: {
      const waiting = bench.pending()
      if (waiting === undefined) return
      if (random.below(3) > 0) return attempt(() => bench.approve(waiting.id))
      return attempt(() => bench.gate.reject({ id: waiting.id, reason: 'Not that.', by: person }))
    }
    case 6: {
      const asked = ofRole('user')
      if (conversationId === null || asked.length === 0) return
      const { id: messageId } = random.pick(asked)
      return attempt(() => bench.conversations.edit({ conversationId, messageId, ...write }))
    }
    case 7: {
      const answered = ofRole('assistant')
      if (conversationId === null || answered.length === 0) return
      const { id: messageId } = random.pick(answered)
      return attempt(() => bench.conversations.regenerate({ conversationId, messageId, ...by }))
    }
    case 8: {
      const others = [...Object.values(state?.versions ?? {}).flat(), ...(state?.hidden ?? [])]
      if (conversationId === null || others.length === 0) return
      return attempt(() =>
        bench.conversations.showMessage({ conversationId, messageId: random.pick(others) }),
      )
    }
    case 9: {
      const ended = Object.values(state?.runs ?? {}).filter(({ retryable }) => retryable)
      if (ended.length === 0) return
      return attempt(() => bench.conversations.retry({ runId: random.pick(ended).id, ...by }))
    }
    case 10:
      if (random.below(3) > 0) return
      await bench.restart()
      return bench.conversations.resume()
    default:
      if (random.below(3) > 0) return
      bench.crash()
      await bench.gate.recover()
      bench.conversations.resume()
  }
}

/** Ends what hangs and decides what waits until nothing is at work. */
async function bringToRest(): Promise<void> {
  const { bench } = desk
  await expect
    .poll(
      async () => {
        const waiting = bench.pending()
        if (waiting !== undefined) await attempt(() => bench.approve(waiting.id))
        else for (const runId of runningIn(statesOf(bench))) bench.conversations.stop(runId)
        return bench.conversations.list().some(({ running }) => running)
      },
      { timeout: 20_000 },
    )
    .toBe(false)
}

it.each(days)(
  'whatever a day brings, every conversation can go on, and is what is stored of it (%i)',
  {
    timeout: limitMs,
  },
  async (day) => {
    const random = seeded(seedOfRun() + day)
    const told = `seed ${random.seed - day}, day ${day}`
    const { bench, api } = desk
    api.respond(() => random.pick(doings)(random))
    for (let step = 0; step < steps; step++) {
      await play(random)
      for (let turn = random.below(12); turn > 0; turn--) await setImmediate()
    }
    api.respond(() => answer([text('All is well.')]))
    await bringToRest()

    const conversations = bench.conversations.list()
    expect(conversations.length, told).toBeGreaterThan(0)
    for (const { id: conversationId } of conversations) {
      const asked = await bench.conversations.send({
        ...{ conversationId, text: 'Are you there?', attachments: [], actor: person, approval: null },
      })
      expect((await bench.finished(asked.runId)).end, told).toBe('completed')
      await bench.conversations.idle()
      const state = bench.conversations.snapshot(conversationId)
      expect(JSON.stringify(state.messages.at(-1)), told).toContain('All is well.')
      expect(state.queued, told).toEqual([])
    }
    const shown = statesOf(bench)
    await bench.restart()
    expect(statesOf(bench), told).toEqual(shown)
    expect(desk.refusals(), told).toEqual([])
  },
)
