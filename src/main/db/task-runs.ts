import type { TaskRun } from '../../shared/contract/tasks'
import type { Database } from './open'
import { taskRuns } from './schema'

/** Reads and writes the times that an assistant worked on a task. */
export interface TaskRunTable {
  insert(run: {
    readonly taskId: string
    readonly conversationId: string
    readonly runId: string
    readonly startedAt: number
  }): void
  /** Newest first; those whose conversation is in the trash are left out. */
  of(taskId: string): TaskRun[]
  /** The newest of each of these tasks, by the task's id; without those whose conversation is in the trash. */
  last(taskIds: readonly string[]): ReadonlyMap<string, TaskRun>
}

type Row = TaskRun & { readonly taskId: string }

/** How the last run of a conversation stands: a person can have gone on with it. */
const selected = `SELECT task_runs.task_id AS taskId, task_runs.conversation_id AS conversationId,
    task_runs.run_id AS runId, conversations.title, task_runs.started_at AS startedAt,
    (SELECT status FROM runs WHERE runs.conversation_id = task_runs.conversation_id
      ORDER BY runs.rowid DESC LIMIT 1) AS status,
    (SELECT count(*) FROM proposals WHERE proposals.conversation_id = task_runs.conversation_id
      AND proposals.status = 'pending') AS waiting
  FROM task_runs JOIN conversations
    ON conversations.id = task_runs.conversation_id AND conversations.trashed_at IS NULL`

/** Opens the table of the tasks' runs. */
export function createTaskRunTable({ orm, raw }: Database): TaskRunTable {
  const ofTask = raw.prepare<[string], Row>(
    `${selected} WHERE task_runs.task_id = ? ORDER BY task_runs.number DESC`,
  )
  const newest = raw.prepare<[string], Row>(
    `${selected} WHERE task_runs.number IN (
      SELECT max(task_runs.number) FROM json_each(?) AS task
      JOIN task_runs ON task_runs.task_id = task.value
      JOIN conversations ON conversations.id = task_runs.conversation_id AND conversations.trashed_at IS NULL
      GROUP BY task_runs.task_id)`,
  )
  return {
    insert(run) {
      orm.insert(taskRuns).values(run).run()
    },
    of: (taskId) => ofTask.all(taskId).map(withoutTask),
    last: (taskIds) =>
      new Map(newest.all(JSON.stringify(taskIds)).map((row) => [row.taskId, withoutTask(row)])),
  }
}

function withoutTask({ taskId: _, ...run }: Row): TaskRun {
  return run
}
