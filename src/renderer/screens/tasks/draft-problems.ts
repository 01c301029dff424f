import { type TaskData, taskFieldSchemas, taskLimits } from '../../../shared/contract/tasks'
import { tagLimits } from '../../../shared/tags'
import { tasksText } from '../../text/tasks'

/** What is wrong with a task that is being written, by field. */
export type TaskProblems = Readonly<Partial<Record<keyof TaskData, string>>>

/** Says of each field what is wrong with it; empty where it can be saved. */
export function problemsOf(fields: TaskData): TaskProblems {
  const t = tasksText()
  const { title, notes, due, tags } = taskFieldSchemas
  const isLong = (field: 'title' | 'notes') => fields[field].length > taskLimits[field]
  return {
    ...(title.safeParse(fields.title).success
      ? {}
      : { title: isLong('title') ? t.tooLong(taskLimits.title) : t.nameMissing }),
    ...(notes.safeParse(fields.notes).success ? {} : { notes: t.tooLong(taskLimits.notes) }),
    ...(due.safeParse(fields.due).success ? {} : { due: t.dueWrong }),
    ...(tags.safeParse(fields.tags).success ? {} : { tags: t.tooMany(tagLimits.count) }),
  }
}
