import type { TaskService } from '../../../main/tasks/service'
import { type TaskData, taskDataOf } from '../../../shared/contract/tasks'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { spoken } from '../../../shared/tool/preview'
import { changedFields, narrowFields, same } from '../../../shared/tool/record-fields'
import { outsideOf, writtenAfter } from '../../../shared/tool/records/from-outside'
import type { PlannedTask, TasksPlan } from '../module'
import type { TasksTool } from '../runtime'
import { applyPlan, requireBaseOf } from './apply-plan'
import { namedByIds, proposedTargets, targetOf } from './naming'
import { type PlanView, planView } from './plan-view'
import { doneWarnings, requireRules } from './rules'
import { shownFields, storedFields } from './shown-fields'
import { stateOf, tellingOfState } from './state'
import { undoTasks } from './undo'

type Given = { readonly [Field in keyof TaskData]?: TaskData[Field] | undefined }

/** Changes the given fields of one. */
export function updateTask(tasks: TaskService): TasksTool<'update_task'> {
  return {
    async plan({ task_id: id, ...given }, context) {
      const view = planView(tasks, context)
      const { id: _id, ...before } = view.get(id)
      const data = changedBy(given, before, { view, tasks })
      if (same(data, taskDataOf(before))) {
        const there = tasks.find(id)
        if (there === null) throw new AppError('invalid_input', say('task.unchanged'))
        const content = `“${there.title}” is so already.`
        return { unchanged: { content, state: stateOf(tasks, there), ...tellingOfState(tasks, there) } }
      }
      const outside = writtenAfter(context, before)
      const after: PlannedTask = { ...data, outside, revision: before.revision + 1 }
      const plan: TasksPlan = { tasks: [{ id, before, after }], comments: [] }
      const changed = view.with(plan)
      requireRules(tasks, changed, [{ id, before, after: data, at: '' }])
      const [was, will] = [view, changed].map(({ find }) => ({ find, assistantName: tasks.assistantName }))
      const fields = changedFields(
        was === undefined ? null : shownFields(was, before),
        will === undefined ? {} : shownFields(will, data),
      )
      const named = namedByIds(changed, data)
      return {
        plan,
        sources: outsideOf(before, ...named, ...namedByIds(view, before)),
        preview: spoken({
          summary: say('tasks.change', { fields: fields.map(({ name }) => name), title: before.title }),
          targets: [targetOf({ id, title: before.title }), ...proposedTargets(tasks, named)],
          changes: [{ kind: 'fields', label: before.title, fields }],
          lost: [],
          recovery: 'undo',
          warnings: doneWarnings(changed, { ...after, id }, before),
        }),
      }
    },
    chooseBy: 'fields',
    async narrow({ plan, ...proposed }, choice) {
      const [step] = plan.tasks
      if (!step?.before || !step.after) throw new AppError('internal', 'A change of fields has both sides.')
      const { id, before, after } = step
      const narrowed = narrowFields<PlannedTask, { before: PlannedTask; after: PlannedTask }>(
        { ...proposed, plan: { before, after } },
        choice,
        {
          storedAs: storedFields,
          summary: (fields) => say('tasks.change', { fields, title: before.title }),
        },
      )
      const { outside, revision } = after
      const chosen = { ...narrowed.plan.after, outside, revision }
      return { ...narrowed, plan: { tasks: [{ id, before, after: chosen }], comments: [] } }
    },
    async apply(plan, context) {
      await applyPlan(tasks, plan, context)
      const changed = tasks.get(plan.tasks[0]?.id ?? '')
      return {
        content: `“${changed.title}” is changed.`,
        state: stateOf(tasks, changed),
        ...tellingOfState(tasks, changed),
      }
    },
    ...requireBaseOf(tasks),
    ...undoTasks(tasks),
  }
}

/**
 * The fields with those that were given. What is gone is not shown, so nobody takes it out: it stays behind what is given,
 * and its own undo leads to it again.
 */
function changedBy(
  given: Given,
  before: TaskData,
  { view, tasks }: { readonly view: PlanView; readonly tasks: TaskService },
): TaskData {
  const isGone = (id: string | null) => id !== null && view.find(id) === null
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  const data = taskDataOf({ ...taskDataOf(before), ...Object.fromEntries(entries) })
  const { parent, assistant } = before
  const assistantIsGone = assistant !== null && tasks.assistantName(assistant) === null
  return {
    ...data,
    parent: data.parent === null && isGone(parent) ? parent : data.parent,
    needs: [...new Set([...data.needs, ...before.needs.filter(isGone)])],
    assistant: data.assistant === null && assistantIsGone ? assistant : data.assistant,
  }
}
