import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { selfSigned } from '../../../tests/support/self-signed'
import { AppError } from '../../shared/errors'
import { listenOnLoopback } from '../http/loopback'
import { parseAddress } from './address'
import { createGuardedFetch, type GuardOptions, type WebAnswer } from './guarded-fetch'
import type { TimeLimits } from './limits'

const servers: { close(): unknown; closeAllConnections?(): void }[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.()
    server.close()
  }
})

/** A server of the test; answers its `host:port`. */
async function serve(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer)
  servers.push(server)
  const port = await listenOnLoopback(server, 0)
  return `127.0.0.1:${port}`
}

/** A server that says what it likes, as bytes. */
async function serveBytes(say: (socket: import('node:net').Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    say(socket)
  })
  servers.push(server)
  const port = await listenOnLoopback(server, 0)
  return `127.0.0.1:${port}`
}

const quick: TimeLimits = { connectMs: 5_000, silenceMs: 300, wholeMs: 1_000 }

interface Asked extends Partial<GuardOptions> {
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

function ask(
  url: string,
  { maxBytes = 10_000_000, signal, named, ...guard }: Asked = {},
): Promise<WebAnswer> {
  const fetch = createGuardedFetch({ named: named ?? (() => [new URL(url).host]), ...guard })
  return fetch(parseAddress(url), { signal: signal ?? new AbortController().signal, maxBytes })
}

async function textOf({ chunks }: WebAnswer): Promise<string> {
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString('utf8')
}

/** What a request failed with: the code of its sentence. */
async function failureOf(work: Promise<WebAnswer>): Promise<string> {
  try {
    await textOf(await work)
  } catch (error) {
    if (error instanceof AppError) return error.said?.code ?? error.message
    throw error
  }
  return 'answered'
}

describe('a guarded fetch', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://wiki.localhost/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://100.100.100.200/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2600::5efe:7f00:1]/',
    'http://[2600::200:5efe:7f00:1]/',
    'http://[2001:0:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
  ])('refuses %s without a look-up or a connection', async (url) => {
    const lookup = async () => {
      throw new Error('was looked up')
    }
    expect(await failureOf(ask(url, { named: () => [], lookup }))).toBe('web.nearby')
  })

  it.each([
    [['10.0.0.7']],
    [['127.0.0.1']],
    [['93.184.215.14', '127.0.0.1']],
    [['::ffff:7f00:1']],
    [['169.254.169.254']],
    [['fe80::1%eth0']],
    [['not an address']],
  ])('refuses a name that leads to %j', async (addresses) => {
    const lookup = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    expect(await failureOf(ask('https://inside.example/', { named: () => [], lookup }))).toBe('web.nearby')
  })

  it('asks the address that was checked, whatever the name means a moment later', async () => {
    const host = await serve((_request, response) => response.end('the first'))
    const port = new URL(`http://${host}`).port
    let looks = 0
    const lookup = async () => {
      looks++
      // The second answer would be refused, and a second look-up would get it.
      return [{ address: looks === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    }
    const named = () => [`wiki.test:${port}`]
    const answer = await ask(`http://wiki.test:${port}/`, { named, lookup })
    expect(await textOf(answer)).toBe('the first')
    expect(looks).toBe(1)
  })

  it('lets a named host be asked at its port and at no other, and never one that tells credentials', async () => {
    const host = await serve((_request, response) => response.end('home'))
    expect(await textOf(await ask(`http://${host}/`, { named: () => [host] }))).toBe('home')
    expect(await failureOf(ask(`http://${host}/`, { named: () => ['127.0.0.1:1'] }))).toBe('web.nearby')
    const metadata = ask('http://169.254.169.254/', { named: () => ['169.254.169.254:80'] })
    expect(await failureOf(metadata)).toBe('web.nearby')
  })

  it('never asks a named host that has come to be where credentials are told, whichever network that is behind', async () => {
    for (const address of ['fd00:ec2::254', 'fd00:ec2::254%lo', 'FD00:EC2::254%1']) {
      const found = ask('http://wiki.test/', {
        named: () => ['wiki.test:80'],
        lookup: async () => [{ address, family: 6 }],
      })
      expect(await failureOf(found), address).toBe('web.nearby')
    }
  })

  it('refuses a name of thousands of addresses for one of them that is nearby, and asks no other name for its dots', async () => {
    const many = Array.from({ length: 5000 }, (_, place) => ({
      address: `93.184.${place >> 8}.${place & 255}`,
      family: 4,
    }))
    const lookup = async () => [...many, { address: 'fe80::1%lo', family: 6 }]
    expect(await failureOf(ask('http://public.test/', { lookup }))).toBe('web.nearby')
    const nearby = async () => [{ address: '127.0.0.1', family: 4 }]
    for (const host of ['wiki.test.', 'WIKI.test..', 'ｗiki.test.', 'localhost.', 'a.localhost.']) {
      const found = ask(`http://${host}/`, { named: () => ['wiki.test:80'], lookup: nearby })
      expect(await failureOf(found), host).toBe('web.nearby')
    }
  })

  it('checks every redirect as if it came first', async () => {
    const targets: Record<string, string> = {
      '/inside': 'http://10.0.0.1/',
      '/file': 'file:///etc/passwd',
      '/password': 'http://me:secret@example.org/',
      '/port': 'http://example.org:25/',
      '/decimal': 'http://2130706433:8080/',
    }
    const host = await serve((request, response) => {
      response.writeHead(302, { location: targets[request.url ?? ''] ?? request.url ?? '/' }).end()
    })
    const codes = await Promise.all(
      ['/inside', '/file', '/password', '/port', '/decimal', '/loop'].map((path) =>
        failureOf(ask(`http://${host}${path}`)),
      ),
    )
    expect(codes).toEqual([
      'web.nearby',
      'web.leads_nowhere',
      'web.leads_nowhere',
      'web.leads_nowhere',
      'web.nearby',
      'web.redirects',
    ])
  })

  it('sends neither cookies nor credentials nor whence it comes, on no hop', async () => {
    const seen: (readonly string[])[] = []
    const host = await serve((request, response) => {
      seen.push(Object.keys(request.headers).sort())
      if (request.url === '/') response.writeHead(302, { location: '/next', 'set-cookie': 'a=b' }).end()
      else response.end('there')
    })
    await textOf(await ask(`http://${host}/`))
    expect(seen).toHaveLength(2)
    for (const names of seen) {
      expect(names).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
    }
  })

  it('does not go through the proxy of the environment', async () => {
    const before = process.env.HTTP_PROXY
    process.env.HTTP_PROXY = 'http://127.0.0.1:1'
    try {
      const host = await serve((_request, response) => response.end('direct'))
      expect(await textOf(await ask(`http://${host}/`))).toBe('direct')
    } finally {
      if (before === undefined) delete process.env.HTTP_PROXY
      else process.env.HTTP_PROXY = before
    }
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('unpacks %s, and counts what it unpacks to', async (encoding, pack) => {
    const host = await serve((request, response) => {
      const content = request.url === '/bomb' ? Buffer.alloc(5_000_000) : Buffer.from('packed')
      response.writeHead(200, { 'content-encoding': encoding }).end(pack(content))
    })
    expect(await textOf(await ask(`http://${host}/`))).toBe('packed')
    expect(await failureOf(ask(`http://${host}/bomb`, { maxBytes: 1_000_000 }))).toBe('web.too_large')
  })

  it('refuses what is packed in unknown ways, is damaged, cut or too large', async () => {
    const host = await serve((request, response) => {
      switch (request.url) {
        case '/unknown':
          return response.writeHead(200, { 'content-encoding': 'zstd, x' }).end('a')
        case '/many':
          return response.writeHead(200, { 'content-encoding': 'gzip, gzip, gzip' }).end('a')
        case '/damaged':
          return response.writeHead(200, { 'content-encoding': 'gzip' }).end('this is not gzip')
        case '/told':
          return response.writeHead(200, { 'content-length': '5000' }).end(Buffer.alloc(5000))
        case '/untold':
          response.writeHead(200)
          for (let part = 0; part < 50; part++) response.write(Buffer.alloc(100))
          return response.end()
        default:
          response.writeHead(200, { 'content-length': '100' })
          response.write('half')
          return response.destroy()
      }
    })
    const code = (path: string) => failureOf(ask(`http://${host}${path}`, { maxBytes: 1000 }))
    expect(await code('/unknown')).toBe('web.broken_content')
    expect(await code('/many')).toBe('web.broken_content')
    expect(await code('/damaged')).toBe('web.broken_content')
    expect(await code('/told')).toBe('web.too_large')
    expect(await code('/untold')).toBe('web.too_large')
    expect(await code('/cut')).toBe('web.unreachable')
  })

  it('says what a status means', async () => {
    const host = await serve((request, response) => {
      response.writeHead(Number(request.url?.slice(1))).end()
    })
    const code = (status: number) => failureOf(ask(`http://${host}/${status}`))
    expect(await code(204)).toBe('web.empty')
    expect(await code(404)).toBe('web.not_found')
    expect(await code(410)).toBe('web.not_found')
    expect(await code(403)).toBe('web.not_allowed')
    expect(await code(429)).toBe('web.too_often')
    expect(await code(500)).toBe('web.failed')
    // A part that nobody asked for is no page.
    expect(await code(206)).toBe('web.failed')
    expect(await code(302)).toBe('web.failed')
  })

  it('ends with a server that is silent, or sends a byte now and then, for ever', async () => {
    const silent = await serveBytes(() => undefined)
    expect(await failureOf(ask(`http://${silent}/`, { times: quick }))).toBe('web.too_slow')
    const timers: NodeJS.Timeout[] = []
    const slow = await serveBytes((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n')
      timers.push(setInterval(() => socket.write('a'), 50))
    })
    expect(await failureOf(ask(`http://${slow}/`, { times: quick }))).toBe('web.too_slow')
    const header = await serveBytes((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      timers.push(setInterval(() => socket.write('x-a: b\r\n'), 50))
    })
    expect(await failureOf(ask(`http://${header}/`, { times: quick }))).toBe('web.too_slow')
    for (const timer of timers) clearInterval(timer)
  })

  it('refuses a header without an end, and what is no web server', async () => {
    const long = await serveBytes((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(200_000)}\r\n\r\n`)
    })
    expect(await failureOf(ask(`http://${long}/`))).toBe('web.header_too_large')
    const other = await serveBytes((socket) => socket.end('220 mail.example ESMTP\r\n'))
    expect(await failureOf(ask(`http://${other}/`))).toBe('web.no_web_server')
    const upgrade = await serveBytes((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
    })
    expect(await failureOf(ask(`http://${upgrade}/`))).toBe('web.no_web_server')
  })

  it('says that a host that proves nothing is not asked, and that one is not there', async () => {
    const plain = await serve((_request, response) => response.end('no TLS'))
    expect(await failureOf(ask(`https://${plain}/`))).toBe('web.unencrypted')
    const unproved = createTlsServer(selfSigned, (_request, response) => void response.end('who am I'))
    servers.push(unproved)
    const port = await listenOnLoopback(unproved, 0)
    const host = `127.0.0.1:${port}`
    expect(await failureOf(ask(`https://${host}/`))).toBe('web.certificate')
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    try {
      expect(await failureOf(ask(`https://${host}/`))).toBe('web.certificate')
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
    }
    const lookup = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    expect(await failureOf(ask('https://nowhere.example/', { lookup }))).toBe('web.unreachable')
    expect(await failureOf(ask('http://127.0.0.1:1025/'))).toBe('web.unreachable')
  })

  it('stops while the name is looked up, while it waits and while it receives', async () => {
    const never = () => new Promise<never>(() => undefined)
    const looking = new AbortController()
    const looked = failureOf(ask('https://slow.example/', { lookup: never, signal: looking.signal }))
    looking.abort()
    expect(await looked).toBe('web.stopped')

    const waiting = new AbortController()
    const silent = await serveBytes((socket) => socket.once('data', () => waiting.abort()))
    expect(await failureOf(ask(`http://${silent}/`, { signal: waiting.signal }))).toBe('web.stopped')

    const receiving = new AbortController()
    const host = await serve((_request, response) => {
      response.write('some')
    })
    const answer = await ask(`http://${host}/`, { signal: receiving.signal })
    const read = textOf(answer)
    receiving.abort()
    await expect(read).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('an address', () => {
  it.each([
    ['example.org', 'web.no_address'],
    ['https://', 'web.no_address'],
    ['ftp://example.org/', 'web.other_scheme'],
    ['file:///etc/passwd', 'web.other_scheme'],
    ['javascript:alert(1)', 'web.other_scheme'],
    ['https://me@example.org/', 'web.with_password'],
    ['https://me:secret@example.org/', 'web.with_password'],
    ['http://example.org:22/', 'web.port'],
    ['http://example.org:6667/', 'web.port'],
    [`https://example.org/${'a'.repeat(5000)}`, 'web.too_long'],
  ])('%s is refused in a sentence', (text, code) => {
    expect(() => parseAddress(text)).toThrow(
      expect.objectContaining({ said: expect.objectContaining({ code }) }),
    )
  })

  it('is asked as ASCII alone, without its fragment', () => {
    const { href, host } = parseAddress(' HTTPS://Bücher.example:443/ä?q=\u202ex#part ')
    expect(href).toBe('https://xn--bcher-kva.example/%C3%A4?q=%E2%80%AEx')
    expect(host).toBe('xn--bcher-kva.example')
  })
})
