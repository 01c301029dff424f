import { useMemo } from 'react'
import type { TaskLine } from '../../../shared/contract/tasks'
import { useTasks } from '../../stores/tasks'
import { overdueFirst } from './due'
import type { Narrowing } from './matching'
import { useToday } from './use-today'

const none: readonly TaskLine[] = []

/** All tasks, what is overdue first, and those that are being moved where they go. */
export function useTaskLines(): readonly TaskLine[] {
  const lines = useTasks((state) => state.lines) ?? none
  const moving = useTasks((state) => state.moving)
  const today = useToday()
  const ordered = useMemo(() => overdueFirst(lines, today), [lines, today])
  return useMemo(() => {
    if (Object.keys(moving).length === 0) return ordered
    return ordered.map((line) => ({ ...line, status: moving[line.id] ?? line.status }))
  }, [ordered, moving])
}

/** What they are narrowed down by. */
export function useNarrowing(): Narrowing {
  const found = useTasks((state) => state.found)
  const status = useTasks((state) => state.status)
  const tag = useTasks((state) => state.tag)
  const assistant = useTasks((state) => state.assistant)
  return useMemo(() => ({ found, status, tag, assistant }), [found, status, tag, assistant])
}

/** What narrows the tasks down, as a key of the list that comes of it. */
export function useNarrowingKey(): string {
  return useTasks(({ query, status, tag, assistant }) => JSON.stringify([query, status, tag, assistant]))
}
