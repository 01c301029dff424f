import { lookup as systemLookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { inTime } from '../async/in-time'
import { http } from '../start/node-http'
import { type NamedHosts, refuseKind, refuseNearby, type WebAddress } from './address'
import { MAX_HEADER_BYTES, type TimeLimits } from './limits'
import { isSameAddress, kindOfAddress } from './public-address'

/** How a name becomes addresses; the system's way unless given. */
export type Lookup = (
  hostname: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>

/** See {@link Lookup}: the system's way. */
export const allAddresses: Lookup = (hostname) => systemLookup(hostname, { all: true, verbatim: true })

/** What a request says beside its address. */
export interface RequestToSend {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Called when a connection stands, before anything is sent over it. */
  readonly connected?: () => void
}

/**
 * The addresses of a host, every one of them checked: one that leads nearby makes the name suspicious. Throws
 * `unavailable` where there is none.
 */
export async function checkedAddresses(
  address: WebAddress,
  {
    named,
    lookup,
    signal,
    limitMs,
  }: {
    readonly named: NamedHosts
    readonly lookup: Lookup
    readonly signal: AbortSignal
    readonly limitMs: number
  },
): Promise<Resolved> {
  refuseNearby(address, named)
  const { hostname } = address
  const family = isIP(hostname)
  const found =
    family === 0 ? await inTime(lookup(hostname), { signal, limitMs, late: () => tooSlow(address) }) : null
  const addresses = found ?? [{ address: hostname, family }]
  if (addresses.length === 0) throw new AppError('unavailable', unknownName(address))
  for (const each of addresses) refuseKind(address, kindOfAddress(each.address), named)
  return addresses
}

type Resolved = Awaited<ReturnType<Lookup>>

function unknownName({ host }: WebAddress) {
  return say('web.unreachable', { host, reason: 'unknown_name' })
}

/** Asks the addresses that were checked and no other, whatever the name means by now. */
export function askChecked(
  address: WebAddress,
  addresses: Resolved,
  { method, headers, body, connected }: RequestToSend,
  signal: AbortSignal,
  { connectMs, silenceMs }: Pick<TimeLimits, 'connectMs' | 'silenceMs'>,
): Promise<IncomingMessage> {
  const checked: LookupFunction = (_hostname, { all }, answer) => {
    const [one] = addresses
    if (all) answer(null, [...addresses])
    else answer(null, one?.address ?? '', one?.family)
  }
  const url = new URL(address.href)
  // A fresh agent keeps no connection, and unlike the global one it never follows the environment's proxies.
  const options = { method, headers, lookup: checked, signal, maxHeaderSize: MAX_HEADER_BYTES }
  const request = address.secure
    ? https.request(url, {
        ...options,
        agent: new https.Agent({ keepAlive: false }),
        rejectUnauthorized: true,
      })
    : http.request(url, { ...options, agent: new http.Agent({ keepAlive: false }) })
  return new Promise((resolved, reject) => {
    const connecting = setTimeout(() => request.destroy(tooSlow(address)), connectMs)
    request.on('socket', (socket) => {
      if (connected !== undefined) socket.once('connect', connected)
      socket.once(address.secure ? 'secureConnect' : 'connect', () => {
        clearTimeout(connecting)
        if (!isOneOf(socket.remoteAddress, addresses)) {
          request.destroy(new AppError('denied', say('web.nearby', { host: address.host })))
        }
      })
      socket.setTimeout(silenceMs, () => request.destroy(tooSlow(address)))
    })
    request.on('response', resolved)
    // A server that wants to speak something else is not listened to.
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new AppError('unsupported', say('web.no_web_server', { host: address.host })))
    })
    request.on('error', reject)
    request.on('close', () => clearTimeout(connecting))
    request.end(body)
  })
}

function isOneOf(remote: string | undefined, addresses: Resolved): boolean {
  return remote !== undefined && addresses.some(({ address }) => isSameAddress(address, remote))
}

/** One sentence for a host that takes longer than it is given. */
export function tooSlow({ host }: WebAddress, cause?: unknown): AppError {
  return new AppError('timeout', say('web.too_slow', { host }), { cause })
}
