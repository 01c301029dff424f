import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The page's content security policy, the same on both hosts. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  // The page that draws diagrams; it has a policy of its own, and no other page of ours can be framed.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Where the page that draws diagrams is, and the script that it is made of. */
export const diagramPagePath = '/diagram.html'
const diagramScriptPath = '/diagram.js'

/**
 * The policy of the page that draws diagrams: no origin, no network, no other script than its own. The styles of a
 * drawing are written into it, which is why they may be inline here.
 */
export const diagramPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

/** Headers of every answer. */
const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Else browsers ask for the names in links of a page over http before anyone follows them.
  'x-dns-prefetch-control': 'off',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()',
}

/** The headers of an answer by the path that was asked for, as it stands there. */
export function securityHeadersFor(path: string): Readonly<Record<string, string>> {
  if (path === diagramPagePath) return { ...securityHeaders, 'content-security-policy': diagramPolicy }
  // A page without an origin is of no site, so that its own script comes from another one.
  if (path === diagramScriptPath)
    return { ...securityHeaders, 'cross-origin-resource-policy': 'cross-origin' }
  return securityHeaders
}

/** Prefix of the WebSocket sub-protocol that carries the token. */
export const tokenProtocolPrefix = 'countersign.'

/** Refuses names other than loopback's, which is what stops a rebound DNS name. */
export function isAllowedHost(request: IncomingMessage, port: number): boolean {
  const host = onlyOne(request.headersDistinct.host)
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`
}

/** A page of ours: sent by every browser on an upgrade and on a POST. */
export function isAllowedOrigin(request: IncomingMessage, port: number): boolean {
  const origin = onlyOne(request.headersDistinct.origin)
  return origin === `http://127.0.0.1:${port}` || origin === `http://localhost:${port}`
}

/** Of several Node tells the first, and whatever stands between may have gone by another (RFC 9112, 3.2). */
function onlyOne(values: readonly string[] | undefined): string | undefined {
  return values?.length === 1 ? values[0] : undefined
}

/** Compares in constant time for equal lengths; the length of the token is no secret. */
export function isToken(candidate: string | undefined, token: string): boolean {
  if (candidate === undefined) return false
  const given = Buffer.from(candidate)
  const expected = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The token among the offered sub-protocols. */
export function tokenOfProtocols(header: string | undefined): string | undefined {
  return header
    ?.split(',')
    .map((protocol) => protocol.trim())
    .find((protocol) => protocol.startsWith(tokenProtocolPrefix))
    ?.slice(tokenProtocolPrefix.length)
}

/** The token of an `Authorization: Bearer` header; the scheme may be written in either case (RFC 9110, 11.1). */
export function bearerToken(request: IncomingMessage): string | undefined {
  return /^Bearer +(\S+)$/i.exec(onlyOne(request.headersDistinct.authorization) ?? '')?.[1]
}
