import { useMemo } from 'react'
import type { TaskLine } from '../../../shared/contract/tasks'
import { useTasks } from '../../stores/tasks'
import type { Narrowing } from './matching'

const none: readonly TaskLine[] = []

/** All tasks, those that are being moved where they go. */
export function useTaskLines(): readonly TaskLine[] {
  const lines = useTasks((state) => state.lines) ?? none
  const moving = useTasks((state) => state.moving)
  return useMemo(() => {
    if (Object.keys(moving).length === 0) return lines
    return lines.map((line) => ({ ...line, status: moving[line.id] ?? line.status }))
  }, [lines, moving])
}

/** What they are narrowed down by. */
export function useNarrowing(): Narrowing {
  const found = useTasks((state) => state.found)
  const status = useTasks((state) => state.status)
  const tag = useTasks((state) => state.tag)
  const assistant = useTasks((state) => state.assistant)
  return useMemo(() => ({ found, status, tag, assistant }), [found, status, tag, assistant])
}
