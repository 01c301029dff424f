import { describe, expect, it } from 'vitest'
import { wordsOf } from '../../../tests/support/agent/bench'
import { setUpAgentDesk } from '../../../tests/support/agent/desk'
import { answer, status, text, toolUse } from '../../../tests/support/fake-messages-api'
import { reduce } from '../../shared/run/reduce'
import { emptyConversation } from '../../shared/run/state'

const desk = setUpAgentDesk()

const lineOf = (id: string) => desk.bench.conversations.list().find((line) => line.id === id)
/** The last word of a person in a request. */
const askedIn = (request: { messages: readonly { content: unknown }[] }) =>
  JSON.stringify(request.messages.at(-1)?.content)

describe('runs in several conversations', () => {
  it('go on side by side, each to its own end', async () => {
    const open: Record<string, () => void> = {}
    desk.bench.look = (at) =>
      new Promise((resolve) => {
        open[at] = () => resolve(`Looked at ${at}.`)
      })
    desk.api.respond((request) => {
      const asked = askedIn(request)
      const at = /sky|sea|land/u.exec(asked)?.[0] ?? 'nothing'
      return asked.includes('Looked at')
        ? answer([text(`Done with the ${at}.`)])
        : answer([toolUse('look_at', { at })])
    })
    const sent = await Promise.all(['sky', 'sea', 'land'].map((at) => desk.bench.send(`Look at the ${at}`)))
    await Promise.all(sent.map(({ runId }) => desk.bench.event(runId, 'tool_started')))
    expect(desk.bench.conversations.list().map(({ running }) => running)).toEqual([true, true, true])

    open.sea?.()
    const [sky, sea, land] = sent
    await desk.bench.finished(sea?.runId ?? '')
    await expect.poll(() => lineOf(sea?.conversationId ?? '')?.running).toBe(false)
    expect(lineOf(sky?.conversationId ?? '')?.running).toBe(true)
    open.land?.()
    open.sky?.()
    await desk.bench.conversations.idle()
    for (const [name, run] of Object.entries({ sky, sea, land })) {
      expect(wordsOf(desk.bench.conversations.snapshot(run?.conversationId ?? ''))).toMatch(
        new RegExp(`Done with the ${name}\\.$`),
      )
    }
  })
})

describe('a run that ended', () => {
  it('is unseen until somebody looks at its conversation, over a restart', async () => {
    const { conversationId } = await desk.bench.run('Hello')
    await desk.bench.conversations.idle()
    expect(lineOf(conversationId)?.ended).toBe('completed')
    await desk.bench.restart()
    expect(lineOf(conversationId)?.ended).toBe('completed')
    expect(desk.bench.conversations.seen(conversationId).ended).toBeNull()
    expect(lineOf(conversationId)?.ended).toBeNull()
    await desk.bench.restart()
    expect(lineOf(conversationId)?.ended).toBeNull()
  })

  it('with an error says so, also when that was the end of the application', async () => {
    desk.api.push(status(400, 'invalid_request_error', 'No.'))
    const failed = await desk.bench.run('Hello')
    await desk.bench.conversations.idle()
    expect(lineOf(failed.conversationId)?.ended).toBe('failed')

    desk.api.push(answer([text('Half')], { end: 'hang' }))
    const cut = await desk.bench.send('Speak')
    await desk.bench.event(cut.runId, 'text_delta')
    desk.bench.crash()
    desk.bench.conversations.resume()
    expect(lineOf(cut.conversationId)?.ended).toBe('failed')
  })

  it('because a person stopped it is seen', async () => {
    desk.api.push(answer([text('Half')], { end: 'hang' }))
    const { conversationId, runId } = await desk.bench.send('Speak')
    await desk.bench.event(runId, 'text_delta')
    desk.bench.conversations.stop(runId)
    await desk.bench.finished(runId)
    expect(lineOf(conversationId)?.ended).toBeNull()
  })

  it('is published with its conversation', async () => {
    const { conversationId } = await desk.bench.run('Hello')
    await desk.bench.conversations.idle()
    const lines = desk.bench.events.flatMap((event) =>
      event.type === 'conversation' && event.conversation.id === conversationId ? [event.conversation] : [],
    )
    expect(lines.at(0)).toMatchObject({ running: true, ended: null })
    expect(lines.at(-1)).toMatchObject({ running: false, ended: 'completed' })
  })
})

describe('fifty runs at once', () => {
  const count = 50
  const pieces = 40
  const askFor = (which: number) => `Tell me of thing ${which}.`
  const pieceOf = (which: number, at: number) => `${which}.${at} `

  it('are told without an event that is missing, twice or out of its order, each with its own words', async () => {
    desk.api.respond((request) => {
      const which = Number(/thing (\d+)/u.exec(askedIn(request))?.[1])
      const words = Array.from({ length: pieces }, (_, at) => pieceOf(which, at))
      return answer([text(words)], { delayMs: 1 })
    })
    const sent = await Promise.all(
      Array.from({ length: count }, (_, which) => desk.bench.send(askFor(which))),
    )
    await desk.bench.conversations.idle()

    const told = desk.bench.events.flatMap((event) => (event.type === 'run' ? [event.event] : []))
    const first = told[0]?.seq ?? 0
    expect(told.map(({ seq }) => seq)).toEqual(told.map((_, place) => first + place))
    for (const [which, { conversationId, runId }] of sent.entries()) {
      const whole = Array.from({ length: pieces }, (_, at) => pieceOf(which, at)).join('')
      const own = told.filter((event) => event.runId === runId)
      const streamed = own.map(({ body }) => (body.type === 'text_delta' ? body.text : '')).join('')
      expect(whole.startsWith(streamed)).toBe(true)
      expect(streamed).not.toBe('')
      expect(own.every((event) => event.conversationId === conversationId)).toBe(true)
      expect(own.at(-1)?.body).toMatchObject({ type: 'run_finished', end: 'completed' })
      const state = desk.bench.conversations.snapshot(conversationId)
      expect(wordsOf(state)).toContain(whole)
      expect(own.reduce(reduce, emptyConversation(conversationId))).toEqual(state)
    }
  })
})
