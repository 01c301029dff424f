import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpPageServer } from '../../../tests/support/page-server-desk'

const desk = setUpPageServer()
const { ask } = desk

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
    const path = join(desk.page, 'assets', 'large-B2.js')
    writeFileSync(path, Buffer.alloc(20_000_000, 'x'))
    const open = () => {
      const links = readdirSync('/proc/self/fd').map((name) => `/proc/self/fd/${name}`)
      // One of them was for this list, and is gone.
      return links.filter((link) => existsSync(link) && readlinkSync(link) === path).length
    }
    const ask = `GET /assets/large-B2.js HTTP/1.1\r\nhost: 127.0.0.1:${desk.port}\r\n\r\n`
    const sockets = Array.from({ length: 5 }, () => createConnection(desk.port, '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => undefined).write(ask.repeat(4))
    await Promise.all(sockets.map((socket) => once(socket, 'readable')))
    // One for each connection, however many it has asked for.
    expect(open()).toBe(5)
    for (const socket of sockets) socket.destroy()
    await expect.poll(open).toBe(0)
  })

  it('come one after the other to a connection that asks for some at once', async () => {
    const path = join(desk.page, 'assets', 'large-B2.js')
    writeFileSync(path, Buffer.alloc(20_000_000, 'x'))
    const socket = createConnection(desk.port, '127.0.0.1')
    let came = ''
    const closed = once(socket.setEncoding('latin1'), 'close')
    const get = (path: string, more = '') =>
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${desk.port}\r\n${more}\r\n`
    socket.write(get('/assets/large-B2.js') + get('/assets/none.js') + get('/', 'connection: close\r\n'))
    socket.on('data', (piece: string) => {
      came += piece.replaceAll('x'.repeat(100), '')
    })
    await closed
    expect(came.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200'])
    expect(came).toContain('<title>Page</title>')
  })

  it('are not given by the thousand to a connection that takes none of them', async () => {
    writeFileSync(join(desk.page, 'assets', 'large-B2.js'), Buffer.alloc(20_000_000, 'x'))
    const socket = createConnection(desk.port, '127.0.0.1')
    socket.on('error', () => undefined)
    const closed = once(socket, 'close')
    socket.write(`GET /assets/large-B2.js HTTP/1.1\r\nhost: 127.0.0.1:${desk.port}\r\n\r\n`.repeat(1000))
    socket.resume()
    await closed
    const page = await Promise.all(Array.from({ length: 20 }, () => ask('/')))
    expect(page.map(({ status }) => status)).toEqual(page.map(() => 200))
  })

  it('goes on where its files are replaced, or one can’t be opened', async () => {
    const pageFolder = desk.page
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
})
