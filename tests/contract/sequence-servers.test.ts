import { beforeEach, describe, expect, it } from 'vitest'
import { setUpCoreDesk } from '../support/core-desk'
import { fixtureMcp, tideTool } from '../support/mcp-server/fixture'
import { runSequence } from '../support/run-sequence'
import { fixed, gave, sequenceOf, stepOf } from '../support/sequence-definitions'

// A sequence whose steps call a tool of another program's server that a person set to reading.

const desk = setUpCoreDesk('for each test')
let tides: ReturnType<typeof fixtureMcp>

beforeEach(async () => {
  const { mcpServers } = desk.client
  tides = fixtureMcp(desk.work, 'Tides', { tools: [tideTool] })
  const { id, configurationHash } = await mcpServers.save({ id: null, draft: tides.draft })
  await mcpServers.approve({ id, configurationHash })
  await mcpServers.connect({ id })
  const decisions = (await mcpServers.tools({ id })).map(({ name, offeredHash }) => ({
    ...{ name, offeredHash: offeredHash ?? '', allowed: true, class: 'read' as const },
  }))
  await mcpServers.review({ id, decisions })
})

const askTide = (harbour: string, more = {}) =>
  stepOf('mcp_tides_tide_of_day', { harbour: fixed(harbour) }, more)

describe('a step that has another server tell something', () => {
  it('is not carried out by a dry run, which sends nothing; what builds on it is not known', async () => {
    const definition = sequenceOf([
      askTide('Husum', { output: 'tide' }),
      stepOf('create_note', { title: fixed('Tide'), content: gave('tide', 'text') }),
      stepOf('summarize_document', { doc_id: fixed('01a20d0c-8824-7038-8757-ea8acee3498b') }),
      stepOf('get_current_time'),
    ])
    const dry = await desk.client.sequences.dryRun({ definition, inputs: {} })
    expect(dry.steps.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'sends', hosts: ['Tides'] },
      { kind: 'unknown', steps: [1] },
      { kind: 'sends', hosts: [] },
      { kind: 'read' },
    ])
    expect(tides.calls()).toEqual([])
  })

  it('has the steps after it asked, whatever policy there is, and named as what was read', async () => {
    await desk.client.policies.set({ assistant: 'default', tool: 'create_note', policy: 'auto' })
    const { proposals } = await runSequence(
      desk.client,
      sequenceOf([
        askTide('Husum', { output: 'tide' }),
        stepOf('create_note', { title: fixed('Tide'), content: gave('tide', 'text') }),
        askTide('Emden'),
      ]),
    )
    expect(proposals.map(({ tool }) => tool)).toEqual(['create_note', 'mcp_tides_tide_of_day'])
    for (const { raisedBecause } of proposals) {
      expect(raisedBecause.join(' ')).toContain('This run has read “Tides: tide_of_day” from an MCP server')
    }
    expect(proposals[1]).toMatchObject({ class: 'read', preview: { sends: ['Tides'] } })
    expect(tides.calls().map(({ given }) => given)).toEqual([{ harbour: 'Husum' }, { harbour: 'Emden' }])
    const [note] = await desk.client.notes.list({})
    expect(note).toMatchObject({ title: 'Tide' })
  })
})
