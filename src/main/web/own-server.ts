import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { Sentence } from '../../shared/sentences/sentence'
import type { GivenSecret } from '../secrets/named-secrets'
import { type NamedHosts, namedAs, type WebAddress } from './address'
import { kindOfAddress } from './public-address'

/** Whether a host is written as this computer itself: a name that only leads here is not. */
export function isThisComputer(hostname: string): boolean {
  const name = hostname.toLowerCase()
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

/** Whether a host is written as a number of a network nearby. */
function isWrittenNearby(hostname: string): boolean {
  return isThisComputer(hostname) || kindOfAddress(hostname) === 'nearby'
}

/** The named hosts with that of an address which a person wrote: a number of a network nearby is meant, a name that leads there is not. */
export function withOwnHost(named: NamedHosts, address: WebAddress): NamedHosts {
  if (!isWrittenNearby(address.hostname)) return named
  return () => [...named(), namedAs(address)]
}

/** Headers that a connection sets itself, or that would make another request of it. */
const ownHeaders =
  /^(host|connection|content-length|content-type|transfer-encoding|upgrade|te|trailer|expect|accept|accept-encoding|origin|cookie|proxy-.*|sec-.*|mcp-.*|last-event-id)$/i

function isHeader(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && !ownHeaders.test(name)
}

/** Whether a header can have this value (RFC 9110, 5.5). */
export function isHeaderValue(value: string): boolean {
  return !/[^\t\x20-\x7e\x80-\xff]/.test(value)
}

/** The headers that a person entered; throws for one that can't be set, names one twice, or has a value that none can have. */
export function checkedHeaders(given: readonly GivenSecret[], field: string): GivenSecret[] {
  const headers = namedOnce(given, field, (name) =>
    isHeader(name) ? null : say('foreign.odd_header', { name }),
  )
  if (!headers.every(({ value = '' }) => isHeaderValue(value))) {
    throw new AppError('invalid_input', say('foreign.odd_header_value'), { field })
  }
  return headers
}

/** What was given by name, each name once and trimmed; throws what `problem` finds. */
export function namedOnce(
  given: readonly GivenSecret[],
  field: string,
  problem: (name: string) => Sentence | null,
): GivenSecret[] {
  const wrong = (sentence: Sentence) => new AppError('invalid_input', sentence, { field })
  const seen = new Set<string>()
  return given.map(({ name, value }) => {
    const trimmed = name.trim()
    const wrongName = problem(trimmed)
    if (wrongName !== null) throw wrong(wrongName)
    const key = trimmed.toLowerCase()
    if (seen.has(key)) throw wrong(say('foreign.name_twice', { name: trimmed }))
    seen.add(key)
    return { name: trimmed, ...(value === undefined ? {} : { value }) }
  })
}
