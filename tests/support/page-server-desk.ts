import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { implement } from '@orpc/server'
import { afterEach, beforeEach } from 'vitest'
import { type PageServer, servePage } from '../../src/main/http/server'
import { contract } from '../../src/shared/contract'
import { noMcp } from './no-mcp'
import { routerWith } from './router-with'

/** The token of the page that is served. */
export const pageToken = 'T'.repeat(43)

// The border is what is tested; behind it one procedure is enough.
const router = routerWith({
  system: {
    focus: implement(contract).system.focus.handler(() => ({ url: 'reached' })),
  },
})

/** An answer of the server, read to its end. */
export interface PageAnswer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: string
}

/** A page that is served, of two files, with a folder for uploads. */
export interface PageServerDesk {
  readonly port: number
  /** The folder of the page's files; beside it lies `secret.txt`. */
  readonly page: string
  readonly uploads: string
  /** Serves the same on a port. */
  serveOn(port: number): Promise<PageServer>
  /** Asks with the right host name, unless other headers say otherwise. */
  ask(
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: Buffer },
  ): Promise<PageAnswer>
}

/** Serves a page for each test of a file. */
export function setUpPageServer(): PageServerDesk {
  let folder: string
  let server: PageServer
  const page = () => join(folder, 'page')
  const uploads = () => join(folder, 'uploads')
  const serveOn = (port: number) =>
    servePage({ router, pageFolder: page(), uploads: uploads(), token: pageToken, mcp: noMcp, port })

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-page-'))
    mkdirSync(uploads())
    mkdirSync(join(page(), 'assets'), { recursive: true })
    writeFileSync(join(page(), 'index.html'), '<!doctype html><title>Page</title>')
    writeFileSync(join(page(), 'assets', 'index-B1.js'), 'export {}')
    writeFileSync(join(folder, 'secret.txt'), 'outside the page')
    server = await serveOn(0)
  })
  afterEach(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  return {
    get port() {
      return server.port
    },
    get page() {
      return page()
    },
    get uploads() {
      return uploads()
    },
    serveOn,
    ask: (path, { method = 'GET', headers, body } = {}) =>
      new Promise((resolve, reject) => {
        const { port } = server
        const host = `127.0.0.1:${port}`
        const asked = request(
          { host: '127.0.0.1', port, path, method, headers: { host, ...headers } },
          (response) => {
            let read = ''
            response.on('data', (chunk: Buffer) => {
              read += chunk.toString()
            })
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read }),
            )
          },
        )
        asked.on('error', reject)
        asked.end(body)
      }),
  }
}
