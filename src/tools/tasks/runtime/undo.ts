import type { TaskService } from '../../../main/tasks/service'
import { undoItems, undoRecords } from '../../../shared/tool/records/undo'
import type { TasksTool } from '../runtime'
import { keptSteps, stepsOf } from './kept-steps'
import { taskKind } from './kind'

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
  })
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
