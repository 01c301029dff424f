import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { assistant, createBench, type GateBench } from '../../../tests/support/gate/bench'
import { type Actor, person } from '../../shared/actor'
import type { ToolResult } from '../../shared/tool/result'
import { proposalLifetimeMs } from './gate'

const commandLine: Actor = { kind: 'command_line', name: 'countersign' }
const mcpClient: Actor = { kind: 'mcp_client', name: 'Editor' }

let bench: GateBench

beforeEach(() => {
  bench = createBench()
})
afterEach(() => bench.remove())

const put = (name: string, text: string) => writeFileSync(join(bench.shelf, name), text)
const items = () => readdirSync(bench.shelf).sort()
const textOf = (name: string) => readFileSync(join(bench.shelf, name), 'utf8')

async function resultOf(tool: string, input: unknown, more = {}): Promise<ToolResult> {
  const outcome = await bench.call(tool, input, more)
  if (outcome.status !== 'done') throw new Error('It was proposed.')
  return outcome.result
}

describe('a call', () => {
  it('runs a read at once, by its name or a former one', async () => {
    put('tea', 'green')
    expect(await resultOf('read_item', { name: 'tea' })).toEqual({
      success: true,
      content: 'green',
      state: { text: 'green' },
      origin: 'granted_folder',
    })
    expect((await resultOf('get_item', { name: 'tea' })).success).toBe(true)
  })

  it('turns what a tool throws into a result that the model can act on', async () => {
    const result = await resultOf('read_item', { name: 'tea' })
    expect(result).toMatchObject({ success: false, state: null, error: { code: 'not_found', field: 'name' } })
    expect(result.content).toContain('List or search')
  })

  it('names every field that is wrong, and changes nothing', async () => {
    const result = await resultOf('put_item', { name: 'Not a name', texd: 1 })
    expect(result.error).toMatchObject({ code: 'invalid_input', field: 'name' })
    expect(result.content).toContain('name: ')
    expect(result.content).toContain('text is missing.')
    expect(result.content).toContain('texd: there is no such field')
    expect(bench.gate.proposals({ status: 'all', limit: 10 })).toEqual([])
  })

  it.each([null, 'text', 7, []])('refuses %j as input', async (input) => {
    expect((await resultOf('put_item', input)).error?.code).toBe('invalid_input')
  })

  it('answers an unknown tool with names that are spelled like it', async () => {
    const result = await resultOf('reed_item', {})
    expect(result.error?.code).toBe('not_found')
    expect(result.content).toContain('read_item')
    expect((await resultOf('x'.repeat(1_000_000), {})).content.length).toBeLessThan(300)
  })

  it('answers a stopped call with cancelled', async () => {
    const stopped = new AbortController()
    stopped.abort()
    expect((await resultOf('read_item', { name: 'tea' }, { signal: stopped.signal })).error?.code).toBe(
      'cancelled',
    )
    const outcome = await resultOf('put_item', { name: 'tea', text: '' }, { signal: stopped.signal })
    expect(outcome.error?.code).toBe('cancelled')
  })

  it('stores a write as a proposal and changes nothing', async () => {
    const proposal = await bench.propose(
      'put_item',
      { name: 'tea', text: 'green' },
      { runId: 'run', toolUseId: 'use' },
    )
    expect(items()).toEqual([])
    expect(proposal).toMatchObject({
      number: 1,
      tool: 'put_item',
      toolTitle: 'Put item',
      module: 'shelf',
      class: 'safe_create',
      status: 'pending',
      actor: assistant,
      runId: 'run',
      toolUseId: 'use',
      typeToConfirm: null,
    })
    expect(proposal.expiresAt - proposal.createdAt).toBe(proposalLifetimeMs)
    const [line] = bench.gate.proposalLines({ status: 'pending', limit: 5 })
    expect(bench.events).toEqual([{ type: 'proposal', proposal: line }])
    expect(line).toMatchObject({
      id: proposal.id,
      summary: proposal.preview.summary,
      changes: proposal.preview.changes.length,
    })
    // What a decision must name comes with what is shown, and not without it.
    for (const key of ['input', 'plan', 'planHash', 'preview', 'remember', 'result']) {
      expect(line).not.toHaveProperty(key)
    }
    expect(bench.gate.proposal('#1')).toEqual(proposal)
    expect(bench.gate.proposal('1')).toEqual(proposal)
    bench.reopen()
    expect(bench.gate.proposal(proposal.id)).toEqual(proposal)
  })

  it('raises the class, with the reason, when the plan sees what would be lost', async () => {
    put('tea', 'green')
    const proposal = await bench.propose('put_item', { name: 'tea', text: 'black' })
    expect(proposal.class).toBe('destructive_update')
    expect(proposal.raisedBecause).toEqual(['It replaces an item.'])
  })
})

describe('an approval without a decision', () => {
  it('applies safe classes under a standing approval and records it as such', async () => {
    const change = await bench.apply('put_item', { name: 'tea', text: 'green' }, 'safe')
    expect(textOf('tea')).toBe('green')
    expect(change).toMatchObject({
      status: 'applied',
      approval: 'standing',
      approvedBy: assistant,
      proposalId: null,
    })
    expect(bench.gate.proposals({ status: 'all', limit: 10 })).toEqual([])
  })

  it('never covers a class that was raised to destructive', async () => {
    put('tea', 'green')
    await bench.propose('put_item', { name: 'tea', text: 'black' }, { approval: 'safe' })
    expect(textOf('tea')).toBe('green')
  })

  it('never covers a destructive tool', async () => {
    put('tea', 'green')
    await bench.propose('move_item', { from: 'tea', to: 'cup' }, { approval: 'safe' })
    await bench.propose('drop_items', { names: ['tea'] }, { approval: 'safe' })
    expect(items()).toEqual(['tea'])
  })

  it('is the person’s own gesture for everything but a removal', async () => {
    put('tea', 'green')
    expect(await bench.apply('move_item', { from: 'tea', to: 'cup' }, 'gesture')).toMatchObject({
      approval: 'gesture',
    })
    await bench.propose('drop_items', { names: ['cup'] }, { approval: 'gesture' })
    expect(items()).toEqual(['cup'])
  })

  it('answers a failure as a result and leaves nothing', async () => {
    bench.hooks.afterEffect = () => {
      throw new Error('no more room')
    }
    const result = await resultOf('put_item', { name: 'tea', text: 'green' }, { approval: 'safe' })
    expect(result).toMatchObject({ success: false, error: { code: 'internal' } })
    expect(result.content).toContain('no more room')
    expect(items()).toEqual([])
    expect(bench.gate.changes({ limit: 1 })[0]?.status).toBe('rolled_back')
  })

  it('rolls back when it is stopped half-way', async () => {
    put('tea', 'green')
    const stop = new AbortController()
    bench.hooks.afterFirst = () => stop.abort()
    bench.hooks.afterEffect = (context) => context.signal.throwIfAborted()
    const result = await resultOf(
      'move_item',
      { from: 'tea', to: 'cup' },
      { approval: 'gesture', signal: stop.signal },
    )
    expect(result.error?.code).toBe('cancelled')
    expect(items()).toEqual(['tea'])
  })
})

describe('approving', () => {
  it('applies what was shown, keeps it in the ledger and answers the result', async () => {
    const proposal = await bench.propose(
      'put_item',
      { name: 'tea', text: 'green' },
      { runId: 'run', conversationId: 'c' },
    )
    bench.events.length = 0
    const { proposal: applied, result } = await bench.approve(proposal)
    expect(textOf('tea')).toBe('green')
    expect(result).toMatchObject({ success: true, content: 'Did 1.', state: { items: ['tea'] } })
    expect(applied).toMatchObject({ status: 'applied', decidedBy: person })
    const change = bench.gate.change(applied.changeId ?? '')
    expect(change).toMatchObject({
      number: 1,
      status: 'applied',
      toolTitle: 'Put item',
      actor: assistant,
      approvedBy: person,
      approval: 'decision',
      proposalId: proposal.id,
      runId: 'run',
      conversationId: 'c',
      undoes: null,
      redoes: null,
      batch: null,
      undoneBy: null,
    })
    const told = bench.events.map((event) =>
      event.type === 'proposal'
        ? event.proposal.status
        : event.type === 'change'
          ? event.change.status
          : event.type,
    )
    expect(told).toEqual(['approved', 'applying', 'applied', 'applied'])
  })

  it('applies once when two approve at the same time', async () => {
    const proposal = await bench.propose('put_item', { name: 'tea', text: 'green' })
    let applied = 0
    bench.hooks.afterEffect = () => {
      applied += 1
    }
    const both = await Promise.allSettled([bench.approve(proposal), bench.approve(proposal)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = both.find((outcome) => outcome.status === 'rejected')
    expect(lost?.reason).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Already approved by'),
    })
    expect(applied).toBe(1)
    expect(bench.gate.changes({ limit: 10 })).toHaveLength(1)
  })

  it('refuses a second decision of either kind', async () => {
    const proposal = await bench.propose('put_item', { name: 'tea', text: 'green' })
    await bench.approve(proposal)
    await expect(bench.approve(proposal)).rejects.toMatchObject({ code: 'conflict' })
    await expect(bench.gate.reject({ id: proposal.id, reason: '', by: person })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('refuses another hash than the stored one', async () => {
    const proposal = await bench.propose('put_item', { name: 'tea', text: 'green' })
    await expect(bench.approve({ ...proposal, planHash: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'conflict',
      field: 'planHash',
    })
    expect(bench.gate.proposal(proposal.id).status).toBe('pending')
    expect(items()).toEqual([])
  })

  it.each([
    ['plan', `replace(plan, 'green', 'black')`],
    ['preview', `replace(preview, 'green', 'white')`],
    ['input', `replace(input, 'green', 'white')`],
    ['class', `'safe_update'`],
    ['tool', `'move_item'`],
    ['plan', `'not json'`],
    ['preview', `'{}'`],
  ])('refuses a proposal whose %s was altered on disk', async (column, value) => {
    const proposal = await bench.propose('put_item', { name: 'tea', text: 'green' })
    bench.db.raw.exec(`UPDATE proposals SET ${column} = ${value}`)
    await expect(bench.approve(proposal)).rejects.toMatchObject({ code: 'corrupt' })
    expect(items()).toEqual([])
    expect(bench.gate.proposals({ status: 'pending', limit: 10 })).toHaveLength(1)
    const { proposal: rejected } = await bench.gate.reject({ id: proposal.id, reason: '', by: person })
    expect(rejected.status).toBe('rejected')
  })

  it('refuses after a day', async () => {
    const proposal = await bench.propose('put_item', { name: 'tea', text: 'green' })
    bench.clock.advance(proposalLifetimeMs)
    await expect(bench.approve(proposal)).rejects.toMatchObject({ code: 'conflict' })
    expect(bench.gate.proposal(proposal.id).status).toBe('expired')
    expect(bench.events.at(-1)).toMatchObject({ type: 'proposal', proposal: { status: 'expired' } })
    expect(items()).toEqual([])
  })

  it('asks to type how many are deleted', async () => {
    put('tea', 'green')
    put('cup', 'blue')
    const proposal = await bench.propose('drop_items', { names: ['tea', 'cup'] })
    expect(proposal.typeToConfirm).toBe('delete 2')
    for (const typed of [undefined, '', 'delete 1', 'delete 2 ']) {
      const { id, planHash } = proposal
      await expect(bench.gate.approve({ id, planHash, typed, by: person })).rejects.toMatchObject({
        code: 'invalid_input',
        field: 'typed',
      })
    }
    expect(items()).toEqual(['cup', 'tea'])
    await bench.approve(proposal)
    expect(items()).toEqual([])
  })

  it('asks to type what is deleted for good, also when the stored request for it is gone', async () => {
    put('tea', 'green')
    const proposal = await bench.propose('drop_items', { names: ['tea'], for_good: true })
    expect(proposal.typeToConfirm).toBe('tea')
    bench.db.raw.exec('UPDATE proposals SET type_to_confirm = NULL')
    const { id, planHash } = proposal
    await expect(bench.gate.approve({ id, planHash, by: person })).rejects.toMatchObject({ field: 'typed' })
    await bench.gate.approve({ id, planHash, typed: 'tea', by: person })
    expect(items()).toEqual([])
  })

  it('needs only a click for one removal that can be taken back', async () => {
    put('tea', 'green')
    const { id, planHash, typeToConfirm } = await bench.propose('drop_items', { names: ['tea'] })
    expect(typeToConfirm).toBeNull()
    await bench.gate.approve({ id, planHash, by: commandLine })
    expect(items()).toEqual([])
  })

  it.each([assistant, mcpClient])('is refused to $kind', async (by) => {
    const { id, planHash } = await bench.propose('put_item', { name: 'tea', text: 'green' })
    await expect(bench.gate.approve({ id, planHash, by })).rejects.toMatchObject({ code: 'denied' })
    await expect(bench.gate.reject({ id, reason: '', by })).rejects.toMatchObject({ code: 'denied' })
    expect(items()).toEqual([])
  })

  it('becomes a conflict when the world moved, and can be proposed again', async () => {
    const proposal = await bench.propose('put_item', { name: 'tea', text: 'green' })
    put('tea', 'black')
    const { proposal: moved, result } = await bench.approve(proposal)
    expect(moved).toMatchObject({ status: 'conflict', reason: 'tea has changed since.', changeId: null })
    expect(result).toMatchObject({ success: false, error: { code: 'conflict' } })
    expect(textOf('tea')).toBe('black')
    const again = await bench.gate.proposeAgain({
      id: moved.id,
      by: person,
      signal: new AbortController().signal,
    })
    expect(again).toMatchObject({
      status: 'pending',
      class: 'destructive_update',
      replaces: moved.id,
      actor: assistant,
    })
    await bench.approve(again)
    expect(textOf('tea')).toBe('green')
  })

  it('rolls back what a failing tool had begun', async () => {
    put('tea', 'green')
    const proposal = await bench.propose('move_item', { from: 'tea', to: 'cup' })
    bench.hooks.afterFirst = () => {
      throw new Error('the shelf broke')
    }
    const { proposal: failed } = await bench.approve(proposal)
    expect(failed).toMatchObject({ status: 'failed', reason: 'the shelf broke' })
    expect(items()).toEqual(['tea'])
    expect(textOf('tea')).toBe('green')
    expect(bench.gate.change(failed.changeId ?? '').status).toBe('rolled_back')
  })

  it('fails a tool that keeps nothing to undo it by', async () => {
    bench.hooks.skipJournal = true
    const { proposal } = await bench.approve(await bench.propose('put_item', { name: 'tea', text: 'green' }))
    expect(proposal.status).toBe('failed')
    expect(proposal.reason).toContain('without journaling')
  })

  it('fails a tool that journals twice or after its effect', async () => {
    const late: (() => void)[] = []
    bench.hooks.afterEffect = (context) => {
      late.push(() => context.journal({ items: [] }))
      context.journal({ items: [] })
    }
    const { proposal } = await bench.approve(await bench.propose('put_item', { name: 'tea', text: 'green' }))
    expect(proposal.reason).toContain('journaled twice')
    expect(items()).toEqual([])
    expect(late[0]).toThrow('after its effect was over')
    expect(bench.gate.changes({ limit: 10 })).toHaveLength(1)
  })

  it('stores the inverse before the effect begins', async () => {
    bench.hooks.afterJournal = () => {
      expect(bench.gate.changes({ limit: 1 })[0]?.status).toBe('applying')
      expect(existsSync(join(bench.shelf, 'tea'))).toBe(false)
    }
    expect(
      (await bench.approve(await bench.propose('put_item', { name: 'tea', text: 'green' }))).result?.success,
    ).toBe(true)
  })

  it('carries one effect out at a time', async () => {
    let atWork = 0
    bench.hooks.afterJournal = async () => {
      atWork += 1
      expect(atWork).toBe(1)
      await new Promise(setImmediate)
    }
    bench.hooks.afterEffect = () => {
      atWork -= 1
    }
    const names = ['a', 'b', 'c', 'd']
    const proposals = await Promise.all(names.map((name) => bench.propose('put_item', { name, text: name })))
    const outcomes = await Promise.all(proposals.map((proposal) => bench.approve(proposal)))
    expect(outcomes.map(({ proposal }) => proposal.status)).toEqual(names.map(() => 'applied'))
    expect(items()).toEqual(names)
  })
})

describe('closing', () => {
  it('can wait until no effect is under way', async () => {
    let finish = () => {}
    bench.hooks.afterJournal = () =>
      new Promise<void>((resolve) => {
        finish = resolve
      })
    const approving = bench.approve(await bench.propose('put_item', { name: 'tea', text: 'green' }))
    let idle = false
    const waiting = bench.gate.idle().then(() => {
      idle = true
    })
    await new Promise(setImmediate)
    expect(idle).toBe(false)
    finish()
    await waiting
    expect((await approving).proposal.status).toBe('applied')
    expect(bench.gate.changes({ limit: 1 })[0]?.status).toBe('applied')
  })
})

describe('a decision', () => {
  it('carries a rejection’s reason to the model, and stays', async () => {
    const { id } = await bench.propose('put_item', { name: 'tea', text: 'green' })
    const { proposal, result } = await bench.gate.reject({ id, reason: ' Coffee, please. ', by: person })
    expect(proposal).toMatchObject({ status: 'rejected', reason: 'Coffee, please.', decidedBy: person })
    expect(result).toMatchObject({ success: false, error: { code: 'denied' } })
    expect(result?.content).toContain('Coffee, please.')
    bench.reopen()
    expect(await bench.gate.decided(id, new AbortController().signal)).toEqual({ proposal, result })
    expect(items()).toEqual([])
  })

  it('wakes those who wait, with the result', async () => {
    const proposal = await bench.propose('put_item', { name: 'tea', text: 'green' })
    const waiting = [0, 1].map(() => bench.gate.decided(proposal.id, new AbortController().signal))
    await bench.approve(proposal)
    for (const { proposal: applied, result } of await Promise.all(waiting)) {
      expect(applied.status).toBe('applied')
      expect(result?.success).toBe(true)
    }
  })

  it('lets go of one who stops waiting and leaves the proposal', async () => {
    const proposal = await bench.propose('put_item', { name: 'tea', text: 'green' })
    const stop = new AbortController()
    const waiting = bench.gate.decided(proposal.id, stop.signal)
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    await expect(bench.gate.decided(proposal.id, stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
    expect(bench.gate.proposal(proposal.id).status).toBe('pending')
  })

  it('is made for the pending proposals of a run that ended', async () => {
    const mine = await bench.propose('put_item', { name: 'tea', text: 'green' }, { runId: 'run' })
    const other = await bench.propose('put_item', { name: 'cup', text: 'blue' }, { runId: 'another' })
    const waiting = bench.gate.decided(mine.id, new AbortController().signal)
    bench.gate.withdrawRun('run')
    expect((await waiting).proposal.status).toBe('withdrawn')
    expect(bench.gate.proposal(other.id).status).toBe('pending')
    await expect(bench.approve(mine)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('wakes a waiting one whose proposal expires', async () => {
    const proposal = await bench.propose('put_item', { name: 'tea', text: 'green' })
    const waiting = bench.gate.decided(proposal.id, new AbortController().signal)
    bench.clock.advance(proposalLifetimeMs)
    bench.gate.proposals({ status: 'pending', limit: 1 })
    const { proposal: expired, result } = await waiting
    expect(expired.status).toBe('expired')
    expect(result?.success).toBe(false)
  })

  it('ends by itself when nobody decides in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { id } = await bench.propose('put_item', { name: 'tea', text: 'green' })
      const waiting = bench.gate.decided(id, new AbortController().signal)
      bench.clock.advance(proposalLifetimeMs)
      vi.advanceTimersByTime(proposalLifetimeMs + 1)
      expect((await waiting).proposal.status).toBe('expired')
    } finally {
      vi.useRealTimers()
    }
  })

  it('is not made for what does not exist', async () => {
    await expect(bench.gate.approve({ id: '#7', planHash: '', by: person })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(() => bench.gate.proposal('nothing')).toThrow('There is no proposal nothing.')
    expect(() => bench.gate.change('nothing')).toThrow('There is no change nothing.')
  })

  it('can’t be proposed again while it is open or done', async () => {
    const proposal = await bench.propose('put_item', { name: 'tea', text: 'green' })
    const again = () =>
      bench.gate.proposeAgain({ id: proposal.id, by: person, signal: new AbortController().signal })
    await expect(again()).rejects.toMatchObject({ code: 'conflict' })
    await bench.approve(proposal)
    await expect(again()).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('lists', () => {
  it('shows pending proposals newest first, by conversation', async () => {
    await bench.propose('put_item', { name: 'a', text: '' }, { conversationId: 'one' })
    const second = await bench.propose('put_item', { name: 'b', text: '' }, { conversationId: 'two' })
    await bench.propose('put_item', { name: 'c', text: '' }, { conversationId: 'one' })
    await bench.approve(second)
    const numbers = (query: Parameters<typeof bench.gate.proposals>[0]) =>
      bench.gate.proposals(query).map((proposal) => proposal.number)
    expect(numbers({ status: 'pending', limit: 10 })).toEqual([3, 1])
    expect(numbers({ status: 'all', limit: 2 })).toEqual([3, 2])
    expect(numbers({ status: 'all', conversationId: 'two', limit: 10 })).toEqual([2])
  })

  it('pages and searches the ledger, taking wildcards literally', async () => {
    for (const name of ['a', 'b', 'c'])
      await bench.apply('put_item', { name, text: name }, 'safe', { runId: name })
    const numbers = (query: Partial<Parameters<typeof bench.gate.changes>[0]>) =>
      bench.gate.changes({ limit: 10, ...query }).map((change) => change.number)
    expect(numbers({})).toEqual([3, 2, 1])
    expect(numbers({ before: 3, limit: 1 })).toEqual([2])
    expect(numbers({ runId: 'a' })).toEqual([1])
    expect(numbers({ search: 'Put B' })).toEqual([2])
    expect(numbers({ search: 'put_item' })).toEqual([3, 2, 1])
    expect(numbers({ search: '%' })).toEqual([])
  })
})
