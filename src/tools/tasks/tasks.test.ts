import { describe, expect, it } from 'vitest'
import { setUpTasks } from '../../../tests/support/tasks-desk'
import { inverseOf } from '../../main/db/changes'
import { person } from '../../shared/actor'
import { emptyTask, taskLimits } from '../../shared/contract/tasks'

const desk = setUpTasks()
const { add, done, everything, read } = desk
const by = { runId: 'r1', conversationId: 'c1' }
const conflicting = { code: 'conflict' }
const titles = (query: string) => desk.tasks.lines({ query }).map(({ title }) => title)
const line = (title: string) => desk.tasks.lines({}).find((each) => each.title === title)

/** Calls and expects a failure; gives its error. */
async function refused(tool: string, input: object) {
  const outcome = await desk.bench.call(tool, input, by)
  if (outcome.status !== 'done' || outcome.result.success) throw new Error(JSON.stringify(outcome))
  return outcome.result.error
}

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

describe('the place of a task among others', () => {
  it('leads neither to itself nor round in a circle, also over parts', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')]
    expect(await refused('update_task', { task_id: a, parent: a })).toMatchObject({ field: 'parent' })
    expect(await refused('update_task', { task_id: a, needs: [a] })).toMatchObject({ field: 'needs' })
    await done('update_task', { task_id: b, parent: a })
    await done('update_task', { task_id: c, parent: b })
    const within = await refused('update_task', { task_id: a, parent: c })
    expect(within).toMatchObject({ code: 'invalid_input', field: 'parent' })
    // A part can't wait for what waits for it: the whole.
    const whole = await refused('update_task', { task_id: c, needs: [a] })
    expect(whole).toMatchObject({ code: 'invalid_input', field: 'needs' })
    expect(whole?.message).toContain('“C” → “A” → “B” → “C”')
    // What waits for the whole can't be what a part waits for.
    const d = await add('D', { needs: [a] })
    expect(await refused('update_task', { task_id: c, needs: [d] })).toMatchObject({ field: 'needs' })
    await done('update_task', { task_id: a, needs: [c] })
  })

  it('is not deeper than so many tasks', async () => {
    let parent = await add('1')
    for (let level = 2; level <= taskLimits.depth; level++) parent = await add(`${level}`, { parent })
    const error = await refused('create_task', { title: 'Too deep', parent })
    expect(error?.message).toContain(`more than ${taskLimits.depth} tasks`)
    const tree = await add('Tree')
    await add('Leaf', { parent: tree })
    const above = line(`${taskLimits.depth - 1}`)?.id
    expect(await refused('update_task', { task_id: tree, parent: above })).toMatchObject({ field: 'parent' })
  })

  it('is looked at however many tasks wait one for the other', async () => {
    const made = { outside: [], madeBy: person, changedBy: person, createdAt: 1, updatedAt: 1, revision: 1 }
    const chain = Array.from({ length: 5000 }, (_, at) => ({
      ...{ ...emptyTask, ...made, id: `t${at}`, title: `Task ${at}` },
      needs: at === 0 ? [] : [`t${at - 1}`],
    }))
    desk.tasks.write({ put: chain, remove: [], putComments: [], removeComments: [] })
    const error = await refused('update_task', { task_id: 't0', needs: ['t4999'] })
    expect(error).toMatchObject({ code: 'invalid_input', field: 'needs' })
    expect(error?.message).toMatch(/^“Task 0” would wait for itself: “Task 0” → .{1,300}$/u)
    expect(await desk.bench.propose('update_task', { task_id: 't4999', needs: ['t0'] })).toMatchObject({
      status: 'pending',
    })
  })

  it('is a conflict where others moved meanwhile so that it would be a circle, or what it names is gone', async () => {
    const [a, b] = [await add('A'), await add('B')]
    const proposal = await desk.bench.propose('update_task', { task_id: a, needs: [b] })
    await done('update_task', { task_id: b, needs: [a] })
    expect((await desk.bench.approve(proposal)).proposal).toMatchObject({ status: 'conflict' })
    const c = await add('C')
    const part = await desk.bench.propose('create_task', { title: 'Part', parent: c })
    await done('delete_tasks', { task_ids: [c] })
    expect((await desk.bench.approve(part)).proposal).toMatchObject({ status: 'conflict' })
    expect(titles('')).toEqual(['A', 'B'])
  })

  it('is not brought back by an undo where it would be a circle now', async () => {
    const [a, b] = [await add('A'), await add('B')]
    await done('update_task', { task_id: a, needs: [b] })
    const change = await done('update_task', { task_id: a, needs: [] })
    await done('update_task', { task_id: b, needs: [a] })
    await expect(desk.bench.undo(change.id)).rejects.toMatchObject(conflicting)
    const gone = await done('delete_tasks', { task_ids: [b] })
    await done('update_task', { task_id: a, needs: [await add('C')] })
    await desk.bench.undo(gone.id)
    expect(line('B')).toMatchObject({ needs: [a], blockedBy: 1 })
  })
})

describe('changing a task', () => {
  it('shows fields in words, can be approved in part, and is undone and done again exactly', async () => {
    const [report, figures] = [await add('Report'), await add('Figures')]
    const id = await add('Text')
    const before = everything()
    const proposal = await desk.bench.propose('update_task', {
      task_id: id,
      status: 'in_progress',
      parent: report,
      needs: [figures],
      assistant: 'default',
    })
    expect(proposal).toMatchObject({
      class: 'safe_update',
      chooseBy: 'fields',
      preview: {
        summary: 'Change the task “Text”: status, part of, waits for, assistant.',
        changes: [
          {
            fields: [
              { name: 'status', before: 'open', after: 'in progress' },
              { name: 'part of', before: '', after: 'Report' },
              { name: 'waits for', before: '', after: 'Figures' },
              { name: 'assistant', before: '', after: 'Assistant' },
            ],
          },
        ],
      },
    })
    const { proposal: decided } = await desk.bench.gate.approve({
      ...{ id: proposal.id, planHash: proposal.planHash, by: person },
      choice: { fields: [{ change: 0, field: 1 }] },
    })
    const after = everything()
    expect(desk.tasks.get(id)).toMatchObject({ status: 'open', parent: report, needs: [], assistant: null })
    const undone = await desk.bench.undo(decided.changeId ?? '')
    expect(everything()).toEqual(before)
    await desk.bench.undo(undone.id)
    expect(everything()).toEqual(after)
  })

  it('warns where it is done although parts are open or it waits, and asks nothing of them', async () => {
    const needed = await add('Figures')
    const id = await add('Report', { needs: [needed] })
    await add('Text', { parent: id })
    const proposal = await desk.bench.propose('update_task', { task_id: id, status: 'done' })
    expect(proposal.preview.warnings).toEqual([
      'Parts of “Report” are not done: “Text”.',
      '“Report” waits for what is not done: “Figures”.',
    ])
    expect((await desk.bench.approve(proposal)).proposal.status).toBe('applied')
    expect(line('Text')).toMatchObject({ status: 'open' })
    const cancelled = await desk.bench.propose('update_task', { task_id: id, status: 'cancelled' })
    expect(cancelled.preview.warnings).toEqual([])
  })

  it('is a conflict where somebody changed it meanwhile, and nothing where it is so already', async () => {
    const id = await add('Read')
    const proposal = await desk.bench.propose('update_task', { task_id: id, priority: 'high' })
    await done('update_task', { task_id: id, notes: 'Mine.' })
    expect((await desk.bench.approve(proposal)).proposal).toMatchObject({ status: 'conflict' })
    expect(desk.tasks.get(id)).toMatchObject({ priority: 'normal', notes: 'Mine.' })
    expect((await read('update_task', { task_id: id, notes: 'Mine.' })).content).toContain('so already')
  })

  it('leaves what somebody else changed when it is undone, and asks where that is the same field', async () => {
    const id = await add('Read')
    const change = await done('update_task', { task_id: id, status: 'done' })
    await done('update_task', { task_id: id, status: 'open', notes: 'Mine.' })
    await done('update_task', { task_id: id, status: 'cancelled' })
    await expect(desk.bench.undo(change.id)).rejects.toMatchObject(conflicting)
    const signal = new AbortController().signal
    const { differences } = await desk.bench.gate.compareUndo({ id: change.id, signal })
    expect(differences).toMatchObject([
      {
        reference: id,
        obstacle: 'changed',
        fields: [{ name: 'status', theirs: 'cancelled', restored: 'open' }],
      },
    ])
    const decisions = [{ reference: id, choice: 'replace' as const }]
    const undo = await desk.bench.gate.undo({ id: change.id, decisions, by: person, signal })
    expect(desk.tasks.get(id)).toMatchObject({ status: 'open', notes: 'Mine.' })
    await desk.bench.undo(undo.id)
    expect(desk.tasks.get(id).status).toBe('cancelled')
  })

  it('builds on what the same run has proposed and nobody has decided on', async () => {
    const made = await desk.bench.propose('create_task', { title: 'Report' }, by)
    const id = made.preview.targets[0]?.reference ?? ''
    const part = await desk.bench.propose('create_task', { title: 'Text', parent: id }, by)
    const change = await desk.bench.propose('update_task', { task_id: id, priority: 'high' }, by)
    const comment = await desk.bench.propose('comment_on_task', { task_id: id, text: 'Begun.' }, by)
    expect(part.needs).toMatchObject([{ number: made.number }])
    const circle = await refused('update_task', {
      task_id: id,
      needs: [part.preview.targets[0]?.reference],
      parent: part.preview.targets[0]?.reference,
    })
    expect(circle).toMatchObject({ code: 'invalid_input' })
    for (const each of [made, part, change, comment]) {
      expect((await desk.bench.approve(each)).proposal.status).toBe('applied')
    }
    expect(desk.tasks.details(id)).toMatchObject({
      task: { priority: 'high', revision: 2 },
      parts: [{ title: 'Text' }],
      comments: [{ text: 'Begun.' }],
    })
  })

  it('keeps what is gone behind what is given, so that undo of the deletion leads there again', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const id = await add('Text', { needs: [one, two] })
    const change = await done('delete_tasks', { task_ids: [one] })
    expect(line('Text')).toMatchObject({ needs: [two], blockedBy: 1 })
    await done('update_task', { task_id: id, needs: [] })
    expect(line('Text')).toMatchObject({ needs: [], blockedBy: 0 })
    await desk.bench.undo(change.id)
    expect(line('Text')).toMatchObject({ needs: [one], blockedBy: 1 })
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

describe('comments', () => {
  it('are shown before they are added, told in their order, and deleted so that undo brings them back', async () => {
    const id = await add('Report')
    const proposal = await desk.bench.propose('comment_on_task', { task_id: id, text: 'It is\n**done**.' })
    expect(proposal).toMatchObject({
      class: 'safe_create',
      preview: { changes: [{ kind: 'text', content: 'It is\n**done**.', added: 2 }] },
    })
    await desk.bench.approve(proposal)
    desk.bench.clock.advance(1000)
    await done('comment_on_task', { task_id: id, text: 'Not yet.' })
    const { state } = await read('read_task', { task_id: id })
    expect(state).toMatchObject({ comments: [{ text: 'It is\n**done**.' }, { text: 'Not yet.' }] })
    const before = everything()
    const comment = before.comments[0]?.id
    const deletion = await desk.bench.propose('delete_task_comment', { comment_id: comment })
    expect(deletion).toMatchObject({
      class: 'destructive_delete',
      preview: { recovery: 'trash', lost: [{ label: 'It is…', detail: 'Comment by Assistant' }] },
    })
    const { proposal: decided } = await desk.bench.approve(deletion)
    expect(everything().comments).toMatchObject([{ text: 'Not yet.' }])
    expect(JSON.stringify(inverseOf(desk.bench.db, decided.changeId ?? ''))).not.toContain('done')
    await desk.bench.undo(decided.changeId ?? '')
    expect(everything()).toEqual(before)
    expect(await refused('delete_task_comment', { comment_id: 'none' })).toMatchObject({ code: 'not_found' })
  })

  it('are taken away with a task whose adding is undone only where a person says so', async () => {
    const made = await done('create_task', { title: 'Report' })
    const id = made.preview.targets[0]?.reference ?? ''
    await done('comment_on_task', { task_id: id, text: 'Begun.' })
    const before = everything()
    await expect(desk.bench.undo(made.id)).rejects.toMatchObject(conflicting)
    const signal = new AbortController().signal
    const { differences } = await desk.bench.gate.compareUndo({ id: made.id, signal })
    expect(differences).toMatchObject([{ fields: [{ name: 'comments', theirs: 'Begun.' }] }])
    const decisions = [{ reference: id, choice: 'replace' as const }]
    const undo = await desk.bench.gate.undo({ id: made.id, decisions, by: person, signal })
    expect(everything()).toEqual({ tasks: [], comments: [] })
    await desk.bench.undo(undo.id)
    expect(everything()).toEqual(before)
  })

  it('are not more than a task holds, and not on one that is gone', async () => {
    const id = await add('Report')
    desk.tasks.write({
      ...{ put: [], remove: [], removeComments: [] },
      putComments: Array.from({ length: taskLimits.comments }, (_, at) => ({
        ...{ id: `c${at}`, task: id, text: 'Again.', outside: [], madeBy: person, createdAt: at },
      })),
    })
    expect(await refused('comment_on_task', { task_id: id, text: 'More.' })).toMatchObject({
      code: 'too_large',
    })
    const other = await add('Other')
    const late = await desk.bench.propose('comment_on_task', { task_id: other, text: 'Late.' })
    await done('delete_tasks', { task_ids: [other] })
    expect((await desk.bench.approve(late)).proposal.status).toBe('conflict')
  })
})

describe('deleting tasks', () => {
  it('takes all parts and comments, names each and what waited, and undo brings all of it back', async () => {
    const report = await add('Report')
    const text = await add('Text', { parent: report, notes: 'A secret of theirs.' })
    await add('Words', { parent: text })
    const talk = await add('Talk', { needs: [text] })
    await done('comment_on_task', { task_id: text, text: 'A secret remark.' })
    const before = everything()
    desk.bench.clock.advance(5000)
    const proposal = await desk.bench.propose('delete_tasks', { task_ids: [report] })
    expect(proposal).toMatchObject({
      class: 'destructive_delete',
      typeToConfirm: 'delete 3',
      preview: {
        summary: 'Delete 3 tasks, with 1 comment: “Report”, “Text”, “Words”.',
        recovery: 'trash',
        lost: [
          { label: 'Report' },
          {
            label: 'Text',
            detail: 'A part of “Report”. 1 comment goes too. Then waiting for it no more: “Talk”.',
          },
          { label: 'Words', detail: 'A part of “Text”.' },
        ],
      },
    })
    const { proposal: decided, result } = await desk.bench.approve(proposal)
    expect(result?.content).toContain('Undo brings them back for 30 days')
    expect(everything()).toMatchObject({ tasks: [{ title: 'Talk', needs: [text] }], comments: [] })
    expect(desk.tasks.details(talk).needs).toEqual([])
    const { db } = desk.bench
    const kept = db.raw
      .prepare(
        `SELECT changes.inverse || changes.preview || proposals.plan || proposals.preview || proposals.input
         FROM changes JOIN proposals ON proposals.id = changes.proposal_id WHERE changes.id = ?`,
      )
      .pluck()
      .get(decided.changeId)
    expect(kept).not.toContain('secret')
    const undone = await desk.bench.undo(decided.changeId ?? '')
    expect(everything()).toEqual(before)
    await desk.bench.undo(undone.id)
    expect(titles('')).toEqual(['Talk'])
    const { kept_contents: hashes } = inverseOf(db, decided.changeId ?? '') as { kept_contents: string[] }
    desk.letGo(hashes[0] ?? '')
    await expect(desk.bench.undo(decided.changeId ?? '')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is a conflict where a comment or a part came meanwhile that was not shown', async () => {
    const id = await add('Report')
    const proposal = await desk.bench.propose('delete_tasks', { task_ids: [id] })
    await done('comment_on_task', { task_id: id, text: 'Wait.' })
    expect((await desk.bench.approve(proposal)).proposal.status).toBe('conflict')
    const again = await desk.bench.propose('delete_tasks', { task_ids: [id] })
    await add('Text', { parent: id })
    expect((await desk.bench.approve(again)).proposal.status).toBe('conflict')
    expect(titles('')).toEqual(['Report', 'Text'])
  })

  it('can be approved for some, of which the parts that were left out stay, and undone for one', async () => {
    const report = await add('Report')
    const text = await add('Text', { parent: report })
    await add('Figures', { parent: report })
    const { id, planHash } = await desk.bench.propose('delete_tasks', { task_ids: [report] })
    const { proposal: decided } = await desk.bench.gate.approve({
      ...{ id, planHash, by: person, choice: { items: [0, 2] }, typed: 'delete 2' },
    })
    expect(desk.bench.gate.change(decided.changeId ?? '').preview.lost).toMatchObject([
      { label: 'Report', detail: 'Parts that stay: “Text”.' },
      { label: 'Figures' },
    ])
    expect(line('Text')).toMatchObject({ parent: null })
    const signal = new AbortController().signal
    const references = [report]
    await desk.bench.gate.undoSome({ id: decided.changeId ?? '', references, by: person, signal })
    expect(desk.tasks.details(report).parts).toMatchObject([{ id: text }])
    await desk.bench.undo(decided.changeId ?? '')
    expect(titles('')).toHaveLength(3)
  })
})
