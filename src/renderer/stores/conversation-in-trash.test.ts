import { beforeEach, expect, it, vi } from 'vitest'

const core = vi.hoisted(() => ({ list: async (): Promise<readonly unknown[]> => [] }))
vi.mock('../app/client', () => ({ client: { conversations: { list: () => core.list() } } }))

vi.mock('../app/host', () => ({ pageHost: undefined }))

import { emptyConversation } from '../../shared/run/state'
import { isInTrash, loadConversations, useConversations } from './conversations'

const inTrash = () => isInTrash(useConversations.getState(), 'a')

beforeEach(() => {
  useConversations.setState({ list: [], listed: false, open: { a: emptyConversation('a') } })
})

it('is in the trash where the list lacks it, and not where the list did not come', async () => {
  core.list = () => Promise.reject(new Error('The disk is full.'))
  await expect(loadConversations()).rejects.toThrow('The disk is full.')
  expect(inTrash()).toBe(false)
  useConversations.setState({ listed: true })
  expect(inTrash()).toBe(true)
  useConversations.setState({ list: [{ id: 'a' }] as never })
  expect(inTrash()).toBe(false)
})
