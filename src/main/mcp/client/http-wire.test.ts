import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMcpBench, type McpBench } from '../../../../tests/support/mcp-server/bench'
import { tideTool } from '../../../../tests/support/mcp-server/fixture'
import { person } from '../../../shared/actor'
import type { McpServerDraft } from '../../../shared/contract/mcp-servers'
import { connect } from './connection'
import { createHttpWire } from './http-wire'
import { usualTimes } from './limits'

/** A server over Streamable HTTP, by hand, so that it can also do what no honest one does. */
interface HttpMcp {
  readonly server: Server
  readonly port: number
  /** The headers of every request, with its method. */
  readonly asked: { readonly method: string; readonly headers: IncomingMessage['headers'] }[]
  /** Answers instead, where it says so. */
  instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | null
  session: string
}

let bench: McpBench
let open: HttpMcp[]
beforeEach(() => {
  open = []
})
afterEach(async () => {
  await bench.close()
  await Promise.all(open.map(stop))
})

async function serve(): Promise<HttpMcp> {
  const asked: HttpMcp['asked'] = []
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const made: HttpMcp = { server, port, asked, instead: null, session: 'one' }
  async function answer(request: IncomingMessage, response: ServerResponse) {
    asked.push({ method: request.method ?? '', headers: request.headers })
    if (made.instead?.(request, response) === true) return
    if (request.method !== 'POST') {
      response.writeHead(405).end()
      return
    }
    let body = ''
    for await (const piece of request) body += String(piece)
    const { id, method, params } = JSON.parse(body) as {
      id?: number
      method: string
      params: { protocolVersion: string; arguments: unknown }
    }
    if (id === undefined) {
      response.writeHead(202).end()
      return
    }
    if (method !== 'initialize' && request.headers['mcp-session-id'] !== made.session) {
      response.writeHead(404).end()
      return
    }
    const results: Record<string, unknown> = {
      initialize: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'tides', version: '1' },
      },
      'tools/list': { tools: [tideTool] },
      'tools/call': { content: [{ type: 'text', text: JSON.stringify(params.arguments) }] },
    }
    const message = JSON.stringify({ jsonrpc: '2.0', id, result: results[method] })
    // Both ways in which a server may answer.
    const stream = method === 'tools/call'
    response.writeHead(200, {
      'content-type': stream ? 'text/event-stream' : 'application/json',
      'mcp-session-id': made.session,
    })
    response.end(stream ? `event: message\ndata: ${message}\n\n` : message)
  }
  open.push(made)
  return made
}

const draftOf = (url: string): McpServerDraft => ({
  name: 'Tides',
  callSeconds: 60,
  connection: { kind: 'address', url, headers: [{ name: 'Authorization', value: 'Bearer very-secret' }] },
})
const reading = async (run: string) => {
  const answered = await bench.call(
    'mcp_tides_tide_of_day',
    { harbour: 'Husum' },
    { runId: run, conversationId: run },
  )
  if (answered.status !== 'done') throw new Error('It was proposed.')
  return answered.result
}
const approved = async (runId: string) => {
  const outcome = await bench.call('mcp_tides_tide_of_day', { harbour: runId }, { runId })
  if (outcome.status !== 'proposed') throw new Error('It was done.')
  const { id, planHash } = outcome.proposal
  return bench.gate.approve({ id, planHash, by: person })
}
const stop = async ({ server }: HttpMcp) => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
/** This computer under a name, for as long as that is known. */
const nameThatMayGo = () => {
  const name = {
    isKnown: true,
    lookup: async () => {
      if (!name.isKnown) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
      return [{ address: '127.0.0.1', family: 4 }]
    },
  }
  return name
}
const stateAt = async (url: string) => {
  const { id } = await bench.add(draftOf(url))
  const { state, error } = await bench.connect(id)
  return [state, error?.said?.code]
}

describe('a server at an address', () => {
  it('is asked with the headers that were entered, and a call to it counts as sent to its host', async () => {
    bench = createMcpBench()
    const tides = await serve()
    await bench.addWhole(draftOf(`http://127.0.0.1:${tides.port}/mcp`), 'read')
    expect(await reading('1')).toMatchObject({ success: true, content: '{"harbour":"Husum"}' })
    expect(tides.asked.every(({ headers }) => headers.authorization === 'Bearer very-secret')).toBe(true)
    expect(tides.asked.every(({ headers }) => headers.cookie === undefined)).toBe(true)
    const [info] = bench.registry.catalog.tools
    expect(info?.sends).toBe(true)
    const found = bench.registry.resolve('mcp_tides_tide_of_day')
    expect(found?.tool.sendsTo?.({ harbour: 'Husum' })).toEqual([`127.0.0.1:${tides.port}`])
  })

  it('never has its headers sent to another place by passing the request on', async () => {
    bench = createMcpBench()
    const [tides, other] = [await serve(), await serve()]
    tides.instead = (_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${other.port}/mcp` }).end()
      return true
    }
    expect(await stateAt(`http://127.0.0.1:${tides.port}/mcp`)).toEqual(['failed', 'mcp.leads_elsewhere'])
    expect(other.asked).toEqual([])
  })

  it('may pass the request on within its own place', async () => {
    bench = createMcpBench()
    const tides = await serve()
    tides.instead = (request, response) => {
      if (request.url !== '/old') return false
      response.writeHead(307, { location: '/mcp' }).end()
      return true
    }
    expect(await stateAt(`http://127.0.0.1:${tides.port}/old`)).toEqual(['connected', undefined])
  })

  it('whose name leads into a network nearby is not asked, whatever it led to before', async () => {
    const tides = await serve()
    let address = '93.184.216.34'
    bench = createMcpBench({ lookup: async () => [{ address, family: 4 }] })
    address = '127.0.0.1'
    expect(await stateAt(`https://tides.example:${tides.port}/mcp`)).toEqual(['failed', 'web.nearby'])
    expect(tides.asked).toEqual([])
  })

  it.each(['http://tides.example/mcp', 'http://192.168.1.5/mcp', 'http://127.0.0.1.tides.example/mcp'])(
    'is not added without encryption where it is not on this computer: %s',
    async (url) => {
      bench = createMcpBench()
      await expect(bench.servers.save(null, draftOf(url), person)).rejects.toMatchObject({
        said: { code: 'foreign.http_only_here' },
      })
    },
  )

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ftp://tides.example/',
    'https://me:word@tides.example/',
  ])('is an address of the web and holds no password: %s', async (url) => {
    bench = createMcpBench()
    await expect(bench.servers.save(null, draftOf(url), person)).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it.each(['Host', 'Cookie', 'mcp-session-id', 'Content-Length', 'a b'])(
    'can’t be given the header %s',
    async (name) => {
      bench = createMcpBench()
      const connection = {
        kind: 'address' as const,
        url: 'https://tides.example/',
        headers: [{ name, value: 'x' }],
      }
      await expect(
        bench.servers.save(null, { name: 'Tides', callSeconds: 60, connection }, person),
      ).rejects.toMatchObject({ said: { code: 'foreign.odd_header' } })
    },
  )

  it('that does not let us in, or is broken, is told of in a sentence', async () => {
    bench = createMcpBench()
    const tides = await serve()
    tides.instead = (_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Bearer resource_metadata="http://evil.example/"' }).end()
      return true
    }
    expect(await stateAt(`http://127.0.0.1:${tides.port}/mcp`)).toEqual(['failed', 'mcp.not_let_in'])
    // What to do: a server may want a header that nobody knew of.
    expect(bench.servers.list()[0]?.error?.message).toMatch(/\(401\)\. .*enter one under Edit as a header/)
    tides.instead = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>')
      return true
    }
    const [server] = bench.servers.list()
    expect((await bench.connect(server?.id ?? '')).error?.said?.code).toBe('mcp.bad_answer')
  })

  it('that ends the session is connected anew by the next call', async () => {
    bench = createMcpBench({ times: { pausesMs: [0, 0, 0] } })
    const tides = await serve()
    await bench.addWhole(draftOf(`http://127.0.0.1:${tides.port}/mcp`), 'read')
    expect((await reading('1')).success).toBe(true)
    tides.session = 'two'
    expect((await reading('2')).error?.said?.code).toBe('mcp.session_ended')
    expect(await reading('3')).toMatchObject({ success: true })
  })

  it('that ended the session before a call has not done it, and the call is told as not done', async () => {
    bench = createMcpBench({ times: { pausesMs: [0, 0, 0] } })
    const tides = await serve()
    await bench.addWhole(draftOf(`http://127.0.0.1:${tides.port}/mcp`))
    expect((await approved('1')).proposal.status).toBe('applied')
    tides.session = 'two'
    const { status, reason, said } = (await approved('2')).proposal
    expect([status, said?.[reason ?? '']?.code]).toEqual(['failed', 'mcp.session_ended'])
    expect(bench.gate.changes({ limit: 1 })[0]?.status).toBe('rolled_back')
    expect((await approved('3')).proposal.status).toBe('applied')
  })

  it.each<[string, string, (tides: HttpMcp, name: { isKnown: boolean }) => unknown]>([
    ['nothing listens there any more', 'web.unreachable', (tides) => stop(tides)],
    [
      'its name leads nowhere any more',
      'web.unreachable',
      (_tides, name) => {
        name.isKnown = false
      },
    ],
    [
      'it wants another key by now',
      'mcp.not_let_in',
      (tides) => {
        tides.instead = (_request, response) => Boolean(response.writeHead(401).end())
      },
    ],
  ])('has done nothing of a call that never reached it: %s', async (_why, code, change) => {
    const name = nameThatMayGo()
    bench = createMcpBench({ lookup: name.lookup })
    const tides = await serve()
    await bench.addWhole(draftOf(`http://localhost:${tides.port}/mcp`))
    await change(tides, name)
    const { status, reason, said } = (await approved('1')).proposal
    expect([status, said?.[reason ?? '']?.code]).toEqual(['failed', code])
    expect(bench.gate.changes({ limit: 1 })[0]?.status).toBe('rolled_back')
  })

  it.each<[string, HttpMcp['instead']]>([
    ['the connection ends', (_request, response) => Boolean(response.destroy())],
    ['something before it refuses what it answers', (_, response) => Boolean(response.writeHead(403).end())],
  ])('may have done a call that reached it, where then %s', async (_what, instead) => {
    bench = createMcpBench()
    const tides = await serve()
    await bench.addWhole(draftOf(`http://127.0.0.1:${tides.port}/mcp`))
    tides.instead = (request, response) => request.method === 'POST' && instead?.(request, response) === true
    const { status, reason, said } = (await approved('1')).proposal
    expect([status, said?.[reason ?? '']?.code]).toEqual(['failed', 'change.may_have_happened'])
    expect(bench.gate.changes({ limit: 1 })[0]?.status).toBe('interrupted')
  })

  it('that could not be reached for one call takes the next', async () => {
    const name = nameThatMayGo()
    bench = createMcpBench({ lookup: name.lookup })
    const tides = await serve()
    await bench.addWhole(draftOf(`http://localhost:${tides.port}/mcp`))
    name.isKnown = false
    expect((await approved('1')).proposal.status).toBe('failed')
    name.isKnown = true
    expect((await approved('2')).proposal.status).toBe('applied')
  })

  it('sends no message that is larger than is taken', async () => {
    bench = createMcpBench()
    const tides = await serve()
    tides.instead = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(20_000_000)}"`)
      return true
    }
    expect(await stateAt(`http://127.0.0.1:${tides.port}/mcp`)).toEqual(['failed', 'mcp.too_large'])
  })

  it('knows only of the request that a gone session refused that it was not begun', async () => {
    bench = createMcpBench()
    const tides = await serve()
    const wire = createHttpWire({
      server: 'Tides',
      url: `http://127.0.0.1:${tides.port}/mcp`,
      headers: {},
      named: () => [],
      times: usualTimes,
    })
    const connection = await connect(
      {
        ...{ server: 'Tides', wire, times: usualTimes, secrets: [], failure: wire.failure },
        listChanged: () => undefined,
        closed: () => undefined,
      },
      new AbortController().signal,
    )
    const call = () =>
      connection
        .call({
          name: tideTool.name,
          arguments: {},
          timeLimitMs: 5000,
          signal: new AbortController().signal,
          progress: () => undefined,
        })
        .catch((error: unknown) => error)
    const taken = Promise.withResolvers<void>()
    tides.instead = ({ method }) => {
      if (method !== 'POST') return false
      taken.resolve()
      return true
    }
    const underWay = call()
    await taken.promise
    tides.instead = null
    tides.session = 'two'
    expect(await call()).toMatchObject({ said: { code: 'mcp.session_ended' }, notBegun: true })
    expect(await underWay).toMatchObject({ said: { code: 'mcp.session_ended' }, notBegun: false })
  })
})
