import { once } from 'node:events'
import { realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as EarlierHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { makePng } from '../support/make-picture'
import { runCommand } from '../support/run-command'
import {
  cleanEnvironment,
  freshFolder,
  type ReadyProcess,
  startHost,
  startReady,
} from '../support/start-host'

const limitMs = 60_000
const cli = join(import.meta.dirname, '../../out/main/cli.js')

/** What both generations of clients can do. */
interface AnyClient {
  listTools(): Promise<{ tools: Listed[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  close(): Promise<void>
}

interface Listed {
  readonly name: string
  readonly inputSchema: Record<string, unknown>
  readonly annotations?: Record<string, unknown>
  readonly _meta?: Record<string, unknown>
}

let data: string
let work: string
let open: AnyClient[]
let servers: ReadyProcess[]

beforeEach(() => {
  data = freshFolder('data')
  work = realpathSync(freshFolder('work'))
  open = []
  servers = []
})
afterEach(async () => {
  for (const client of open) await client.close()
  for (const server of servers) await server.stop()
})

function command(extra: readonly string[]) {
  return {
    command: process.execPath,
    args: [cli, 'mcp', '--data', data, '--root', work, ...extra],
    env: cleanEnvironment() as Record<string, string>,
    stderr: 'pipe' as const,
  }
}

/** Starts the server and says what a client needs to reach it. */
async function serveHttp(extra: readonly string[]) {
  const server = await startReady(process.execPath, [...command(extra).args, '--http', '--json'])
  servers.push(server)
  const { url, token } = server.ready
  return [new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } }] as const
}

const wires: Readonly<Record<string, (extra?: readonly string[]) => Promise<AnyClient>>> = {
  async '2026-07-28'(extra = []) {
    const client = currentClient()
    await client.connect(new StdioClientTransport(command(extra)))
    return client as unknown as AnyClient
  },
  async '2025-11-25'(extra = []) {
    const client = new EarlierClient({ name: 'Earlier client', version: '1.0.0' })
    await client.connect(new EarlierTransport(command(extra)))
    return client as unknown as AnyClient
  },
  async '2026-07-28 over HTTP'(extra = []) {
    const client = currentClient()
    await client.connect(new StreamableHTTPClientTransport(...(await serveHttp(extra))))
    return client as unknown as AnyClient
  },
  async '2025-11-25 over HTTP'(extra = []) {
    const client = new EarlierClient({ name: 'Earlier client', version: '1.0.0' })
    await client.connect(new EarlierHttpTransport(...(await serveHttp(extra))))
    return client as unknown as AnyClient
  },
}

function currentClient(): Client {
  // Without this it speaks the earlier wire.
  const versionNegotiation = { mode: { pin: '2026-07-28' } }
  return new Client({ name: 'Test client', version: '1.0.0' }, { versionNegotiation })
}

describe.each(Object.keys(wires))('MCP, wire %s', { timeout: limitMs }, (wire) => {
  const connect = async (extra: readonly string[] = []) => {
    const make = wires[wire]
    if (make === undefined) throw new Error(wire)
    const client = await make(extra)
    open.push(client)
    return client
  }

  it('lists every tool with schema, annotations and class', async () => {
    const { tools } = await (await connect()).listTools()
    const trash = tools.find((tool) => tool.name === 'trash_files')
    expect(trash?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
    expect(trash?._meta).toMatchObject({ 'countersign/class': 'destructive_delete' })
    expect(trash?.inputSchema.additionalProperties).toBe(false)
    expect(tools.find((tool) => tool.name === 'read_file')?.annotations).toMatchObject({
      readOnlyHint: true,
    })
    // A command reaches the network where a person allows it.
    const reaching = tools.filter(({ annotations }) => annotations?.openWorldHint === true)
    expect(reaching.map(({ name }) => name).sort()).toEqual([
      'add_document',
      'fetch_web_content',
      'run_command',
    ])
  })

  it('reads at once and answers state beside text', async () => {
    writeFileSync(join(work, 'a.txt'), 'High water at noon.\n')
    const client = await connect()
    const answer = await client.callTool({ name: 'read_file', arguments: { path: join(work, 'a.txt') } })
    expect(answer).toMatchObject({ structuredContent: expect.anything() })
    expect(JSON.stringify(answer)).toContain('High water at noon.')
  })

  it('says of what is not there in which of the tool’s own fields it stands', async () => {
    const client = await connect()
    for (const [name, given, field] of [
      ['delete_notes', { note_ids: ['x'] }, 'note_ids'],
      ['delete_tasks', { task_ids: ['x'] }, 'task_ids'],
      ['delete_contacts', { contact_ids: ['x'] }, 'contact_ids'],
      ['link_contacts', { from_id: 'x', to_id: 'y', relation: 'knows' }, 'from_id'],
      ['merge_contacts', { into_id: 'x', from_ids: ['y'] }, 'into_id'],
      ['read_contact', { contact_id: 'x' }, 'contact_id'],
    ] as const) {
      expect(await client.callTool({ name, arguments: given }), name).toMatchObject({
        isError: true,
        _meta: { 'countersign/error': { code: 'not_found', field } },
      })
    }
  })

  it('gives a picture as a picture', async () => {
    writeFileSync(join(work, 'red.png'), makePng(60, 40, [255, 0, 0]))
    const client = await connect()
    const answer = await client.callTool({ name: 'read_file', arguments: { path: join(work, 'red.png') } })
    expect(answer).toMatchObject({
      content: [
        { type: 'text', text: expect.stringContaining('PNG, 60 × 40 pixels') },
        { type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/) },
      ],
      structuredContent: { picture: { width: 60, height: 40 } },
    })
  })

  it('answers a write with a stored proposal, and can’t approve it', async () => {
    const client = await connect()
    const answer = await client.callTool({
      name: 'create_file',
      arguments: { path: join(work, 'b.txt'), content: 'b' },
    })
    expect(answer).toMatchObject({
      structuredContent: { status: 'proposed', proposal_id: expect.any(String) },
    })
    const { tools } = await client.listTools()
    expect(tools.some((tool) => /approve|decide|grant/.test(tool.name))).toBe(false)
  })

  it('tells what became of its proposal, and of nobody else’s', async () => {
    const client = await connect()
    await client.listTools()
    const answer = (await client.callTool({
      name: 'create_file',
      arguments: { path: join(work, 'b.txt'), content: 'b' },
    })) as { structuredContent: { proposal_id: string }; content: { text: string }[] }
    const { proposal_id } = answer.structuredContent
    expect(answer.content[0]?.text).toContain(proposal_id)
    const lookUp = (id: string) => client.callTool({ name: 'get_proposal', arguments: { proposal_id: id } })
    expect(await lookUp(proposal_id)).toMatchObject({ structuredContent: { status: 'pending' } })
    await runCommand(['proposals', 'approve', proposal_id, '--data', data])
    expect(await lookUp(proposal_id)).toMatchObject({
      content: [{ text: expect.stringMatching(/was approved and applied\. Created .*b\.txt/) }],
      structuredContent: { status: 'applied', result: { path: join(work, 'b.txt') }, undone_by: null },
    })
    const byHand = await runCommand([
      ...['call', 'create_file', JSON.stringify({ path: join(work, 'mine.txt'), content: 'x' })],
      ...['--json', '--data', data],
    ])
    const { proposal_id: mine } = JSON.parse(byHand.stdout) as { proposal_id: string }
    expect(await lookUp(mine)).toMatchObject({
      isError: true,
      _meta: { 'countersign/error': { code: 'not_found', field: 'proposal_id' } },
    })
  })

  it('applies a safe write at once under a standing approval', async () => {
    const client = await connect(['--approve', 'safe'])
    const answer = await client.callTool({
      name: 'create_file',
      arguments: { path: join(work, 'c.txt'), content: 'c' },
    })
    expect(answer).not.toMatchObject({ isError: true })
    expect(answer).not.toMatchObject({ structuredContent: { status: 'proposed' } })
  })

  it('names the wrong field, and unknown tools, as tool errors', async () => {
    const client = await connect()
    const wrong = await client.callTool({ name: 'read_file', arguments: { path: 7 } })
    expect(wrong).toMatchObject({ isError: true })
    expect(JSON.stringify(wrong)).toContain('path')
    const unknown = await client.callTool({ name: 'format_disk', arguments: {} })
    expect(unknown).toMatchObject({ isError: true })
  })
})

describe('an MCP server beside the application', { timeout: limitMs }, () => {
  const connect = async () => {
    const client = await (wires['2026-07-28'] as () => Promise<AnyClient>)()
    open.push(client)
    return client
  }
  const propose = (client: AnyClient, name: string) =>
    client.callTool({ name: 'create_file', arguments: { path: join(work, name), content: 'x' } })
  const pending = async () =>
    (
      JSON.parse((await runCommand(['proposals', '--json', '--data', data])).stdout) as {
        actor: { name: string }
      }[]
    ).map((proposal) => proposal.actor.name)

  it('goes through the running application', async () => {
    const host = await startHost({ data })
    try {
      await propose(await connect(), 'd.txt')
      expect(await pending()).toEqual(['Test client'])
    } finally {
      await host.stop()
    }
  })

  it('is the application’s own, in a browser, for who has its token or that of programs', async () => {
    const programs = 'a-token-for-programs-that-lasts-on'
    const host = await startHost({ data, environment: { COUNTERSIGN_MCP_TOKEN: programs } })
    const address = new URL('/mcp', host.url)
    try {
      for (const token of [programs, new URL(host.url).hash.replace('#token=', '')]) {
        const client = currentClient()
        const headers = { authorization: `Bearer ${token}` }
        await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
        open.push(client as unknown as AnyClient)
        expect((await client.listTools()).tools.length).toBeGreaterThan(20)
      }
      // What may propose may not decide.
      const origin = `http://127.0.0.1:${host.port}`
      const page = new WebSocket(`ws://127.0.0.1:${host.port}/rpc`, [`countersign.${programs}`], { origin })
      const [refusal] = (await once(page, 'error')) as [Error]
      expect(refusal.message).toContain('401')
    } finally {
      await host.stop()
    }
  })

  it('takes the lasting token of programs, and says what is wrong with one that could be guessed', async () => {
    const lasting = 'a-token-for-programs-that-lasts-on'
    const args = [...command([]).args, '--http', '--json']
    const server = await startReady(process.execPath, args, {
      environment: { COUNTERSIGN_MCP_TOKEN: lasting },
    })
    expect(server.ready).toMatchObject({ token: lasting, url: expect.stringMatching(/\/mcp$/) })
    await server.stop()
    const short = await runCommand(['mcp', '--http', '--data', data], {
      environment: { COUNTERSIGN_MCP_TOKEN: 'short' },
    })
    expect(short).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('COUNTERSIGN_MCP_TOKEN must have at least 32 characters'),
    })
    const noAddress = await runCommand(['mcp', '--port', '4871', '--data', data])
    expect(noAddress).toMatchObject({ status: 2, stderr: expect.stringContaining('--port goes with --http') })
  })

  it('gives way to an application that starts later, and goes on through it', async () => {
    const client = await connect()
    await propose(client, 'e.txt')
    const host = await startHost({ data })
    try {
      await propose(client, 'f.txt')
      expect(await pending()).toEqual(['Test client', 'Test client'])
    } finally {
      await host.stop()
    }
    await propose(client, 'g.txt')
    expect(await pending()).toHaveLength(3)
  })
})
