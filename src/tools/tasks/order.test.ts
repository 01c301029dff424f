import { describe, expect, it } from 'vitest'
import { setUpTasks } from '../../../tests/support/tasks-desk'
import { person } from '../../shared/actor'
import { emptyTask, taskLimits } from '../../shared/contract/tasks'

const desk = setUpTasks()
const { add, done, refused } = desk
const conflicting = { code: 'conflict' }
const titles = (query: string) => desk.tasks.lines({ query }).map(({ title }) => title)
const line = (title: string) => desk.tasks.lines({}).find((each) => each.title === title)

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
