import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createConnection } from 'node:net'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pageToken, setUpPageServer } from '../../../tests/support/page-server-desk'

const desk = setUpPageServer()

describe('uploads', () => {
  const send = (headers: Record<string, string>, body = Buffer.from('content')) =>
    desk.ask('/upload', {
      method: 'POST',
      headers: {
        origin: `http://127.0.0.1:${desk.port}`,
        authorization: `Bearer ${pageToken}`,
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
    expect(path.startsWith(desk.uploads)).toBe(true)
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
      expect(readdirSync(desk.uploads)).toEqual([])
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
    expect(readdirSync(desk.uploads)).toEqual([])
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
    const { port } = desk
    const socket = createConnection(port, '127.0.0.1')
    const own = `host: 127.0.0.1:${port}\r\norigin: http://127.0.0.1:${port}\r\nauthorization: Bearer ${pageToken}`
    socket.write(`POST /upload HTTP/1.1\r\n${own}\r\nx-file-name: tides.txt\r\n${rest}`)
    await expect.poll(() => readdirSync(desk.uploads, { recursive: true })).toHaveLength(2)
    socket.destroy()
    await expect.poll(() => readdirSync(desk.uploads)).toEqual([])
  })

  it('refuses a wrong token, another origin and a size above the limit, and keeps nothing', async () => {
    expect((await send({ authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await send({ origin: 'http://evil.example' })).status).toBe(403)
    expect(
      (await send({ 'content-length': String(3 * 1024 * 1024 * 1024) }).catch(() => ({ status: 413 })))
        .status,
    ).toBe(413)
    expect(readdirSync(desk.uploads)).toEqual([])
  })
})
