import { expect, it } from 'vitest'
import { look, setUpAgentDesk } from '../../../tests/support/agent/desk'
import { answer, text } from '../../../tests/support/fake-messages-api'
import { person } from '../../shared/actor'
const desk = setUpAgentDesk()
it.each([0,1,2,3,4,5,6,8,10,12])('E unqueue %d', async (n) => {
  const tool = Promise.withResolvers<void>()
  desk.bench.look = async (at) => { await tool.promise; return at }
  desk.api.push(answer([look('x')]), answer([text('a')]), answer([text('b')]))
  const { conversationId, runId } = await desk.bench.send('x')
  await desk.bench.event(runId, 'tool_started')
  await desk.bench.conversations.send({ conversationId, text: 'Kept', attachments: [], actor: person, approval: null, queue: true, assistantId: undefined })
  desk.bench.conversations.stop(runId)
  tool.resolve()
  await desk.bench.finished(runId)
  await desk.bench.conversations.idle()
  const [q] = desk.bench.conversations.snapshot(conversationId).queued
  const sending = desk.bench.send('New', { conversationId })
  for (let i = 0; i < n; i++) await null
  let taken = 'refused'
  try { taken = (await desk.bench.conversations.unqueue({ conversationId, messageId: q!.id })).text } catch (e) { taken = String(e) }
  const { runId: second } = await sending
  await desk.bench.finished(second)
  const said = desk.bench.conversations.snapshot(conversationId).messages.flatMap((m) => m.role === 'user' ? [m.text] : [])
  console.log(n, said.join(), taken)
  expect(1).toBe(1)
})
