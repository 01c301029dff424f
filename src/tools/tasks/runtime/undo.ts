import type { TaskService } from '../../../main/tasks/service'
import type { Task } from '../../../shared/contract/tasks'
import { inCircle, isMoved } from '../../../shared/task-order'
import { failureNaming } from '../../../shared/tool/records/from-outside'
import type { Step } from '../../../shared/tool/records/kind'
import { undoItems, undoRecords } from '../../../shared/tool/records/undo'
import type { TasksTool } from '../runtime'
import { keptSteps, stepsOf } from './kept-steps'
import { plannedOf, taskKind } from './kind'
import { viewAfter } from './plan-view'

type Undo = Required<Pick<TasksTool<'update_task'>, 'revert' | 'compare' | 'rebase'>>
type UndoOfSome = Required<Pick<TasksTool<'delete_tasks'>, 'items' | 'onlyItems'>>

/** Undoes what a change made of tasks and comments; undoing that again is the same the other way round. */
export function undoTasks(tasks: TaskService): Undo {
  return undoRecords(taskKind(tasks), {
    whole: ({ records, attached }) => ({ tasks: [...records], comments: [...attached] }),
    kept: ({ records, attached }) => keptSteps(tasks, { tasks: [...records], comments: [...attached] }),
    async steps(inverse) {
      const { tasks: records, comments: attached } = await stepsOf(tasks, inverse)
      return { records, attached }
    },
    requireFitting: (steps) => requireNoCircle(tasks, steps),
  })
}

/** Others may have been changed since so that what comes back would wait for itself. */
function requireNoCircle(tasks: TaskService, steps: readonly Step<Task>[]): void {
  const planned = (task: Task | null) => (task === null ? null : plannedOf(task))
  const view = viewAfter(tasks, {
    tasks: steps.map(({ id, before, after }) => ({ id, before: planned(before), after: planned(after) })),
    comments: [],
  })
  const moved = steps.filter(({ before, after }) => isMoved(before, after)).map(({ id }) => id)
  const circle = inCircle(view, moved)
  if (circle !== null) throw failureNaming('conflict', circle.words, ...circle.named)
}

/** The same for some of several tasks. */
export function undoSomeTasks(tasks: TaskService): Undo & UndoOfSome {
  return {
    ...undoTasks(tasks),
    async items(inverse) {
      const { tasks: steps } = await stepsOf(tasks, inverse)
      return undoItems(steps, { find: (id) => tasks.find(id), nameOf: ({ title }) => title })
    },
    onlyItems: (inverse, references) => ({ ...inverse, only: [...references] }),
  }
}
