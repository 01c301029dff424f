import { z } from 'zod'
import { emptyTask, type Task, type TaskData, taskDataOf, taskDataSchema } from '../../shared/contract/tasks'
import { changedFields } from './changed-fields'
import { createDraftStorage } from './kept-drafts'
import type { RecordDraft } from './written-record'

/** A task as it is being written. */
export type TaskDraft = RecordDraft<TaskData>

/** What a person begins to write from. */
export function draftOfTask(task: Task): TaskDraft {
  const fields = taskDataOf(task)
  return { id: task.id, base: { revision: task.revision, fields }, fields }
}

/** Whether anything was written since the writing began. */
export function isWritten(draft: TaskDraft | undefined): boolean {
  if (draft === undefined) return false
  return Object.keys(changedFields(draft.base?.fields ?? emptyTask, draft.fields)).length > 0
}

/** A new one. */
export const emptyTaskDraft: TaskDraft = { id: null, base: null, fields: emptyTask }

/** Where they are stored. */
export const taskDrafts = createDraftStorage<TaskDraft>(
  'countersign-task-drafts',
  z.object({
    id: z.string().nullable(),
    base: z.object({ revision: z.number(), fields: taskDataSchema }).nullable(),
    fields: taskDataSchema,
  }),
)
