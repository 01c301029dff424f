import type { TaskRunner } from '../../tasks/running'
import type { TaskService } from '../../tasks/service'
import type { Procedures } from '../procedures'

/** What the contract says of tasks; they are changed by their tools. */
export function taskRoutes(
  os: Procedures,
  { tasks, taskRunner }: { readonly tasks: TaskService; readonly taskRunner: TaskRunner },
) {
  return {
    list: os.tasks.list.handler(({ input }) => [...tasks.lines(input)]),
    get: os.tasks.get.handler(({ input }) => tasks.details(input.id)),
    tags: os.tasks.tags.handler(() => [...tasks.tags()]),
    run: os.tasks.run.handler(({ input, context }) =>
      taskRunner.run({ ...input, by: context.actor, approval: context.approval }),
    ),
  }
}
