import type { RetentionLimits } from '../../shared/contract/retention'
import type { Task, TaskComment, TaskData, TaskDetails, TaskLine } from '../../shared/contract/tasks'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { BlobStore } from '../changes/blobs'
import { createKeptTexts } from '../changes/kept-texts'
import { retentionLimits } from '../changes/retention'
import type { AssistantNames } from '../db/assistants'
import type { Database } from '../db/open'
import { createTaskRunTable } from '../db/task-runs'
import { createTaskTable, type TasksQuery, type TaskWrites } from '../db/tasks'
import { faultPoint } from '../disk/fault-point'
import { newId } from '../identifier'
import type { Publish } from '../publish'

/** Tasks as the tools and the window see them. */
export interface TaskService {
  newId(): string
  /** Milliseconds since 1970. */
  now(): number
  /** How long, and how much, is kept of what was deleted. */
  keptForUndo(): RetentionLimits
  find(id: string): Task | null
  /** Throws `not_found`. */
  get(id: string): Task
  /** What matters most first, then what is due first; `cursor` of the answer before goes on, null at the end. */
  page(query: TasksQuery & { readonly limit: number; readonly cursor?: string | undefined }): {
    readonly tasks: readonly TaskLine[]
    readonly cursor: string | null
    readonly total: number
  }
  /** As a list shows them; all without a limit. */
  lines(query: TasksQuery & { readonly limit?: number | undefined }): readonly TaskLine[]
  /** All that it has to do with; throws `not_found`. */
  details(id: string): TaskDetails
  /** All that these are within, are made of and wait for, however far, with where each stands; without those that are gone. */
  around(ids: readonly string[]): ReadonlyMap<string, Pick<TaskData, 'parent' | 'needs'>>
  /** The ids of what is a part of it, in the order of all lists. */
  partIds(id: string): readonly string[]
  /** The ids of what waits for any of these, in the order of all lists. */
  waitingFor(ids: readonly string[]): readonly string[]
  findComment(id: string): TaskComment | null
  /** In the order in which they were made. */
  comments(task: string): readonly TaskComment[]
  /** The name of an assistant; null where there is none of that id. */
  assistantName(id: string): string | null
  /** Those that there are, the usual one first. */
  assistants(): readonly { readonly id: string; readonly name: string }[]
  tags(): readonly string[]
  all(): { readonly tasks: readonly Task[]; readonly comments: readonly TaskComment[] }
  /** Keeps a text for undo, under the limits of everything that is kept for it; answers its hash. */
  keep(text: string): Promise<string>
  /** What was kept; throws `unavailable` once it is gone. */
  kept(sha256: string): Promise<string>
  /** Stores all of it or nothing, and tells everyone. */
  write(writes: TaskWrites): void
}

/** Takes tasks as they are stored, with the names that their assistants have now; `now` is in milliseconds since 1970. */
export function createTasks({
  db,
  blobs,
  publish,
  now,
  assistants,
}: {
  readonly db: Database
  readonly blobs: Pick<BlobStore, 'putBytes' | 'read'>
  readonly publish: Publish
  readonly now: () => number
  readonly assistants: AssistantNames
}): TaskService {
  const table = createTaskTable(db)
  const texts = createKeptTexts(blobs, () => say('task.no_longer_kept'))
  const runs = createTaskRunTable(db)
  const get = (id: string): Task => {
    const task = table.find(id)
    if (task === null) throw new AppError('not_found', say('task.none', { id }), { field: 'task_id' })
    return task
  }
  return {
    newId,
    now,
    assistantName: assistants.nameOf,
    assistants: assistants.all,
    keptForUndo: () => retentionLimits(db),
    find: table.find,
    get,
    page({ limit, cursor, ...query }) {
      if (cursor !== undefined && table.find(cursor) === null) {
        throw new AppError('invalid_input', say('task.list_moved'), { field: 'cursor' })
      }
      const found = table.list(query, limit + 1, cursor ?? null)
      const ids = found.slice(0, limit).map(({ id }) => id)
      return {
        tasks: table.linesOf(ids),
        cursor: found.length > limit ? (ids.at(-1) ?? null) : null,
        total: table.count(query),
      }
    },
    lines: table.lines,
    details(id) {
      const task = get(id)
      const { parent, needs } = task
      return {
        task,
        parent: parent === null ? null : (table.linesOf([parent])[0] ?? null),
        parts: table.lines({ parent: id }),
        needs: table.linesOf(needs),
        neededBy: table.linesOf(table.waitingFor([id])),
        comments: table.comments(id),
        runs: runs.of(id),
      }
    },
    around: table.around,
    partIds: table.partIds,
    waitingFor: table.waitingFor,
    findComment: table.findComment,
    comments: table.comments,
    tags: table.tags,
    all: () => ({ tasks: table.all(), comments: table.allComments() }),
    keep: async (text) => (await texts.keep(text)).sha256,
    kept: texts.kept,
    write(writes) {
      table.write(writes)
      faultPoint('tasks written')
      publish({ type: 'tasks' })
    },
  }
}
