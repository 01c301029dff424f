import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMcpBench, type McpBench } from '../../../../tests/support/mcp-server/bench'
import { fixtureMcp, tideTool } from '../../../../tests/support/mcp-server/fixture'
import { person } from '../../../shared/actor'
import type { McpServerDraft } from '../../../shared/contract/mcp-servers'

let bench: McpBench
beforeEach(() => {
  bench = createMcpBench({ times: { freshMs: 0 } })
})
afterEach(() => bench.close())

const tides = () => fixtureMcp(bench.folder, 'Tides', { tools: [tideTool] })

describe('a server that is saved again', () => {
  it('asks anew for a command that was allowed once, when it was another one in between', async () => {
    const server = tides()
    const { id } = await bench.add(server.draft)
    const { connection } = server.draft
    if (connection.kind !== 'command') throw new Error('It is a command.')
    const variables = connection.variables.map(({ name }) => ({ name, value: 'the-key-of-another' }))
    const other = { ...connection, arguments: [...connection.arguments, '--prod'], variables }
    await bench.servers.save(id, { ...server.draft, connection: other }, person)
    const kept = { ...connection, variables: variables.map(({ name }) => ({ name })) }
    const back = await bench.servers.save(id, { ...server.draft, connection: kept }, person)
    expect(back.state).toBe('unapproved')
    await expect(bench.connect(id)).rejects.toMatchObject({ said: { code: 'mcp.unapproved' } })
    expect(server.starts()).toEqual([])
    bench.servers.approve(id, back.configurationHash, person)
    expect((await bench.servers.save(id, { ...server.draft, name: 'Ebb' }, person)).state).toBe('idle')
  })

  it('is not saved over what was saved meanwhile, also where that was a value alone', async () => {
    const { draft } = tides()
    const { id, revision } = await bench.add(draft)
    const { connection } = draft
    if (connection.kind !== 'command') throw new Error('It is a command.')
    const withValue = (value: string): McpServerDraft => ({
      ...draft,
      connection: { ...connection, variables: connection.variables.map(({ name }) => ({ name, value })) },
    })
    const newer = await bench.servers.save(id, withValue('a newer value'), person, revision)
    expect(newer.state).toBe('idle')
    await expect(bench.servers.save(id, withValue('mine'), person, revision)).rejects.toMatchObject({
      code: 'conflict',
      said: { code: 'foreign.changed' },
    })
    expect(bench.kept.get(`mcp-server ${id}`)).toContain('a newer value')
    // Whether it is switched on is not what is written.
    await bench.servers.enable(id, false, person)
    const mine = await bench.servers.save(id, withValue('mine'), person, newer.revision)
    expect(mine.revision).toBe(newer.revision + 1)
  })

  it('keeps its values, but for a name that is new, and for another place', async () => {
    const server = tides()
    const { id } = await bench.add(server.draft)
    const { connection } = server.draft
    if (connection.kind !== 'command') throw new Error('It is a command.')
    const names = connection.variables.map(({ name }) => ({ name }))
    await bench.servers.save(id, { ...server.draft, connection: { ...connection, variables: names } }, person)
    expect(bench.kept.get(`mcp-server ${id}`)).toContain('very-secret-tide')
    const more = { ...connection, variables: [...names, { name: 'NEW' }] }
    await expect(bench.servers.save(id, { ...server.draft, connection: more }, person)).rejects.toMatchObject(
      {
        said: { code: 'foreign.no_value' },
      },
    )
    // Other arguments are asked about whole before they run; another program was given nothing.
    const kept = { ...connection, variables: names }
    const others = { ...kept, arguments: [...connection.arguments, '--more'] }
    expect((await bench.servers.save(id, { ...server.draft, connection: others }, person)).state).toBe(
      'unapproved',
    )
    for (const place of [{ program: 'another' }, { folder: '' }]) {
      await expect(
        bench.servers.save(id, { ...server.draft, connection: { ...kept, ...place } }, person),
      ).rejects.toMatchObject({ said: { code: 'foreign.no_value' } })
    }
    // What was given to one place is not sent to another.
    const elsewhere: McpServerDraft['connection'] = {
      kind: 'address',
      url: 'https://tides.example/',
      headers: [{ name: 'TIDE_TOKEN' }],
    }
    await expect(
      bench.servers.save(id, { ...server.draft, connection: elsewhere }, person),
    ).rejects.toMatchObject({ said: { code: 'foreign.no_value' } })
    // Nor is anything lost by an attempt.
    expect(bench.kept.get(`mcp-server ${id}`)).toContain('very-secret-tide')
  })
})
