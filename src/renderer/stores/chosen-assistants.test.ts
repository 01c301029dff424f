import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ConversationState, emptyConversation, type RunState } from '../../shared/run/state'

const sent = vi.hoisted(() => ({ calls: [] as { name: string; input: unknown }[] }))
vi.mock('../app/client', () => ({
  client: {
    conversations: new Proxy(
      {},
      { get: (_, name: string) => async (input: unknown) => void sent.calls.push({ name, input }) },
    ),
  },
}))
vi.mock('../app/host', () => ({ pageHost: undefined }))

import { assistantFor, chooseAssistant, nextAssistant, useChosenAssistants } from './chosen-assistants'
import { editMessage, regenerateAnswer, useConversations } from './conversations'
import { sendQueued } from './queued'

const run = (id: string, assistantId: string | undefined, status: RunState['status']): RunState => ({
  ...{ id, assistant: id, assistantId, model: 'm', turns: 1 },
  ...{ status, retryable: false, turnCap: false },
})
const question = { role: 'user' as const, id: 'q', runId: 'first', at: 1, text: 'Words', attachments: [] }
const answered: ConversationState = {
  ...emptyConversation('c'),
  messages: [question],
  runs: { first: run('first', 'clerk', 'completed') },
}

beforeEach(() => {
  sent.calls.length = 0
  useConversations.setState({ open: { c: answered } })
})
afterEach(() => useChosenAssistants.setState({}, true))

describe('who answers next', () => {
  it('is who was chosen, else who worked last on the shown branch, else the usual one', () => {
    expect(nextAssistant('librarian', answered)).toBe('librarian')
    expect(nextAssistant(undefined, answered)).toBe('clerk')
    expect(nextAssistant(undefined, emptyConversation('c'))).toBe('default')
    expect(nextAssistant(undefined, undefined)).toBe('default')
  })

  it('is who is at work, also before a first word of theirs', () => {
    const runs = { ...answered.runs, second: run('second', 'planner', 'running') }
    expect(nextAssistant(undefined, { ...answered, runs })).toBe('planner')
  })

  it('is told with a changed message, an answer made again and what was kept', async () => {
    for (const shown of ['clerk', 'librarian']) {
      if (shown !== 'clerk') chooseAssistant('c', shown)
      expect(assistantFor('c', answered)).toBe(shown)
      await editMessage('c', question.id, { text: 'Other words', attachments: question.attachments })
      await regenerateAnswer('c', 'a')
      await sendQueued('c')
      const expected = ['edit', 'regenerate', 'sendQueued'].map((name) => ({
        name,
        input: expect.objectContaining({ conversationId: 'c', assistantId: shown }),
      }))
      expect(sent.calls.splice(0)).toEqual(expected)
    }
  })
})
