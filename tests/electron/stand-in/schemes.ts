// Chromium cannot load a custom scheme, so `app://host/path` is shown at `https://host.app.test/path`: a
// reserved top-level domain that no network answers for, and a secure context as the privileged scheme is.
const testDomain = '.test'

/** The address at which Chromium loads what the application calls by its own scheme. */
export function toPageUrl(url: string): string {
  const parts = /^([a-z][a-z0-9+-]*):\/\/([^/?#]*)(.*)$/i.exec(url)
  const [, scheme, host, rest] = parts ?? []
  if (!scheme || ['http', 'https', 'ws', 'wss', 'file', 'chrome', 'devtools', 'blob'].includes(scheme))
    return url
  return `https://${host}.${scheme}${testDomain}${rest || '/'}`
}

/** The address as the application knows it. */
export function toAppUrl(url: string): string {
  const parts = /^https:\/\/([^/?#]+)\.([a-z][a-z0-9+-]*)\.test(?=[/?#]|$)(.*)$/i.exec(url)
  return parts ? `${parts[2]}://${parts[1]}${parts[3]}` : url
}

/** The origin as the application knows it, `null` where there is none. */
export function appOrigin(url: string): string {
  const parts = /^([a-z][a-z0-9+-]*:\/\/[^/?#]+)/i.exec(toAppUrl(url))
  return parts?.[1] ?? 'null'
}
