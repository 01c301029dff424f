import { createHash } from 'node:crypto'
import type { TaskService } from '../../../main/tasks/service'
import {
  type Task,
  type TaskComment,
  type TaskData,
  taskDataOf,
  taskSchema,
} from '../../../shared/contract/tasks'
import { say } from '../../../shared/sentences/say'
import { writesOf } from '../../../shared/tool/records/apply'
import type { RecordKind } from '../../../shared/tool/records/kind'
import type { PlannedComment, PlannedTask } from '../module'
import { shownFields } from './shown-fields'

/** Tasks as records, with the comments on them. */
export function taskKind(tasks: TaskService): RecordKind<TaskData, PlannedTask, PlannedComment> {
  return {
    now: () => tasks.now(),
    find: (id) => tasks.find(id),
    findAttached: (id) => tasks.findComment(id),
    attachedTo: (id) => tasks.comments(id),
    ownersOf: taskOf,
    write({ records, attached }) {
      const [{ put, remove }, comments] = [writesOf(records), writesOf(attached)]
      tasks.write({ put, remove, putComments: comments.put, removeComments: comments.remove })
    },
    dataOf: taskDataOf,
    plannedOf,
    plannedAttachedOf: plannedCommentOf,
    inOrder: taskSchema.parse,
    fingerprint: fingerprintOf,
    nameOf: ({ title }) => title,
    inWords: (data) => shownFields(tasks, data),
    attachedInWords: ({ text }) => text,
    attachedField: 'comments',
    sentences: {
      gone: (title) => say('task.gone', { title }),
      changed: (title) => say('task.changed', { title }),
      attachedChanged: (title) => say('task.comments_changed', { title }),
      goneBack: (title) => say('task.gone_back', { title }),
      changedBack: (title) => say('task.changed_back', { title }),
    },
    nouns: { record: 'task', attached: 'comment' },
  }
}

/** What is bound of a task. */
export function plannedOf(task: Task): PlannedTask {
  const { outside, revision } = task
  return { ...taskDataOf(task), outside: [...outside], revision }
}

/** What is bound of a comment. */
function plannedCommentOf({ task, text, outside }: TaskComment): PlannedComment {
  return { task, text, outside: [...outside] }
}

/** The task that a comment is on. */
export function taskOf({ task }: { readonly task: string }): string[] {
  return [task]
}

/** Tells whether what is to go is still what was shown. */
export function fingerprintOf(planned: PlannedTask | PlannedComment | null): string {
  return createHash('sha256').update(JSON.stringify(planned)).digest('hex')
}
