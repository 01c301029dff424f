import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Change, ChangeLine } from '../../shared/contract/changes'

interface Asked {
  readonly conversationId: string
  readonly limit: number
  readonly before?: number
}
const core = vi.hoisted(() => ({
  asked: [] as Asked[],
  list: async (_asked: Asked): Promise<readonly ChangeLine[]> => [],
}))
vi.mock('../app/client', () => ({
  client: {
    changes: {
      list: (asked: Asked) => {
        core.asked.push(asked)
        return core.list(asked)
      },
    },
  },
}))

import {
  ensureConversationChanges,
  refreshConversationChanges,
  takeConversationChange,
  useConversationChanges,
} from './conversation-changes'

const entry = (number: number, status: Change['status'] = 'applied') =>
  ({
    id: String(number),
    number,
    status,
    conversationId: 'c',
    preview: { changes: [], recovery: 'undo' },
  }) as unknown as Change
const stored = (number: number) => entry(number) as unknown as ChangeLine
const statusOf = (id: string) => useConversationChanges.getState().of.c?.[id]?.status

beforeEach(() => {
  core.asked.length = 0
  core.list = async () => [stored(2), stored(1)]
  refreshConversationChanges()
  useConversationChanges.setState({ of: {} })
})

describe('the changes of a conversation', () => {
  it('are asked for once, however many lines show them, and follow what is told of them', async () => {
    await Promise.all([ensureConversationChanges('c'), ensureConversationChanges('c')])
    await ensureConversationChanges('c')
    expect(core.asked).toHaveLength(1)
    takeConversationChange(entry(1, 'undone'))
    takeConversationChange(entry(3))
    expect(['1', '2', '3'].map(statusOf)).toEqual(['undone', 'applied', 'applied'])
  })

  it('are as they were told of while they were asked for, not as they were before', async () => {
    const answer = Promise.withResolvers<readonly ChangeLine[]>()
    core.list = () => answer.promise
    const loaded = ensureConversationChanges('c')
    takeConversationChange(entry(1, 'undone'))
    answer.resolve([stored(1)])
    await loaded
    expect(statusOf('1')).toBe('undone')
  })

  it('are asked for again after a new connection, and stay in view until the answer is there', async () => {
    await ensureConversationChanges('c')
    refreshConversationChanges()
    expect(statusOf('1')).toBe('applied')
    core.list = async () => [entry(1, 'undone') as unknown as ChangeLine]
    await ensureConversationChanges('c')
    expect(statusOf('1')).toBe('undone')
  })

  it('are not kept where nobody looked', () => {
    takeConversationChange(entry(1))
    expect(useConversationChanges.getState().of).toEqual({})
  })

  it('are all of them, also where that is more than one answer holds', async () => {
    core.list = async ({ limit, before = 701 }) =>
      Array.from({ length: Math.min(limit, before - 1) }, (_, index) => stored(before - 1 - index))
    await ensureConversationChanges('c')
    expect(Object.keys(useConversationChanges.getState().of.c ?? {})).toHaveLength(700)
  })
})
