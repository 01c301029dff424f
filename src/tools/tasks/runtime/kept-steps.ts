import type { TaskService } from '../../../main/tasks/service'
import { keepBeside, keptBesideOr, stepsOfSome } from '../../../shared/tool/records/kept'
import type { TaskSteps, TasksInverse } from '../module'
import { taskSteps } from '../module/schemas'
import { taskOf } from './kind'

/** What the ledger keeps of such steps: of what tasks and comments were, only where that is stored. */
export async function keptSteps(tasks: TaskService, steps: TaskSteps): Promise<TasksInverse> {
  if ([...steps.tasks, ...steps.comments].every(({ before }) => before === null)) return steps
  return { tasks: [], comments: [], ...(await keepBeside(tasks, steps)) }
}

/** The steps that the ledger keeps; throws `unavailable` once what was stored of them is gone. */
export async function stepsOf(tasks: TaskService, inverse: TasksInverse): Promise<TaskSteps> {
  const { tasks: records, comments: attached } = await keptBesideOr(tasks, inverse, taskSteps)
  const some = stepsOfSome({ records, attached }, inverse.only, taskOf)
  return { tasks: [...some.records], comments: [...some.attached] }
}
