import { setTimeout as pause } from 'node:timers/promises'
import { AppError, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { addressOf, parseAddress, type WebAddress } from './address'
import { MAX_CRAWL_BYTES, MAX_CRAWL_DEPTH } from './limits'
import type { ReceivedPage } from './receive-page'
import type { RobotRules } from './robots'

/** What a crawl asks with. */
export interface CrawlParts {
  receive(address: WebAddress, maxBytes: number): Promise<ReceivedPage>
  /** What the site of an origin asks of programs; null where it can't tell. */
  rules(origin: string): Promise<RobotRules | null>
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** What came of one address. */
export type CrawledPage =
  | { readonly url: string; readonly page: ReceivedPage }
  | { readonly url: string; readonly error: AppError }

/** What came of a crawl. */
export interface Crawled {
  readonly pages: readonly CrawledPage[]
  /** Whether it ended before the pages that were asked for, because it was stopped. */
  readonly stopped: boolean
}

/** Reads a page and the pages of its site that it leads to: breadth first, each once, at most so many requests. */
export async function crawl(
  { receive, rules, pause: wait = pauseFor }: CrawlParts,
  first: WebAddress,
  {
    maxPages,
    signal,
    progress,
  }: {
    readonly maxPages: number
    readonly signal: AbortSignal
    readonly progress: (done: number, total: number, url: string) => void
  },
): Promise<Crawled> {
  const pages: CrawledPage[] = []
  /** What was asked or waits, and what pages call themselves. */
  const known = new Set([first.href])
  const waiting: { readonly address: WebAddress; readonly depth: number }[] = [{ address: first, depth: 0 }]
  let site = first.origin
  let left = MAX_CRAWL_BYTES
  // Each request counts, so that a trap of pages that are all the same ends too.
  for (let asked = 0; asked < maxPages; asked++) {
    const next = waiting.shift()
    if (next === undefined) break
    const { address, depth } = next
    try {
      signal.throwIfAborted()
      progress(asked, maxPages, address.href)
      const { pauseMs } = await requireAllowed(rules, address)
      // Also before the first: the rules were asked for just now.
      await wait(pauseMs, signal)
      const page = await receive(address, left)
      left -= page.size
      if (depth === 0) {
        site = new URL(page.url).origin
        if (site !== first.origin) await requireAllowed(rules, parseAddress(page.url))
        // What led here has nothing else to say.
        pages.length = 0
      }
      if (!isNew(page, address, { site, known })) continue
      pages.push({ url: page.url, page })
      const { leadsTo } = page
      if (leadsTo !== null && !known.has(leadsTo.href) && (depth === 0 || leadsTo.origin === site)) {
        known.add(leadsTo.href)
        waiting.unshift({ address: leadsTo, depth })
        // The site is the one that it leads to.
        if (depth === 0) continue
      }
      if (depth < MAX_CRAWL_DEPTH)
        waiting.push(...newLinks(page, { site, known, depth: depth + 1, room: maxPages - waiting.length }))
    } catch (error) {
      if (signal.aborted) return { pages, stopped: true }
      const failure = toAppError(error)
      if (failure.code === 'internal' || pages.length === 0) throw failure
      pages.push({ url: address.href, error: failure })
    }
  }
  return { pages, stopped: false }
}

const pauseFor = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal })

/** What a site allows: that a page was asked for by name is no exception. */
async function requireAllowed(
  rules: CrawlParts['rules'],
  { href, host, origin }: WebAddress,
): Promise<RobotRules> {
  const found = await rules(origin)
  if (found === null) throw new AppError('unavailable', say('web.robots_unknown', { host }))
  if (!found.mayRead(href)) throw new AppError('denied', say('web.robots', { host }))
  return found
}

/** Whether a page is one of the site that was not there under another address. */
function isNew(
  page: ReceivedPage,
  { href }: WebAddress,
  { site, known }: { readonly site: string; readonly known: Set<string> },
): boolean {
  // A redirect may lead off the site; what it led to is not a page of it.
  if (new URL(page.url).origin !== site) return false
  const names = [page.url, ownName(page, site)].filter((name) => name !== href)
  const isKnown = names.some((name) => known.has(name))
  for (const name of names) known.add(name)
  return !isKnown
}

/** What a page calls itself, where that is an address of its site. */
function ownName({ url, canonical }: ReceivedPage, site: string): string {
  return canonical !== null && new URL(canonical).origin === site ? canonical : url
}

function newLinks(
  { links }: ReceivedPage,
  {
    site,
    known,
    depth,
    room,
  }: {
    readonly site: string
    readonly known: Set<string>
    readonly depth: number
    /** How many more can ever be asked for. */
    readonly room: number
  },
): { address: WebAddress; depth: number }[] {
  const found: { address: WebAddress; depth: number }[] = []
  for (const link of links) {
    if (found.length >= room) break
    if (known.has(link) || new URL(link).origin !== site) continue
    const address = addressOf(link)
    if (address === null) continue
    known.add(link)
    found.push({ address, depth })
  }
  return found
}
