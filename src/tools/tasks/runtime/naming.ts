import type { TaskService } from '../../../main/tasks/service'
import type { TaskData } from '../../../shared/contract/tasks'
import type { SpokenTarget } from '../../../shared/tool/preview'
import type { PlanView, SeenTask } from './plan-view'

/** A task as a target of a change. */
export function targetOf({ id, title }: { readonly id: string; readonly title: string }): SpokenTarget {
  return { kind: 'record', label: title, reference: id }
}

/** The tasks that its fields name and that are there. */
export function namedByIds(view: Pick<PlanView, 'find'>, { parent, needs }: TaskData): SeenTask[] {
  return [...(parent === null ? [] : [parent]), ...needs].flatMap((id) => view.find(id) ?? [])
}

/** What is only proposed is named, so that the other proposal comes first. */
export function proposedTargets(tasks: TaskService, those: readonly SeenTask[]): SpokenTarget[] {
  const proposed = new Map(
    those.filter(({ id }) => tasks.find(id) === null).map((each) => [each.id, each] as const),
  )
  return [...proposed.values()].map(targetOf)
}
