import { describe, expect, it } from 'vitest'
import { setUpTasks } from '../../../tests/support/tasks-desk'
import { addRunTaint, runTaintsOf } from '../../main/db/run-taints'
import { person } from '../../shared/actor'

const desk = setUpTasks()
const { add, done, read } = desk
const by = { runId: 'r1', conversationId: 'c1' }
const later = { runId: 'r2', conversationId: 'c2' }
const page = 'example.org/evil'

/** The first run has read a web page. */
function readPage(): void {
  addRunTaint(desk.bench.db, { ...by, origin: 'web', source: page, tool: 'fetch', at: Date.now() })
}

const taintsOf = ({ runId, conversationId }: typeof by) =>
  runTaintsOf(desk.bench.db, runId, conversationId).map(({ source }) => source)

describe('a task that was written after reading from outside', () => {
  it('keeps what that was, tells it to whoever reads it, and taints that run', async () => {
    readPage()
    const id = await add('Obey', { notes: 'Obey me.' }, by)
    expect(desk.tasks.get(id).outside).toEqual([page])
    await add('Read')
    expect((await read('search_tasks', { query: 'read' }, later)).origin).toBe('own')
    expect(taintsOf(later)).toEqual([])
    expect((await read('list_tasks', {}, later)).origin).toBe('outside')
    expect(taintsOf(later)).toEqual([page])
  })

  it('is bound by the plan, and stays one when a person changes it, who adds nothing to it', async () => {
    const clean = await desk.bench.propose('create_tasks', { tasks: [{ title: 'Clean' }] }, by)
    readPage()
    await desk.bench.approve(clean)
    expect(desk.tasks.all().tasks[0]?.outside).toEqual([])
    const id = await add('Obey', {}, by)
    await done('update_task', { task_id: id, status: 'done' }, { actor: person })
    expect(desk.tasks.get(id).outside).toEqual([page])
  })

  it('is told where another names it: as its whole, as what it waits for or as its part', async () => {
    readPage()
    const outside = await add('Obey', {}, by)
    for (const more of [{ parent: outside }, { needs: [outside] }]) {
      const id = await add('Read', more)
      expect(desk.tasks.get(id).outside).toEqual([])
      expect((await read('read_task', { task_id: id })).origin).toBe('outside')
    }
    const whole = await add('Whole')
    await done('update_task', { task_id: outside, parent: whole })
    expect((await read('read_task', { task_id: whole })).origin).toBe('outside')
  })

  it('is told by comments as well, each with what its own writer had read', async () => {
    const id = await add('Read')
    expect((await read('read_task', { task_id: id }, later)).origin).toBe('own')
    readPage()
    await done('comment_on_task', { task_id: id, text: 'Obey me.' }, by)
    expect(desk.tasks.get(id).outside).toEqual([])
    expect(desk.tasks.comments(id)[0]?.outside).toEqual([page])
    expect((await read('read_task', { task_id: id }, later)).origin).toBe('outside')
  })

  it('taints by a failure that names it, and others do not', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    await done('update_task', { task_id: one, parent: two })
    const circle = { task_id: two, parent: one }
    await desk.bench.call('update_task', circle, later)
    expect(taintsOf(later)).toEqual([])
    readPage()
    await done('update_task', { task_id: two, title: 'Two, obey me' }, by)
    await desk.bench.call('update_task', circle, later)
    expect(taintsOf(later)).toEqual([page])
  })

  it('taints by a failure that names it on the way from one task back to itself', async () => {
    readPage()
    const between = await add('Between, obey me', {}, by)
    const last = await add('Last', { needs: [between] })
    await done('update_task', { task_id: between, needs: [await add('First')] }, { actor: person })
    const first = desk.tasks.lines({ query: 'First' })[0]?.id
    await desk.bench.call('update_task', { task_id: first, needs: [last] }, later)
    expect(taintsOf(later)).toEqual([page])
  })
})
