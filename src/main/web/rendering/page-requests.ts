import { AppError } from '../../../shared/errors'
import { namedAs, parseAddress, type WebAddress } from '../address'
import { allAddresses, askChecked, checkedAddresses } from '../checked-request'
import { type GuardOptions, requestHeaders, unpacked } from '../guarded-fetch'
import { MAX_RESOURCE_BYTES, usualTimeLimits } from '../limits'

/** What a page asks for. */
export interface PageRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
}

/** What it gets, unpacked; a redirect is passed on, so that what it leads to is checked like all else. */
export interface PageAnswer {
  readonly status: number
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly body: Buffer
}

/**
 * Answers a page's requests one by one; throws for what is never asked, and for what fails. `take` is told of bytes as they
 * come, and throws where the page has had enough.
 */
export type PageRequests = (
  request: PageRequest,
  limits: { readonly signal: AbortSignal; readonly take: (bytes: number) => void },
) => Promise<PageAnswer>

/** A page reads: what its scripts would write somewhere is no part of what it shows. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Of what a page's scripts set, that which would say more than they know, or that a connection sets itself. */
const withheld =
  /^(?:accept-encoding|connection|content-length|cookie|expect|host|keep-alive|origin-.*|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade.*|user-agent)$/i

/** Of an answer's headers, those of its transport, and what would be remembered. */
const dropped =
  /^(?:connection|content-encoding|content-length|keep-alive|set-cookie|strict-transport-security|alt-svc|proxy-.*|trailer|transfer-encoding|upgrade)$/i

/**
 * Answers what the scripts of one page ask for, by the guard of all that is fetched: hosts nearby are refused, but for the
 * page's own where a person named it, since other sites must not reach it through us. `mayAsk` throws for a host that
 * nobody has approved.
 */
export function createPageRequests(
  page: WebAddress,
  { named, lookup = allAddresses, times = usualTimeLimits }: GuardOptions,
  mayAsk: (to: WebAddress, from: WebAddress) => void,
): PageRequests {
  const own = () => named().filter((host) => host === namedAs(page))
  return async ({ url, method, headers }, { signal, take }) => {
    if (!methods.has(method)) throw new AppError('denied', `A page may not ${method}.`)
    const address = parseAddress(url)
    mayAsk(address, page)
    const addresses = await checkedAddresses(address, {
      ...{ named: own, lookup, signal },
      limitMs: times.connectMs,
    })
    const sent = { ...kept(headers, withheld), ...ownHeaders }
    const response = await askChecked(address, addresses, { method, headers: sent }, signal, times)
    try {
      const parts: Buffer[] = []
      let bytes = 0
      for await (const chunk of unpacked(response, address)) {
        bytes += chunk.length
        take(chunk.length)
        if (bytes > MAX_RESOURCE_BYTES) throw new AppError('too_large', `${url} is too large.`)
        parts.push(chunk)
      }
      const told = response.headersDistinct
      return {
        status: response.statusCode ?? 0,
        headers: Object.entries(told).flatMap(([name, values = []]) =>
          dropped.test(name) ? [] : values.map((value) => ({ name, value })),
        ),
        body: Buffer.concat(parts),
      }
    } finally {
      response.destroy()
    }
  }
}

const { 'User-Agent': userAgent, 'Accept-Encoding': acceptEncoding } = requestHeaders
const ownHeaders = { 'User-Agent': userAgent, 'Accept-Encoding': acceptEncoding }

function kept(headers: PageRequest['headers'], without: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !without.test(name)))
}
