import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMcpBench, type McpBench } from '../../../../tests/support/mcp-server/bench'
import { fixtureMcp, tideTool } from '../../../../tests/support/mcp-server/fixture'
import { person } from '../../../shared/actor'
import type { Proposal } from '../../../shared/contract/changes'
import type { McpToolClass } from '../../../shared/contract/mcp-servers'

// A server that says the same of its tools word for word is another one all the same where it is reached otherwise.

let bench: McpBench
beforeEach(() => {
  bench = createMcpBench({ times: { freshMs: 0 } })
})
afterEach(() => bench.close())

const tool = 'mcp_tides_tide_of_day'

async function proposed(given: unknown): Promise<Proposal> {
  const outcome = await bench.call(tool, given)
  if (outcome.status !== 'proposed') throw new Error(`It was done: ${outcome.result.content}`)
  return outcome.proposal
}

const approve = ({ id, planHash }: Proposal) => bench.gate.approve({ id, planHash, by: person })

/** Adds a server; `replace` has a person put another in its place that offers the same, and say yes to that. */
async function withServers(toolClass: McpToolClass) {
  const first = fixtureMcp(bench.folder, 'Tides', { tools: [tideTool] })
  const second = fixtureMcp(bench.folder, 'Other', { tools: [tideTool] })
  const { id } = await bench.addWhole(first.draft, toolClass)
  const { connection } = second.draft
  if (connection.kind !== 'command') throw new Error('The fixture is a program.')
  const draft = {
    ...first.draft,
    connection: { ...connection, arguments: [...connection.arguments, 'another'] },
  }
  return {
    calls: () => [...first.calls(), ...second.calls()],
    async replace() {
      const { configurationHash } = await bench.servers.save(id, draft, person)
      bench.servers.approve(id, configurationHash, person)
      await bench.connect(id)
    },
  }
}

describe('what was proposed for one server', () => {
  it('is not sent to another that took its place, although its tool is word for word the same', async () => {
    const { calls, replace } = await withServers('destructive_update')
    const proposal = await proposed({ harbour: 'Husum' })
    await replace()
    const decided = await approve(proposal)
    expect(decided.proposal.status).toBe('conflict')
    expect(decided.proposal.said?.[decided.proposal.reason ?? '']?.code).toBe('mcp.moved')
    expect(calls()).toEqual([])
    // Proposed anew it is shown as what it is now.
    expect((await approve(await proposed({ harbour: 'Husum' }))).proposal.status).toBe('applied')
    expect(calls()).toHaveLength(1)
  })

  it('is not read from another either, once a person was asked about it', async () => {
    const { calls, replace } = await withServers('read')
    await bench.call(tool, { harbour: 'Husum' })
    const question = await proposed({ harbour: 'all that I know' })
    await replace()
    const decided = await approve(question)
    expect(decided.proposal.status).toBe('conflict')
    expect(decided.proposal.said?.[decided.proposal.reason ?? '']?.code).toBe('gate.call_moved')
    expect(calls()).toHaveLength(1)
  })

  it('is asked about again, where a yes in the same run was to the one before', async () => {
    const { calls, replace } = await withServers('read')
    await bench.call(tool, { harbour: 'Husum' })
    const given = { harbour: 'all that I know' }
    await approve(await proposed(given))
    expect(await bench.call(tool, given)).toMatchObject({ status: 'done' })
    await replace()
    expect((await proposed(given)).class).toBe('read')
    expect(calls()).toHaveLength(3)
  })
})
