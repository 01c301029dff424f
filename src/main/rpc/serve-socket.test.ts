import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { implement } from '@orpc/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { routerWith } from '../../../tests/support/router-with'
import { contract } from '../../shared/contract'
import { attach, type Client } from './client'
import { helloHeader, type SocketServer, serveSocket } from './serve-socket'

let answer = Promise.withResolvers<{ url: string | null }>()
let asked = Promise.withResolvers<void>()
let begun = 0
let streamEnded = Promise.withResolvers<void>()

// The border is what is tested here; behind it two procedures are enough.
const router = routerWith({
  system: {
    focus: implement(contract).system.focus.handler(() => {
      begun += 1
      asked.resolve()
      return answer.promise
    }),
  },
  events: {
    watch: implement(contract).events.watch.handler(async function* ({ signal }) {
      yield { type: 'ready' as const }
      await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      streamEnded.resolve()
    }),
  },
})

const commandLine = { actor: { kind: 'command_line', name: 'Test' }, approval: null } as const

let path: string
let server: SocketServer

beforeEach(async () => {
  begun = 0
  answer = Promise.withResolvers()
  asked = Promise.withResolvers()
  streamEnded = Promise.withResolvers()
  path = join(mkdtempSync(join(tmpdir(), 'countersign-socket-')), 'a.sock')
  server = await serveSocket(path, router)
})
afterEach(async () => {
  answer.resolve({ url: null })
  await server.close()
  rmSync(dirname(path), { recursive: true })
})

async function attached() {
  const found = await attach(path, commandLine)
  if (found === null) throw new Error('Nobody answers.')
  return found
}

/** A connection that is used without a client of the contract. */
async function openSocket(): Promise<WebSocket> {
  const webSocket = new WebSocket('ws://holder/', {
    createConnection: () => createConnection({ path }),
    headers: { [helloHeader]: encodeURIComponent(JSON.stringify(commandLine)) },
  })
  await once(webSocket, 'open')
  return webSocket
}

/** A call, longer by so many characters. */
const focus = (id: number, padding = 0) =>
  JSON.stringify({ i: String(id), p: { u: '/system/focus', h: { 'x-padding': 'x'.repeat(padding) } } })

async function upgrade(hello: string | null): Promise<{ socket: Socket; text: string }> {
  const socket = createConnection({ path, allowHalfOpen: true })
  sendUpgrade(socket, hello)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return { socket, text: chunk.toString() }
}

function sendUpgrade(socket: Socket, hello: string | null): void {
  const header = hello === null ? '' : `${helloHeader}: ${hello}\r\n`
  socket.write(
    `GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${header}\r\n`,
  )
}

describe('the socket of a data folder', () => {
  it.skipIf(process.platform === 'win32')('is for its user alone', () => {
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['without a hello', null],
    ['that is not JSON', '%7b'],
    [
      'from the person of the window',
      encodeURIComponent('{"actor":{"kind":"person","name":"You"},"approval":null}'),
    ],
    ['from an assistant', encodeURIComponent('{"actor":{"kind":"assistant","name":"A"},"approval":null}')],
    [
      'with an approval that there is not',
      encodeURIComponent('{"actor":{"kind":"command_line","name":"A"},"approval":"all"}'),
    ],
  ])('refuses a connection %s', async (_what, hello) => {
    const { socket, text } = await upgrade(hello)
    expect(text).toContain('400 Bad Request')
    socket.destroy()
  })

  it('closes although a peer that it refused keeps its end open', async () => {
    const { socket } = await upgrade(null)
    await server.close()
    socket.destroy()
  })

  it('closes although a peer that was let in asks for its connection only then', async () => {
    const hello = encodeURIComponent(JSON.stringify(commandLine))
    // Takes no notice of being asked to close, which gives the other its time.
    const { socket: slow } = await upgrade(hello)
    const late = createConnection({ path, allowHalfOpen: true })
    await once(late, 'connect')
    late.resume()
    const refused = once(late, 'end')
    const closed = server.close()
    await nextTurn()
    sendUpgrade(late, hello)
    await Promise.all([closed, refused])
    for (const socket of [slow, late]) socket.destroy()
  })

  it('outlives a frame that is no frame', async () => {
    const { socket, text } = await upgrade(encodeURIComponent(JSON.stringify(commandLine)))
    expect(text).toContain('101 Switching Protocols')
    const closed = once(socket, 'end')
    // Reserved bits without an extension: RFC 6455, section 5.2.
    socket.write(Buffer.from([0xf1, 0x80, 0, 0, 0, 0]))
    await closed
    socket.destroy()
    answer.resolve({ url: 'reached' })
    const holder = await attached()
    expect(await holder.client.system.focus()).toEqual({ url: 'reached' })
    holder.close()
  })

  it.each([
    ['not JSON', 'hello'],
    ['no object', '1'],
    ['no call', '{}'],
    ['a call to nowhere', '{"i":"1","p":{"u":"http://[x"}}'],
    ['a call with a file', '{"i":"1","p":{"u":"/system/focus","h":{"content-disposition":"x"}}}'],
    ['an item of nothing', '{"i":"1","t":3}'],
    ['a call of another kind', '{"i":"1","t":9,"p":{"u":"/system/focus"}}'],
    ['bytes', Buffer.from('{"i":"1","p":{"u":"/system/focus"}}')],
  ])('closes a connection that sends %s, in one line of the log', async (_what, message) => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const webSocket = await openSocket()
    const closed = once(webSocket, 'close')
    webSocket.send(message)
    webSocket.send(message)
    expect((await closed)[0]).toBe(1007)
    expect(log.mock.calls).toEqual([[expect.stringMatching(/^A connection of "Test" was closed.*$/)]])
    log.mockRestore()
  })

  it('ends the streams of a client that went away', async () => {
    const holder = await attached()
    const events = await holder.client.events.watch()
    await events.next()
    holder.close()
    await streamEnded.promise
  })

  it('tells a caller whose answer can no longer come what to do', async () => {
    const holder = await attached()
    const call = holder.client.system.focus()
    call.catch(() => {})
    await asked.promise
    await server.close()
    await expect(call).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Activity'),
    })
    await expect(holder.client.system.focus()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('lets a call be made elsewhere that was on its way when the connection ended', async () => {
    const holder = await attached()
    const first = holder.client.system.focus()
    await asked.promise
    answer.resolve({ url: 'reached' })
    await first
    const closed = server.close()
    await expect(holder.client.system.focus()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    await closed
    expect(begun).toBe(1)
  })

  it('says so of none while it owes an answer, which is sent before the end', async () => {
    const holder = await attached()
    const first = holder.client.system.focus()
    await asked.promise
    const closed = server.close()
    answer.resolve({ url: 'reached' })
    expect(await first).toEqual({ url: 'reached' })
    await closed
  })

  it.each([
    [
      'a call',
      async (client: Client, signal: AbortSignal) => void (await client.system.focus(undefined, { signal })),
    ],
    [
      'a stream',
      async (client: Client, signal: AbortSignal) => {
        for await (const _event of await client.events.watch(undefined, { signal })) asked.resolve()
      },
    ],
  ])('lets %s be given up while the connection ends', async (_what, begin) => {
    const [holder, stop] = [await attached(), new AbortController()]
    const thrown: unknown[] = []
    const note = (error: unknown) => void thrown.push(error)
    process.on('uncaughtException', note).on('unhandledRejection', note)
    try {
      const call = begin(holder.client, stop.signal).catch(() => {})
      await asked.promise
      holder.close()
      await nextTurn()
      stop.abort()
      await Promise.all([call, holder.closed])
      await nextTurn()
      expect(thrown).toEqual([])
    } finally {
      process.off('uncaughtException', note).off('unhandledRejection', note)
    }
  })

  it('begins nothing more for a client that does not read its answers, and answers all once it does', async () => {
    answer.resolve({ url: 'x'.repeat(200_000) })
    const webSocket = await openSocket()
    const [asks, answers] = [300, new Set<string>()]
    const all = new Promise<void>((resolve) => {
      webSocket.on('message', (data) => {
        answers.add(String(data).slice(0, 12))
        if (answers.size === asks) resolve()
      })
    })
    webSocket.pause()
    for (let id = 0; id < asks; id += 1) webSocket.send(focus(id))
    await expect.poll(() => begun).toBeGreaterThan(1)
    // Another is answered as ever meanwhile.
    const other = await attached()
    for (let call = 0; call < 50; call += 1) await other.client.system.focus()
    expect(begun - 50).toBeLessThan(100)
    webSocket.resume()
    await all
    webSocket.terminate()
    other.close()
  })

  it('forgets a client that goes without having read anything', async () => {
    answer.resolve({ url: 'x'.repeat(200_000) })
    const webSocket = await openSocket()
    webSocket.pause()
    for (let id = 0; id < 5000; id += 1) webSocket.send(focus(id))
    await expect.poll(() => begun).toBeGreaterThan(1)
    const before = begun
    webSocket.terminate()
    await server.close()
    expect(begun - before).toBeLessThan(100)
  })

  it('answers one client while another has thousands of calls waiting', async () => {
    answer.resolve({ url: null })
    const [busy, other] = [await openSocket(), await attached()]
    for (let id = 0; id < 3000; id += 1) busy.send(focus(id))
    await once(busy, 'message')
    const before = begun
    await other.client.system.focus()
    expect(begun - before).toBeLessThan(100)
    busy.terminate()
    other.close()
  })

  it.each([
    ['little', 0],
    ['more than a megabyte', 40_000],
  ])('begins no call that was given up before its turn, while %s waits', async (_, padding) => {
    const webSocket = await openSocket()
    for (let id = 0; id < 300; id += 1) webSocket.send(focus(id, padding))
    await expect.poll(() => begun).toBe(256)
    for (let id = 256; id < 299; id += 1) webSocket.send(JSON.stringify({ i: String(id), t: 4 }))
    // Is answered once what came before it was read.
    webSocket.ping()
    await once(webSocket, 'pong')
    const answers: string[] = []
    webSocket.on('message', (data) => answers.push(JSON.parse(String(data)).i))
    answer.resolve({ url: null })
    await expect.poll(() => answers).toHaveLength(257)
    expect(answers.at(-1)).toBe('299')
    webSocket.terminate()
  })

  it('closes a connection of which too much waits', async () => {
    const webSocket = await openSocket()
    // As many as are begun at once, and then more than may wait.
    for (let id = 0; id < 300; id += 1) webSocket.send(focus(id, id < 256 ? 0 : 1_000_000))
    const [code] = await once(webSocket, 'close')
    expect(code).toBe(1013)
    expect(begun).toBeLessThanOrEqual(256)
  })

  it('lets nobody in any more, but answers those that are in', async () => {
    const holder = await attached()
    const call = holder.client.system.focus()
    await asked.promise
    server.stopListening()
    expect(await attach(path, commandLine)).toBeNull()
    answer.resolve({ url: 'late' })
    expect(await call).toEqual({ url: 'late' })
  })
})

describe.skipIf(process.platform === 'win32')('a socket below the system’s temporary folder', () => {
  const folder = join(tmpdir(), `countersign-${process.getuid?.() ?? 0}-0123456789abcdef`)
  const socket = join(folder, 'countersign.sock')
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is refused in a folder that others can write into', async () => {
    mkdirSync(folder)
    chmodSync(folder, 0o777)
    await expect(serveSocket(socket, router)).rejects.toMatchObject({ code: 'denied' })
    chmodSync(folder, 0o700)
    const other = await serveSocket(socket, router)
    chmodSync(folder, 0o777)
    await expect(attach(socket, commandLine)).rejects.toMatchObject({ code: 'denied' })
    await other.close()
  })
})
