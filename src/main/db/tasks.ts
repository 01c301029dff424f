import { z } from 'zod'
import {
  isEnded,
  type Task,
  type TaskComment,
  type TaskLine,
  type TaskPriority,
  type TaskRun,
  type TaskStatus,
  taskStatusSchema,
} from '../../shared/contract/tasks'
import { parsedJson } from '../../shared/json/parsed-json'
import { folded } from '../library/analysis/fold'
import { foldedWords } from './folded-words'
import { eachIn } from './json-in-sql'
import { type Database, inTransaction } from './open'
import type { taskComments, tasks } from './schema'
import { storedActor, storedTexts } from './stored-json'
import { createTaskRunTable } from './task-runs'

/** Which tasks are listed. */
export interface TasksQuery {
  /** Words that must all be found, each anywhere. */
  readonly query?: string | undefined
  readonly status?: readonly TaskStatus[] | undefined
  readonly tag?: string | undefined
  /** The id of one. */
  readonly assistant?: string | undefined
  /** The id of the task that they are a part of. */
  readonly parent?: string | undefined
}

/** Records to be stored, or removed, all together. */
export interface TaskWrites {
  readonly put: readonly Task[]
  readonly remove: readonly string[]
  readonly putComments: readonly TaskComment[]
  readonly removeComments: readonly string[]
}

/** Reads and writes tasks and what was written about them. */
export interface TaskTable {
  find(id: string): Task | null
  /** What matters most first, then what is due first; `after` is the id of a task in that order. */
  list(query: TasksQuery, limit: number, after: string | null): Task[]
  count(query: TasksQuery): number
  lines(query: TasksQuery & { readonly limit?: number | undefined }): TaskLine[]
  /** The lines of these, in the order of all lists; those that are gone are left out. */
  linesOf(ids: readonly string[]): TaskLine[]
  /** All that these are within, are made of and wait for, however far, with where each stands; without those that are gone. */
  around(ids: readonly string[]): Map<string, Pick<Task, 'parent' | 'needs'>>
  /** The ids of what is a part of it, in the order of all lists. */
  partIds(id: string): string[]
  /** The ids of what waits for any of these, in the order of all lists. */
  waitingFor(ids: readonly string[]): string[]
  findComment(id: string): TaskComment | null
  /** In the order in which they were made; also where the task is gone. */
  comments(task: string): TaskComment[]
  tags(): string[]
  all(): Task[]
  allComments(): TaskComment[]
  write(writes: TaskWrites): void
}

type Row = typeof tasks.$inferSelect
type CommentRow = typeof taskComments.$inferSelect

const columns = `id, title, notes, status, priority, due, parent, needs, assistant, tags, outside, words,
  made_by AS madeBy, changed_by AS changedBy, created_at AS createdAt, updated_at AS updatedAt, revision`
const commentColumns = 'id, task_id AS task, text, outside, made_by AS madeBy, created_at AS createdAt'

const ranks = { urgent: 0, high: 1, normal: 2, low: 3 } as const satisfies Record<TaskPriority, number>
const rank = `CASE priority ${Object.entries(ranks)
  .map(([priority, place]) => `WHEN '${priority}' THEN ${place}`)
  .join(' ')} END`
/** After every day that can be written. */
const someDay = "coalesce(due, '9999-99-99')"
const order = `${rank}, ${someDay}, id`

/** As SQLite says that there is no limit. */
const unlimited = -1

/** Opens the tables of tasks. */
export function createTaskTable(db: Database): TaskTable {
  const { raw } = db
  const runs = createTaskRunTable(db)
  const rows = (where: string) => {
    const statement = raw.prepare<unknown[], Row>(`SELECT ${columns} FROM tasks ${where}`)
    return (...values: unknown[]): Task[] => statement.all(...values).map(fromRow)
  }
  const commentRows = (where: string) => {
    const statement = raw.prepare<unknown[], CommentRow>(
      `SELECT ${commentColumns} FROM task_comments ${where} ORDER BY created_at, id`,
    )
    return (...values: unknown[]): TaskComment[] => statement.all(...values).map(fromCommentRow)
  }
  // A plan asks for these of hundreds of tasks.
  const [byId, commentById, commentsOn] = [
    rows('WHERE id = ?'),
    commentRows('WHERE id = ?'),
    commentRows('WHERE task_id = ?'),
  ]
  // In one query: a chain of thousands, one waiting for the other, would be as many.
  const placesAround = raw.prepare<[string, string], Pick<Row, 'id' | 'parent' | 'needs'>>(
    `WITH RECURSIVE
      above(id) AS (
        SELECT value FROM json_each(?)
        UNION SELECT tasks.parent FROM above JOIN tasks ON tasks.id = above.id WHERE tasks.parent IS NOT NULL),
      below(id) AS (
        SELECT value FROM json_each(?)
        UNION SELECT need.value FROM below JOIN tasks ON tasks.id = below.id JOIN ${eachIn('tasks.needs')} AS need
        UNION SELECT part.id FROM below JOIN tasks AS part ON part.parent = below.id)
    SELECT tasks.id, tasks.parent, tasks.needs
    FROM (SELECT id FROM above UNION SELECT id FROM below) AS near CROSS JOIN tasks ON tasks.id = near.id`,
  )
  const idsOf = (where: string) =>
    raw.prepare<[string], string>(`SELECT id FROM tasks WHERE ${where} ORDER BY ${order}`).pluck()
  const partsOf = idsOf('parent = ?')
  // The inner query reads an index alone, of those that wait for anything.
  const waitingFor = idsOf(`id IN (
    SELECT id FROM tasks WHERE needs <> '[]' AND EXISTS (
      SELECT 1 FROM ${eachIn('needs')} AS need WHERE need.value IN (SELECT value FROM json_each(?))))`)
  const lines = (where: string, ...values: unknown[]): TaskLine[] => {
    const found = raw.prepare<unknown[], LineRow>(`SELECT ${lineColumns} FROM tasks ${where}`).all(...values)
    const lastRuns = runs.last(found.map(({ id }) => id))
    return found.map((row) => lineOf(row, lastRuns.get(row.id) ?? null))
  }
  const listed = (query: TasksQuery, limit: number, after: string | null): Task[] => {
    const { where, values } = conditions(query, after)
    return rows(`${where} ORDER BY ${order} LIMIT ?`)(...values, limit)
  }
  return {
    find: (id) => byId(id)[0] ?? null,
    list: listed,
    count(query) {
      const { where, values } = conditions(query, null)
      return Number(
        raw
          .prepare<unknown[]>(`SELECT count(*) FROM tasks ${where}`)
          .pluck()
          .get(...values),
      )
    },
    lines({ limit = unlimited, ...query }) {
      const { where, values } = conditions(query, null)
      return lines(`${where} ORDER BY ${order} LIMIT ?`, ...values, limit)
    },
    linesOf: (ids) =>
      lines(`WHERE id IN (SELECT value FROM json_each(?)) ORDER BY ${order}`, JSON.stringify(ids)),
    around(ids) {
      const from = JSON.stringify(ids)
      const found = placesAround.all(from, from)
      return new Map(found.map(({ id, parent, needs }) => [id, { parent, needs: storedList(needs) }]))
    },
    partIds: (id) => partsOf.all(id),
    waitingFor: (ids) => waitingFor.all(JSON.stringify(ids)),
    findComment: (id) => commentById(id)[0] ?? null,
    comments: (task) => commentsOn(task),
    tags: () =>
      raw
        .prepare<[], string>(
          `SELECT DISTINCT tag.value FROM tasks, ${eachIn('tasks.tags')} AS tag WHERE tag.type = 'text'
            ORDER BY tag.value COLLATE NOCASE`,
        )
        .pluck()
        .all(),
    all: () => rows(`ORDER BY ${order}`)(),
    allComments: () => commentRows('')(),
    write({ put, remove, putComments, removeComments }) {
      inTransaction(db, () => {
        const [removeComment, removeTask] = [
          raw.prepare('DELETE FROM task_comments WHERE id = ?'),
          raw.prepare('DELETE FROM tasks WHERE id = ?'),
        ]
        for (const id of removeComments) removeComment.run(id)
        for (const id of remove) removeTask.run(id)
        const [storeTask, storeComment] = [taskPut(db), commentPut(db)]
        for (const task of put) storeTask(task)
        for (const comment of putComments) storeComment(comment)
      })
    },
  }
}

/** What narrows a list down. */
function conditions({ query = '', status, tag, assistant, parent }: TasksQuery, after: string | null) {
  const all: readonly (readonly [sql: string, ...values: unknown[]])[] = [
    ...foldedWords(query).map((word) => ['instr(words, ?) > 0', word] as const),
    ...(status === undefined
      ? []
      : [['status IN (SELECT value FROM json_each(?))', JSON.stringify(status)] as const]),
    ...(tag === undefined
      ? []
      : [[`EXISTS (SELECT 1 FROM ${eachIn('tasks.tags')} AS tag WHERE tag.value = ?)`, tag] as const]),
    ...(assistant === undefined ? [] : [['assistant = ?', assistant] as const]),
    ...(parent === undefined ? [] : [['parent = ?', parent] as const]),
    ...(after === null ? [] : [[`(${order}) > (SELECT ${order} FROM tasks WHERE id = ?)`, after] as const]),
  ]
  return {
    where: all.length === 0 ? '' : `WHERE ${all.map(([sql]) => sql).join(' AND ')}`,
    values: all.flatMap(([, ...values]) => values),
  }
}

/** What is read of a line: of what it has to do with only what is there. */
type LineRow = Pick<
  Row,
  'id' | 'title' | 'status' | 'priority' | 'due' | 'assistant' | 'createdAt' | 'updatedAt'
> & {
  readonly tags: string
  readonly parent: string | null
  /** JSON: the id and the status of each. */
  readonly needs: string | null
  readonly hasNotes: number
  readonly parts: number
  readonly partsEnded: number
  readonly comments: number
}

const ended = "('done', 'cancelled')"
const lineColumns = `id, title, status, priority, due, assistant, tags,
  created_at AS createdAt, updated_at AS updatedAt,
  trim(notes, char(9, 10, 13, 32)) <> '' AS hasNotes,
  CASE WHEN parent IS NOT NULL THEN (SELECT id FROM tasks AS whole WHERE whole.id = tasks.parent) END AS parent,
  CASE WHEN needs <> '[]' THEN (
    SELECT json_group_array(json_array(other.id, other.status))
    FROM ${eachIn('tasks.needs')} AS need JOIN tasks AS other ON other.id = need.value) END AS needs,
  (SELECT count(*) FROM tasks AS part WHERE part.parent = tasks.id) AS parts,
  (SELECT count(*) FROM tasks AS part WHERE part.parent = tasks.id AND part.status IN ${ended}) AS partsEnded,
  (SELECT count(*) FROM task_comments WHERE task_comments.task_id = tasks.id) AS comments`

const lineNeeds = z.array(z.tuple([z.string(), taskStatusSchema])).catch([])

function lineOf({ needs, tags, hasNotes, ...row }: LineRow, lastRun: TaskRun | null): TaskLine {
  const others = needs === null ? [] : lineNeeds.parse(parsedJson(needs))
  return {
    ...row,
    needs: others.map(([id]) => id),
    blockedBy: others.filter(([, status]) => !isEnded(status)).length,
    tags: storedList(tags),
    hasNotes: hasNotes !== 0,
    lastRun,
  }
}

/** How one is stored; for many it is prepared once. */
function taskPut({ raw }: Database): (task: Task) => void {
  const statement = raw.prepare(
    `INSERT INTO tasks (id, title, notes, status, priority, due, parent, needs, assistant, tags, outside, words,
         made_by, changed_by, created_at, updated_at, revision)
       VALUES (@id, @title, @notes, @status, @priority, @due, @parent, @needs, @assistant, @tags, @outside, @words,
         @madeBy, @changedBy, @createdAt, @updatedAt, @revision)
       ON CONFLICT (id) DO UPDATE SET title = excluded.title, notes = excluded.notes, status = excluded.status,
         priority = excluded.priority, due = excluded.due, parent = excluded.parent, needs = excluded.needs,
         assistant = excluded.assistant, tags = excluded.tags, outside = excluded.outside, words = excluded.words,
         made_by = excluded.made_by, changed_by = excluded.changed_by, created_at = excluded.created_at,
         updated_at = excluded.updated_at, revision = excluded.revision`,
  )
  return (task) => {
    const { needs, tags, outside, madeBy, changedBy, ...plain } = task
    const json = { needs, tags, outside, madeBy, changedBy }
    statement.run({
      ...plain,
      ...Object.fromEntries(Object.entries(json).map(([name, value]) => [name, JSON.stringify(value)])),
      words: folded([task.title, ...tags, task.notes].join('\n')),
    })
  }
}

/** The same for a comment. */
function commentPut({ raw }: Database): (comment: TaskComment) => void {
  const statement = raw.prepare(
    `INSERT INTO task_comments (id, task_id, text, outside, made_by, created_at)
       VALUES (@id, @task, @text, @outside, @madeBy, @createdAt)
       ON CONFLICT (id) DO UPDATE SET task_id = excluded.task_id, text = excluded.text, outside = excluded.outside,
         made_by = excluded.made_by, created_at = excluded.created_at`,
  )
  return ({ outside, madeBy, ...comment }) => {
    statement.run({ ...comment, outside: JSON.stringify(outside), madeBy: JSON.stringify(madeBy) })
  }
}

function storedList(text: string): string[] {
  return text === '[]' ? [] : storedTexts.parse(parsedJson(text))
}

// A damaged row must not hide all others.
function fromRow({ words: _, ...row }: Row): Task {
  return {
    ...row,
    needs: storedList(row.needs),
    tags: storedList(row.tags),
    outside: storedList(row.outside),
    madeBy: storedActor.parse(parsedJson(row.madeBy)),
    changedBy: storedActor.parse(parsedJson(row.changedBy)),
  }
}

function fromCommentRow(row: CommentRow): TaskComment {
  return {
    ...row,
    outside: storedList(row.outside),
    madeBy: storedActor.parse(parsedJson(row.madeBy)),
  }
}
