import { isEnded, type TaskLine } from '../../../shared/contract/tasks'
import type { TaskFilter } from '../../stores/tasks'

/** What tasks are narrowed down by, with those that have the words that are looked for. */
export interface Narrowing extends Omit<TaskFilter, 'query'> {
  /** Null where no words are looked for. */
  readonly found: ReadonlySet<string> | null
}

/** Whether tasks are narrowed down by anything. */
export function isNarrowed({ found, status, tag, assistant }: Narrowing): boolean {
  return found !== null || status !== 'all' || tag !== null || assistant !== null
}

/** Whether a task is among those that are looked for. */
export function matches(line: TaskLine, { found, status, tag, assistant }: Narrowing): boolean {
  return (
    (found === null || found.has(line.id)) &&
    (status === 'all' || line.status === status) &&
    (tag === null || line.tags.includes(tag)) &&
    (assistant === null || line.assistant === assistant)
  )
}

/** Whether those that are looked for are ended ones: then these are shown whatever is folded away. */
export function looksForEnded({ status }: Pick<Narrowing, 'status'>): boolean {
  return status !== 'all' && isEnded(status)
}
