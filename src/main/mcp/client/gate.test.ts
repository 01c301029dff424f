import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMcpBench, type McpBench } from '../../../../tests/support/mcp-server/bench'
import { type FixtureMcp, fixtureMcp, tideTool } from '../../../../tests/support/mcp-server/fixture'
import { type Actor, person } from '../../../shared/actor'
import type { Proposal } from '../../../shared/contract/changes'
import { createGate } from '../../agent/gate'
import { offeredTo } from '../../rpc/offered-tools'
import type { GateCall } from '../../services/gate'

let bench: McpBench
beforeEach(() => {
  bench = createMcpBench({ times: { freshMs: 0 } })
})
afterEach(() => bench.close())

const tool = 'mcp_tides_tide_of_day'
const input = { harbour: 'Husum', day: 3 }
const tides = (first: FixtureMcp = { tools: [tideTool] }) => fixtureMcp(bench.folder, 'Tides', first)
const proposed = async (
  call: Partial<GateCall> = {},
  given: unknown = input,
  name = tool,
): Promise<Proposal> => {
  const outcome = await bench.call(name, given, call)
  if (outcome.status !== 'proposed') throw new Error(`It was done: ${outcome.result.content}`)
  return outcome.proposal
}
const approve = ({ id, planHash }: Proposal, more = {}) =>
  bench.gate.approve({
    id,
    planHash,
    by: person,
    signal: new AbortController().signal,
    ...more,
  } as Parameters<McpBench['gate']['approve']>[0])
const nowhere = { runId: 'clean', conversationId: 'clean' }

describe('a tool of another server that nobody set to reading', () => {
  it('is proposed as what can’t be taken back, with every argument and where it goes', async () => {
    const server = tides()
    await bench.addWhole(server.draft)
    const proposal = await proposed()
    expect(proposal).toMatchObject({
      class: 'destructive_update',
      toolTitle: 'Tide of a day',
      module: 'mcp_tides',
    })
    expect(proposal.preview).toMatchObject({
      summary: 'Have “Tides” run its tool “tide_of_day”',
      recovery: 'none',
      sends: ['Tides'],
      changes: [
        {
          kind: 'fields',
          fields: [
            { name: 'harbour', before: null, after: 'Husum' },
            { name: 'day', before: null, after: '3' },
          ],
        },
      ],
    })
    expect(server.calls()).toEqual([])
  })

  it('is sent exactly what was shown, once it is approved, and never undone', async () => {
    const server = tides()
    await bench.addWhole(server.draft)
    const decided = await approve(await proposed())
    expect(decided.proposal.status).toBe('applied')
    expect(decided.result).toMatchObject({ success: true, origin: 'mcp_server' })
    expect(server.calls()).toEqual([{ call: 'tide_of_day', given: input }])
    const [change] = bench.gate.changes({ limit: 1 })
    const undoing = bench.gate.undo({
      id: change?.id ?? '',
      by: person,
      signal: new AbortController().signal,
    })
    await expect(undoing).rejects.toMatchObject({ said: { code: 'change.no_undo' } })
  })

  it.each([
    ['a person', { kind: 'person', name: 'You' }, null],
    ['the command line with a standing approval', { kind: 'command_line', name: 'Command line' }, 'safe'],
    ['an assistant', { kind: 'assistant', name: 'Assistant' }, null],
  ] as const)('waits for a decision, whoever calls it: %s', async (_who, actor, approval) => {
    await bench.addWhole(tides().draft)
    expect((await proposed({ actor, approval, runId: null })).status).toBe('pending')
  })

  it('can’t be set to run by itself', async () => {
    await bench.addWhole(tides().draft)
    expect(() => bench.gate.setPolicy({ assistant: 'default', tool, policy: 'auto', by: person })).toThrow()
    expect(bench.gate.policies('default')[0]).toMatchObject({
      allowed: ['propose', 'deny'],
      policy: 'propose',
    })
  })

  it('is not called once it is denied', async () => {
    const server = tides()
    await bench.addWhole(server.draft)
    bench.gate.setPolicy({ assistant: 'default', tool, policy: 'deny', by: person })
    expect(await bench.call(tool, input)).toMatchObject({
      result: { error: { said: { code: 'policy.denied' } } },
    })
  })

  it('is not applied once it is other than it was shown', async () => {
    const server = tides()
    const { id } = await bench.addWhole(server.draft)
    const proposal = await proposed()
    server.behave({ tools: [{ ...tideTool, description: 'Now sends a letter.' }] })
    const first = await approve(proposal)
    expect(first.proposal.status).not.toBe('applied')
    expect(server.calls()).toEqual([])
    // Nor after somebody allowed what it is now: this is not what was approved.
    const again = await proposed({ runId: 'other' }).catch(() => null)
    expect(again).toBeNull()
    bench.allowAll(id)
    const fresh = await proposed({ runId: 'other', conversationId: 'other' })
    server.behave({ tools: [{ ...tideTool, description: 'Now sends two letters.' }] })
    expect(await bench.gate.baseMoved(fresh.id)).toBeNull()
    await bench.connect(id)
    expect(await bench.gate.baseMoved(fresh.id)).toMatchObject({ said: { code: 'mcp.moved' } })
    bench.allowAll(id)
    expect(await bench.gate.baseMoved(fresh.id)).toMatchObject({ said: { code: 'mcp.moved' } })
    const second = await approve(fresh)
    expect(second.proposal.status).toBe('conflict')
    expect(second.proposal.said?.[second.proposal.reason ?? '']?.code).toBe('mcp.moved')
    expect(server.calls()).toEqual([])
  })

  it('is remembered for exactly the same call in the same run, and for nothing else', async () => {
    const server = tides()
    await bench.addWhole(server.draft)
    const clean = await proposed(nowhere)
    await approve(clean, { remember: { scope: 'target', uses: null, expiresAt: null } }).catch(
      (error: unknown) => {
        throw error
      },
    )
    // What came back was read from outside, so that even the same call is asked again.
    expect((await proposed(nowhere)).raisedBecause.join(' ')).toContain('Tides')
    expect(server.calls()).toHaveLength(1)
  })

  it('may or may not have done it where it ends in between, and says so', async () => {
    const server = tides({ tools: [{ name: 'die' }] })
    await bench.addWhole(server.draft)
    const decided = await approve(await proposed({}, {}, 'mcp_tides_die'))
    expect(decided.proposal.status).toBe('failed')
    expect(decided.result?.content).toContain('It may or may not have been done')
    // So that it can be said in every language.
    const { reason, said } = decided.proposal
    expect(said?.[reason ?? '']).toMatchObject({ code: 'change.may_have_happened' })
    expect(Object.values(said?.[reason ?? '']?.inner ?? {}).map(({ code }) => code)).toContain(
      'mcp.may_have_done',
    )
    expect(bench.gate.changes({ limit: 1 })[0]?.status).toBe('interrupted')
    expect(server.calls()).toHaveLength(1)
  })

  it('is stopped while it runs, by its proposal or with its run, and may have been done', async () => {
    const server = tides({ tools: [{ name: 'never' }] })
    await bench.addWhole(server.draft)
    const stops = [
      (id: string) => expect(bench.gate.stopApproved(id)).toBe(true),
      () => bench.gate.endProposalsOfRun('run 2'),
    ]
    for (const [at, stop] of stops.entries()) {
      const run = { runId: `run ${at + 1}`, conversationId: `run ${at + 1}` }
      const proposal = await proposed(run, {}, 'mcp_tides_never')
      const approving = approve(proposal)
      await expect.poll(() => server.calls()).toHaveLength(at + 1)
      stop(proposal.id)
      const { status, reason, said } = (await approving).proposal
      expect(status).toBe('failed')
      expect(reason).toContain('It may or may not have been done')
      const inner = Object.values(said?.[reason ?? '']?.inner ?? {}).map(({ code }) => code)
      expect(inner).toContain('error.stopped')
    }
  })

  it('that is stopped before its turn came has not been done', async () => {
    const server = tides({ tools: [{ name: 'never' }, { name: 'later' }] })
    await bench.addWhole(server.draft)
    const first = await proposed({ runId: '1' }, {}, 'mcp_tides_never')
    const second = await proposed({ runId: '2' }, {}, 'mcp_tides_later')
    const approving = [approve(first), approve(second)]
    await expect.poll(() => server.calls()).toHaveLength(1)
    bench.gate.stopApproved(second.id)
    bench.gate.stopApproved(first.id)
    await Promise.all(approving)
    expect(bench.gate.proposal(second.id)).toMatchObject({ status: 'failed', changeId: null })
    expect(server.calls()).toEqual([{ call: 'never', given: {} }])
  })

  it('may have been done where the application was closed in between', async () => {
    const server = tides({ tools: [{ name: 'never' }] })
    const { id } = await bench.addWhole(server.draft)
    const proposal = await proposed({}, {}, 'mcp_tides_never')
    const approving = approve(proposal).catch(() => undefined)
    await expect.poll(() => server.calls()).toHaveLength(1)
    // As after a crash: another process clears up while nobody knows what became of it.
    const { db, registry } = bench
    await createGate({ db, registry, publish: () => undefined, now: () => new Date() }).recover()
    expect(bench.gate.changes({ limit: 1 })[0]?.status).toBe('interrupted')
    const { status, reason } = bench.gate.proposal(proposal.id)
    expect(status).toBe('failed')
    expect(reason).toContain('It may or may not have been done')
    await bench.servers.remove(id, person)
    await approving
  })

  it('is told in the server’s words where it says that it failed, and that it may have done a part', async () => {
    await bench.addWhole(tides({ tools: [{ name: 'fail' }] }).draft)
    const decided = await approve(await proposed({}, {}, 'mcp_tides_fail'))
    expect(decided.result?.content).toContain('The harbour is closed.')
    expect(decided.result?.content).toContain('It may or may not have been done')
  })

  it('that could not be reached has not been done', async () => {
    const server = tides()
    const { id } = await bench.addWhole(server.draft)
    const proposal = await proposed()
    await bench.servers.enable(id, false, person)
    const decided = await approve(proposal)
    expect(decided.proposal.status).toBe('conflict')
    expect(decided.result?.content).not.toContain('may have been done')
    expect(bench.gate.changes({ limit: 1 })).toEqual([])
  })

  it('says before the decision that its server or it was switched off or removed since, and no more once it is back', async () => {
    const server = tides()
    const { id } = await bench.addWhole(server.draft)
    const waiting = await proposed()
    const moved = () => bench.gate.baseMoved(waiting.id)
    expect(await moved()).toBeNull()
    await bench.servers.enable(id, false, person)
    expect(await moved()).toMatchObject({ code: 'conflict', said: { code: 'mcp.switched_off' } })
    await bench.servers.enable(id, true, person)
    expect(await moved()).toBeNull()
    bench.servers.review(
      id,
      bench.servers.tools(id).map(({ name, offeredHash, class: toolClass }) => ({
        ...{ name, offeredHash: offeredHash ?? '', allowed: false, class: toolClass },
      })),
      person,
    )
    expect(await moved()).toMatchObject({ code: 'conflict', said: { code: 'mcp.tool_refused' } })
    bench.allowAll(id)
    expect(await moved()).toBeNull()
    server.behave({ tools: [] })
    await bench.connect(id)
    expect(await moved()).toMatchObject({ code: 'conflict', said: { code: 'mcp.tool_gone' } })
    await bench.servers.remove(id, person)
    expect(await moved()).toMatchObject({ code: 'conflict', said: { code: 'mcp.no_server' } })
    expect((await approve(waiting)).proposal.status).toBe('conflict')
    expect(server.calls()).toEqual([])
  })
})

describe('a tool of another server that a person set to reading', () => {
  it('is run at once, and what it tells counts as read from outside', async () => {
    await bench.addWhole(tides().draft, 'read')
    expect(await bench.call(tool, input)).toMatchObject({ status: 'done', result: { success: true } })
    const { id } = await bench.servers.save(
      null,
      { ...fixtureMcp(bench.folder, 'Mail', { tools: [{ name: 'send' }] }).draft },
      person,
    )
    bench.servers.approve(id, bench.servers.list()[1]?.configurationHash ?? '', person)
    await bench.connect(id)
    bench.allowAll(id)
    const proposal = await proposed({}, {}, 'mcp_mail_send')
    expect(proposal.raisedBecause.join(' ')).toContain('Tides: tide_of_day')
  })

  it('sends what it is given: once a run has read from outside, it is asked for', async () => {
    const server = tides()
    await bench.addWhole(server.draft, 'read')
    await bench.call(tool, input)
    const proposal = await proposed({}, { harbour: 'all that I know' })
    expect(proposal).toMatchObject({ class: 'read', preview: { sends: ['Tides'] } })
    // It has no address that could be looked at.
    expect(proposal.raisedBecause.join(' ')).toContain('Look at everything that would be sent.')
    expect(JSON.stringify(proposal.preview)).toContain('all that I know')
    expect(server.calls()).toHaveLength(1)
    const decided = await approve(proposal)
    expect(decided.result).toMatchObject({ success: true })
    expect(server.calls()).toHaveLength(2)
  })

  it('asks in a run that reads from outside where it says that something failed', async () => {
    await bench.addWhole(tides({ tools: [{ name: 'fail' }] }).draft, 'read')
    expect(await bench.call('mcp_tides_fail', {})).toMatchObject({ result: { success: false } })
    expect((await proposed({}, {}, 'mcp_tides_fail')).class).toBe('read')
  })

  it('is refused to whoever can’t be asked', async () => {
    await bench.addWhole(tides().draft, 'read')
    await bench.call(tool, input)
    expect(await bench.call(tool, { harbour: 'x' }, { asks: false })).toMatchObject({
      result: { error: { said: { code: 'gate.may_not_send' } } },
    })
  })
})

describe('programs over MCP', () => {
  const client: Actor = { kind: 'mcp_client', name: 'Editor' }

  it('are neither told of the tools of other servers nor may they call them', async () => {
    const server = tides()
    await bench.addWhole(server.draft, 'read')
    expect(offeredTo(client, bench.registry.catalog, bench.gate)).toEqual([])
    expect(offeredTo(person, bench.registry.catalog, bench.gate)).toHaveLength(1)
    expect(await bench.call(tool, input, { actor: client })).toMatchObject({
      result: { error: { code: 'denied', said: { code: 'foreign.not_for_programs' } } },
    })
    expect(server.calls()).toEqual([])
  })
})

describe('the list of what can be used', () => {
  it('is told anew whenever something changes', async () => {
    const server = tides()
    const { id } = await bench.addWhole(server.draft)
    bench.events.length = 0
    await bench.servers.enable(id, false, person)
    await expect.poll(() => bench.events).toContain('mcp_servers')
    expect(bench.registry.nearest('mcp_tides_tide_of_dy')).toEqual([])
    await bench.servers.enable(id, true, person)
    expect(bench.registry.nearest('mcp_tides_tide_of_dy')).toEqual([tool])
  })
})
