import type { TaskService } from '../../../main/tasks/service'
import { emptyTask, type TaskData, taskDataOf } from '../../../shared/contract/tasks'
import { AppError } from '../../../shared/errors'
import { told } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { spoken } from '../../../shared/tool/preview'
import { changedFields } from '../../../shared/tool/record-fields'
import { outsideOf, tellingOf, writtenAfter } from '../../../shared/tool/records/from-outside'
import type { TasksPlan } from '../module'
import type { TasksTool } from '../runtime'
import { applyPlan, requireBaseOf } from './apply-plan'
import { namedByIds, proposedTargets, targetOf } from './naming'
import { type PlanView, planView, type SeenTask } from './plan-view'
import { doneWarnings, requireRules } from './rules'
import { shownFields } from './shown-fields'
import { stateOf, tellingOfState, titledOf } from './state'
import { undoSomeTasks, undoTasks } from './undo'

/** Adds one. */
export function createTask(tasks: TaskService): TasksTool<'create_task'> {
  return {
    async plan(given, context) {
      const data = withGiven(emptyTask, given)
      const made = { id: tasks.newId(), data, at: '' }
      return planned(tasks, planView(tasks, context), [made], writtenAfter(context), false)
    },
    foresee: ({ tasks: [made] }) =>
      made === undefined ? null : { task_id: made.id, title: made.after?.title },
    async apply(plan, context) {
      await applyPlan(tasks, plan, context)
      const made = tasks.get(plan.tasks[0]?.id ?? '')
      return {
        content: `Added “${made.title}” (${made.id}).`,
        state: stateOf(tasks, made),
        ...tellingOfState(tasks, made),
      }
    },
    ...requireBaseOf(tasks),
    ...undoTasks(tasks),
  }
}

/** Adds several, which can name each other by keys; all or none. */
export function createTasks(tasks: TaskService): TasksTool<'create_tasks'> {
  return {
    async plan({ tasks: given }, context) {
      const view = planView(tasks, context)
      const made = given.map(({ key, ...fields }, place) => ({
        ...{ id: tasks.newId(), key, at: `tasks.${place}.` },
        data: withGiven(emptyTask, fields),
      }))
      const idOf = idsByKey(made)
      const resolved = made.map(({ id, data, at }) => {
        const known = (reference: string, field: string) => {
          const found = idOf.get(reference) ?? view.find(reference)?.id
          if (found !== undefined) return found
          const words = say('task.no_task_or_key', { id: reference })
          throw new AppError('invalid_input', words, { field: `${at}${field}` })
        }
        const parent = data.parent === null ? null : known(data.parent, 'parent')
        const needs = [...new Set(data.needs.map((need) => known(need, 'needs')))]
        return { id, at, data: { ...data, parent, needs } }
      })
      return planned(tasks, view, resolved, writtenAfter(context), true)
    },
    chooseBy: 'items',
    async narrow({ plan }, { items = [] }, context) {
      const chosen = new Set(items)
      const kept = plan.tasks.filter((_, place) => chosen.has(place))
      if (kept.length !== chosen.size || kept.length === 0) {
        throw new AppError('invalid_input', say('proposal.no_such_part'), { field: 'choice' })
      }
      // Nothing leads to what was left out.
      const leftOut = new Set(plan.tasks.filter((step) => !kept.includes(step)).map(({ id }) => id))
      const made = kept.flatMap(({ id, after }, place) => {
        if (after === null) return []
        const { parent, needs } = after
        const data = {
          ...taskDataOf(after),
          parent: parent !== null && leftOut.has(parent) ? null : parent,
          needs: needs.filter((need) => !leftOut.has(need)),
        }
        return [{ id, data, at: `tasks.${place}.` }]
      })
      const outside = outsideOf(...kept.map(({ after }) => after))
      return planned(tasks, planView(tasks, context), made, outside, true)
    },
    foresee: ({ tasks: steps }) =>
      batchOf(steps.flatMap(({ id, after }) => (after ? [{ id, ...after }] : []))),
    async apply(plan, context) {
      const steps = await applyPlan(tasks, plan, context)
      const made = steps.tasks.flatMap(({ after }) => after ?? [])
      return {
        content: ['Added:', ...made.map(({ id, title }) => `${title} (${id})`)].join('\n'),
        state: batchOf(made),
        ...tellingOf(...made),
      }
    },
    ...requireBaseOf(tasks),
    ...undoSomeTasks(tasks),
  }
}

/** A task that is to be added. */
interface Made {
  readonly id: string
  readonly data: TaskData
  /** Where it is in the input: `tasks.2.`, or nothing. */
  readonly at: string
}

function planned(
  tasks: TaskService,
  view: PlanView,
  made: readonly Made[],
  outside: string[],
  several: boolean,
) {
  const plan: TasksPlan = {
    tasks: made.map(({ id, data }) => ({ id, before: null, after: { ...data, outside, revision: 1 } })),
    comments: [],
  }
  const after = view.with(plan)
  requireRules(
    tasks,
    after,
    made.map(({ id, data, at }) => ({ id, before: null, after: data, at })),
  )
  const names = { find: after.find, assistantName: tasks.assistantName }
  const others = made.flatMap(({ data }) => namedByIds(view, data))
  const seen = made.flatMap(({ id }): SeenTask[] => {
    const task = after.find(id)
    return task === null ? [] : [task]
  })
  const [first] = made
  return {
    plan,
    sources: outsideOf(...others),
    preview: spoken({
      summary: several
        ? say('tasks.create_many', {
            count: made.length,
            ...told(made.map(({ data }) => ({ name: data.title }))),
          })
        : say('tasks.create', { title: first?.data.title ?? '' }),
      targets: [...made.map(({ id, data }) => targetOf({ id, ...data })), ...proposedTargets(tasks, others)],
      changes: made.map(({ data }) => ({
        kind: 'fields' as const,
        label: data.title,
        fields: changedFields(null, shownFields(names, data)),
      })),
      lost: [],
      recovery: 'undo',
      warnings: seen.flatMap((task) => doneWarnings(after, task, null)),
    }),
  }
}

function idsByKey(
  made: readonly { readonly id: string; readonly key: string | undefined; readonly at: string }[],
) {
  const ids = new Map<string, string>()
  for (const { id, key, at } of made) {
    if (key === undefined) continue
    if (ids.has(key)) {
      throw new AppError('invalid_input', say('task.key_twice', { key }), { field: `${at}key` })
    }
    ids.set(key, id)
  }
  return ids
}

function batchOf(made: readonly { readonly id: string; readonly title: string }[]) {
  return { succeeded: made.length, failed: 0, results: made.map(titledOf) }
}

/** The fields with those that were given. */
function withGiven(
  data: TaskData,
  given: { readonly [Field in keyof TaskData]?: TaskData[Field] | undefined },
): TaskData {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  const filled = taskDataOf({ ...data, ...Object.fromEntries(entries) })
  return { ...filled, needs: [...new Set(filled.needs)] }
}
