import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { cleanTitle, titleFromPath } from '../library/find-files'
import { hostInWords, parseAddress, refuseNearby, type WebAddress } from './address'
import { type CrawledPage, crawl } from './crawl'
import { createGuardedFetch, type GuardOptions } from './guarded-fetch'
import { MAX_CONTENT_BYTES, MAX_CRAWL_BYTES } from './limits'
import { type PageStore, type ReceivedPage, receivePage } from './receive-page'
import { type RobotRules, readRobots } from './robots'

/** An address as it is planned and shown. */
export interface CheckedAddress {
  /** Whole, as it is asked. */
  readonly url: string
  /** Scheme, host and port. */
  readonly origin: string
  readonly host: string
  /** The host, with the letters that it stands for. */
  readonly hostInWords: string
}

/** A page that was fetched and is kept, or why it was not. */
export type FetchedPage =
  | {
      readonly url: string
      readonly sha256: string
      /** Bytes. */
      readonly size: number
      readonly title: string
    }
  | { readonly url: string; readonly error: AppError }

/** What is fetched. */
export interface PagesWanted {
  readonly url: string
  readonly mode: 'single' | 'crawl'
  readonly maxPages: number
  /** Hosts that it may ask; any that redirects lead to where absent. */
  readonly onlyHosts?: readonly string[] | undefined
  readonly signal: AbortSignal
  readonly progress: (done: number, total?: number, note?: string) => void
}

/** What came of it. */
export interface FetchedPages {
  readonly pages: readonly FetchedPage[]
  /** Whether it was stopped before it was done; what came until then is whole. */
  readonly stopped: boolean
}

/** Pages of the web as tools see them. */
export interface WebService {
  /** Bytes of one page, and of all pages of a crawl, that are taken at most. */
  readonly limits: { readonly page: number; readonly crawl: number }
  /** Reads an address without asking anyone; throws one sentence for what is never fetched. */
  check(url: string, field?: string): CheckedAddress
  /** Fetches and keeps; throws where not even the first page came. */
  fetch(wanted: PagesWanted): Promise<FetchedPages>
}

/** Makes the service; nothing is asked before it is called. */
export function createWebService({
  store,
  crawlPause,
  ...guard
}: GuardOptions & {
  readonly store: PageStore
  /** How long to wait between requests; the usual way unless given. */
  readonly crawlPause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}): WebService {
  const fetch = createGuardedFetch(guard)

  const check = (url: string, field?: string): WebAddress => {
    const address = parseAddress(url, field)
    refuseNearby(address, guard.named)
    return address
  }

  return {
    limits: { page: MAX_CONTENT_BYTES, crawl: MAX_CRAWL_BYTES },
    check(url, field) {
      const { href, origin, host } = check(url, field)
      return { url: href, origin, host, hostInWords: hostInWords(host) }
    },
    async fetch({ url, mode, maxPages, onlyHosts, signal, progress }) {
      const first = check(url)
      const mayFollow =
        onlyHosts === undefined ? undefined : (to: WebAddress) => requireHost(to, first, onlyHosts)
      mayFollow?.(first)
      const limits = { signal, ...(mayFollow === undefined ? {} : { mayFollow }) }
      const receive = async (address: WebAddress, maxBytes: number) =>
        receivePage(await fetch(address, { ...limits, maxBytes }), store, signal)
      if (mode === 'single') {
        progress(0, 1, first.href)
        const page = await receive(first, MAX_CONTENT_BYTES)
        return { pages: [keptPage(page)], stopped: false }
      }
      const rules = new Map<string, Promise<RobotRules | null>>()
      const rulesOf = (origin: string) => {
        const known = rules.get(origin) ?? readRobots(fetch, parseAddress(`${origin}/robots.txt`), limits)
        rules.set(origin, known)
        return known
      }
      const crawled = await crawl(
        {
          receive: (address, left) => receive(address, Math.min(left, MAX_CONTENT_BYTES)),
          rules: rulesOf,
          ...(crawlPause === undefined ? {} : { pause: crawlPause }),
        },
        first,
        { maxPages, signal, progress },
      )
      if (crawled.stopped && crawled.pages.length === 0) throw new AppError('cancelled', say('web.stopped'))
      return { pages: crawled.pages.map(fetchedPage), stopped: crawled.stopped }
    },
  }
}

function fetchedPage(crawled: CrawledPage): FetchedPage {
  return 'page' in crawled ? keptPage(crawled.page) : crawled
}

function keptPage({ url, sha256, size, title }: ReceivedPage): FetchedPage {
  return { url, sha256, size, title: cleanTitle(title ?? '') || titleFromPath(url) }
}

function requireHost(to: WebAddress, from: WebAddress, hosts: readonly string[]): void {
  if (hosts.includes(to.host)) return
  throw new AppError('denied', say('web.other_host', { host: from.host, to: to.host }))
}
