import { Readable } from 'node:stream'
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { version } from '../../../../package.json'
import { AppError, asNotBegun } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type NamedHosts, parseAddress } from '../../web/address'
import { allAddresses, askChecked, checkedAddresses, type Lookup } from '../../web/checked-request'
import { webFailure } from '../../web/failures'
import { withOwnHost } from '../../web/own-server'
import { MAX_MESSAGE_BYTES, MAX_STREAM_BYTES, type McpTimes } from './limits'

/** What is connected to, and with what. */
export interface HttpStart {
  /** As people call the server. */
  readonly server: string
  readonly url: string
  /** With their values. */
  readonly headers: Readonly<Record<string, string>>
  /** Hosts on their own network that the person named. */
  readonly named: NamedHosts
  readonly times: McpTimes
  readonly lookup?: Lookup
}

/** A wire over Streamable HTTP, each of whose requests goes through the guard of the web. */
export interface HttpWire extends Transport {
  /** Why it ended, where that was not our wish. */
  failure(): AppError | null
}

/** From the look-up of the name to a connection (milliseconds). */
const CONNECT_MS = 15_000

/** Connects to nothing yet. */
export function createHttpWire(start: HttpStart): HttpWire {
  const { server, times, lookup = allAddresses } = start
  const own = parseAddress(start.url)
  const named = withOwnHost(start.named, own)
  let failure: AppError | null = null

  async function guarded(input: string | URL, init: RequestInit = {}): Promise<Response> {
    const address = parseAddress(String(input))
    const method = init.method ?? 'GET'
    // The headers of this server are for it alone, wherever it would have us go.
    if (address.origin !== own.origin) throw leadsElsewhere(address.host)
    let connected = false
    const closed = new AbortController()
    const signal = AbortSignal.any([closed.signal, ...(init.signal == null ? [] : [init.signal])])
    try {
      const addresses = await checkedAddresses(address, { named, lookup, signal, limitMs: CONNECT_MS })
      const answer = await askChecked(
        address,
        addresses,
        {
          method,
          headers: {
            ...Object.fromEntries(new Headers(init.headers)),
            'user-agent': `Countersign/${version}`,
          },
          ...(typeof init.body === 'string' ? { body: init.body } : {}),
          connected: () => {
            connected = true
          },
        },
        signal,
        // A stream may be silent for as long as a call takes.
        { connectMs: CONNECT_MS, silenceMs: times.wholeCallMs },
      )
      const { statusCode: status = 0, headers } = answer
      if (method === 'POST' && status >= 400) {
        answer.destroy()
        throw refusal(status, new Headers(init.headers).has('mcp-session-id'))
      }
      if (isRedirect(status) && URL.canParse(headers.location ?? '', address.href)) {
        const { origin, host } = new URL(headers.location ?? '', address.href)
        if (origin !== own.origin) {
          answer.destroy()
          throw leadsElsewhere(host)
        }
      }
      const isStream = (headers['content-type'] ?? '').startsWith('text/event-stream')
      return new Response(
        hasNoBody(status) ? null : bodyOf(answer, isStream ? MAX_STREAM_BYTES : MAX_MESSAGE_BYTES),
        {
          status,
          headers: Object.entries(headers).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
          ),
        },
      )
    } catch (error) {
      init.signal?.throwIfAborted()
      const failed = webFailure(error, address.host)
      // What only asks for an answer may follow on a message that was taken.
      throw method === 'POST' && !connected ? asNotBegun(failed) : failed
    }
  }

  function leadsElsewhere(host: string): AppError {
    return new AppError('denied', say('mcp.leads_elsewhere', { server, host }))
  }

  /** What a status of a refusal means. */
  function refusal(status: number, inSession: boolean): AppError {
    if (status === 401 || status === 403) {
      // "The request has not been applied" (RFC 9110, 15.5.2); 403 may also be what a border makes of an answer.
      const notBegun = status === 401
      return new AppError('unauthorized', say('mcp.not_let_in', { server, status }), { notBegun })
    }
    if (status === 404 && inSession) {
      // A server answers so to a request that it does not take (MCP 2025-11-25, Transports, Session Management).
      const ended = say('mcp.session_ended', { server })
      // It holds for this request alone: others that are under way may have been taken.
      failure = new AppError('unavailable', ended)
      return new AppError('unavailable', ended, { notBegun: true })
    }
    return new AppError('unavailable', say('mcp.status', { server, status }))
  }

  function bodyOf(answer: Readable, limit: number): ReadableStream {
    let bytes = 0
    async function* counted() {
      const chunks: AsyncIterable<Buffer> = answer
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (bytes > limit) {
          answer.destroy()
          failure = new AppError('too_large', say('mcp.too_large', { server, limit }))
          void wire.close()
          throw failure
        }
        yield chunk
      }
    }
    // Node's own type of the same stream, which the global one does not take.
    return Readable.toWeb(Readable.from(counted(), { objectMode: false })) as ReadableStream
  }

  const transport = new StreamableHTTPClientTransport(new URL(own.href), {
    fetch: guarded,
    requestInit: { headers: start.headers },
    redirectPolicy: 'same-origin',
    onInsufficientScope: 'throw',
  })
  const wire: HttpWire = Object.assign(transport, { failure: () => failure })
  return wire
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304 || status < 200
}
