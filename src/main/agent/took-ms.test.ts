import { afterEach, expect, it, vi } from 'vitest'
import { setUpAgentDesk } from '../../../tests/support/agent/desk'
import { answer, text, toolUse } from '../../../tests/support/fake-messages-api'

const desk = setUpAgentDesk()
afterEach(() => void vi.useRealTimers())

it('is never less than nothing where the clock is set back while a call waits', async () => {
  desk.api.push(
    answer([toolUse('put_item', { name: 'apple', text: 'This is an apple.' })]),
    answer([text('Put.')]),
  )
  const { conversationId, runId } = await desk.bench.send('Put an apple')
  const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  await desk.bench.approve(proposalId)
  await desk.bench.finished(runId)
  const { messages } = desk.bench.conversations.snapshot(conversationId)
  const took = messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.blocks.flatMap((block) => (block.type === 'tool_use' ? [block.durationMs] : []))
      : [],
  )
  expect(took).toEqual([0])
})
