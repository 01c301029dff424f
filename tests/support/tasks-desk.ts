import { afterEach, beforeEach } from 'vitest'
import { createAssistantNames } from '../../src/main/db/assistants'
import { createTasks, type TaskService } from '../../src/main/tasks/service'
import tasksModule from '../../src/tools/tasks/module'
import createTasksRuntime from '../../src/tools/tasks/runtime'
import { createBench, type GateBench } from './gate/bench'
import { partsOf, recordCalls } from './record-desk'

/** The tools of tasks behind a gate of their own, for each test of a file or group. */
export function setUpTasks() {
  let bench: GateBench
  let tasks: TaskService
  beforeEach(() => {
    // The gate of the bench has the database, which is there only once the gate is made.
    const late = new Proxy({} as TaskService, { get: (_, name: keyof TaskService) => tasks[name] })
    const runtime = createTasksRuntime({ tasks: late })
    bench = createBench([{ module: tasksModule, runtime }])
    tasks = open()
  })
  afterEach(() => bench.remove())

  function open(): TaskService {
    return createTasks({ ...partsOf(bench), assistants: createAssistantNames(bench.db) })
  }

  const calls = recordCalls(() => bench)
  const desk = {
    get bench() {
      return bench
    },
    get tasks() {
      return tasks
    },
    ...calls,
    /** Adds one and gives its id. */
    add: (title: string, more: object = {}, by: Parameters<GateBench['call']>[2] = {}) =>
      calls.added('create_task', { title, ...more }, by),
    /** All that is stored. */
    everything: () => structuredClone(tasks.all()),
  }
  return desk
}
