import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenOnLoopback } from '../../src/main/http/loopback'

/** What a site answers at a path: HTML, or whatever a function says. */
export type SitePage = string | ((request: IncomingMessage, response: ServerResponse) => void)

/** A web site of a test, on this machine. */
export interface Site {
  /** `http://127.0.0.1:port` */
  readonly origin: string
  /** As a person names it. */
  readonly host: string
  /** Paths by what is there; may be changed at any time. */
  readonly pages: Record<string, SitePage>
  /** Every path that was asked for, in order, with its query. */
  readonly asked: string[]
  close(): Promise<void>
}

/** Serves a site; a path that it does not have is not found. */
export async function servePages(pages: Record<string, SitePage>): Promise<Site> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const page = pages[path]
    if (page === undefined) response.writeHead(404).end('There is nothing here.')
    else if (typeof page === 'string') response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    else page(request, response)
  })
  const port = await listenOnLoopback(server, 0)
  // A test that ends does not wait for it.
  server.unref()
  const host = `127.0.0.1:${port}`
  return {
    origin: `http://${host}`,
    host,
    pages,
    asked,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

/** A page with a title and a body. */
export function html(title: string, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main>${body}</main></body></html>`
}
