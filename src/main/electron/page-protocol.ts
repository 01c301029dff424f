import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { type Protocol, protocol } from 'electron'
import { diagramPagePath, securityHeadersFor } from '../http/security'

/** The page's own scheme: it has an origin, unlike files, and nothing else can be loaded through it. */
export const pageScheme = 'app'
const pageHost = 'countersign'
/** The page's address. */
export const pageUrl = `${pageScheme}://${pageHost}/index.html`

/** The address of the page that draws diagrams, which is shown in a frame. */
export const diagramUrl = `${pageScheme}://${pageHost}${diagramPagePath}`

/** Whether an address is one of our page's own. */
export function isPageAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === `${pageScheme}:` && url.host === pageHost
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** Must run before the application is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Serves the built page's files and nothing beside them. */
export function servePageFiles(
  session: { readonly protocol: Pick<Protocol, 'handle'> },
  folder: string,
): void {
  session.protocol.handle(pageScheme, async (request) => {
    const url = new URL(request.url)
    const file = fileInside(folder, url)
    if (request.method !== 'GET' || file === null) return plain(404, 'There is no such page.')
    try {
      const bytes = await readFile(file)
      const type = contentTypes[extname(file)] ?? 'application/octet-stream'
      return new Response(new Uint8Array(bytes), {
        headers: { ...securityHeadersFor(url.pathname), 'content-type': type },
      })
    } catch {
      // Not there or not readable: for a page both are "no such file".
      return plain(404, 'There is no such page.')
    }
  })
}

function fileInside(folder: string, url: URL): string | null {
  if (url.host !== pageHost) return null
  let path: string
  try {
    path = decodeURIComponent(url.pathname)
  } catch {
    // Not percent-encoded: no file of ours.
    return null
  }
  if (path.includes('\0')) return null
  const file = normalize(join(folder, path === '/' ? 'index.html' : path))
  return file.startsWith(folder + sep) ? file : null
}

function plain(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { ...securityHeadersFor(''), 'content-type': 'text/plain; charset=utf-8' },
  })
}
