import { describe, expect, it } from 'vitest'
import { setUpTasks } from '../../../tests/support/tasks-desk'
import { person } from '../../shared/actor'

const desk = setUpTasks()
const { add, done, everything, read, refused } = desk
const titles = (query: string) => desk.tasks.lines({ query }).map(({ title }) => title)
const line = (title: string) => desk.tasks.lines({}).find((each) => each.title === title)

describe('tasks', () => {
  it('are added with all their fields, found by parts of words, and listed by what matters and is due', async () => {
    const report = await add('Write the Report', { priority: 'high', due: '2026-12-01', tags: ['work'] })
    const figures = await add('Gather figures', {
      parent: report,
      notes: 'From the **library**.',
      assistant: 'default',
    })
    await add('Übersicht', { needs: [figures], priority: 'urgent' })
    await add('Call Ada', { due: '2026-11-30' })
    expect(titles('')).toEqual(['Übersicht', 'Write the Report', 'Call Ada', 'Gather figures'])
    expect(titles('rep wri')).toEqual(['Write the Report'])
    expect(titles('LIBRARY')).toEqual(['Gather figures'])
    expect(titles('ubersicht')).toEqual(['Übersicht'])
    expect(titles('report nobody')).toEqual([])
    const { state, origin } = await read('search_tasks', { query: 'figures' })
    expect(origin).toBe('own')
    expect(state).toMatchObject({
      total: 1,
      tasks: [{ assistant: 'Assistant', parent: { title: 'Write the Report' }, status: 'open' }],
    })
    const { content } = await read('read_task', { task_id: figures })
    expect(content).toContain('part of: Write the Report')
    expect(content).toContain('Waited for by:\nÜbersicht')
  })

  it('are refused with what is no day, no task, no assistant, and an empty title', async () => {
    for (const [wrong, field] of [
      [{ due: '2026-02-29' }, 'due'],
      [{ title: ' \u202e ' }, 'title'],
      [{ parent: 'nothing' }, 'parent'],
      [{ needs: ['nothing'] }, 'needs'],
      [{ assistant: 'nobody' }, 'assistant'],
    ] as const) {
      const error = await refused('create_task', { title: 'Read', ...wrong })
      expect(error).toMatchObject({ code: 'invalid_input', field: expect.stringContaining(field) })
    }
  })

  it('keep who made and changed them, and when', async () => {
    const id = await add('Read')
    const { createdAt } = desk.tasks.get(id)
    desk.bench.clock.advance(1000)
    await done('update_task', { task_id: id, status: 'done' }, { actor: person })
    expect(desk.tasks.get(id)).toMatchObject({
      madeBy: { kind: 'assistant' },
      changedBy: person,
      createdAt,
      updatedAt: createdAt + 1000,
      revision: 2,
    })
  })
})

describe('adding several tasks', () => {
  it('lets them name each other by keys, and undo takes all or some of them away', async () => {
    const proposal = await desk.bench.propose('create_tasks', {
      tasks: [
        { title: 'Report', key: 'report' },
        { title: 'Figures', key: 'figures', parent: 'report' },
        { title: 'Text', parent: 'report', needs: ['figures'] },
      ],
    })
    expect(proposal).toMatchObject({
      class: 'safe_create',
      chooseBy: 'items',
      preview: {
        summary: 'Add 3 tasks: “Report”, “Figures”, “Text”.',
        changes: [
          { label: 'Report' },
          { label: 'Figures' },
          {
            label: 'Text',
            fields: [
              { name: 'title' },
              { name: 'status' },
              { name: 'priority' },
              { name: 'part of', after: 'Report' },
              { name: 'waits for', after: 'Figures' },
            ],
          },
        ],
      },
    })
    const { proposal: decided, result } = await desk.bench.approve(proposal)
    expect(result?.state).toMatchObject({ succeeded: 3, failed: 0 })
    expect(line('Text')).toMatchObject({
      parent: line('Report')?.id,
      needs: [line('Figures')?.id],
      blockedBy: 1,
    })
    const all = everything()
    const signal = new AbortController().signal
    const references = [line('Text')?.id ?? '']
    await desk.bench.gate.undoSome({ id: decided.changeId ?? '', references, by: person, signal })
    expect(titles('')).toEqual(['Report', 'Figures'])
    const undone = await desk.bench.undo(decided.changeId ?? '')
    expect(everything().tasks).toEqual([])
    await desk.bench.undo(undone.id)
    expect(everything().tasks).toEqual(all.tasks.filter(({ title }) => title !== 'Text'))
  })

  it('can be approved for some, which then name nothing that was left out', async () => {
    const { id, planHash } = await desk.bench.propose('create_tasks', {
      tasks: [
        { title: 'Report', key: 'r' },
        { title: 'Figures', parent: 'r' },
        { title: 'Text', needs: ['r'] },
      ],
    })
    await desk.bench.gate.approve({ id, planHash, choice: { items: [1, 2] }, by: person })
    expect(everything().tasks).toMatchObject([
      { title: 'Figures', parent: null },
      { title: 'Text', needs: [] },
    ])
  })

  it('names the field of a key that is not there or there twice', async () => {
    const base = { title: 'Report', key: 'report' }
    const unknown = await refused('create_tasks', { tasks: [base, { title: 'Text', parent: 'text' }] })
    expect(unknown).toMatchObject({ code: 'invalid_input', field: 'tasks.1.parent' })
    const need = await refused('create_tasks', { tasks: [base, base, { title: 'Text', needs: ['text'] }] })
    expect(need).toMatchObject({ code: 'invalid_input', field: 'tasks.1.key' })
    const circle = await refused('create_tasks', {
      tasks: [
        { title: 'A', key: 'a', needs: ['b'] },
        { title: 'B', key: 'b', needs: ['a'] },
      ],
    })
    expect(circle).toMatchObject({ code: 'invalid_input', field: 'tasks' })
    expect(circle?.message).toContain('“A” → “B” → “A”')
  })
})

describe('reading a task', () => {
  it('tells the newest comments, as many as of a note, and how many there are before', async () => {
    const id = await add('Report')
    desk.tasks.write({
      ...{ put: [], remove: [], removeComments: [] },
      putComments: Array.from({ length: 8 }, (_, at) => ({
        ...{ id: `c${at}`, task: id, text: `${at}`.repeat(9000), outside: [], madeBy: person, createdAt: at },
      })),
    })
    const { content, state } = await read('read_task', { task_id: id })
    expect(content).toContain('Comments (3 before these are left out):')
    expect(content).toContain('3'.repeat(9000))
    expect(content).not.toContain('2'.repeat(9000))
    expect(state).toMatchObject({ older_comments: 3, comments: [{ comment_id: 'c3' }, {}, {}, {}, {}] })
  })

  it('names the assistants that there are where one is not', async () => {
    const error = await refused('create_task', { title: 'Read', assistant: 'Researcher' })
    expect(error?.message).toContain('Assistant (default)')
  })
})
