import { create } from 'zustand'
import type { TaskLine } from '../../shared/contract/tasks'
import { client } from '../app/client'

interface TasksState {
  /** What matters most first; null before they are asked for. */
  readonly lines: readonly TaskLine[] | null
}

/** The tasks. */
export const useTasks = create<TasksState>(() => ({ lines: null }))

/** Loads them. */
export async function loadTasks(): Promise<void> {
  useTasks.setState({ lines: await client.tasks.list({}) })
}

/** Asks again for what is shown of them, where anything is. */
export async function reloadTasks(): Promise<void> {
  if (useTasks.getState().lines !== null) await loadTasks()
}
