import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from '../../../../tests/electron/stand-in/find-binaries'
import { type Site, servePages } from '../../../../tests/support/serve-pages'
import { createBlobStore } from '../../changes/blobs'
import type { GuardOptions } from '../guarded-fetch'
import { createWebService, type FetchedPage, type PagesWanted } from '../service'
import { createChromium } from './chromium'
import type { ScriptsOptions } from './scripted-pages'

let site: Site
let other: Site
let folder: string
let blobs: ReturnType<typeof createBlobStore>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scripted-'))
  blobs = createBlobStore(folder)
  site = await servePages({})
  other = await servePages({})
})
afterEach(async () => {
  await Promise.all([site.close(), other.close()])
  rmSync(folder, { recursive: true, force: true })
})

/** The shell of a page that its scripts make. */
const shell = (script: string, rest = '') =>
  `<!doctype html><html><head><title>Loading</title></head><body><div id="app"></div><noscript>Please enable JavaScript.</noscript>${rest}<script>${script}</script></body></html>`
const show = (text: string) => `document.querySelector('#app').innerHTML = ${JSON.stringify(text)}`

async function fetched({
  scripts,
  wanted,
  ...guard
}: {
  readonly scripts?: Partial<ScriptsOptions>
  readonly wanted?: Partial<PagesWanted>
} & Partial<GuardOptions> = {}): Promise<readonly FetchedPage[]> {
  const web = createWebService({
    named: () => [site.host],
    store: { blobs },
    crawlPause: async () => undefined,
    scripts: { browsers: createChromium(findChromium(), process.env), wanted: () => true, ...scripts },
    ...guard,
  })
  const { pages } = await web.fetch({
    ...{ url: `${site.origin}/`, mode: 'single', maxPages: 1, progress: () => undefined },
    signal: new AbortController().signal,
    scripts: true,
    ...wanted,
  })
  return pages
}

type Kept = Extract<FetchedPage, { sha256: string }>

async function page(...options: Parameters<typeof fetched>): Promise<Kept & { readonly text: string }> {
  const [only] = await fetched(...options)
  if (only === undefined || 'error' in only) throw new Error('No page came.', { cause: only?.error })
  return { ...only, text: (await blobs.read(only.sha256)).toString('utf8') }
}

const howRun = (page: FetchedPage) => ('scripts' in page ? (page.scripts?.error?.said?.code ?? 'run') : 'run')

/** What is left of browsers in the folder for temporary files. */
const profiles = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`countersign-browser-${process.pid}-`))

describe('a page that its scripts make', () => {
  it('is taken as they show it, with what they load', async () => {
    const before = profiles()
    site.pages['/'] = shell(
      `fetch('/tides.json', { headers: { 'x-key': 'k' } }).then((answer) => answer.json()).then(({ text }) => {
        document.title = 'Tides'
        ${show('<h1>Tides</h1>')}
        document.querySelector('#app').append(text)
      })`,
    )
    const headers: IncomingHttpHeaders[] = []
    site.pages['/tides.json'] = (request, response) => {
      headers.push(request.headers)
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(JSON.stringify({ text: 'High water at six.' })))
    }
    const { text, title, scripts } = await page()
    expect(scripts).toEqual({ run: true, error: null })
    expect(title).toBe('Tides')
    expect(text).toContain('<h1>Tides</h1>High water at six.')
    expect(text).not.toMatch(/<script|Please enable/)
    expect(site.asked).toEqual(['/', '/tides.json'])
    // What a script sets is sent; whose browser it is, and whence it comes, is not.
    expect(headers[0]).toMatchObject({ 'x-key': 'k', 'user-agent': expect.stringMatching(/^Countersign\//) })
    expect(Object.keys(headers[0] ?? {}).filter((name) => /cookie|referer|^sec-/.test(name))).toEqual([])
    expect(profiles()).toEqual(before)
  })

  it('is read in its own letters', async () => {
    site.pages['/'] = (_request, response) => {
      response.setHeader('content-type', 'text/html; charset=windows-1251')
      response.end(
        iconv.encode(
          shell(
            `document.querySelector('#app').append('Высокая вода: ' + word)`,
            '<script>word = "прилив"</script>',
          ),
          'win1251',
        ),
      )
    }
    expect((await page()).text).toContain('Высокая вода: прилив')
  })

  it('leads on by the links that its scripts made, in a crawl', async () => {
    let started = 0
    const chromium = createChromium(findChromium(), process.env)
    const browsers = {
      start(signal: AbortSignal) {
        started += 1
        return chromium.start(signal)
      },
    }
    site.pages['/'] = shell(show('<h1>Home</h1><a href="/b">B</a>'))
    site.pages['/b'] = shell(`document.cookie = 'seen=1'; ${show('<p>The second page.</p>')}`)
    const pages = await fetched({
      scripts: { browsers },
      wanted: { mode: 'crawl', maxPages: 5 },
    })
    expect(pages.map(({ url }) => url)).toEqual([`${site.origin}/`, `${site.origin}/b`])
    expect(started).toBe(1)
  })

  it('has no scripts run where it shows enough by itself, or would show less by them', async () => {
    const browsers = { start: () => Promise.reject(new Error('No browser is wanted.')) }
    site.pages['/'] = shell(show('<p>Other</p>'), `<p>${'Enough is said here. '.repeat(20)}</p>`)
    expect((await page({ scripts: { browsers } })).scripts).toBeNull()
    site.pages['/'] = '<p>Short, and without scripts.</p><script type="application/ld+json">{}</script>'
    expect((await page({ scripts: { browsers } })).scripts).toBeNull()
    // What it shows may be links alone.
    for (const shown of ['<p>A short page.</p>', '<a href="/minutes">Minutes of May</a>']) {
      site.pages['/'] = shell('document.documentElement.replaceChildren()', shown)
      const kept = await page()
      expect(kept.scripts).toEqual({ run: true, error: null })
      expect(kept.text).toContain(shown)
      expect(kept.title).toBe('Loading')
    }
  })
})

describe('a page that leads elsewhere by its scripts', () => {
  it('is followed, in a crawl too', async () => {
    site.pages['/'] = shell(`location.replace('/next')`)
    site.pages['/next'] = shell(`location.href = '/last'`)
    site.pages['/last'] = shell(show('Where it leads.'))
    const { url, text, scripts } = await page()
    expect([url, scripts]).toEqual([`${site.origin}/last`, { run: true, error: null }])
    expect(text).toContain('Where it leads.')
    expect(site.asked).toEqual(['/', '/next', '/last'])
    const crawled = await fetched({ wanted: { mode: 'crawl', maxPages: 5 } })
    expect(crawled.map((page) => page.url)).toEqual([`${site.origin}/last`])
  })

  it('is followed to another host where a person decided; where that can’t be had, it is kept', async () => {
    site.pages['/'] = shell(`${show('One moment.')}; location.href = 'https://elsewhere.example/'`)
    const looked: string[] = []
    const lookup = async (name: string) => {
      looked.push(name)
      return []
    }
    const decided = await page({ lookup })
    expect([decided.url, howRun(decided), decided.scripts?.run]).toEqual([
      ...[`${site.origin}/`, 'web.unreachable', true],
    ])
    expect(decided.text).toContain('One moment.')
    expect(looked).toEqual(['elsewhere.example'])
    const remembered = await page({ lookup, wanted: { onlyHosts: [site.host] } })
    expect([remembered.url, howRun(remembered)]).toEqual([`${site.origin}/`, 'web.other_host'])
    expect(looked).toEqual(['elsewhere.example'])
  })

  it.each(['single', 'crawl'] as const)(
    'reaches no other host nearby that a person named: %s',
    async (mode) => {
      site.pages['/'] = shell(`${show('One moment.')}; location.href = '${other.origin}/secret?from=script'`)
      const [only] = await fetched({
        named: () => [site.host, other.host],
        wanted: { mode, maxPages: 5 },
      })
      expect(only?.url).toBe(`${site.origin}/`)
      expect(other.asked).toEqual([])
    },
  )

  it.each([
    ['where it is', `location.href = '?'`],
    [
      'where it has something to say',
      `${show('It goes on like this. '.repeat(20))}; location.href = '/next'`,
    ],
  ])('stays %s', async (_where, script) => {
    site.pages['/'] = shell(script)
    const only = await page()
    expect([only.url, howRun(only), site.asked]).toEqual([`${site.origin}/`, 'run', ['/']])
  })

  it('leads in no circle', async () => {
    site.pages['/'] = shell(`location.href = '/b'`)
    site.pages['/b'] = shell(`location.href = '/'`)
    const only = await page()
    expect([only.url, howRun(only), site.asked]).toEqual([`${site.origin}/b`, 'web.redirects', ['/', '/b']])
  })
})

describe('the scripts of a page', () => {
  it('reach no other host nearby, even one that a person named', async () => {
    site.pages['/'] = shell(
      `fetch('${other.origin}/').then(() => ${show('reached')}, () => { ${show('not reached')} })`,
    )
    other.pages['/'] = (_request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.end('A secret.')
    }
    const { text } = await page({ named: () => [site.host, other.host] })
    expect(text).toContain('not reached')
    expect(other.asked).toEqual([])
  })

  it('reach no host that nobody approved', async () => {
    const looked: string[] = []
    site.pages['/'] = shell(`fetch('https://elsewhere.example/').catch(() => { ${show('not reached')} })`)
    const lookup = async (name: string) => {
      looked.push(name)
      return []
    }
    const only = await page({ lookup, wanted: { onlyHosts: [site.host] } })
    expect(only.text).toContain('not reached')
    expect(looked).toEqual([])
    await page({ lookup })
    expect(looked).toEqual(['elsewhere.example'])
  })

  it('send nothing but questions', async () => {
    site.pages['/'] = shell(
      `Promise.allSettled(['POST', 'PUT', 'DELETE'].map((method) => fetch('/x', { method }))).then(() => { ${show('done')} })`,
    )
    expect((await page()).text).toContain('done')
    expect(site.asked).toEqual(['/'])
  })

  it('get nothing that is too large, and not for ever', async () => {
    site.pages['/'] = shell(
      `fetch('/large').then((answer) => answer.blob()).catch(() => { ${show('too large')} })`,
    )
    site.pages['/large'] = (_request, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(1 << 20))) if (response.destroyed) return
      }
      response.on('drain', more)
      more()
    }
    expect((await page()).text).toContain('too large')
  })
})

describe('where scripts can’t be run', () => {
  const reasons = async (options: Parameters<typeof fetched>[0]) => {
    const { text, scripts } = await page(options)
    expect(text).toContain('Please enable JavaScript.')
    return scripts?.run === false ? scripts.error : null
  }

  it('the page is taken as it came, and why is told', async () => {
    site.pages['/'] = shell(show('never'))
    expect(await reasons({ scripts: { browsers: null } })).toMatchObject({
      said: { code: 'web.no_browser_here' },
    })
    expect(await reasons({ scripts: { wanted: () => false } })).toMatchObject({
      said: { code: 'web.scripts_off' },
    })
    chmodSync(folder, 0o755)
    expect(await reasons({ wanted: { scripts: false } })).toMatchObject({
      said: { code: 'web.scripts_not_approved' },
    })
    const missing = createChromium(join(folder, 'chromium'), process.env)
    expect((await reasons({ scripts: { browsers: missing } }))?.message).toContain('ENOENT')
    const failing = join(folder, 'failing')
    writeFileSync(
      failing,
      '#!/bin/sh\necho "[1:2:3/4.5:FATAL:some_file.cc(1)] No usable sandbox!" >&2\nexit 1\n',
      { mode: 0o755 },
    )
    const error = await reasons({ scripts: { browsers: createChromium(failing, process.env) } })
    expect(error?.message).toContain('No usable sandbox!')
  })

  it('goes on with the next page after one that never pauses', async () => {
    site.pages['/'] = shell(show('<a href="/endless">1</a><a href="/next">2</a>'))
    site.pages['/endless'] = shell('for (;;) {}')
    site.pages['/next'] = shell(show('The next page.'))
    const times = { startMs: 20_000, quietMs: 300, wholeMs: 1500, readMs: 5000 }
    const pages = await fetched({
      scripts: { browsers: createChromium(findChromium(), process.env), times },
      wanted: { mode: 'crawl', maxPages: 5 },
    })
    expect(pages.map(howRun)).toEqual(['run', 'web.page_endless', 'run'])
  })
})

it.skipIf(process.platform === 'win32')('a browser that answers nothing more holds nobody up', async () => {
  const chromium = createChromium(findChromium(), process.env)
  const stop = new AbortController()
  const browsers = {
    start: async (signal: AbortSignal) => {
      const browser = await chromium.start(signal)
      return {
        ...browser,
        openPage: async () => {
          const opened = await browser.openPage()
          return { ...opened, send: () => new Promise<never>(() => setImmediate(() => stop.abort())) }
        },
      }
    },
  }
  site.pages['/'] = shell(show('never'))
  const stopped = page({ scripts: { browsers }, wanted: { signal: stop.signal } })
  await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
  expect(profiles()).toEqual([])
})

it('a profile that a killed process left behind is removed', async () => {
  const { pid = 0 } = spawnSync(process.execPath, ['-e', ''])
  const left = join(tmpdir(), `countersign-browser-${pid}-abc`)
  mkdirSync(left)
  site.pages['/'] = shell(show('High water.'))
  await page()
  expect(existsSync(left)).toBe(false)
})

it('a browser that ends under a page costs that page its scripts, and no other', async () => {
  const chromium = createChromium(findChromium(), process.env)
  const browsers = {
    start: async (signal: AbortSignal) => {
      const browser = await chromium.start(signal)
      site.pages['/wait'] = () => void browser.close()
      return browser
    },
  }
  site.pages['/'] = shell(`${show('<a href="/ends">1</a><a href="/next">2</a>')}`)
  site.pages['/ends'] = shell(`fetch('/wait')`)
  site.pages['/next'] = shell(show('The next page.'))
  const pages = await fetched({ scripts: { browsers }, wanted: { mode: 'crawl', maxPages: 5 } })
  expect(pages.map(howRun)).toEqual(['run', 'web.page_crashed', 'run'])
})

it.skipIf(process.platform === 'win32')(
  'Chromium sees no keys, and leaves nothing behind when it is stopped',
  async () => {
    const before = profiles()
    const told = join(folder, 'environment')
    const program = join(folder, 'chromium')
    chmodSync(folder, 0o777)
    writeFileSync(program, `#!/bin/sh\nenv > ${told}\nexec ${findChromium()} "$@"\n`, { mode: 0o755 })
    const stop = new AbortController()
    site.pages['/'] = shell(`fetch('/wait')`)
    site.pages['/wait'] = () => stop.abort()
    const browsers = createChromium(program, { ...process.env, ANTHROPIC_API_KEY: 'sk-secret' })
    await expect(page({ scripts: { browsers }, wanted: { signal: stop.signal } })).rejects.toMatchObject({
      code: 'cancelled',
    })
    expect(readFileSync(told, 'utf8')).not.toContain('sk-secret')
    expect(profiles()).toEqual(before)
  },
)
