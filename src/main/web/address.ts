import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { addressLimit } from '../../shared/web/web-address'
import { kindOfAddress } from './public-address'

/** An address of the web as it is asked, without its fragment: ASCII alone. */
export interface WebAddress {
  readonly href: string
  readonly origin: string
  /** With its port where that is not the usual one. */
  readonly host: string
  /** Without brackets and port. */
  readonly hostname: string
  readonly port: number
  readonly secure: boolean
}

/** Which hosts on their own network a person has named. */
export type NamedHosts = () => readonly string[]

/** Ports below this are for the system's services; of them only those of the web are asked. */
const FIRST_USER_PORT = 1024
/** Ports above it that are no web servers' and that browsers refuse (Fetch standard, 2.9). */
const OTHER_SERVICES: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
])

/** Reads an address; throws one sentence for what is none, or is none that is ever asked. Sends nothing. */
export function parseAddress(text: string, field = 'url'): WebAddress {
  const trimmed = text.trim()
  const refuse = (sentence: ReturnType<typeof say>) => new AppError('invalid_input', sentence, { field })
  if (trimmed.length > addressLimit) throw refuse(say('web.too_long'))
  if (!URL.canParse(trimmed)) throw refuse(say('web.no_address'))
  const url = new URL(trimmed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(say('web.other_scheme'))
  if (url.username !== '' || url.password !== '') throw refuse(say('web.with_password'))
  if (url.hostname === '') throw refuse(say('web.no_address'))
  const href = hrefOf(url)
  const secure = url.protocol === 'https:'
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  if (!isUsualPort(port)) throw refuse(say('web.port', { port }))
  return {
    href,
    origin: url.origin,
    host: url.host,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    secure,
  }
}

/** An address as it is asked: without its fragment, and without the mark of a query that is not there. */
export function hrefOf(url: URL): string {
  const asked = new URL(url)
  asked.hash = ''
  if (asked.search === '') asked.search = ''
  return asked.href
}

function isUsualPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= FIRST_USER_PORT && !OTHER_SERVICES.has(port))
}

/** Throws where an address names this machine or a network nearby, which the person did not allow. Sends nothing. */
export function refuseNearby(address: WebAddress, named: NamedHosts): void {
  const name = address.hostname.toLowerCase().replace(/\.$/, '')
  const isLocalName = name === 'localhost' || name.endsWith('.localhost')
  const kind = isLocalName ? 'nearby' : isIP(name) === 0 ? 'public' : kindOfAddress(name)
  refuseKind(address, kind, named)
}

/** See {@link refuseNearby}, for an address that the name was found to have. */
export function refuseKind(
  address: WebAddress,
  kind: ReturnType<typeof kindOfAddress>,
  named: NamedHosts,
): void {
  if (kind === 'public' || (kind === 'nearby' && isNamed(address, named()))) return
  throw new AppError('denied', say('web.nearby', { host: address.host }))
}

/** See {@link parseAddress}; null for what is never asked. */
export function addressOf(url: string): WebAddress | null {
  try {
    return parseAddress(url)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Whether a person has named this host with this port. */
function isNamed(address: WebAddress, named: readonly string[]): boolean {
  return named.includes(namedAs(address))
}

/** How a person names the host of an address: always with its port. */
export function namedAs({ hostname, port }: WebAddress): string {
  return `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}

/** A host as the web names it, with the letters that it stands for where it stands for others. */
export function hostInWords(host: string): string {
  const unicode = domainToUnicode(host)
  return unicode === '' || unicode === host ? host : `${host} (${unicode})`
}
