import type { TaskService } from '../../../main/tasks/service'
import { person } from '../../../shared/actor'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { startOf } from '../../../shared/text/start-of'
import { beyondKeptInWords, keptInWords, recoveryOf } from '../../../shared/tool/kept'
import { spoken } from '../../../shared/tool/preview'
import { outsideOf, tellingOf, writtenAfter } from '../../../shared/tool/records/from-outside'
import type { TasksPlan } from '../module'
import type { TasksTool } from '../runtime'
import { applyPlan, requireBaseOf } from './apply-plan'
import { targetOf } from './naming'
import { goingComment, planView } from './plan-view'
import { requireRoom } from './rules'
import { storedBytes, titledOf } from './state'
import { undoTasks } from './undo'

/** Adds a comment. */
export function commentOnTask(tasks: TaskService): TasksTool<'comment_on_task'> {
  return {
    async plan({ task_id, text }, context) {
      const view = planView(tasks, context)
      const task = view.get(task_id)
      const after = { task: task_id, text, outside: writtenAfter(context) }
      const plan: TasksPlan = { tasks: [], comments: [{ id: tasks.newId(), before: null, after }] }
      requireRoom(view.with(plan), task_id)
      return {
        plan,
        sources: outsideOf(task),
        preview: spoken({
          summary: say('tasks.comment', { title: task.title }),
          targets: [targetOf(task)],
          changes: [
            { kind: 'text', label: task.title, content: text, hunks: [], added: linesOf(text), removed: 0 },
          ],
          lost: [],
          recovery: 'undo',
          warnings: [],
        }),
      }
    },
    async apply(plan, context) {
      const { comments } = await applyPlan(tasks, plan, context)
      return { content: 'The comment is there.', ...told(tasks, comments[0]?.after) }
    },
    ...requireBaseOf(tasks),
    ...undoTasks(tasks),
  }
}

/** Deletes a comment. */
export function deleteTaskComment(tasks: TaskService): TasksTool<'delete_task_comment'> {
  return {
    async plan({ comment_id: id }, context) {
      const view = planView(tasks, context)
      const comment = view.findComment(id)
      if (comment === null)
        throw new AppError('not_found', say('task.no_comment', { id }), { field: 'comment_id' })
      const task = view.find(comment.task)
      const title = task?.title ?? ''
      const madeBy = tasks.findComment(id)?.madeBy ?? context.actor ?? person
      const by = madeBy.kind === 'person' ? '' : madeBy.name
      const size = storedBytes([comment])
      const kept = tasks.keptForUndo()
      const lost = {
        kind: 'record' as const,
        label: firstWords(comment.text),
        reference: id,
        detail: say('tasks.comment_by', { by }),
      }
      return {
        plan: { tasks: [], comments: [goingComment(comment)] },
        sources: outsideOf(comment, task),
        preview: spoken({
          summary: say('tasks.delete_comment', { title, by }),
          targets: [lost],
          changes: [{ kind: 'removal', label: lost.label, reference: id }],
          lost: [lost],
          recovery: recoveryOf('trash', size, kept),
          warnings: beyondKeptInWords(size, kept),
        }),
      }
    },
    async apply(plan, context) {
      const { comments } = await applyPlan(tasks, plan, context)
      const gone = comments[0]?.before
      const words = keptInWords('it', storedBytes(gone ? [gone] : []), tasks.keptForUndo())
      return { content: `The comment is deleted. ${words}`, ...told(tasks, gone) }
    },
    ...requireBaseOf(tasks),
    ...undoTasks(tasks),
  }
}

/** Characters of a comment by which it is named. */
const NAMED_BY = 80

function firstWords(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > NAMED_BY || line.length < text.trim().length ? `${startOf(line, NAMED_BY)}…` : line
}

function linesOf(text: string): number {
  return text.split('\n').length
}

function told(
  tasks: TaskService,
  comment:
    | { readonly id: string; readonly task: string; readonly text: string; outside: string[] }
    | null
    | undefined,
) {
  if (!comment) throw new AppError('internal', 'A plan of a comment has no comment.')
  const task = tasks.find(comment.task)
  return {
    state: {
      comment_id: comment.id,
      text: comment.text,
      task: titledOf(task ?? { id: comment.task, title: '' }),
    },
    ...tellingOf(comment, task),
  }
}
