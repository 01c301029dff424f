import { expect, it } from 'vitest'
import type { ConversationState, RunState } from '../../../shared/run/state'
import { runShown } from './run-shown'

const run = (id: string, status: RunState['status'], retryable = false): RunState => ({
  ...{ id, assistant: 'A', model: 'm', turns: 1, turnCap: false },
  ...{ status, retryable },
})
const state = (...runs: readonly RunState[]): Pick<ConversationState, 'messages' | 'runs'> => ({
  messages: [{ role: 'user', id: 'm', runId: 'b', at: 0, text: 'Words', attachments: [] }],
  runs: Object.fromEntries(runs.map((each) => [each.id, each])),
})

it('is that of the last message', () => {
  expect(runShown(state(run('a', 'failed', true), run('b', 'completed')))?.id).toBe('b')
  expect(runShown({ messages: [], runs: {} })).toBeUndefined()
})

it('is the one that goes on from there, before it has a message and where it ends without one', () => {
  const failed = run('b', 'failed', true)
  expect(runShown(state(failed, run('c', 'running')))?.id).toBe('c')
  expect(runShown(state(failed, run('d', 'failed', true), run('c', 'stopped', true)))?.id).toBe('d')
})

it('is none of another branch', () => {
  expect(runShown(state(run('b', 'completed'), run('c', 'failed', true)))?.id).toBe('b')
})
