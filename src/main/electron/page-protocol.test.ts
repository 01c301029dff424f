import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contentSecurityPolicy, diagramPolicy } from '../http/security'
import { diagramUrl, pageUrl, registerPageScheme, servePageFiles } from './page-protocol'

const registered = vi.hoisted(() => vi.fn())
vi.mock('electron', () => ({ protocol: { registerSchemesAsPrivileged: registered } }))

let base: string
let answer: (request: Request) => Promise<Response>

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'countersign-scheme-'))
  const folder = join(base, 'renderer')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  for (const page of ['index.html', 'diagram.html']) writeFileSync(join(folder, page), '<!doctype html>')
  writeFileSync(join(folder, 'diagram.js'), 'void 0')
  writeFileSync(join(folder, 'assets', 'a b.js'), 'export {}')
  mkdirSync(join(base, 'renderer-evil'))
  writeFileSync(join(base, 'renderer-evil', 'x.js'), 'evil')
  writeFileSync(join(base, 'secret.txt'), 'secret')
  const session = {
    protocol: {
      handle: (_scheme: string, handler: typeof answer) => {
        answer = handler
      },
    },
  }
  servePageFiles(session, folder)
})
afterAll(() => rmSync(base, { recursive: true }))

const get = (url: string, method = 'GET') => answer(new Request(url, { method }))

describe('the page’s own scheme', () => {
  it('is registered with an origin, and without a way around the policy', () => {
    registerPageScheme()
    expect(registered).toHaveBeenCalledWith([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ])
  })

  it('serves the page with its policy and type', async () => {
    const response = await get(pageUrl)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('serves the page that draws diagrams with a policy of its own, and its script to a page without an origin', async () => {
    const response = await get(diagramUrl)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toBe(diagramPolicy)
    const script = await get('app://countersign/diagram.js')
    expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await get(pageUrl)).headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it('serves a file whose name is percent-encoded', async () => {
    const response = await get('app://countersign/assets/a%20b.js')
    expect(await response.text()).toBe('export {}')
  })

  it.each([
    ['a file above', 'app://countersign/../secret.txt'],
    ['a file above, encoded', 'app://countersign/%2e%2e%2fsecret.txt'],
    ['a file above, twice encoded', 'app://countersign/%252e%252e%252fsecret.txt'],
    ['a sibling with the same beginning', 'app://countersign/..%2frenderer-evil/x.js'],
    ['an absolute path', 'app://countersign//etc/passwd'],
    ['a NUL', 'app://countersign/index.html%00.js'],
    ['what is not percent-encoded', 'app://countersign/%zz'],
    ['a folder', 'app://countersign/assets'],
    ['the folder itself', 'app://countersign/.'],
    ['another host', 'app://elsewhere/index.html'],
    ['what is not there', 'app://countersign/none.js'],
  ])('does not serve %s', async (_what, url) => {
    const response = await get(url)
    const text = await response.text()
    expect(text).not.toMatch(/secret|evil|root:/)
    // The address is normalized by the engine before it arrives, so that "." is the page itself.
    if (url.endsWith('/.')) expect(text).toBe('<!doctype html>')
    else expect(response.status).toBe(404)
  })

  it('serves nothing to another method', async () => {
    expect((await get(pageUrl, 'POST')).status).toBe(404)
  })
})
