import { z } from 'zod'
import type { TaskService } from '../../../main/tasks/service'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Place } from '../../../shared/task-order'
import { pendingOf, recordsView, type Seen } from '../../../shared/tool/records/view'
import type { ToolContext } from '../../../shared/tool/runtime'
import type { PlannedComment, PlannedTask, TasksPlan } from '../module'
import { tasksPlan } from '../module/schemas'
import { fingerprintOf, taskKind } from './kind'

/** A task with its id, as a plan sees it. */
export type SeenTask = Seen<PlannedTask>
/** A comment with its id, as a plan sees it. */
export type SeenComment = Seen<PlannedComment>

/** What a plan is made against: what is stored, as the run's proposals would leave it that wait for a decision. */
export interface PlanView {
  find(id: string): SeenTask | null
  /** Throws `not_found`, of the field of the input that has the id. */
  get(id: string, field?: string): SeenTask
  findComment(id: string): SeenComment | null
  comments(id: string): readonly SeenComment[]
  /** All that these are within, are made of and wait for, however far. */
  around(ids: readonly string[]): ReadonlyMap<string, Place>
  /** What is a part of it. */
  parts(id: string): readonly SeenTask[]
  /** What waits for any of these. */
  waitingFor(ids: readonly string[]): readonly SeenTask[]
  /** Those that are proposed and not there yet. */
  proposed(): readonly SeenTask[]
  /** What it would be with this plan as well. */
  with(plan: TasksPlan): PlanView
}

// What tells such a plan from every other: no other plan has just these.
const recordsPlan = z.strictObject(tasksPlan.shape)

/** See {@link PlanView}. */
export function planView(tasks: TaskService, context: Pick<ToolContext, 'pendingPlans'>): PlanView {
  return viewThrough(tasks, pendingOf(context, recordsPlan.safeParse))
}

/** What is stored, as this plan would leave it. */
export function viewAfter(tasks: TaskService, plan: TasksPlan): PlanView {
  return viewThrough(tasks, [plan])
}

function viewThrough(tasks: TaskService, plans: readonly TasksPlan[]): PlanView {
  const view = recordsView(
    taskKind(tasks),
    plans.map((plan) => ({ records: plan.tasks, attached: plan.comments })),
  )
  const partIds = view.naming(({ parent }) => (parent === null ? [] : [parent]), tasks.partIds)
  return {
    find: view.find,
    get(id, field = 'task_id') {
      const found = view.find(id)
      if (found === null) throw new AppError('not_found', say('task.none', { id }), { field })
      return found
    },
    findComment: view.findAttached,
    comments: view.attachedTo,
    around(ids) {
      const named = [...view.planned].flatMap(([id, task]) =>
        [id, task?.parent ?? [], task?.needs ?? []].flat(),
      )
      const places = new Map<string, Place>(tasks.around([...ids, ...named]))
      for (const [id, task] of view.planned) {
        if (task === null) places.delete(id)
        else places.set(id, task)
      }
      return places
    },
    parts: (id) => partIds(id).flatMap((part) => view.find(part) ?? []),
    waitingFor(ids) {
      const wanted = new Set(ids)
      return view.among(tasks.waitingFor(ids), ({ needs }) => needs.some((need) => wanted.has(need)))
    },
    proposed: view.proposed,
    with: (plan) => viewThrough(tasks, [...plans, plan]),
  }
}

/** How a plan says that a task goes. */
export function going({ id, ...task }: SeenTask): TasksPlan['tasks'][number] {
  const gone = { name: task.title, fingerprint: fingerprintOf(task) }
  return { id, before: null, after: null, gone }
}

/** How a plan says that a comment goes. */
export function goingComment({ id, ...comment }: SeenComment): TasksPlan['comments'][number] {
  const gone = { owner: comment.task, fingerprint: fingerprintOf(comment) }
  return { id, before: null, after: null, gone }
}
