import { describe, expect, it } from 'vitest'
import { exceptRevisions } from '../../../tests/support/record-desk'
import { assistantFields } from '../../../tests/support/sample-assistant'
import { setUpTasks } from '../../../tests/support/tasks-desk'
import { createAssistantTable } from '../../main/db/assistants'
import { person } from '../../shared/actor'

const desk = setUpTasks()
const { add, done, everything, read, refused } = desk
const by = { runId: 'r1', conversationId: 'c1' }
const conflicting = { code: 'conflict' }
const line = (title: string) => desk.tasks.lines({}).find((each) => each.title === title)

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
    expect(exceptRevisions(everything())).toEqual(exceptRevisions(before))
    await desk.bench.undo(undone.id)
    expect(exceptRevisions(everything())).toEqual(exceptRevisions(after))
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

  it('never has a revision again that it had, so that what a window showed then is not taken for what is there', async () => {
    const id = await add('Report')
    const { id: change } = await done('update_task', { task_id: id, priority: 'high' })
    const changed = desk.tasks.get(id).revision
    await desk.bench.undo(change)
    await done('update_task', { task_id: id, priority: 'low' })
    expect(desk.tasks.get(id)).toMatchObject({ priority: 'low' })
    expect(desk.tasks.get(id).revision).toBeGreaterThan(changed)
  })

  it('is a conflict where somebody changed it meanwhile, and nothing where it is so already', async () => {
    const id = await add('Read')
    const proposal = await desk.bench.propose('update_task', { task_id: id, priority: 'high' })
    expect(await desk.bench.gate.baseMoved(proposal.id)).toBeNull()
    await done('update_task', { task_id: id, notes: 'Mine.' })
    expect(await desk.bench.gate.baseMoved(proposal.id)).toMatchObject(conflicting)
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

  it('keeps an assistant in the trash behind what is given, so that it is there again once that is restored', async () => {
    const assistants = createAssistantTable(desk.bench.db)
    assistants.insert({ id: 'keeper', fields: assistantFields(), starter: null, at: 1 })
    const id = await add('Text', { assistant: 'keeper' })
    assistants.setTrashedAt('keeper', 2)
    await done('update_task', { task_id: id, assistant: null, status: 'in_progress' })
    expect(await read('get_task', { task_id: id })).toMatchObject({ state: { assistant: null } })
    assistants.setTrashedAt('keeper', null)
    expect(await read('get_task', { task_id: id })).toMatchObject({
      state: { assistant: { assistant_id: 'keeper' } },
    })
  })
})
