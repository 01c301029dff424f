import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { cleanTitle, titleFromPath } from '../library/sources/find-files'
import { hostInWords, namedAs, parseAddress, refuseNearby, type WebAddress } from './address'
import { type CrawledPage, crawl } from './crawl'
import { createGuardedFetch, type GuardedFetch, type GuardOptions, type RequestLimits } from './guarded-fetch'
import { MAX_CONTENT_BYTES, MAX_CRAWL_BYTES, MAX_REDIRECTS } from './limits'
import {
  type PageStore,
  type ReceivedPage,
  type Receiving,
  type RunScripts,
  receivePage,
} from './receive-page'
import { createScriptedPages, type ScriptsOptions } from './rendering/scripted-pages'
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
      /** See {@link ReceivedPage}. */
      readonly scripts: RunScripts | null
    }
  | { readonly url: string; readonly error: AppError }

/** What is fetched. */
export interface PagesWanted {
  readonly url: string
  readonly mode: 'single' | 'crawl'
  readonly maxPages: number
  /** Hosts that it may ask; any that redirects lead to where absent. */
  readonly onlyHosts?: readonly string[] | undefined
  /** Whether running the scripts of pages was part of what was approved. */
  readonly scripts: boolean
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
  /** Whether the scripts of a page may be run as it is now, which may then load from other hosts. */
  runsScripts(): boolean
  /** Reads an address without asking anyone; throws one sentence for what is never fetched. */
  check(url: string, field?: string): CheckedAddress
  /** Fetches and keeps; throws where not even the first page came. */
  fetch(wanted: PagesWanted): Promise<FetchedPages>
}

/** Makes the service; nothing is asked before it is called. */
export function createWebService({
  store,
  crawlPause,
  scripts,
  ...guard
}: GuardOptions & {
  readonly store: PageStore
  readonly scripts: ScriptsOptions
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
    runsScripts: () => scripts.browsers !== null && scripts.wanted(),
    check(url, field) {
      const { href, origin, host } = check(url, field)
      return { url: href, origin, host, hostInWords: hostInWords(host) }
    },
    async fetch({ url, mode, maxPages, onlyHosts, scripts: approved, signal, progress }) {
      const first = check(url)
      const mayFollow =
        onlyHosts === undefined ? undefined : (to: WebAddress) => requireHost(to, first, onlyHosts)
      mayFollow?.(first)
      const limits = { signal, ...(mayFollow === undefined ? {} : { mayFollow }) }
      const scripted = createScriptedPages(scripts, guard, { approved, mayAsk: mayFollow ?? anyHost })
      const receiving = { ...store, signal, scripted }
      try {
        if (mode === 'crawl') {
          const elsewhere = fetchFrom(first)
          const ask: GuardedFetch = async (address, asking) => {
            if (address.origin === first.origin) return fetch(address, asking)
            mayFollow?.(address)
            return elsewhere(address, asking)
          }
          const receive = async (address: WebAddress, maxBytes: number) =>
            receivePage(await ask(address, { ...limits, maxBytes }), { ...receiving, follow: null })
          return await crawlFrom(first, { receive, ask, limits, maxPages, signal, progress })
        }
        progress(0, 1, first.href)
        const page = await receiveLed(first, { ...receiving, limits, led: new Set(), fetch })
        return { pages: [keptPage(page)], stopped: false }
      } finally {
        await scripted.close()
      }
    },
  }

  /** What a page leads to is asked for by: it must not reach a host nearby through us but its own, where that was named. */
  function fetchFrom(page: WebAddress): GuardedFetch {
    return createGuardedFetch({
      ...guard,
      named: () => guard.named().filter((host) => host === namedAs(page)),
    })
  }

  /** Receives a page, or the one that pages which lead elsewhere by themselves end at. */
  async function receiveLed(address: WebAddress, leading: Leading): Promise<ReceivedPage> {
    const { limits, led, fetch, maxBytes = MAX_CONTENT_BYTES, ...receiving } = leading
    led.add(address.href)
    return receivePage(await fetch(address, { ...limits, maxBytes }), {
      ...receiving,
      follow: async (to, bytes) => {
        limits.mayFollow?.(to, address)
        if (led.has(to.href) || led.size > MAX_REDIRECTS) {
          throw new AppError('unavailable', say('web.redirects', { host: address.host }))
        }
        return receiveLed(to, { ...leading, fetch: fetchFrom(address), maxBytes: maxBytes - bytes })
      },
    })
  }

  async function crawlFrom(
    first: WebAddress,
    {
      receive,
      ask,
      limits,
      ...wanted
    }: {
      readonly ask: GuardedFetch
      readonly receive: (address: WebAddress, maxBytes: number) => Promise<ReceivedPage>
      readonly limits: Omit<RequestLimits, 'maxBytes'>
    } & Pick<PagesWanted, 'maxPages' | 'signal' | 'progress'>,
  ): Promise<FetchedPages> {
    const rules = new Map<string, Promise<RobotRules | null>>()
    const rulesOf = (origin: string) => {
      const known = rules.get(origin) ?? readRobots(ask, parseAddress(`${origin}/robots.txt`), limits)
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
      wanted,
    )
    if (crawled.stopped && crawled.pages.length === 0) throw new AppError('cancelled', say('web.stopped'))
    return { pages: crawled.pages.map(fetchedPage), stopped: crawled.stopped }
  }
}

/** How far the pages are that lead to each other, and what they are received with. */
interface Leading extends Omit<Receiving, 'follow'> {
  readonly limits: Omit<RequestLimits, 'maxBytes'>
  /** Addresses that led here. */
  readonly led: Set<string>
  readonly fetch: GuardedFetch
  readonly maxBytes?: number
}

/** Whoever decided about a page decided about what its server sends, which can only pass on what it was sent itself. */
const anyHost = (): void => undefined

function fetchedPage(crawled: CrawledPage): FetchedPage {
  return 'page' in crawled ? keptPage(crawled.page) : crawled
}

function keptPage({ url, sha256, size, title, scripts }: ReceivedPage): FetchedPage {
  return { url, sha256, size, scripts, title: cleanTitle(title ?? '') || titleFromPath(url) }
}

function requireHost(to: WebAddress, from: WebAddress, hosts: readonly string[]): void {
  if (hosts.includes(to.host)) return
  throw new AppError('denied', say('web.other_host', { host: from.host, to: to.host }))
}
