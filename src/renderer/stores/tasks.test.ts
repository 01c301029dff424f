import { expect, it, vi } from 'vitest'
import { sampleTaskLine } from '../../../tests/support/sample-task'
import type { TaskStatus } from '../../shared/contract/tasks'

const core = vi.hoisted(() => ({
  status: 'open' as TaskStatus,
  /** Answers of what is open that are held back. */
  details: [] as (() => void)[],
  held: false,
  /** What lets a change be stored, where these are held back. */
  stores: null as (() => void)[] | null,
}))
vi.mock('../app/client', () => ({
  client: {
    tasks: {
      list: async () => [sampleTaskLine('boat'), sampleTaskLine('keel', { status: core.status })],
      tags: async () => [],
      async get() {
        const parts = [sampleTaskLine('keel', { status: core.status })]
        if (core.held) await new Promise<void>((resolve) => core.details.push(resolve))
        return {
          task: sampleTaskLine('boat'),
          parent: null,
          parts,
          needs: [],
          neededBy: [],
          comments: [],
          runs: [],
        }
      },
    },
  },
}))
vi.mock('../app/host', () => ({ pageHost: undefined }))
vi.mock('./batches', () => ({
  async changeByHand(_: string, { status }: { readonly status: TaskStatus }) {
    await new Promise<void>((resolve) => {
      if (core.stores === null) resolve()
      else core.stores.push(resolve)
    })
    core.status = status
    return null
  },
}))

import { loadTasks, openTask, reloadTasks, setTaskStatus, useTasks } from './tasks'

it('shows a part at once where it was set to, until the list and what is open both say so', async () => {
  await loadTasks()
  await openTask('boat')
  const shown = () => {
    const { open, moving } = useTasks.getState()
    return open?.parts.map(({ id, status }) => moving[id] ?? status)
  }
  expect(shown()).toEqual(['open'])
  const seen = new Set<string>()
  const stop = useTasks.subscribe(() => seen.add(String(shown())))
  core.held = true
  const set = setTaskStatus('keel', 'done')
  await expect.poll(() => core.details).not.toHaveLength(0)
  await expect.poll(() => useTasks.getState().lines?.find(({ id }) => id === 'keel')?.status).toBe('done')
  await new Promise((resolve) => setImmediate(resolve))
  core.held = false
  for (const answer of core.details) answer()
  await set
  stop()
  expect([...seen]).toEqual(['done'])
  expect(useTasks.getState().moving).toEqual({})
})

it('stays where it was set to last while it goes there and back, whatever is read meanwhile', async () => {
  core.status = 'open'
  await loadTasks()
  core.stores = []
  const shown = () => useTasks.getState().moving.keel ?? core.status
  const there = setTaskStatus('keel', 'done')
  const back = setTaskStatus('keel', 'open')
  // Neither is stored: what is read now is what it had before both.
  await reloadTasks()
  core.stores[0]?.()
  await expect.poll(() => core.status).toBe('done')
  await reloadTasks()
  expect(shown()).toBe('open')
  core.stores[1]?.()
  await Promise.all([there, back])
  core.stores = null
  expect(shown()).toBe('open')
  expect(useTasks.getState().moving).toEqual({})
})
