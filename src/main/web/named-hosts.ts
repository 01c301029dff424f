import { defaultSettings } from '../../shared/contract/settings'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { Database } from '../db/open'
import { createSettingsTable } from '../db/settings'
import type { NamedHosts } from './address'

/** Tells which hosts on their own network a person has named, as it is now. */
export function createNamedHosts(db: Database): NamedHosts {
  const table = createSettingsTable(db)
  return () => ({ ...defaultSettings, ...table.stored() }).webHosts
}

/** What a person wrote as `host:port`, each once; a host alone stands for both ports of the web. Throws for what is none. */
export function namedHostsOf(texts: readonly string[]): string[] {
  return [
    ...new Set(
      texts
        .map((text) => text.trim())
        .filter((text) => text !== '')
        .flatMap(hostsOf),
    ),
  ]
}

function hostsOf(text: string): string[] {
  const withScheme = /^https?:\/\//i.test(text)
  const address = withScheme ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : null
  // What stands beside host and port would be left out silently.
  const isHost =
    url !== null &&
    // There is no name for many hosts.
    !url.hostname.includes('*') &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  if (!isHost || (!withScheme && url.pathname !== '/')) {
    throw new AppError('invalid_input', say('web.no_host', { text }), { field: 'webHosts' })
  }
  if (url.port !== '') return [`${url.hostname}:${url.port}`]
  if (withScheme) return [`${url.hostname}:${url.protocol === 'https:' ? 443 : 80}`]
  // Port 80 is dropped from an address, and was written all the same.
  return /:80$/.test(text) ? [`${url.hostname}:80`] : [`${url.hostname}:80`, `${url.hostname}:443`]
}
