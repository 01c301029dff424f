import { beforeEach, describe, expect, it } from 'vitest'
import { setUpTasks } from '../../../tests/support/tasks-desk'
import { person } from '../../shared/actor'
import { emptyTask, type Task, type TaskData } from '../../shared/contract/tasks'
import { createTaskRunTable } from '../db/task-runs'

const desk = setUpTasks()

const task = (id: string, more: Partial<TaskData> = {}): Task => ({
  ...{ ...emptyTask, title: id, ...more, id, outside: [], revision: 1 },
  ...{ madeBy: person, changedBy: person, createdAt: 1, updatedAt: 1 },
})
const comment = (id: string, on: string, createdAt = 1) => ({
  ...{ id, task: on, text: id, outside: [], madeBy: person, createdAt },
})
const store = (...put: readonly Task[]) =>
  desk.tasks.write({ put, remove: [], putComments: [], removeComments: [] })
const listed = (query: Parameters<typeof desk.tasks.lines>[0] = {}) =>
  desk.tasks.lines(query).map(({ id }) => id)
const line = (id: string) => desk.tasks.lines({}).find((each) => each.id === id)

describe('a list of tasks', () => {
  it('has what matters most first, then what is due first, then what was added first', () => {
    store(
      task('d'),
      task('c'),
      task('due', { due: '2026-12-24' }),
      task('sooner', { due: '0999-12-24' }),
      task('low', { priority: 'low', due: '2026-01-01' }),
      task('high', { priority: 'high' }),
      task('urgent', { priority: 'urgent' }),
    )
    expect(listed()).toEqual(['urgent', 'high', 'sooner', 'due', 'c', 'd', 'low'])
    expect(listed({ limit: 2 })).toEqual(['urgent', 'high'])
  })

  it('is narrowed down by words, status, tag, assistant and the task that they are a part of', () => {
    store(
      task('a', { title: 'Größe prüfen', tags: ['Maß'], status: 'done' }),
      task('b', { notes: 'die GROSSE Frage', tags: ['a "b"'], parent: 'a' }),
      task('c', { assistant: 'default', status: 'cancelled', parent: 'a' }),
    )
    expect(listed({ query: 'große' })).toEqual(['a', 'b'])
    expect(listed({ query: 'frage gros' })).toEqual(['b'])
    expect(listed({ query: '100% _' })).toEqual([])
    expect(listed({ tag: 'a "b"' })).toEqual(['b'])
    expect(listed({ tag: 'a' })).toEqual([])
    expect(listed({ status: ['done', 'cancelled'] })).toEqual(['a', 'c'])
    expect(listed({ status: [] })).toEqual([])
    expect(listed({ assistant: 'default' })).toEqual(['c'])
    expect(listed({ parent: 'a', status: ['open'] })).toEqual(['b'])
    expect(desk.tasks.tags()).toEqual(['a "b"', 'Maß'])
  })

  it('goes on after the last of a part in the same order, and says when that one is gone', () => {
    store(
      ...Array.from({ length: 7 }, (_, at) =>
        task(`t${at}`, {
          ...{ priority: at % 2 === 0 ? 'high' : 'normal', due: at < 4 ? '2026-12-01' : null },
        }),
      ),
    )
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = desk.tasks.page({ limit: 2, cursor })
      expect(page.total).toBe(7)
      ids.push(...page.tasks.map(({ id }) => id))
      cursor = page.cursor ?? undefined
    } while (cursor !== undefined)
    expect(ids).toEqual(listed())
    expect(ids).toEqual(['t0', 't2', 't4', 't6', 't1', 't3', 't5'])
    expect(() => desk.tasks.page({ limit: 2, cursor: 'gone' })).toThrow('List them from the start')
  })

  it('counts parts, comments and what is waited for, and leaves out what is gone', () => {
    store(
      task('whole', { notes: ' \n\t' }),
      task('one', { parent: 'whole', status: 'done' }),
      task('two', { parent: 'whole', status: 'cancelled' }),
      task('three', { parent: 'whole', needs: ['one', 'gone', 'whole'], notes: '- Words' }),
      task('four', { parent: 'gone', needs: ['gone'] }),
    )
    desk.tasks.write({
      ...{ put: [], remove: [], removeComments: [] },
      putComments: [comment('c2', 'one', 2), comment('c1', 'one', 1), comment('c3', 'gone')],
    })
    expect(line('whole')).toMatchObject({ parts: 3, partsEnded: 2, comments: 0, hasNotes: false })
    expect(line('one')).toMatchObject({ parent: 'whole', comments: 2, parts: 0, needs: [], blockedBy: 0 })
    expect(line('three')).toMatchObject({ needs: ['one', 'whole'], blockedBy: 1, hasNotes: true })
    expect(line('four')).toMatchObject({ parent: null, needs: [], blockedBy: 0 })
    const { parts, neededBy, comments, parent } = desk.tasks.details('one')
    expect({ parts, neededBy: neededBy.map(({ id }) => id), parent: parent?.id }).toEqual({
      ...{ parts: [], neededBy: ['three'], parent: 'whole' },
    })
    expect(comments.map(({ id }) => id)).toEqual(['c1', 'c2'])
  })

  it('shows all that can be read where something that is stored is damaged', () => {
    store(task('a', { tags: ['x'] }), task('b', { needs: ['a'], tags: ['x'] }), task('c'))
    desk.bench.db.raw.exec(
      `UPDATE tasks SET needs = '[oops', tags = 'oops', outside = '{}', made_by = '' WHERE id = 'b';
       UPDATE tasks SET needs = '{"a":1}', tags = '[1]' WHERE id = 'c'`,
    )
    expect(listed()).toEqual(['a', 'b', 'c'])
    expect(line('b')).toMatchObject({ needs: [], tags: [], blockedBy: 0 })
    expect(listed({ tag: 'x' })).toEqual(['a'])
    expect(desk.tasks.tags()).toEqual(['x'])
    expect(desk.tasks.details('a').neededBy).toEqual([])
    expect(desk.tasks.get('b')).toMatchObject({ needs: [], madeBy: { name: 'Unknown' } })
    expect(desk.tasks.all().tasks).toHaveLength(3)
  })
})

describe('the runs of a task', () => {
  beforeEach(() => {
    const { raw } = desk.bench.db
    raw.pragma('foreign_keys = OFF')
    const insert = (number: number, trashed: number | null) => {
      raw
        .prepare(
          `INSERT INTO conversations (id, title, created_at, updated_at, trashed_at) VALUES (?, ?, 1, 1, ?)`,
        )
        .run(`k${number}`, `Conversation ${number}`, trashed)
      createTaskRunTable(desk.bench.db).insert({
        ...{ taskId: 't', conversationId: `k${number}`, runId: `r${number}`, startedAt: number },
      })
      const run = raw.prepare(
        `INSERT INTO runs (id, conversation_id, status, actor, model, started_at) VALUES (?, ?, ?, '{}', '', 1)`,
      )
      run.run(`r${number}`, `k${number}`, 'failed')
      // A person went on with it by hand.
      run.run(`r${number} on`, `k${number}`, number === 2 ? 'running' : 'completed')
    }
    insert(1, null)
    insert(2, null)
    insert(3, 5)
  })

  it('are told newest first, as the last run of each conversation stands, without those in the trash', () => {
    store(task('t'), task('other'))
    expect(desk.tasks.details('t').runs).toMatchObject([
      { conversationId: 'k2', runId: 'r2', title: 'Conversation 2', status: 'running', waiting: 0 },
      { conversationId: 'k1', status: 'completed' },
    ])
    expect(line('t')?.lastRun).toMatchObject({ conversationId: 'k2', status: 'running' })
    expect(line('other')?.lastRun).toBeNull()
  })
})
