import type { TaskService } from '../../../main/tasks/service'
import { isEnded, type TaskData, taskLimits } from '../../../shared/contract/tasks'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { isMoved, misplaced, openNeeds } from '../../../shared/task-order'
import { failureNaming } from '../../../shared/tool/records/from-outside'
import type { TasksPlan } from '../module'
import { type PlanView, type SeenTask, viewAfter } from './plan-view'

/** A task that a plan makes or changes, with what it was. */
interface Changed {
  readonly id: string
  readonly before: TaskData | null
  readonly after: TaskData
  /** Where it is in the input: `tasks.2.`, or nothing. */
  readonly at: string
}

/** Throws `invalid_input` where tasks would have what is not there, or wait for themselves; `view` is as they would be. */
export function requireRules(tasks: TaskService, view: PlanView, changes: readonly Changed[]): void {
  for (const change of changes) requireReferences(tasks, view, change)
  const moved = changes.filter(({ before, after }) => isMoved(before, after)).map(({ id }) => id)
  const wrong = misplaced(view, moved)
  if (wrong === null) return
  const [only] = changes
  const field = only === undefined || changes.length > 1 ? 'tasks' : fieldOf(only)
  throw failed(wrong.words, field, wrong.named)
}

function requireReferences(tasks: TaskService, view: PlanView, { id, before, after, at }: Changed): void {
  const { title, parent, needs, assistant } = after
  const named = [
    ...(parent === null || parent === before?.parent ? [] : [{ field: 'parent', other: parent }]),
    ...needs.filter((each) => !before?.needs.includes(each)).map((other) => ({ field: 'needs', other })),
  ]
  for (const { field, other } of named) {
    if (other === id) throw failed(say('task.in_itself', { title }), `${at}${field}`, [view.find(id)])
    if (view.find(other) === null) {
      throw new AppError('invalid_input', say('task.none', { id: other }), { field: `${at}${field}` })
    }
  }
  if (assistant === null || assistant === before?.assistant) return
  if (tasks.assistantName(assistant) === null) {
    throw new AppError('invalid_input', noAssistant(tasks, assistant), { field: `${at}assistant` })
  }
}

/** Nothing else tells a model which there are. */
export function noAssistant(tasks: TaskService, id: string): Sentence {
  return say('task.no_assistant', {
    id,
    there: tasks.assistants().map((each) => `${each.name} (${each.id})`),
  })
}

function fieldOf({ before, after }: Changed): string {
  return after.parent === (before?.parent ?? null) ? 'needs' : 'parent'
}

function failed(words: Sentence, field: string, tasks: readonly (SeenTask | null)[]): AppError {
  return new AppError('invalid_input', words, {
    field,
    sources: tasks.flatMap((task) => task?.outside ?? []),
  })
}

/** Throws `conflict` where what a plan does not bind has moved so that it breaks the rules now. */
export function requireRulesStill(tasks: TaskService, plan: TasksPlan): void {
  const view = viewAfter(tasks, plan)
  const changed = plan.tasks.flatMap(({ id, after }) => (after === null ? [] : [{ id, after }]))
  for (const { id, after } of changed) {
    const before = tasks.find(id)
    const isNew = (other: string) => other !== before?.parent && !before?.needs.includes(other)
    const gone = [...(after.parent === null ? [] : [after.parent]), ...after.needs]
      .filter(isNew)
      .some((other) => view.find(other) === null)
    if (gone) throw failureNaming('conflict', say('task.reference_gone', { title: after.title }), after)
    const { assistant } = after
    if (assistant !== null && assistant !== before?.assistant && tasks.assistantName(assistant) === null) {
      throw new AppError('conflict', noAssistant(tasks, assistant))
    }
  }
  const moved = changed.filter(({ id, after }) => isMoved(tasks.find(id), after)).map(({ id }) => id)
  const wrong = misplaced(view, moved)
  if (wrong !== null) throw failureNaming('conflict', wrong.words, ...wrong.named)
  for (const { after } of plan.comments) if (after !== null) requireRoom(view, after.task)
  requireNothingMore(tasks, plan)
}

/** Throws where a task has more comments than it holds; `view` is as it would be. */
export function requireRoom(view: PlanView, id: string): void {
  const task = view.find(id)
  if (task === null) throw new AppError('conflict', say('task.none', { id }))
  if (view.comments(id).length <= taskLimits.comments) return
  const words = say('task.too_many_comments', { title: task.title, most: taskLimits.comments })
  throw failureNaming('too_large', words, task)
}

/** What goes has no comment and no part that was not shown. */
function requireNothingMore(tasks: TaskService, plan: TasksPlan): void {
  const shown = new Set([...[...plan.comments, ...plan.tasks].map(({ id }) => id), ...(plan.staying ?? [])])
  for (const { id, gone } of plan.tasks) {
    if (gone === undefined) continue
    const title = gone.name
    const hasMore = (ids: readonly string[]) => ids.some((each) => !shown.has(each))
    if (hasMore(tasks.comments(id).map((comment) => comment.id))) {
      throw failureNaming('conflict', say('task.comments_changed', { title }), tasks.find(id))
    }
    if (hasMore(tasks.partIds(id))) {
      throw failureNaming('conflict', say('task.parts_changed', { title }), tasks.find(id))
    }
  }
}

/** Says of a task that is set to done what of it is not. */
export function doneWarnings(view: PlanView, task: SeenTask, before: TaskData | null): Sentence[] {
  if (task.status !== 'done' || before?.status === 'done') return []
  const { title } = task
  const parts = view.parts(task.id).filter(({ status }) => !isEnded(status))
  const needs = openNeeds(view, task)
  const titles = (those: readonly SeenTask[]) => those.map((each) => each.title)
  return [
    ...(parts.length === 0 ? [] : [say('tasks.done_with_parts', { title, parts: titles(parts) })]),
    ...(needs.length === 0 ? [] : [say('tasks.done_while_waiting', { title, needs: titles(needs) })]),
  ]
}
