import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { createBlobStore } from '../../src/main/changes/blobs'
import { createAssistantNames } from '../../src/main/db/assistants'
import { createTasks, type TaskService } from '../../src/main/tasks/service'
import tasksModule from '../../src/tools/tasks/module'
import createTasksRuntime from '../../src/tools/tasks/runtime'
import { createBench, type GateBench } from './gate/bench'

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

  const blobFolder = () => join(bench.shelf, '..', 'blobs')

  function open(): TaskService {
    const publish = (event: (typeof bench.events)[number]) => void bench.events.push(event)
    const blobs = createBlobStore(blobFolder())
    return createTasks({
      ...{ db: bench.db, blobs, publish, now: () => bench.clock.now().getTime() },
      assistants: createAssistantNames(bench.db),
    })
  }

  const desk = {
    get bench() {
      return bench
    },
    get tasks() {
      return tasks
    },
    /** Calls and expects an answer. */
    async read(tool: string, input: object, more: Parameters<GateBench['call']>[2] = {}) {
      const outcome = await bench.call(tool, input, more)
      if (outcome.status !== 'done' || !outcome.result.success) throw new Error(JSON.stringify(outcome))
      // What a tool answers was checked against its schema by the gate.
      return { ...outcome.result, state: outcome.result.state as Record<string, never> }
    },
    /** Proposes and approves; gives the entry of the ledger. */
    async done(tool: string, input: object, more: Parameters<GateBench['call']>[2] = {}) {
      const { proposal, result } = await bench.approve(await bench.propose(tool, input, more))
      if (proposal.changeId === null) throw new Error(`It was not applied: ${result?.content}`)
      return bench.gate.change(proposal.changeId)
    },
    /** Adds one and gives its id. */
    async add(title: string, more: object = {}, by: Parameters<GateBench['call']>[2] = {}): Promise<string> {
      const { preview } = await desk.done('create_task', { title, ...more }, by)
      return preview.targets[0]?.reference ?? ''
    },
    /** Removes a content as the retention does. */
    letGo: (hash: string) => rmSync(join(blobFolder(), hash.slice(0, 2), hash)),
    /** All that is stored. */
    everything: () => structuredClone(tasks.all()),
  }
  return desk
}
