import { describe, expect, it } from 'vitest'
import { assistant } from '../../../tests/support/gate/bench'
import { setUpGateDesk } from '../../../tests/support/gate/desk'
import type { ToolResult } from '../../shared/tool/result'
import { proposalLifetimesMs } from '../settings/proposal-lifetime'

const desk = setUpGateDesk()
const { put, items, textOf } = desk

async function resultOf(tool: string, input: unknown, more = {}): Promise<ToolResult> {
  const outcome = await desk.bench.call(tool, input, more)
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
    expect(desk.bench.gate.proposals({ status: 'all', limit: 10 })).toEqual([])
  })

  it('takes no half of a character to write, which is stored as another one', async () => {
    const result = await resultOf('put_item', { name: 'tea', text: 'gr\ud83c\udf75en \ud83c' })
    expect(result.error).toMatchObject({ code: 'invalid_input', field: 'text' })
    expect(result.content).toContain('text: half a character')
    expect(await desk.bench.propose('put_item', { name: 'tea', text: '\ud83c\udf75' })).toBeDefined()
  })

  it('refuses a field that would get lost on its way, wherever in the input it is', async () => {
    const result = await resultOf(
      'put_item',
      JSON.parse('{"name":"tea","text":"a","tags":[{"__proto__":{"x":1}}]}'),
    )
    expect(result.error).toMatchObject({ code: 'invalid_input' })
    expect(result.content).toContain('__proto__: there is no such field')
    const read = await resultOf('get_item', JSON.parse('{"name":"tea","__proto__":{"x":1}}'))
    expect(read.content).toContain('__proto__: there is no such field')
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
    const proposal = await desk.bench.propose(
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
    expect(proposal.expiresAt - proposal.createdAt).toBe(proposalLifetimesMs.day)
    const [line] = desk.bench.gate.proposalLines({ status: 'pending', limit: 5 })
    expect(desk.bench.events).toEqual([{ type: 'proposal', proposal: line }])
    expect(line).toMatchObject({
      id: proposal.id,
      summary: proposal.preview.summary,
      changes: proposal.preview.changes.length,
    })
    // What a decision must name comes with what is shown, and not without it.
    for (const key of ['input', 'plan', 'planHash', 'preview', 'remember', 'result']) {
      expect(line).not.toHaveProperty(key)
    }
    expect(desk.bench.gate.proposal('#1')).toEqual(proposal)
    expect(desk.bench.gate.proposal('1')).toEqual(proposal)
    desk.bench.reopen()
    expect(desk.bench.gate.proposal(proposal.id)).toEqual(proposal)
  })

  it('raises the class, with the reason, when the plan sees what would be lost', async () => {
    put('tea', 'green')
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'black' })
    expect(proposal.class).toBe('destructive_update')
    expect(proposal.raisedBecause).toEqual(['It replaces an item.'])
  })
})

describe('an approval without a decision', () => {
  it('applies safe classes under a standing approval and records it as such', async () => {
    const change = await desk.bench.apply('put_item', { name: 'tea', text: 'green' }, 'safe')
    expect(textOf('tea')).toBe('green')
    expect(change).toMatchObject({
      status: 'applied',
      approval: 'standing',
      approvedBy: assistant,
      proposalId: null,
    })
    expect(desk.bench.gate.proposals({ status: 'all', limit: 10 })).toEqual([])
  })

  it('never covers a class that was raised to destructive', async () => {
    put('tea', 'green')
    await desk.bench.propose('put_item', { name: 'tea', text: 'black' }, { approval: 'safe' })
    expect(textOf('tea')).toBe('green')
  })

  it('never covers a destructive tool', async () => {
    put('tea', 'green')
    await desk.bench.propose('move_item', { from: 'tea', to: 'cup' }, { approval: 'safe' })
    await desk.bench.propose('drop_items', { names: ['tea'] }, { approval: 'safe' })
    expect(items()).toEqual(['tea'])
  })

  it('is the person’s own gesture for everything but a removal', async () => {
    put('tea', 'green')
    expect(await desk.bench.apply('move_item', { from: 'tea', to: 'cup' }, 'gesture')).toMatchObject({
      approval: 'gesture',
    })
    await desk.bench.propose('drop_items', { names: ['cup'] }, { approval: 'gesture' })
    expect(items()).toEqual(['cup'])
  })

  it('answers a failure as a result and leaves nothing', async () => {
    desk.bench.hooks.afterEffect = () => {
      throw new Error('no more room')
    }
    const result = await resultOf('put_item', { name: 'tea', text: 'green' }, { approval: 'safe' })
    expect(result).toMatchObject({ success: false, error: { code: 'internal' } })
    expect(result.content).toContain('no more room')
    expect(items()).toEqual([])
    expect(desk.bench.gate.changes({ limit: 1 })[0]?.status).toBe('rolled_back')
  })

  it('rolls back when it is stopped half-way', async () => {
    put('tea', 'green')
    const stop = new AbortController()
    desk.bench.hooks.afterFirst = () => stop.abort()
    desk.bench.hooks.afterEffect = (context) => context.signal.throwIfAborted()
    const result = await resultOf(
      'move_item',
      { from: 'tea', to: 'cup' },
      { approval: 'gesture', signal: stop.signal },
    )
    expect(result.error?.code).toBe('cancelled')
    expect(items()).toEqual(['tea'])
  })
})

describe('closing', () => {
  it('can wait until no effect is under way', async () => {
    let finish = () => {}
    desk.bench.hooks.afterJournal = () =>
      new Promise<void>((resolve) => {
        finish = resolve
      })
    const approving = desk.bench.approve(await desk.bench.propose('put_item', { name: 'tea', text: 'green' }))
    let idle = false
    const waiting = desk.bench.gate.idle().then(() => {
      idle = true
    })
    await new Promise(setImmediate)
    expect(idle).toBe(false)
    finish()
    await waiting
    expect((await approving).proposal.status).toBe('applied')
    expect(desk.bench.gate.changes({ limit: 1 })[0]?.status).toBe('applied')
  })
})

describe('lists', () => {
  it('shows pending proposals newest first, by conversation', async () => {
    await desk.bench.propose('put_item', { name: 'a', text: '' }, { conversationId: 'one' })
    const second = await desk.bench.propose('put_item', { name: 'b', text: '' }, { conversationId: 'two' })
    await desk.bench.propose('put_item', { name: 'c', text: '' }, { conversationId: 'one' })
    await desk.bench.approve(second)
    const numbers = (query: Parameters<typeof desk.bench.gate.proposals>[0]) =>
      desk.bench.gate.proposals(query).map((proposal) => proposal.number)
    expect(numbers({ status: 'pending', limit: 10 })).toEqual([3, 1])
    expect(numbers({ status: 'all', limit: 2 })).toEqual([3, 2])
    expect(numbers({ status: 'all', conversationId: 'two', limit: 10 })).toEqual([2])
  })

  it('pages and searches the ledger, taking wildcards literally', async () => {
    for (const name of ['a', 'b', 'c'])
      await desk.bench.apply('put_item', { name, text: name }, 'safe', { runId: name })
    const numbers = (query: Partial<Parameters<typeof desk.bench.gate.changes>[0]>) =>
      desk.bench.gate.changes({ limit: 10, ...query }).map((change) => change.number)
    expect(numbers({})).toEqual([3, 2, 1])
    expect(numbers({ before: 3, limit: 1 })).toEqual([2])
    expect(numbers({ runId: 'a' })).toEqual([1])
    expect(numbers({ search: 'Put B' })).toEqual([2])
    expect(numbers({ search: 'put_item' })).toEqual([3, 2, 1])
    expect(numbers({ search: '%' })).toEqual([])
  })
})
