import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { pageToken, setUpPageServer } from '../../../tests/support/page-server-desk'

const desk = setUpPageServer()

function connect(options: {
  protocols?: string[]
  origin?: string | null
  host?: string
  path?: string
}): Promise<string> {
  const origin = options.origin === undefined ? `http://127.0.0.1:${desk.port}` : options.origin
  const socket = new WebSocket(
    `ws://127.0.0.1:${desk.port}${options.path ?? '/rpc'}`,
    options.protocols ?? [],
    {
      ...(origin === null ? {} : { origin }),
      headers: options.host === undefined ? {} : { host: options.host },
    },
  )
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.terminate()
      resolve('open')
    })
    socket.on('error', (error) => resolve(error.message))
  })
}

describe('connections that show no token', () => {
  it('keep neither a new page out nor end one that is open, however many they are', async () => {
    const page = new WebSocket(`ws://127.0.0.1:${desk.port}/rpc`, [`countersign.${pageToken}`], {
      origin: `http://127.0.0.1:${desk.port}`,
    })
    await once(page, 'open')
    const idle = Array.from({ length: 300 }, () => createConnection(desk.port, '127.0.0.1'))
    try {
      for (const socket of idle) socket.on('error', () => undefined)
      await expect.poll(() => idle.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(236)
      expect(idle.filter(({ closed }) => closed).length).toBeLessThan(252)
      expect((await desk.ask('/')).status).toBe(200)
      expect(await connect({ protocols: [`countersign.${pageToken}`] })).toBe('open')
      expect(page.readyState).toBe(WebSocket.OPEN)
    } finally {
      page.terminate()
      for (const socket of idle) socket.destroy()
    }
  })
})

describe('a body that nobody asked for', () => {
  it.each([
    ['for the page', 'GET /', 200],
    ['without the token', 'POST /upload', 401],
    ['for programs, of which this one serves none', 'POST /mcp', 404],
    ['for nothing', 'PUT /', 405],
  ])('is not read to its end: %s', async (_what, line, status) => {
    const { port } = desk
    const socket = createConnection(port, '127.0.0.1')
    socket.on('error', () => undefined)
    let came = ''
    socket.on('data', (piece) => {
      came += piece.toString()
    })
    const closed = once(socket, 'close')
    const origin = `origin: http://127.0.0.1:${port}`
    socket.write(
      `${line} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${origin}\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    await closed
    expect(came).toContain(`HTTP/1.1 ${status}`)
    expect(came).toContain('connection: close')
  })
})
describe('a host name that is not this one', () => {
  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1',
    '127.0.0.1:1',
    '[::1]:80',
    'attacker.test:4870',
  ])('is refused, as a rebound DNS name would send it: %s', async (host) => {
    expect((await desk.ask('/', { headers: { host } })).status).toBe(421)
  })
})

describe('a header that says who asks, twice', () => {
  /** The first line of the answer to a request that is written as it stands. */
  async function askRaw(line: string, headers: readonly string[]): Promise<string> {
    const socket = createConnection(desk.port, '127.0.0.1')
    let came = ''
    socket
      .on('error', () => undefined)
      .on('data', (piece) => {
        came += piece.toString()
      })
    socket.write(`${[`${line} HTTP/1.1`, ...headers, 'connection: close'].join('\r\n')}\r\n\r\n`)
    await once(socket, 'close')
    return came.split('\r\n')[0] ?? ''
  }
  const right = () => ({
    host: `host: 127.0.0.1:${desk.port}`,
    origin: `origin: http://127.0.0.1:${desk.port}`,
    token: `authorization: Bearer ${pageToken}`,
  })

  it('is refused, though the first is right', async () => {
    const { host, origin, token } = right()
    const evil = 'host: evil.example'
    expect(await askRaw('GET /', [host])).toContain('200')
    expect(await askRaw('GET /', [host, evil])).toContain('421')
    expect(await askRaw('GET /', [host, host])).toContain('421')
    expect(await askRaw('GET /', [evil, host])).toContain('421')
    const name = 'x-file-name: a.txt'
    const upload = (...headers: string[]) => askRaw('POST /upload', [...headers, name, 'content-length: 0'])
    expect(await upload(host, origin, token)).toContain('200')
    expect(await upload(host, origin, 'origin: http://evil.example', token)).toContain('403')
    expect(await upload(host, origin, token, 'authorization: Bearer none')).toContain('401')
    const upgrade = ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13']
    const socket = [...upgrade, 'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==', origin]
    expect(await askRaw('GET /rpc', [host, evil, ...socket])).toContain('421')
  })
})

describe('the socket', () => {
  const right = [`countersign.${pageToken}`]

  it('opens with the token as sub-protocol', async () => {
    expect(await connect({ protocols: right })).toBe('open')
  })

  it('refuses a missing, a wrong and a shortened token', async () => {
    expect(await connect({ protocols: [] })).toContain('401')
    expect(await connect({ protocols: [`countersign.${'X'.repeat(43)}`] })).toContain('401')
    expect(await connect({ protocols: [`countersign.${pageToken.slice(1)}`] })).toContain('401')
  })

  it('does not take the token from the address', async () => {
    expect(await connect({ path: `/rpc?token=${pageToken}` })).toContain('401')
  })

  it('refuses another origin and none, even with the token', async () => {
    expect(await connect({ protocols: right, origin: 'http://evil.example' })).toContain('403')
    expect(await connect({ protocols: right, origin: 'null' })).toContain('403')
    expect(await connect({ protocols: right, origin: `http://127.0.0.1:${desk.port + 1}` })).toContain('403')
    expect(await connect({ protocols: right, origin: null })).toContain('403')
  })

  it('refuses another host name, even with the token', async () => {
    expect(await connect({ protocols: right, host: 'evil.example' })).toContain('421')
  })

  it('closes its sockets when it ends', async () => {
    const server = await desk.serveOn(0)
    const { port } = server
    const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, right, { origin: `http://127.0.0.1:${port}` })
    await once(socket, 'open')
    const closed = once(socket, 'close')
    await server.close()
    await closed
  })
})

it('says in one sentence that a port is in use', async () => {
  const taken = createServer()
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  await expect(desk.serveOn(port)).rejects.toMatchObject({
    code: 'busy',
    message: expect.stringContaining(String(port)),
  })
  taken.close()
})
