import { emptyTask, type TaskLine, taskDataOf } from '../../src/shared/contract/tasks'

/** A task as lists show it, called by its id. */
export function sampleTaskLine(id: string, more: Partial<TaskLine> = {}): TaskLine {
  const { notes: _, ...fields } = taskDataOf(emptyTask)
  return {
    ...fields,
    ...{ id, title: id, createdAt: 1, updatedAt: 1, hasNotes: false },
    ...{ blockedBy: 0, parts: 0, partsEnded: 0, comments: 0, lastRun: null },
    ...more,
  }
}
