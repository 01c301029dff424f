import { IncomingMessage, request, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestCore, type TestCore } from '../../../tests/support/open-test-core'
import { type McpAddress, serveMcpAddress } from '../http/mcp-border'
import { newId } from '../identifier'
import { clientInProcess } from '../rpc/client'
import { messageLimitBytes } from './read-message'
import { createMcpHttp } from './streamable-http'

const token = 'program-token-of-thirty-two-chars'
const earlierWire = '2025-11-25'
const currentWire = '2026-07-28'

let test: TestCore
let server: McpAddress
let opened: string[]
/** Calls that were begun at the core. */
let begun: number
let ended: string[]
let reported: unknown[]
let handled: Promise<unknown> | null

beforeAll(async () => {
  test = await openTestCore()
})
afterAll(() => test.close())
beforeEach(async () => {
  opened = []
  begun = 0
  ended = []
  reported = []
  handled = null
  const report = (error: unknown) => {
    reported.push(error)
  }
  const mcp = createMcpHttp({
    version: '1.0.0',
    report,
    async open(name) {
      opened.push(name)
      const actor = { kind: 'mcp_client', name } as const
      const client = clientInProcess(test.core.router, { actor, approval: null, runId: newId() })
      return {
        client: new Proxy(client, {
          get(target, name) {
            begun += 1
            return Reflect.get(target, name)
          },
        }),
        async close() {
          ended.push(name)
        },
      }
    },
  })
  const handle: typeof mcp.handle = (incoming, response) => {
    const work = mcp.handle(incoming, response)
    handled = work.catch(() => undefined)
    return work
  }
  server = await serveMcpAddress({ mcp: { ...mcp, handle }, token, port: 0, report })
})
afterEach(() => server.close())

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Asks as a program does; headers that are given take the place of those. */
function ask(
  method: string,
  headers: Readonly<Record<string, string>> = {},
  body: string | Buffer = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      server.url,
      {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json, text/event-stream',
          ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
      },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        )
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

/** The one message of an answer, as JSON or as an event. */
function messageOf({ body }: Answer): Record<string, unknown> {
  const data = /^data: (\{.*\})$/m.exec(body)?.[1] ?? body
  return JSON.parse(data) as Record<string, unknown>
}

const post = (message: unknown, headers: Readonly<Record<string, string>> = {}) =>
  ask('POST', headers, JSON.stringify(message))

/** Begins a session on the earlier wire and answers with its header. */
async function begin(name: string): Promise<{ 'mcp-session-id': string; 'mcp-protocol-version': string }> {
  const answer = await post({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: earlierWire, capabilities: {}, clientInfo: { name, version: '1' } },
  })
  const session = {
    'mcp-session-id': String(answer.headers['mcp-session-id']),
    'mcp-protocol-version': earlierWire,
  }
  await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session)
  return session
}

const sum = (expression: string, id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'calculate', arguments: { expression } },
})

/** The same on the current wire, where each request says who asks. */
function sumBy(name: string, expression: string): Promise<Answer> {
  const call = sum(expression, 1)
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': currentWire,
    'io.modelcontextprotocol/clientInfo': { name, version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return post(
    { ...call, params: { ...call.params, _meta: envelope } },
    { 'mcp-protocol-version': currentWire, 'mcp-method': 'tools/call', 'mcp-name': 'calculate' },
  )
}

describe('the wire of 2025-11-25', () => {
  it('gives each program a session that nobody can guess, and one way to the core', async () => {
    const first = await begin('First')
    const second = await begin('Second')
    expect(first['mcp-session-id']).toMatch(/^[\w-]{32}$/)
    expect(first['mcp-session-id']).not.toBe(second['mcp-session-id'])
    for (const expression of ['1+1', '2+2']) await post(sum(expression, 2), first)
    await post(sum('3+3', 2), second)
    expect(opened).toEqual(['First', 'Second'])
  })

  it('answers two programs that number their requests alike, each with its own', async () => {
    const sessions = [await begin('First'), await begin('Second')]
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const session = sessions[at % 2]
        return messageOf(await post(sum(`${at}*1000`, Math.floor(at / 2)), session))
      }),
    )
    expect(answers).toEqual(
      Array.from({ length: 40 }, (_, at) =>
        expect.objectContaining({
          id: Math.floor(at / 2),
          result: expect.objectContaining({
            content: [{ type: 'text', text: expect.stringContaining(String(at * 1000)) }],
          }),
        }),
      ),
    )
  })

  it('tells a client of a session that it doesn’t know to begin anew', async () => {
    const answer = await post(sum('1+1', 2), { 'mcp-session-id': 'made-up' })
    expect(answer.status).toBe(404)
    expect(messageOf(answer)).toMatchObject({ error: { message: 'There is no such session.' } })
    expect((await post(sum('1+1', 2))).status).toBe(400)
    expect(opened).toEqual([])
  })

  it('ends a session when its client says so', async () => {
    const session = await begin('First')
    await post(sum('1+1', 2), session)
    expect((await ask('DELETE', session)).status).toBe(200)
    expect((await post(sum('1+1', 3), session)).status).toBe(404)
    expect(ended).toEqual(['First'])
  })

  it('ends the session that asked for nothing the longest where there are too many', async () => {
    const first = await begin('First')
    const second = await begin('Second')
    for (let more = 0; more < 62; more += 1) await begin(`Program ${more}`)
    expect((await post(sum('1+1', 2), first)).status).toBe(200)
    await begin('One more')
    expect((await post(sum('1+1', 3), first)).status).toBe(200)
    expect((await post(sum('1+1', 3), second)).status).toBe(404)
  })
})

describe('the wire of 2026-07-28', () => {
  it('knows a program by its name, and goes on with what it was before', async () => {
    for (const expression of ['1+1', '2+2']) {
      expect((await sumBy('First', expression)).status).toBe(200)
    }
    expect(messageOf(await sumBy('Second', '7*6'))).toMatchObject({
      result: { content: [{ type: 'text', text: expect.stringContaining('42') }] },
    })
    expect(opened).toEqual(['First', 'Second'])
  })
})

describe('a program that asks for thousands of things at once', () => {
  const list = { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) }

  /** Sends requests one after the other on one connection, without waiting for an answer. */
  async function send(session: Record<string, string>, requests: readonly (typeof list)[]): Promise<Socket> {
    const head = {
      ...session,
      host: `127.0.0.1:${server.port}`,
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    }
    const written = requests.map(({ method, body }) => {
      const all = { ...head, 'content-length': String(Buffer.byteLength(body)) }
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
      return `${method} /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`
    })
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    await new Promise((resolve) => socket.write(written.join(''), resolve))
    return socket
  }
  const flood = async (count: number): Promise<Socket> =>
    send(
      await begin('Flood'),
      Array.from({ length: count }, () => list),
    )

  it('has its session ended only behind what it asked before', async () => {
    const asked = [list, list, list, { method: 'DELETE', body: '' }, list]
    const socket = await send(await begin('Ending'), asked)
    let read = ''
    socket.on('data', (piece) => {
      read += String(piece)
    })
    const statuses = () => [...read.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
    await expect.poll(statuses).toEqual([200, 200, 200, 200, 404])
    socket.destroy()
  })

  it('keeps nobody else waiting', async () => {
    const sockets = [await flood(400), await flood(400)]
    for (let asked = 0; asked < 3; asked += 1)
      expect(messageOf(await post(sum('6*7', asked), await begin('Other')))).toHaveProperty('result')
    for (const socket of sockets) socket.destroy()
    // Some turns each, while the others have hundreds to go.
    expect(begun).toBeLessThan(200)
  })

  it('takes no place from others once it went without having read anything', async () => {
    for (let each = 0; each < 4; each += 1) {
      const socket = await flood(150)
      socket.pause()
      for (let turn = 0; turn < 20; turn += 1) await nextTurn()
      socket.destroy()
      await nextTurn()
      const atEnd = begun
      for (let turn = 0; turn < 200; turn += 1) await nextTurn()
      // What was under way comes to its end, and nothing else begins.
      expect(begun - atEnd).toBeLessThan(5)
    }
    expect(messageOf(await post(sum('6*7', 3), await begin('Other')))).toMatchObject({
      result: { structuredContent: { result: '42' } },
    })
  })
})

describe('what a program calls itself', () => {
  it.each([
    ['Tides\u202e\n\u200b  (your\tassistant)', 'Tides (your assistant)'],
    [' \u200b\n', 'MCP client'],
    ['x'.repeat(5000), 'x'.repeat(100)],
  ])('is one line that people can read, on both wires: %j', async (told, shown) => {
    await post(sum('1+1', 2), await begin(told))
    expect((await sumBy(told, '1+1')).status).toBe(200)
    expect(opened).toEqual([shown, shown])
  })
})

describe('a request of another kind', () => {
  it.each(['PUT', 'PATCH', 'OPTIONS'])('is told what is taken: %s', async (method) => {
    const answer = await ask(method)
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST, GET, DELETE' } })
    expect(messageOf(answer)).toMatchObject({ error: { message: 'This address takes POST, GET, DELETE.' } })
  })
})

describe('what is no message', () => {
  it('has what went wrong with it told, also where its turn never comes', async () => {
    const [gone, report] = [new Socket(), () => undefined]
    const mcp = createMcpHttp({ version: '1', report, open: () => expect.fail('was opened') })
    const asked = new IncomingMessage(gone)
    Object.assign(asked, { method: 'POST', headers: { 'content-type': 'application/json' } })
    gone.destroy()
    const handled = mcp.handle(asked, new ServerResponse(asked))
    asked.destroy(new Error('broken'))
    await expect(handled).rejects.toThrow('broken')
  })

  it.each([
    ['no JSON', '{"jsonrpc":', -32_700],
    ['nothing', '', -32_700],
    ['half a character', Buffer.from([0x22, 0xc3, 0x22]), -32_700],
    ['a batch', JSON.stringify([sum('1+1', 1)]), -32_600],
    [
      'nested too deep',
      `{"jsonrpc":"2.0","id":1,"method":"x","params":${'['.repeat(300)}${']'.repeat(300)}}`,
      -32_600,
    ],
    ['no JSON-RPC', '{"hello":"there"}', -32_600],
  ])('is answered by JSON-RPC: %s', async (_, body, code) => {
    const answer = await ask('POST', {}, body)
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toMatchObject({ jsonrpc: '2.0', error: { code } })
  })

  it('is refused without being read where it is too long', async () => {
    const answer = await ask('POST', {}, Buffer.alloc(messageLimitBytes + 1, ' '))
    expect(answer.status).toBe(413)
    expect(messageOf(answer)).toMatchObject({ error: { message: expect.stringContaining('longer than') } })
  })

  it('is let go without a word in the log where it is cut off', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const asked = request(server.url, { method: 'POST', headers: { ...headers, 'content-length': '100' } })
    asked.on('error', () => undefined)
    asked.write('{"jsonrpc":')
    await expect.poll(() => handled !== null).toBe(true)
    asked.destroy()
    await handled
    await new Promise(setImmediate)
    expect(reported).toEqual([])
  })

  it('is refused where it doesn’t say that it is JSON', async () => {
    expect((await ask('POST', { 'content-type': 'text/plain' }, '{}')).status).toBe(415)
  })
})

describe('who is let in', () => {
  it('shows the token, whole and in the header alone', async () => {
    for (const authorization of ['', 'Bearer', `Bearer ${token.slice(1)}`, `Basic ${token}`]) {
      const answer = await ask('POST', { authorization })
      expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
    }
    // The name of the scheme may be written in either case.
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const answer = await post(sum('1+1', 1), { authorization: `${scheme} ${token}` })
      expect(answer.status).not.toBe(401)
    }
    const inAddress = await fetch(`${server.url}?token=${token}`, { method: 'POST' })
    expect(inAddress.status).toBe(401)
  })

  it('comes from no page of another origin, even with the token', async () => {
    for (const origin of ['https://evil.example', 'null', `http://evil.example:${server.port}`]) {
      expect((await ask('POST', { origin })).status).toBe(403)
    }
  })

  it('asks for an address of this machine, which a name that was bound anew is not', async () => {
    for (const host of ['evil.example', `evil.example:${server.port}`, '127.0.0.1', '']) {
      expect((await ask('POST', { host })).status).toBeGreaterThanOrEqual(400)
    }
    expect((await ask('POST', { host: `evil.example:${server.port}` })).status).toBe(421)
  })

  it('is cut off when the server ends', async () => {
    const session = await begin('First')
    const stream = await fetch(server.url, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...session },
    })
    expect(stream.status).toBe(200)
    await server.close()
    await expect(stream.text().then(() => 'ended')).resolves.toBe('ended')
    await expect(fetch(server.url)).rejects.toThrow()
  })
})
