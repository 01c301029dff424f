import { describe, expect, it } from 'vitest'
import { assistant } from '../../../../tests/support/gate/bench'
import { setUpGateDesk } from '../../../../tests/support/gate/desk'
import { here, permitsOf } from '../../../../tests/support/gate/permits'
import { type Actor, person } from '../../../shared/actor'

const mcpClient: Actor = { kind: 'mcp_client', name: 'Editor' }
const commandLine: Actor = { kind: 'command_line', name: 'countersign' }

const desk = setUpGateDesk()
const { put, items, textOf } = desk
const { setPolicy, remember, statusOf } = permitsOf(desk)

describe('a policy', () => {
  it('lets an assistant’s tool run at once, and the ledger says by what', async () => {
    setPolicy('put_item', 'auto')
    expect(await desk.bench.call('put_item', { name: 'tea', text: 'green' }, here)).toMatchObject({
      status: 'done',
      result: { success: true, permit: 'policy' },
    })
    expect(textOf('tea')).toBe('green')
    expect(desk.bench.gate.changes({ limit: 1 })[0]).toMatchObject({
      approval: 'policy',
      actor: assistant,
      approvedBy: person,
      grantId: null,
      proposalId: null,
    })
    desk.bench.reopen()
    expect(await statusOf('put_item', { name: 'cup', text: 'blue' })).toBe('done')
    setPolicy('put_item', null)
    expect(await statusOf('put_item', { name: 'pot', text: 'red' })).toBe('proposed')
  })

  it('is no one else’s', async () => {
    setPolicy('put_item', 'auto')
    for (const actor of [mcpClient, commandLine, person]) {
      expect(await statusOf('put_item', { name: 'tea', text: 'green' }, { actor, runId: null })).toBe(
        'proposed',
      )
    }
    expect(await statusOf('put_item', { name: 'tea', text: 'green' }, { unattended: true })).toBe('proposed')
  })

  it('covers the tool as its class says, not a plan that was raised', async () => {
    put('tea', 'green')
    setPolicy('put_item', 'auto')
    expect(await statusOf('put_item', { name: 'tea', text: 'black' })).toBe('proposed')
    expect(textOf('tea')).toBe('green')
  })

  it('never lets a removal run by itself, also when the row is forged', async () => {
    put('tea', 'green')
    expect(() => setPolicy('drop_items', 'auto')).toThrow('can’t be set to “Automatic”')
    expect(() => setPolicy('remove_items', 'auto')).toThrow('always asked')
    desk.bench.db.raw.exec("INSERT INTO policies VALUES ('default', 'drop_items', 'auto', 1)")
    expect(await statusOf('drop_items', { names: ['tea'] })).toBe('proposed')
    expect(desk.bench.gate.policies('default').find(({ tool }) => tool === 'drop_items')).toMatchObject({
      policy: 'propose',
      allowed: ['propose', 'deny'],
    })
  })

  it.each([assistant, mcpClient, commandLine])('denies a tool to $kind, under every name', async (actor) => {
    setPolicy('get_item', 'deny')
    setPolicy('remove_items', 'deny')
    put('tea', 'green')
    for (const [tool, input] of [
      ['read_item', { name: 'tea' }],
      ['get_item', { name: 'tea' }],
      ['drop_items', { names: ['tea'] }],
    ] as const) {
      const outcome = await desk.bench.call(tool, input, { actor, approval: 'safe' })
      expect(outcome).toMatchObject({ status: 'done', result: { success: false, error: { code: 'denied' } } })
    }
    expect(desk.bench.gate.proposals({ status: 'all', limit: 5 })).toEqual([])
    expect(await desk.bench.call('get_item', { name: 'tea' }, { actor })).toMatchObject({
      result: {
        error: { message: expect.stringMatching(/^“Read item” is set to “Deny”\. Nothing was done/) },
      },
    })
    expect(await statusOf('read_item', { name: 'tea' }, { actor: person })).toBe('done')
  })

  it('is set by people alone, is told to every window and is in the audit chain', () => {
    for (const by of [assistant, mcpClient]) {
      expect(() =>
        desk.bench.gate.setPolicy({ assistant: 'default', tool: 'put_item', policy: 'auto', by }),
      ).toThrow('Only a person')
    }
    expect(() => setPolicy('no_tool', 'deny')).toThrow('There is no tool')
    const nobody = { assistant: 'nobody', tool: 'put_item', policy: 'auto', by: person } as const
    expect(() => desk.bench.gate.setPolicy(nobody)).toThrow('There is no such assistant')
    expect(desk.bench.db.raw.prepare('SELECT * FROM policies').all()).toEqual([])
    const stored = setPolicy('put_item', 'auto')
    expect(stored).toMatchObject({ tool: 'put_item', chosen: 'auto', policy: 'auto', module: 'shelf' })
    expect(desk.bench.events).toEqual([{ type: 'policy', policy: stored }])
    expect(desk.bench.db.raw.prepare('SELECT kind FROM audit').pluck().all()).toEqual(['policy.set'])
    expect(desk.bench.gate.policies('default').map(({ policy }) => policy)).toEqual([
      'auto',
      'auto',
      'propose',
      'propose',
    ])
    expect(desk.bench.gate.policies('another').map(({ chosen }) => chosen)).toEqual([null, null, null, null])
  })
})

describe('a remembered approval', () => {
  const approved = (text = 'green') => desk.bench.propose('put_item', { name: 'tea', text }, here)

  it('applies the same again without asking, and the ledger and the chain name it', async () => {
    const grant = await remember(await approved(), { scope: 'conversation' })
    expect(grant).toMatchObject({
      tool: 'put_item',
      toolTitle: 'Put item',
      class: 'safe_create',
      scope: 'conversation',
      label: 'this conversation',
      status: 'active',
      used: 0,
      usesLeft: null,
      createdBy: person,
      proposalNumber: 1,
    })
    expect(desk.bench.events.filter(({ type }) => type === 'standing_grant')).toHaveLength(1)
    expect(await statusOf('put_item', { name: 'cup', text: 'blue' }, { runId: 'later' })).toBe('done')
    expect(desk.bench.gate.changes({ limit: 1 })[0]).toMatchObject({
      approval: 'grant',
      grantId: grant?.id,
      approvedBy: person,
      proposalId: null,
    })
    expect(desk.bench.gate.standingGrants('active')[0]?.used).toBe(1)
    const kinds = desk.bench.db.raw.prepare('SELECT kind FROM audit ORDER BY number').pluck().all()
    expect(kinds).toContain('standing_grant.made')
    expect(kinds.slice(-2)).toEqual(['standing_grant.used', 'change.applied'])
    expect((await desk.bench.gate.verifyAudit()).intact).toBe(true)
    desk.bench.reopen()
    expect(await statusOf('put_item', { name: 'pot', text: 'red' })).toBe('done')
    expect(await statusOf('put_item', { name: 'jug', text: 'red' }, { conversationId: 'other' })).toBe(
      'proposed',
    )
  })

  it('covers the exact target and no sibling', async () => {
    await remember(await approved(), { scope: 'target' })
    desk.bench.gate.changes({ limit: 1 })
    await desk.bench.undo('#1')
    expect(await statusOf('put_item', { name: 'teas', text: 'green' })).toBe('proposed')
    expect(await statusOf('move_item', { from: 'tea', to: 'cup' })).toBe('proposed')
    expect(await statusOf('put_item', { name: 'tea', text: 'black' }, { runId: 'other' })).toBe('done')
    expect(textOf('tea')).toBe('black')
  })

  it('does not cover the same target once that would overwrite it', async () => {
    await remember(await approved(), { scope: 'target' })
    expect(await statusOf('put_item', { name: 'tea', text: 'black' })).toBe('proposed')
    expect(textOf('tea')).toBe('green')
  })

  it('covers an overwrite of the exact target in the same run alone', async () => {
    put('tea', 'green')
    const proposal = await approved('black')
    const said = { code: 'approval.target', values: { label: 'tea', more: 0, exactly: false, run: true } }
    expect(proposal.remember).toEqual([{ scope: 'target', label: 'only “tea”, in this run', said }])
    for (const scope of ['run', 'conversation', 'container'] as const) {
      await expect(remember(proposal, { scope })).rejects.toMatchObject({ code: 'denied' })
    }
    await remember(proposal, { scope: 'target' })
    expect(desk.bench.gate.standingGrants('active')).toMatchObject([
      { label: 'only “tea”, in this run', said },
    ])
    const [grant] = desk.bench.gate.standingGrants('active')
    expect(await desk.bench.call('put_item', { name: 'tea', text: 'white' }, here)).toMatchObject({
      status: 'done',
      result: { permit: 'grant', grant: { id: grant?.id, label: 'only “tea”, in this run', said } },
    })
    expect(await statusOf('put_item', { name: 'tea', text: 'red' }, { runId: 'other' })).toBe('proposed')
    expect(textOf('tea')).toBe('white')
  })

  it('is not made for exactly a call of which something else was approved: it would let the call itself through', async () => {
    desk.bench.hooks.recovery = 'briefly'
    put('tea', 'green')
    const input = { name: 'tea', text: 'black' }
    const { id, planHash } = await desk.bench.propose('put_item', input, here)
    const remembered = { remember: { scope: 'target' }, by: person } as const
    const edited = { content: 'white' }
    await expect(desk.bench.gate.approve({ id, planHash, edited, ...remembered })).rejects.toMatchObject({
      code: 'denied',
      field: 'remember',
    })
    expect(textOf('tea')).toBe('green')
    await desk.bench.gate.approve({ id, planHash, ...remembered })
    put('tea', 'green')
    expect(await statusOf('put_item', input)).toBe('done')
  })

  it('is never made for a removal, and nothing is approved by trying', async () => {
    put('tea', 'green')
    const proposal = await desk.bench.propose('drop_items', { names: ['tea'] }, here)
    expect(proposal.remember).toEqual([])
    for (const scope of ['target', 'run', 'conversation'] as const) {
      await expect(remember(proposal, { scope })).rejects.toMatchObject({ code: 'denied' })
    }
    expect(desk.bench.gate.proposal(proposal.id).status).toBe('pending')
    expect(items()).toEqual(['tea'])
    expect(() =>
      desk.bench.db.raw.exec(
        `INSERT INTO standing_grants (id, tool, class, scope, label, subject, actor, targets, created_at, created_by, proposal_id)
         VALUES ('x', 'drop_items', 'destructive_delete', 'run', '', 'assistant:default', '{}', '[]', 1, '{}', 'p')`,
      ),
    ).toThrow('CHECK')
  })

  it('ends when it is revoked', async () => {
    const grant = await remember(await approved(), { scope: 'run' })
    expect(() => desk.bench.gate.revokeStandingGrant({ id: grant?.id ?? '', by: assistant })).toThrow(
      'Only a person',
    )
    const revoked = desk.bench.gate.revokeStandingGrant({ id: grant?.id ?? '', by: person })
    expect(revoked.status).toBe('revoked')
    expect(await statusOf('put_item', { name: 'cup', text: 'blue' })).toBe('proposed')
    expect(desk.bench.gate.standingGrants('active')).toEqual([])
    expect(() => desk.bench.gate.revokeStandingGrant({ id: 'nothing', by: person })).toThrow('no such')
  })

  it.each([
    ['it is revoked', 'proposed', (id: string) => desk.bench.gate.revokeStandingGrant({ id, by: person })],
    ['its tool is forbidden', 'done', () => setPolicy('put_item', 'deny')],
  ])('ends when %s while the call waits for its turn', async (_what, ending, takeBack) => {
    const grant = await remember(await approved(), { scope: 'run' })
    let letGo = () => {}
    desk.bench.hooks.afterJournal = () =>
      new Promise<void>((resolve) => {
        letGo = resolve
      })
    const first = desk.bench.call('put_item', { name: 'cup', text: 'blue' }, here)
    const second = desk.bench.call('put_item', { name: 'pot', text: 'red' }, here)
    await new Promise(setImmediate)
    takeBack(grant?.id ?? '')
    desk.bench.hooks.afterJournal = undefined
    letGo()
    expect((await first).status).toBe('done')
    expect((await second).status).toBe(ending)
    expect(items()).toEqual(['cup', 'tea'])
  })

  it('ends at its time', async () => {
    const until = desk.bench.clock.now().getTime() + 1000
    await remember(await approved(), { scope: 'run', until })
    desk.bench.clock.advance(999)
    expect(await statusOf('put_item', { name: 'cup', text: 'blue' })).toBe('done')
    desk.bench.clock.advance(1)
    expect(await statusOf('put_item', { name: 'pot', text: 'red' })).toBe('proposed')
    expect(desk.bench.gate.standingGrants('all')[0]?.status).toBe('expired')
    const late = await desk.bench.propose('put_item', { name: 'jug', text: '' }, here)
    await expect(remember(late, { scope: 'run', until })).rejects.toMatchObject({ code: 'invalid_input' })
    expect(desk.bench.gate.proposal(late.id).status).toBe('pending')
  })

  it('does not hold again where the clock is set back after its time', async () => {
    const until = desk.bench.clock.now().getTime() + 1000
    await remember(await approved(), { scope: 'run', until })
    desk.bench.clock.advance(1000)
    expect(await statusOf('put_item', { name: 'cup', text: 'blue' })).toBe('proposed')
    desk.bench.clock.advance(-500)
    expect(await statusOf('put_item', { name: 'pot', text: 'red' })).toBe('proposed')
    desk.bench.reopen()
    expect(await statusOf('put_item', { name: 'jug', text: 'red' })).toBe('proposed')
    expect(desk.bench.gate.standingGrants('all')[0]?.status).toBe('expired')
    expect(items()).toEqual(['tea'])
  })

  it('does not hold for years where it was made while the clock was ahead', async () => {
    const years = 3 * 365 * 86_400_000
    desk.bench.clock.advance(years)
    const until = desk.bench.clock.now().getTime() + 1000
    await remember(await approved(), { scope: 'run', until })
    desk.bench.clock.advance(-years)
    expect(await statusOf('put_item', { name: 'cup', text: 'blue' })).toBe('proposed')
    expect(items()).toEqual(['tea'])
  })

  it('holds where the clock is set back by as little as the network corrects it', async () => {
    const until = desk.bench.clock.now().getTime() + 3_600_000
    await remember(await approved(), { scope: 'run', until })
    desk.bench.clock.advance(-10_000)
    expect(await statusOf('put_item', { name: 'cup', text: 'blue' })).toBe('done')
    desk.bench.clock.advance(-600_000)
    expect(await statusOf('put_item', { name: 'pot', text: 'red' })).toBe('proposed')
  })

  it('ends for good at its time although nothing is called, as far as the house is kept', async () => {
    const until = desk.bench.clock.now().getTime() + 1000
    await remember(await approved(), { scope: 'run', until })
    desk.bench.clock.advance(1000)
    const told = () =>
      desk.bench.events.flatMap((event) => (event.type === 'standing_grant' ? [event.grant] : []))
    const before = told().length
    desk.bench.gate.endOverdueGrants()
    desk.bench.gate.endOverdueGrants()
    expect(told().slice(before)).toMatchObject([{ status: 'expired', revokedAt: null }])
    const kinds = desk.bench.db.raw.prepare('SELECT kind FROM audit ORDER BY number').pluck().all()
    expect(kinds.filter((kind) => kind === 'standing_grant.expired')).toHaveLength(1)
    desk.bench.clock.advance(-1000)
    expect(await statusOf('put_item', { name: 'cup', text: 'blue' })).toBe('proposed')
  })

  it('is used exactly as often as it says, however many call at once', async () => {
    await remember(await approved(), { scope: 'run', uses: 2 })
    const names = ['a', 'b', 'c', 'd', 'e']
    const outcomes = await Promise.all(names.map((name) => statusOf('put_item', { name, text: name })))
    expect(outcomes.filter((status) => status === 'done')).toHaveLength(2)
    expect(items()).toHaveLength(3)
    expect(desk.bench.gate.standingGrants('all')[0]).toMatchObject({
      status: 'used_up',
      used: 2,
      usesLeft: 0,
    })
  })

  it('is one caller’s, and is not made by whoever proposes', async () => {
    await remember(await approved(), { scope: 'target' })
    await desk.bench.undo('#1')
    for (const actor of [mcpClient, commandLine]) {
      expect(await statusOf('put_item', { name: 'tea', text: 'green' }, { actor })).toBe('proposed')
    }
    const theirs = await desk.bench.propose('put_item', { name: 'cup', text: '' }, { actor: mcpClient })
    const { id, planHash } = theirs
    await expect(
      desk.bench.gate.approve({ id, planHash, remember: { scope: 'target' }, by: mcpClient }),
    ).rejects.toMatchObject({ code: 'denied' })
    expect(desk.bench.gate.standingGrants('all')).toHaveLength(1)
  })

  it('is the assistant’s also when another model answers', async () => {
    await remember(await approved(), { scope: 'conversation' })
    const other: Actor = { kind: 'assistant', name: 'Offline assistant' }
    expect(await statusOf('put_item', { name: 'cup', text: 'blue' }, { actor: other })).toBe('done')
  })
})

describe('a plan that changes nothing', () => {
  it('is answered at once: no proposal, no entry', async () => {
    put('tea', 'green')
    const outcome = await desk.bench.call('put_item', { name: 'tea', text: 'green' }, here)
    expect(outcome).toMatchObject({
      status: 'done',
      result: { success: true, content: 'tea is so already.', state: { items: [] } },
    })
    expect(desk.bench.gate.proposals({ status: 'all', limit: 5 })).toEqual([])
    expect(desk.bench.gate.changes({ limit: 5 })).toEqual([])
  })

  it('can’t be proposed again', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    put('tea', 'green')
    await desk.bench.approve(proposal)
    await expect(
      desk.bench.gate.proposeAgain({ id: proposal.id, by: person, signal: new AbortController().signal }),
    ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('nothing left') })
  })
})
