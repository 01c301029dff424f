import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { html, type Site, type SitePage, servePages } from '../../../tests/support/serve-pages'
import { AppError } from '../../shared/errors'
import { createBlobStore } from '../changes/blobs'
import { namedHostsOf } from './named-hosts'
import { createWebService, type FetchedPage, type PagesWanted, type WebService } from './service'

let site: Site
let other: Site
let folder: string
let web: WebService
/** The pauses that were made, in milliseconds. */
let pauses: number[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'web-'))
  site = await servePages({})
  other = await servePages({ '/': html('Other', '<p>Another site.</p>') })
  pauses = []
  web = createWebService({
    named: () => [site.host, other.host],
    store: { blobs: createBlobStore(folder) },
    scripts: { browsers: null, wanted: () => true },
    crawlPause: async (ms, signal) => {
      signal.throwIfAborted()
      pauses.push(ms)
    },
  })
})
afterEach(async () => {
  await Promise.all([site.close(), other.close()])
  rmSync(folder, { recursive: true, force: true })
})

function crawl(more: Partial<PagesWanted> = {}) {
  return web.fetch({
    url: `${site.origin}/`,
    mode: 'crawl',
    maxPages: 50,
    scripts: true,
    signal: new AbortController().signal,
    progress: () => undefined,
    ...more,
  })
}

const pathsOf = (pages: readonly FetchedPage[]) => pages.map(({ url }) => url.replace(site.origin, ''))
const link = (...paths: readonly string[]) => paths.map((path) => `<a href="${path}">x</a>`).join(' ')
const codeOf = (page: FetchedPage | undefined) =>
  page !== undefined && 'error' in page ? page.error.said?.code : undefined

async function failure(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof AppError) return error.said?.code
  throw new Error('It did not fail.')
}

describe('a crawl', () => {
  it('reads breadth first, each page of the site once, and no other site', async () => {
    site.pages['/'] = html(
      'Home',
      link('/a', 'b#part', `${other.origin}/`, '/a?', 'mailto:x@example.org', '/a'),
    )
    site.pages['/a'] = html('A', link('/a/deep', '/', `${site.origin}/b`))
    site.pages['/b'] = html('B', link('/b/deep'))
    site.pages['/a/deep'] = html('Deep A', 'End')
    site.pages['/b/deep'] = html('Deep B', 'End')
    const { pages, stopped } = await crawl()
    expect(pathsOf(pages)).toEqual(['/', '/a', '/b', '/a/deep', '/b/deep'])
    expect(pages.map((page) => ('title' in page ? page.title : ''))).toEqual([
      ...['Home', 'A', 'B', 'Deep A', 'Deep B'],
    ])
    expect(stopped).toBe(false)
    expect(site.asked).toEqual(['/robots.txt', '/', '/a', '/b', '/a/deep', '/b/deep'])
    expect(other.asked).toEqual([])
    // Before each page, also the first: the rules were asked for just before.
    expect(pauses).toEqual([1000, 1000, 1000, 1000, 1000])
  })

  it('ends in a trap: pages without end, loops of redirects, pages that are all the same', async () => {
    let next = 0
    site.pages['/'] = html('Trap', link('/endless', '/loop', '/same?1'))
    site.pages['/loop'] = (_request, response) => response.writeHead(302, { location: '/loop' }).end()
    const endless = new Proxy(site.pages, {
      get: (target, path: string) =>
        target[path] ??
        html('Next', link(`/endless/${next++}`, `/same?${next}`), '<link rel="canonical" href="/same">'),
    })
    await site.close()
    site = await servePages(endless)
    const { pages } = await crawl({ url: `${site.origin}/`, maxPages: 12 })
    expect(pages.length).toBeLessThanOrEqual(12)
    // Each request counts, also where its page was there under another name; redirects are bounded by themselves.
    const loops = site.asked.filter((path) => path === '/loop').length
    expect(site.asked.length - loops).toBeLessThanOrEqual(12 + 1)
    expect(loops).toBeLessThanOrEqual(6)
    expect(pages.map(codeOf)).toContain('web.redirects')
  })

  it('takes pages under the name that they give themselves once', async () => {
    site.pages['/'] = html('Home', link('/x?session=1', '/x?session=2', '/x'))
    const page = html('X', 'The same', '<link rel="canonical" href="/x">')
    site.pages['/x'] = page
    site.pages['/x?session=1'] = page
    site.pages['/x?session=2'] = page
    expect(pathsOf((await crawl()).pages)).toEqual(['/', '/x'])
  })

  it('does what robots.txt, nofollow and the pause say', async () => {
    site.pages['/robots.txt'] = (_request, response) =>
      response.end('User-agent: *\nDisallow: /private\nCrawl-delay: 3\n')
    site.pages['/'] = html('Home', `${link('/private/a', '/open')} <a rel="nofollow" href="/ad">x</a>`)
    site.pages['/open'] = html('Open', link('/hidden'), '<meta name="robots" content="index, nofollow">')
    const { pages } = await crawl()
    expect(pathsOf(pages)).toEqual(['/', '/private/a', '/open'])
    expect(codeOf(pages[1])).toBe('web.robots')
    expect(site.asked).toEqual(['/robots.txt', '/', '/open'])
    expect(pauses).toEqual([3000, 3000])
  })

  it('waits no longer between two pages than half a minute, whatever robots.txt asks for', async () => {
    site.pages['/robots.txt'] = (_request, response) => response.end('User-agent: *\nCrawl-delay: 3600\n')
    site.pages['/'] = html('Home', '')
    await crawl()
    expect(pauses).toEqual([30_000])
  })

  it('follows no more than twenty links in a row: a calendar has a next page for ever', async () => {
    const path = (day: number) => (day === 0 ? '/' : `/day/${day}`)
    for (let day = 0; day < 25; day++) site.pages[path(day)] = html(`Day ${day}`, link(path(day + 1)))
    const { pages } = await crawl()
    expect(pathsOf(pages)).toEqual(Array.from({ length: 21 }, (_, day) => path(day)))
  })

  it.each([
    [404, undefined],
    [403, undefined],
    [500, 'web.robots_unknown'],
    [429, 'web.robots_unknown'],
  ])('takes a robots.txt that answers %i as it is meant', async (status, code) => {
    site.pages['/robots.txt'] = (_request, response) => response.writeHead(status).end()
    site.pages['/'] = html('Home', '')
    if (code === undefined) expect((await crawl()).pages).toHaveLength(1)
    else {
      expect(await failure(crawl())).toBe(code)
      expect(site.asked).toEqual(['/robots.txt'])
    }
  })

  it('does not compare rules with an address for seconds, and reads no page of which that is not known', async () => {
    const rule = `Disallow: /${'*a'.repeat(1000)}b\n`
    const long = `/${'a'.repeat(4000)}`
    site.pages['/'] = html('Start', link('/b', long))
    site.pages['/b'] = html('B', '')
    site.pages[long] = html('Long', '')
    site.pages['/robots.txt'] = (_request, response) =>
      response.end(`User-agent: *\n${rule.repeat(250)}Disallow: /hidden*\n`)
    const began = workedMs()
    const { pages } = await crawl()
    expect(pathsOf(pages)).toEqual(['/', '/b', long])
    expect(codeOf(pages[2])).toBe('web.robots')
    expect(workedMs() - began).toBeLessThan(2000)
  })

  it('reads no more of a robots.txt without end than it must', async () => {
    site.pages['/robots.txt'] = (_request, response) => {
      response.write('User-agent: *\nDisallow: /no\n')
      const more = () => {
        while (response.write(`# ${'x'.repeat(10_000)}\n`));
        response.once('drain', more)
      }
      more()
    }
    site.pages['/'] = html('Home', link('/no'))
    expect(codeOf((await crawl()).pages[1])).toBe('web.robots')
  })

  it('refuses a site whose first page it must not read, and says that one page can be had', async () => {
    site.pages['/robots.txt'] = (_request, response) => response.end('User-agent: *\nDisallow: /\n')
    site.pages['/'] = html('Home', '')
    expect(await failure(crawl())).toBe('web.robots')
    expect((await crawl({ mode: 'single' })).pages).toHaveLength(1)
  })

  it('says of each page why it could not be had, and goes on', async () => {
    site.pages['/'] = html('Home', link('/missing', '/broken', '/leads', '/photo', '/off', '/good'))
    site.pages['/broken'] = (_request, response) => response.writeHead(500).end()
    site.pages['/leads'] = (_request, response) =>
      response.writeHead(302, { location: 'http://10.1.1.1/' }).end()
    site.pages['/photo'] = (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('x')
    site.pages['/off'] = (_request, response) => response.writeHead(302, { location: other.origin }).end()
    site.pages['/good'] = html('Good', '')
    const { pages } = await crawl()
    expect(pathsOf(pages)).toEqual(['/', '/missing', '/broken', '/leads', '/photo', '/good'])
    expect(pages.map(codeOf)).toEqual([
      undefined,
      'web.not_found',
      'web.failed',
      'web.nearby',
      'web.not_a_page',
      undefined,
    ])
  })

  it('stopped in the middle leaves whole pages and nothing half', async () => {
    const stop = new AbortController()
    site.pages['/'] = html('Home', link('/a', '/b'))
    site.pages['/a'] = html('A', 'Whole')
    site.pages['/b'] = (_request, response) => {
      response.write('<!doctype html><p>half')
      stop.abort()
    }
    const { pages, stopped } = await crawl({ signal: stop.signal })
    expect(pathsOf(pages)).toEqual(['/', '/a'])
    expect(stopped).toBe(true)
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('stopped before the first page has nothing', async () => {
    const stop = new AbortController()
    site.pages['/'] = () => stop.abort()
    expect(await failure(crawl({ signal: stop.signal }))).toBe('web.stopped')
  })

  it('tells how far it is', async () => {
    const told: string[] = []
    site.pages['/'] = html('Home', link('/a'))
    site.pages['/a'] = html('A', '')
    const progress = (done: number, total?: number, note?: string) =>
      void told.push(`${done}/${total} ${note?.replace(site.origin, '')}`)
    await crawl({ progress, maxPages: 5 })
    expect(told).toEqual(['0/5 /', '1/5 /a'])
  })
})

describe('hosts that were approved', () => {
  it('are the only ones that are asked, whatever a redirect says', async () => {
    const elsewhere: SitePage = (_request, response) =>
      response.writeHead(302, { location: `${other.origin}/` }).end()
    site.pages['/'] = elsewhere
    const wanted = { mode: 'single', onlyHosts: [site.host] } as const
    const error = await crawl(wanted).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ code: 'denied', said: { code: 'web.other_host' } })
    expect(String(error)).toContain(other.host)
    expect(other.asked).toEqual([])
    // A person's own decision may lead elsewhere.
    expect((await crawl({ mode: 'single' })).pages[0]?.url).toBe(`${other.origin}/`)
    site.pages['/robots.txt'] = elsewhere
    expect(await failure(crawl({ onlyHosts: [site.host] }))).toBe('web.other_host')
  })
})

describe('a page whose head leads elsewhere', () => {
  const refresh = (to: string, text: string) =>
    `<!doctype html><meta http-equiv="refresh" content="0; url=${to}"><title>Moved</title><p>${text}</p>`

  it('is followed like a redirect, also without a browser', async () => {
    site.pages['/'] = refresh('/next', 'It has moved.')
    site.pages['/next'] = html('Next', '')
    expect((await crawl({ mode: 'single' })).pages[0]).toMatchObject({
      url: `${site.origin}/next`,
      title: 'Next',
    })
  })

  it.each([
    ['nobody approved the other host', () => other.origin, () => [site.host], 'web.other_host'],
    ['that is another host nearby, though a person named it', () => other.origin, undefined, 'web.nearby'],
    ['nothing is there', () => '/gone', undefined, 'web.not_found'],
    ['no page is there', () => '/style', undefined, 'web.not_a_page'],
  ])('is kept where %s, and why is told', async (_where, to, onlyHosts, code) => {
    site.pages['/'] = refresh(to(), 'It has moved.')
    site.pages['/style'] = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/css' }).end('p {}')
    const [page] = (await crawl({ mode: 'single', onlyHosts: onlyHosts?.() })).pages
    expect(page).toMatchObject({ url: `${site.origin}/`, scripts: { run: false, error: { said: { code } } } })
    expect(other.asked).toEqual([])
  })

  it('is one more request of a crawl, which keeps to what the site allows', async () => {
    site.pages['/robots.txt'] = 'User-agent: *\nDisallow: /hidden'
    site.pages['/'] = html('Home', link('/a', '/c'))
    site.pages['/a'] = refresh('/hidden', 'It has moved.')
    site.pages['/c'] = refresh('/d', 'It has moved.')
    site.pages['/d'] = html('D', '')
    const { pages } = await crawl()
    expect(pathsOf(pages)).toEqual(['/', '/a', '/hidden', '/c', '/d'])
    expect(codeOf(pages[2])).toBe('web.robots')
    expect(site.asked).toEqual(['/robots.txt', '/', '/a', '/c', '/d'])
    expect(pauses).toHaveLength(4)
    expect(pathsOf((await crawl({ maxPages: 3 })).pages)).toEqual(['/', '/a', '/hidden'])
  })

  it('is what a crawl begins with, where its first page says no more', async () => {
    site.pages['/'] = refresh('/en/', 'It has moved.')
    site.pages['/en/'] = html('Home', link('/en/a'))
    site.pages['/en/a'] = html('A', '')
    expect(pathsOf((await crawl()).pages)).toEqual(['/en/', '/en/a'])
    site.pages['/en/'] = refresh('/gone', 'It has moved.')
    expect(pathsOf((await crawl()).pages)).toEqual(['/en/', '/gone'])
  })

  it('is read where it has something to say', async () => {
    site.pages['/'] = refresh('/next', 'It goes on like this. '.repeat(20))
    expect((await crawl({ mode: 'single' })).pages[0]?.url).toBe(`${site.origin}/`)
  })

  it('leads in no circle, and no further than is taken', async () => {
    site.pages['/'] = refresh('/b', 'There.')
    site.pages['/b'] = refresh('/', 'And back.')
    const [page] = (await crawl({ mode: 'single' })).pages
    expect(page).toMatchObject({
      url: `${site.origin}/b`,
      scripts: { error: { said: { code: 'web.redirects' } } },
    })
    for (let hop = 0; hop < 10; hop++) site.pages[`/${hop}`] = refresh(`/${hop + 1}`, 'On.')
    const far = await crawl({ url: `${site.origin}/0`, mode: 'single' })
    expect(far.pages[0]?.url).toBe(`${site.origin}/5`)
  })
})

describe('what is kept', () => {
  it('is text as UTF-8 where only the header told its encoding', async () => {
    site.pages['/'] = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain; charset="windows-1251"' })
        .end(Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]))
    const { pages } = await crawl({ mode: 'single' })
    const [page] = pages
    if (page === undefined || 'error' in page) throw new Error('It was not fetched.')
    expect(readFileSync(createBlobStore(folder).path(page.sha256), 'utf8')).toBe('Привет')
  })

  it('is a page where the header alone says that it is one', async () => {
    site.pages['/start.php'] = 'Welcome to <b>the</b> <i>harbour</i>'
    const { pages } = await crawl({ url: `${site.origin}/start.php`, mode: 'single' })
    const [page] = pages
    if (page === undefined || 'error' in page) throw new Error('It was not fetched.')
    expect(readFileSync(createBlobStore(folder).path(page.sha256), 'utf8')).toBe(
      '<!doctype html>\nWelcome to <b>the</b> <i>harbour</i>',
    )
  })

  it('is nothing of what can’t be read', async () => {
    site.pages['/'] = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.alloc(100))
    expect(await failure(crawl({ mode: 'single' }))).toBe('web.not_a_page')
    site.pages['/'] = (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end()
    expect(await failure(crawl({ mode: 'single' }))).toBe('web.empty')
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a host that a person names', () => {
  it.each([
    ['wiki.home', ['wiki.home:80', 'wiki.home:443']],
    ['wiki.home:8080', ['wiki.home:8080']],
    ['wiki.home:80', ['wiki.home:80']],
    ['https://Wiki.Home/start', ['wiki.home:443']],
    ['http://192.168.1.5:3000/', ['192.168.1.5:3000']],
    ['[::1]:8080', ['[::1]:8080']],
  ])('%s is kept as %j', (text, hosts) => {
    expect(namedHostsOf([text, ' ', text])).toEqual(hosts)
  })

  it.each(['wiki home', 'wiki.home/path', 'me@wiki.home', '10.0.0.0/8', '*', '*.home'])(
    '%j is none',
    (text) => {
      expect(() => namedHostsOf([text])).toThrow('is not a host')
    },
  )
})
