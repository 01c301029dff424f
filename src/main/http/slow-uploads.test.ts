import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server, type ServerOptions } from 'node:http'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noMcp } from '../../../tests/support/no-mcp'
import { routerWith } from '../../../tests/support/router-with'
import { listenOnLoopback } from './loopback'
import { type PageServer, servePage } from './server'
import { receiveUpload } from './uploads'

/** What Node gives a whole request unless it is told otherwise: five minutes, which no test waits for. */
const usualMs = 100
const servers = vi.hoisted((): Server[] => [])
vi.mock('../start/node-http', async (original) => {
  const real = (await original<typeof import('../start/node-http')>()).http
  const made = (options: ServerOptions | (() => void), listener?: () => void) => {
    const [own, answer] = typeof options === 'function' ? [{}, options] : [options, listener]
    const times = { requestTimeout: usualMs, connectionsCheckingInterval: usualMs / 4 }
    const server = real.createServer({ ...times, ...own }, answer)
    servers.push(server)
    return server
  }
  return { http: { ...real, createServer: made } }
})

const token = 'T'.repeat(43)
let folder: string
let uploads: string
let server: PageServer

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-slow-'))
  uploads = join(folder, 'uploads')
  mkdirSync(uploads)
  server = await servePage({
    ...{ router: routerWith({}), pageFolder: folder, uploads, token, mcp: noMcp, port: 0 },
  })
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function begin(port: number, lines: readonly string[]) {
  const socket = createConnection(port, '127.0.0.1')
  socket.on('error', () => undefined)
  let answer = ''
  socket.on('data', (piece) => {
    answer += piece.toString()
  })
  socket.write(`POST /upload HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join('\r\n')}\r\n\r\n`)
  return { socket, answer: () => answer }
}

describe('a file that comes slowly', () => {
  it('is taken, however long it takes', async () => {
    const { socket, answer } = begin(server.port, [
      `origin: http://127.0.0.1:${server.port}`,
      `authorization: Bearer ${token}`,
      'x-file-name: tides.txt',
      'content-length: 5',
    ])
    for (const letter of 'tides') {
      await pause(usualMs / 2)
      socket.write(letter)
    }
    await expect.poll(answer).toContain('HTTP/1.1 200')
    const [id = ''] = readdirSync(uploads)
    expect(readFileSync(join(uploads, id, 'tides.txt'), 'utf8')).toBe('tides')
    socket.destroy()
  })

  it('is cut off where nothing more of it comes, and nothing of it is kept', async () => {
    const failed: unknown[] = []
    const receiving = createServer((request) => {
      receiveUpload(request, uploads, usualMs).catch((error: unknown) => failed.push(error))
    })
    receiving.requestTimeout = 0
    const port = await listenOnLoopback(receiving, 0)
    const { socket } = begin(port, ['x-file-name: tides.txt', 'content-length: 5'])
    socket.write('tid')
    await once(socket, 'close')
    await expect.poll(() => failed.length).toBe(1)
    expect(readdirSync(uploads)).toEqual([])
    receiving.close()
  })

  it('does not take the limit off what comes before it, which a stranger sends', () => {
    expect(servers.at(-1)?.headersTimeout).toBe(60_000)
  })
})
