import { expect, it, vi } from 'vitest'
import { sampleTaskLine } from '../../../tests/support/sample-task'
import type { TaskStatus } from '../../shared/contract/tasks'

const core = vi.hoisted(() => ({
  status: 'open' as TaskStatus,
  /** Answers of what is open that are held back. */
  details: [] as (() => void)[],
  held: false,
  /** What a change waits for before it is stored. */
  storing: Promise.resolve(),
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
    await core.storing
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

it('shows a task that is moved there and back where it was moved to last, also while the moves are stored', async () => {
  core.status = 'in_progress'
  await openTask(null)
  await loadTasks()
  const storing = Promise.withResolvers<void>()
  core.storing = storing.promise
  const seen = new Set<string | undefined>()
  const away = setTaskStatus('keel', 'done')
  const back = setTaskStatus('keel', 'in_progress')
  const stop = useTasks.subscribe(({ lines, moving }) =>
    seen.add(moving.keel ?? lines?.find(({ id }) => id === 'keel')?.status),
  )
  // As for a change of another task: the list says still what it said before.
  await reloadTasks()
  core.storing = Promise.resolve()
  storing.resolve()
  await Promise.all([away, back])
  stop()
  expect([...seen]).toEqual(['in_progress'])
  expect(useTasks.getState().moving).toEqual({})
})
