import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/run/state'
import { assistantChangeAt } from './assistant-changes'

const run = (id: string, assistantId?: string) => ({
  id,
  assistant: assistantId ?? 'Assistant',
  assistantId,
  model: 'm',
  turns: 1,
  status: 'completed' as const,
  retryable: false,
  turnCap: false,
})
const message = (runId: string, role: 'user' | 'assistant'): Message =>
  role === 'user'
    ? { role, id: `${runId}-u`, runId, at: 0, text: '', attachments: [] }
    : { role, id: `${runId}-a`, runId, at: 0, blocks: [], streaming: false }
/** A branch in which each assistant answers once; undefined is the usual one. */
const branchOf = (...assistants: (string | undefined)[]) => {
  const runs = new Map(assistants.map((id, at) => [`r${at}`, run(`r${at}`, id)]))
  const messages = assistants.flatMap((_, at) => [message(`r${at}`, 'user'), message(`r${at}`, 'assistant')])
  return { messages, message: (at: number) => messages[at], run: (id: string) => runs.get(id) }
}
const changes = (branch: ReturnType<typeof branchOf>) =>
  branch.messages.map((_, at) => assistantChangeAt(branch, at)?.assistantId ?? '')

describe('the transcript', () => {
  it('says once, before the message, that another assistant works', () => {
    expect(changes(branchOf(undefined, 'librarian', 'librarian', undefined))).toEqual([
      ...['', ''],
      ...['librarian', ''],
      ...['', ''],
      ...['default', ''],
    ])
  })

  it('says at the beginning who it is, unless that is the usual one', () => {
    expect(changes(branchOf('librarian'))).toEqual(['librarian', ''])
    expect(changes(branchOf(undefined))).toEqual(['', ''])
  })

  it('says nothing where what was before is not loaded', () => {
    const { message: messageAt, run: runOf } = branchOf(undefined, 'librarian')
    const cut = { message: (at: number) => (at < 2 ? undefined : messageAt(at)), run: runOf }
    expect(assistantChangeAt(cut, 2)).toBeNull()
  })
})
