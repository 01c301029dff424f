import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { implement } from '@orpc/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { noMcp } from '../../../tests/support/no-mcp'
import { routerWith } from '../../../tests/support/router-with'
import { contract } from '../../shared/contract'
import { type PageServer, servePage } from './server'

const token = 'T'.repeat(43)

// The border is what is tested here; behind it one procedure is enough.
const router = routerWith({
  system: {
    focus: implement(contract).system.focus.handler(() => ({ url: 'reached' })),
  },
})

let server: PageServer
let folder: string
let uploads: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-page-'))
  uploads = join(folder, 'uploads')
  mkdirSync(uploads)
  const pageFolder = join(folder, 'page')
  mkdirSync(join(pageFolder, 'assets'), { recursive: true })
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html><title>Page</title>')
  writeFileSync(join(pageFolder, 'assets', 'index-B1.js'), 'export {}')
  writeFileSync(join(folder, 'secret.txt'), 'outside the page')
  server = await servePage({ router, pageFolder, uploads, token, mcp: noMcp, port: 0 })
})
afterEach(() => server.close())

interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: string
}

function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: server.port,
        path,
        method: options.method ?? 'GET',
        headers: { host: `127.0.0.1:${server.port}`, ...options.headers },
      },
      (response) => {
        let body = ''
        response.on('data', (chunk: Buffer) => {
          body += chunk.toString()
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        )
      },
    )
    asked.on('error', reject)
    asked.end(options.body)
  })
}

function connect(options: {
  protocols?: string[]
  origin?: string | null
  host?: string
  path?: string
}): Promise<string> {
  const origin = options.origin === undefined ? `http://127.0.0.1:${server.port}` : options.origin
  const socket = new WebSocket(
    `ws://127.0.0.1:${server.port}${options.path ?? '/rpc'}`,
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
    const page = new WebSocket(`ws://127.0.0.1:${server.port}/rpc`, [`countersign.${token}`], {
      origin: `http://127.0.0.1:${server.port}`,
    })
    await once(page, 'open')
    const idle = Array.from({ length: 300 }, () => createConnection(server.port, '127.0.0.1'))
    try {
      for (const socket of idle) socket.on('error', () => undefined)
      await expect.poll(() => idle.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(236)
      expect(idle.filter(({ closed }) => closed).length).toBeLessThan(252)
      expect((await ask('/')).status).toBe(200)
      expect(await connect({ protocols: [`countersign.${token}`] })).toBe('open')
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
    const { port } = server
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

describe('the page’s files', () => {
  it('serves the page with a strict content security policy, and without asking for the names in links', async () => {
    const answer = await ask('/')
    expect(answer.status).toBe(200)
    expect(answer.headers['x-dns-prefetch-control']).toBe('off')
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
  })

  it.runIf(process.platform === 'linux')('are open no longer than somebody takes them', async () => {
    const path = join(folder, 'page', 'assets', 'large-B2.js')
    writeFileSync(path, Buffer.alloc(20_000_000, 'x'))
    const open = () => {
      const links = readdirSync('/proc/self/fd').map((name) => `/proc/self/fd/${name}`)
      // One of them was for this list, and is gone.
      return links.filter((link) => existsSync(link) && readlinkSync(link) === path).length
    }
    const ask = `GET /assets/large-B2.js HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n\r\n`
    const sockets = Array.from({ length: 5 }, () => createConnection(server.port, '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => undefined).write(ask.repeat(4))
    await Promise.all(sockets.map((socket) => once(socket, 'readable')))
    // One for each connection, however many it has asked for.
    expect(open()).toBe(5)
    for (const socket of sockets) socket.destroy()
    await expect.poll(open).toBe(0)
  })

  it('come one after the other to a connection that asks for some at once', async () => {
    const path = join(folder, 'page', 'assets', 'large-B2.js')
    writeFileSync(path, Buffer.alloc(20_000_000, 'x'))
    const socket = createConnection(server.port, '127.0.0.1')
    let came = ''
    const closed = once(socket.setEncoding('latin1'), 'close')
    const get = (path: string, more = '') =>
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n${more}\r\n`
    socket.write(get('/assets/large-B2.js') + get('/assets/none.js') + get('/', 'connection: close\r\n'))
    socket.on('data', (piece: string) => {
      came += piece.replaceAll('x'.repeat(100), '')
    })
    await closed
    expect(came.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200'])
    expect(came).toContain('<title>Page</title>')
  })

  it('are not given by the thousand to a connection that takes none of them', async () => {
    writeFileSync(join(folder, 'page', 'assets', 'large-B2.js'), Buffer.alloc(20_000_000, 'x'))
    const socket = createConnection(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    const closed = once(socket, 'close')
    socket.write(`GET /assets/large-B2.js HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n\r\n`.repeat(1000))
    socket.resume()
    await closed
    const page = await Promise.all(Array.from({ length: 20 }, () => ask('/')))
    expect(page.map(({ status }) => status)).toEqual(page.map(() => 200))
  })

  it('goes on where its files are replaced, or one can’t be opened', async () => {
    const pageFolder = join(folder, 'page')
    rmSync(join(pageFolder, 'assets', 'index-B1.js'))
    writeFileSync(join(pageFolder, 'index.html'), '<!doctype html><title>The page of another version</title>')
    expect((await ask('/assets/index-B1.js')).status).toBe(404)
    expect((await ask('/')).body).toContain('The page of another version</title>')
    // It is there, and can only be connected to.
    const socket = createServer().listen(join(pageFolder, 'assets', 'index-C2.js'))
    await once(socket, 'listening')
    await expect(ask('/assets/index-C2.js')).rejects.toThrow()
    socket.close()
    expect((await ask('/')).status).toBe(200)
  })

  it('has browsers ask for the page each time, and keep what is named by its content', async () => {
    for (const path of ['/', '/index.html', '/?from=before']) {
      expect((await ask(path)).headers['cache-control'], path).toBe('no-cache')
    }
    expect((await ask('/assets/index-B1.js')).headers['cache-control']).toContain('immutable')
  })

  it('serves the page that draws diagrams without an origin and without a network, whatever follows its path', async () => {
    for (const path of ['/diagram.html', '/diagram.html?x']) {
      const policy = String((await ask(path)).headers['content-security-policy'])
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'unsafe-inline';/u)
      expect(policy).toMatch(/frame-ancestors 'self'; sandbox allow-scripts$/u)
      expect(policy).not.toMatch(/connect-src|img-src|font-src|frame-src|allow-same-origin/u)
    }
    expect((await ask('/diagram.js')).headers['cross-origin-resource-policy']).toBe('cross-origin')
    for (const path of ['/', '/index.html', '/diagram.js/..', '/assets/diagram.js', '/%64iagram.html']) {
      const { headers } = await ask(path)
      expect(headers['cross-origin-resource-policy'], path).toBe('same-origin')
      expect(String(headers['content-security-policy']), path).not.toContain('unsafe')
    }
  })

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%5c..%5csecret.txt',
    '//secret.txt',
    '/%00',
    '/%',
  ])('does not leave its folder for %s', async (path) => {
    const answer = await ask(path)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.body).not.toContain('outside the page')
  })

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1',
    '127.0.0.1:1',
    '[::1]:80',
    'attacker.test:4870',
  ])('refuses the host name %s, as a rebound DNS name would send', async (host) => {
    expect((await ask('/', { headers: { host } })).status).toBe(421)
  })
})

describe('a header that says who asks, twice', () => {
  /** The first line of the answer to a request that is written as it stands. */
  async function askRaw(line: string, headers: readonly string[]): Promise<string> {
    const socket = createConnection(server.port, '127.0.0.1')
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
    host: `host: 127.0.0.1:${server.port}`,
    origin: `origin: http://127.0.0.1:${server.port}`,
    token: `authorization: Bearer ${token}`,
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
  const right = [`countersign.${token}`]

  it('opens with the token as sub-protocol', async () => {
    expect(await connect({ protocols: right })).toBe('open')
  })

  it('refuses a missing, a wrong and a shortened token', async () => {
    expect(await connect({ protocols: [] })).toContain('401')
    expect(await connect({ protocols: [`countersign.${'X'.repeat(43)}`] })).toContain('401')
    expect(await connect({ protocols: [`countersign.${token.slice(1)}`] })).toContain('401')
  })

  it('does not take the token from the address', async () => {
    expect(await connect({ path: `/rpc?token=${token}` })).toContain('401')
  })

  it('refuses another origin and none, even with the token', async () => {
    expect(await connect({ protocols: right, origin: 'http://evil.example' })).toContain('403')
    expect(await connect({ protocols: right, origin: 'null' })).toContain('403')
    expect(await connect({ protocols: right, origin: `http://127.0.0.1:${server.port + 1}` })).toContain(
      '403',
    )
    expect(await connect({ protocols: right, origin: null })).toContain('403')
  })

  it('refuses another host name, even with the token', async () => {
    expect(await connect({ protocols: right, host: 'evil.example' })).toContain('421')
  })

  it('closes its sockets when it ends', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/rpc`, right, {
      origin: `http://127.0.0.1:${server.port}`,
    })
    await once(socket, 'open')
    const closed = once(socket, 'close')
    await server.close()
    await closed
    server = await servePage({ router, pageFolder: folder, uploads, token, mcp: noMcp, port: 0 })
  })
})

describe('uploads', () => {
  const send = (headers: Record<string, string>, body = Buffer.from('content')) =>
    ask('/upload', {
      method: 'POST',
      headers: {
        origin: `http://127.0.0.1:${server.port}`,
        authorization: `Bearer ${token}`,
        'x-file-name': 'tides.txt',
        ...headers,
      },
      body,
    })

  it('stores a file byte for byte, for this user only, under a random folder', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 0])
    const answer = await send({}, bytes)
    expect(answer.status).toBe(200)
    const { path } = JSON.parse(answer.body) as { path: string }
    expect(path.startsWith(uploads)).toBe(true)
    expect(readFileSync(path)).toEqual(bytes)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it.each(['../../evil.txt', '..%2F..%2Fevil.txt', 'a%5C..%5Cevil.txt', '/etc/evil.txt'])(
    'keeps %s inside the uploads folder',
    async (name) => {
      const answer = await send({ 'x-file-name': name })
      expect(answer.status).toBe(200)
      expect((JSON.parse(answer.body) as { path: string }).path).toMatch(
        /\/uploads\/[0-9a-f-]{36}\/evil\.txt$/,
      )
    },
  )

  it.each(['', '.', '..', '%', encodeURIComponent('\0'), 'x'.repeat(256)])(
    'refuses the name %j',
    async (name) => {
      expect((await send({ 'x-file-name': name })).status).toBe(400)
      expect(readdirSync(uploads)).toEqual([])
    },
  )

  it('keeps the folders that were dropped, below the random one', async () => {
    const folders = encodeURIComponent('book/part one')
    const { path } = JSON.parse((await send({ 'x-file-folder': folders })).body) as { path: string }
    expect(path).toMatch(/\/uploads\/[0-9a-f-]{36}\/book\/part one\/tides\.txt$/)
    expect(readFileSync(path, 'utf8')).toBe('content')
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  })

  it.each([
    ['../../..', ''],
    ['/etc//./ssh', 'etc/ssh/'],
    ['..\\..\\evil', 'evil/'],
    ['a\0b/../c', 'ab/c/'],
    ['x'.repeat(256), ''],
    ['long/'.repeat(300), ''],
  ])('keeps the folders %j inside the uploads folder, or leaves them out', async (folders, kept) => {
    const answer = await send({ 'x-file-folder': encodeURIComponent(folders) })
    expect(answer.status).toBe(200)
    const [, below] = (JSON.parse(answer.body) as { path: string }).path.split(/\/uploads\/[0-9a-f-]{36}\//)
    expect(below).toBe(`${kept}tides.txt`)
  })

  it('refuses folders that are not percent-encoded, and keeps nothing', async () => {
    expect((await send({ 'x-file-folder': '%' })).status).toBe(400)
    expect(readdirSync(uploads)).toEqual([])
  })

  it('takes names with line feeds, bidirectional marks and 255 bytes', async () => {
    for (const name of ['two\nlines.txt', 'a\u202etxt.exe', 'x'.repeat(255)]) {
      const answer = await send({ 'x-file-name': encodeURIComponent(name) })
      expect((JSON.parse(answer.body) as { path: string }).path.endsWith(name)).toBe(true)
    }
  })

  it.each([
    ['by its length', `content-length: 100000\r\n\r\n${'x'.repeat(5000)}`],
    ['in pieces', 'transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'],
  ])('keeps nothing of a file that is cut off in the middle, told %s', async (_how, rest) => {
    const { port } = server
    const socket = createConnection(port, '127.0.0.1')
    const own = `host: 127.0.0.1:${port}\r\norigin: http://127.0.0.1:${port}\r\nauthorization: Bearer ${token}`
    socket.write(`POST /upload HTTP/1.1\r\n${own}\r\nx-file-name: tides.txt\r\n${rest}`)
    await expect.poll(() => readdirSync(uploads, { recursive: true })).toHaveLength(2)
    socket.destroy()
    await expect.poll(() => readdirSync(uploads)).toEqual([])
  })

  it('refuses a wrong token, another origin and a size above the limit, and keeps nothing', async () => {
    expect((await send({ authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await send({ origin: 'http://evil.example' })).status).toBe(403)
    expect(
      (await send({ 'content-length': String(3 * 1024 * 1024 * 1024) }).catch(() => ({ status: 413 })))
        .status,
    ).toBe(413)
    expect(readdirSync(uploads)).toEqual([])
  })
})

it('says in one sentence that a port is in use', async () => {
  const taken = createServer()
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  await expect(
    servePage({ router, pageFolder: folder, uploads, token, mcp: noMcp, port }),
  ).rejects.toMatchObject({
    code: 'busy',
    message: expect.stringContaining(String(port)),
  })
  taken.close()
})
