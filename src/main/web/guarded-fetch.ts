import type http from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { version } from '../../../package.json'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { type NamedHosts, parseAddress, type WebAddress } from './address'
import { allAddresses, askChecked, checkedAddresses, type Lookup, tooSlow } from './checked-request'
import { statusFailure, webFailure } from './failures'
import { MAX_REDIRECTS, type TimeLimits, usualTimeLimits } from './limits'

export type { Lookup } from './checked-request'

/** What the guard is made of. */
export interface GuardOptions {
  /** Hosts on their own network that the person named. */
  readonly named: NamedHosts
  readonly lookup?: Lookup
  readonly times?: TimeLimits
}

/** What one request may do. */
export interface RequestLimits {
  readonly signal: AbortSignal
  /** Bytes of the content, unpacked. */
  readonly maxBytes: number
  /** Throws for an address that a redirect leads to and that must not be asked. */
  readonly mayFollow?: (to: WebAddress, from: WebAddress) => void
}

/** An answer whose content is being received. */
export interface WebAnswer {
  /** Where the redirects ended. */
  readonly address: WebAddress
  /** In lower case, without its parameters; empty where none is told. */
  readonly mediaType: string
  /** As the header tells it; null where it tells none. */
  readonly charset: string | null
  /** Unpacked and counted; throws one sentence for whatever goes wrong. */
  readonly chunks: AsyncIterable<Buffer>
  /** Ends the connection where the content is not wanted. */
  discard(): void
}

/** Asks one address and follows where it leads; every hop is checked as if it came first. */
export type GuardedFetch = (address: WebAddress, limits: RequestLimits) => Promise<WebAnswer>

/** What every request says of itself: neither who asks nor whence they come. */
export const requestHeaders = {
  'User-Agent': `Countersign/${version}`,
  Accept: 'text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5',
  'Accept-Encoding': 'gzip, deflate, br',
}

/** Packings that a server may put over one another. */
const MAX_ENCODINGS = 2

/** Makes the one way to the web: no cookies, no credentials, no proxy, and no address that was not checked. */
export function createGuardedFetch({
  named,
  lookup = allAddresses,
  times = usualTimeLimits,
}: GuardOptions): GuardedFetch {
  return async (first, { signal, maxBytes, mayFollow }) => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), times.wholeMs)
    timer.unref()
    const both = AbortSignal.any([signal, late.signal])
    let address = first
    const failed = (error: unknown): AppError => {
      clearTimeout(timer)
      if (signal.aborted) return new AppError('cancelled', say('web.stopped'), { cause: error })
      if (late.signal.aborted) return tooSlow(address, error)
      return webFailure(error, address.host)
    }
    try {
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
        const addresses = await checkedAddresses(address, {
          ...{ named, lookup, signal: both },
          limitMs: times.connectMs,
        })
        const response = await askChecked(
          address,
          addresses,
          { method: 'GET', headers: requestHeaders },
          both,
          times,
        )
        const next = redirectOf(response, address)
        if (next === null) return answerOf(response, address, { maxBytes, failed, timer, signal: both })
        // Nothing of its content is wanted.
        response.destroy()
        mayFollow?.(next, address)
        address = next
      }
      throw new AppError('unavailable', say('web.redirects', { host: first.host }))
    } catch (error) {
      throw failed(error)
    }
  }
}

function redirectOf({ statusCode = 0, headers }: http.IncomingMessage, from: WebAddress): WebAddress | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null
  const { location } = headers
  if (location === undefined || !URL.canParse(location, from.href)) {
    throw new AppError('unavailable', say('web.failed', { host: from.host, status: statusCode }))
  }
  try {
    return parseAddress(new URL(location, from.href).href)
  } catch (error) {
    throw new AppError('denied', say('web.leads_nowhere', { host: from.host }), { cause: error })
  }
}

function answerOf(
  response: http.IncomingMessage,
  address: WebAddress,
  {
    maxBytes,
    failed,
    timer,
    signal,
  }: {
    readonly maxBytes: number
    readonly failed: (error: unknown) => AppError
    readonly timer: NodeJS.Timeout
    readonly signal: AbortSignal
  },
): WebAnswer {
  const { statusCode = 0, headers } = response
  if (statusCode !== 200 && statusCode !== 203) {
    response.destroy()
    throw statusFailure(statusCode, address.host)
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    throw new AppError('too_large', say('web.too_large', { host: address.host, limit: maxBytes }))
  }
  const body: AsyncIterable<Buffer> = unpacked(response, address)
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';')
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(headers['content-type'] ?? '')?.[1] ?? null
  async function* counted() {
    let bytes = 0
    try {
      for await (const chunk of body) {
        signal.throwIfAborted()
        bytes += chunk.length
        if (bytes > maxBytes) {
          throw new AppError('too_large', say('web.too_large', { host: address.host, limit: maxBytes }))
        }
        yield chunk
      }
      signal.throwIfAborted()
      // What was cut short ends like what is whole, unless its length was told.
      if (!response.complete) throw new AppError('unavailable', cut(address))
    } catch (error) {
      throw failed(error)
    } finally {
      clearTimeout(timer)
      response.destroy()
    }
  }
  const discard = () => {
    clearTimeout(timer)
    response.destroy()
  }
  return { address, mediaType: mediaType.trim().toLowerCase(), charset, chunks: counted(), discard }
}

function cut({ host }: WebAddress) {
  return say('web.unreachable', { host, reason: 'cut' })
}

/** The content as it was before it was packed; what it unpacks to is counted by whoever reads it. */
export function unpacked(response: http.IncomingMessage, { host }: WebAddress): Readable {
  const encodings = (response.headers['content-encoding'] ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '' && each !== 'identity')
  if (encodings.length > MAX_ENCODINGS) {
    response.destroy()
    throw new AppError('unsupported', say('web.broken_content', { host }))
  }
  return encodings.reverse().reduce<Readable>((stream, encoding) => {
    const through = unpackerOf(encoding)
    if (through === null) {
      response.destroy()
      throw new AppError('unsupported', say('web.broken_content', { host }))
    }
    // A failure of either end reaches the reader through the last stream.
    return pipeline(stream, through, () => undefined)
  }, response)
}

function unpackerOf(encoding: string) {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      return null
  }
}
