import { describe, expect, it } from 'vitest'
import { setUpTasks } from '../../../tests/support/tasks-desk'
import { inverseOf } from '../../main/db/changes'
import { person } from '../../shared/actor'
import { taskLimits } from '../../shared/contract/tasks'

const desk = setUpTasks()
const { add, done, everything, read, refused } = desk
const conflicting = { code: 'conflict' }
const titles = (query: string) => desk.tasks.lines({ query }).map(({ title }) => title)
const line = (title: string) => desk.tasks.lines({}).find((each) => each.title === title)

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
    expect(await desk.bench.gate.baseMoved(proposal.id)).toMatchObject(conflicting)
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

  it('is done again for those alone that nobody keeps: a task that is kept keeps its comments', async () => {
    const [report, talk] = [await add('Report'), await add('Talk')]
    for (const id of [report, talk]) await done('comment_on_task', { task_id: id, text: 'Begun.' })
    const deletion = await done('delete_tasks', { task_ids: [report, talk] })
    const undone = await desk.bench.undo(deletion.id)
    await done('update_task', { task_id: report, title: 'Longer report' })
    const signal = new AbortController().signal
    const decisions = [{ reference: report, choice: 'keep' as const }]
    await desk.bench.gate.undo({ id: undone.id, decisions, by: person, signal })
    expect(everything()).toMatchObject({
      tasks: [{ title: 'Longer report' }],
      comments: [{ task: report, text: 'Begun.' }],
    })
  })

  it('binds nothing that its undo found back already', async () => {
    const [report, talk] = [await add('Report'), await add('Talk')]
    await done('comment_on_task', { task_id: report, text: 'Begun.' })
    const deletion = await done('delete_tasks', { task_ids: [report, talk] })
    const signal = new AbortController().signal
    await desk.bench.gate.undoSome({ id: deletion.id, references: [report], by: person, signal })
    await done('delete_task_comment', { comment_id: everything().comments[0]?.id })
    const rest = await desk.bench.undo(deletion.id)
    expect(everything().comments).toEqual([])
    // Only “Talk” came back by it: what becomes of “Report” since is nothing to it.
    await done('update_task', { task_id: report, title: 'Longer report' })
    const before = everything()
    const again = await desk.bench.undo(rest.id)
    expect(everything().tasks).toEqual(before.tasks.filter(({ id }) => id === report))
    const back = await desk.bench.undo(again.id)
    await done('delete_tasks', { task_ids: [report] })
    await desk.bench.undo(back.id)
    expect(titles('')).toEqual([])
  })
})
