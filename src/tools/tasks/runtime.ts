import type { TaskService } from '../../main/tasks/service'
import type { ModuleRuntime } from '../../shared/tool/runtime'
import type tasksModule from './module'
import { updateTask } from './runtime/changing'
import { commentOnTask, deleteTaskComment } from './runtime/commenting'
import { createTask, createTasks } from './runtime/creating'
import { deleteTasks } from './runtime/deleting'
import { listTasks, readTask, searchTasks } from './runtime/reading'

/** The runtime of one tool of this module. */
export type TasksTool<Name extends keyof ModuleRuntime<typeof tasksModule>> = ModuleRuntime<
  typeof tasksModule
>[Name]

/** Implements the tools of tasks. */
export default function createTasksRuntime({
  tasks,
}: {
  readonly tasks: TaskService
}): ModuleRuntime<typeof tasksModule> {
  return {
    list_tasks: listTasks(tasks),
    search_tasks: searchTasks(tasks),
    read_task: readTask(tasks),
    create_task: createTask(tasks),
    create_tasks: createTasks(tasks),
    update_task: updateTask(tasks),
    comment_on_task: commentOnTask(tasks),
    delete_task_comment: deleteTaskComment(tasks),
    delete_tasks: deleteTasks(tasks),
  }
}
