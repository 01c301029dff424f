import type { CdpSession, Protocol } from './cdp'
import { appOrigin, toAppUrl, toPageUrl } from './schemes'
import { StrictEmitter, strict } from './strict'
import type { WebContents } from './web-contents'

type SchemeHandler = (request: Request) => Response | Promise<Response>
type RequestDetails = Record<string, unknown> & { url: string }
type RequestListener = (details: RequestDetails, done: (answer: RequestAnswer) => void) => void
type RequestAnswer = {
  cancel?: boolean
  redirectURL?: string
  responseHeaders?: Record<string, string | string[]>
}
type RequestFilter = { urls: readonly string[] }
type Hook = { listener: RequestListener; filter: RequestFilter } | undefined
type PermissionCheck = (
  contents: unknown,
  permission: string,
  origin: string,
  details: Record<string, unknown>,
) => boolean
type PermissionRequest = (
  contents: unknown,
  permission: string,
  done: (granted: boolean) => void,
  details: Record<string, unknown>,
) => void

const schemes = new Map<string, SchemeHandler>()
let beforeRequest: Hook
let headersReceived: Hook
let permissionCheck: PermissionCheck | null = null
let permissionRequest: PermissionRequest | null = null

// Electron's name of each permission that Chromium lets a driver decide, and the driver's name for it.
const permissions: readonly (readonly [string, Protocol.Browser.PermissionDescriptor])[] = [
  ['geolocation', { name: 'geolocation' }],
  ['notifications', { name: 'notifications' }],
  ['media', { name: 'camera' }],
  ['media', { name: 'microphone' }],
  ['midi', { name: 'midi' }],
  ['midiSysex', { name: 'midi', sysex: true }],
  ['clipboard-read', { name: 'clipboard-read' }],
  ['idle-detection', { name: 'idle-detection' }],
]

const resourceTypes: Readonly<Record<string, string>> = {
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  XHR: 'xhr',
  Fetch: 'xhr',
  Media: 'media',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
}

/** Electron's module of the same name; the handlers are those of the default session. */
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (_schemes: unknown) => {
    // Each scheme is shown at an https address, which has the privileges that can be asked for.
  },
  handle: (scheme: string, handler: SchemeHandler) => {
    if (schemes.has(scheme)) throw new Error(`The scheme '${scheme}' is already handled.`)
    schemes.set(scheme, handler)
  },
  unhandle: (scheme: string) => void schemes.delete(scheme),
  isProtocolHandled: (scheme: string) => schemes.has(scheme),
})

const anyUrl: RequestFilter = { urls: ['<all_urls>'] }
type HookArguments = [RequestListener | null] | [RequestFilter, RequestListener | null]

function readHook(given: HookArguments): Hook {
  const listener = given.length === 1 ? given[0] : given[1]
  return listener ? { listener, filter: given.length === 2 ? given[0] : anyUrl } : undefined
}

class Session extends StrictEmitter {
  readonly protocol = protocol
  readonly webRequest = strict('session.webRequest', {
    onBeforeRequest: (...given: HookArguments) => {
      beforeRequest = readHook(given)
    },
    onHeadersReceived: (...given: HookArguments) => {
      headersReceived = readHook(given)
    },
  })

  setPermissionCheckHandler(handler: PermissionCheck | null): void {
    permissionCheck = handler
  }

  setPermissionRequestHandler(handler: PermissionRequest | null): void {
    permissionRequest = handler
  }

  /** No driver can offer a device, so there is never one to decide about. */
  setDevicePermissionHandler(_handler: unknown): void {}
}

/** The session of windows that name none; it alone has handlers of schemes and requests. */
export const defaultSession = strict('session', new Session('session', ['will-download']))

type Proxy = { mode: 'fixed_servers'; proxyRules: string; proxyBypassRules: string }

/** A session in memory, which is a browser context of Chromium. */
class PartitionSession extends StrictEmitter {
  private proxy: Proxy | undefined

  setPermissionCheckHandler(_handler: () => false): void {
    // What is not granted is denied there, as these handlers do.
  }

  setPermissionRequestHandler(_handler: unknown): void {}

  async setProxy(proxy: Proxy): Promise<void> {
    this.proxy = proxy
  }

  // Each window has a browser context of its own, in which nothing of another one is.

  async clearStorageData(): Promise<void> {}

  async clearCache(): Promise<void> {}

  async clearAuthCache(): Promise<void> {}

  /** Not Electron's: a browser context for one window. */
  contextId(browser: CdpSession): Promise<string> {
    return browser
      .send('Target.createBrowserContext', {
        disposeOnDetach: true,
        ...(this.proxy && {
          proxyServer: this.proxy.proxyRules,
          proxyBypassList: this.proxy.proxyBypassRules,
        }),
      })
      .then(({ browserContextId }) => browserContextId)
  }
}

/** A session that a window is given. */
export type OwnSession = Pick<PartitionSession, 'contextId'>

const partitions = new Map<string, PartitionSession>()

function fromPartition(partition: string): PartitionSession {
  if (partition.startsWith('persist:')) throw new Error('The stand-in keeps no session on disk.')
  const known = partitions.get(partition)
  if (known) return known
  const made = strict('session', new PartitionSession('session', ['will-download']))
  partitions.set(partition, made)
  return made
}

/** Electron's module `session`. */
export const session = strict('session module', { defaultSession, fromPartition })

/**
 * Gives Chromium the application's decisions for an origin. Chromium asks nobody while a page runs, so each
 * handler is asked before the document loads; without handlers everything is granted, as in Electron.
 */
async function applyPermissions(browser: CdpSession, contents: WebContents, url: string): Promise<void> {
  const requestingUrl = toAppUrl(url)
  const details = { requestingUrl, securityOrigin: appOrigin(url), isMainFrame: true }
  for (const [permission, descriptor] of permissions) {
    const checked = permissionCheck?.(contents.facade, permission, appOrigin(url), details) ?? true
    const granted =
      checked &&
      (permissionRequest === null ||
        (await new Promise<boolean>((done) =>
          permissionRequest?.(contents.facade, permission, done, details),
        )))
    await browser.send('Browser.setPermission', {
      permission: descriptor,
      setting: granted ? 'granted' : 'denied',
      origin: new URL(url).origin,
    })
  }
}

function matches(hook: Hook, url: string): hook is NonNullable<Hook> {
  return (hook?.filter.urls ?? []).some((pattern) => {
    if (pattern === '<all_urls>') return true
    const expression = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
    return new RegExp(`^${expression}$`).test(url)
  })
}

async function runHook(hook: Hook, details: RequestDetails): Promise<RequestAnswer> {
  if (!matches(hook, details.url)) return {}
  return await new Promise((done) => hook.listener(details, done))
}

type HeaderEntry = { name: string; value: string }

async function filterHeaders(details: RequestDetails, status: number, headers: HeaderEntry[]) {
  const responseHeaders: Record<string, string[]> = {}
  for (const { name, value } of headers) responseHeaders[name] = [...(responseHeaders[name] ?? []), value]
  const answer = await runHook(headersReceived, { ...details, statusCode: status, responseHeaders })
  const kept = answer.responseHeaders
    ? Object.entries(answer.responseHeaders).flatMap(([name, value]) =>
        [value].flat().map((one) => ({ name, value: one })),
      )
    : headers
  return { cancel: answer.cancel === true, headers: kept }
}

/** Answers one paused request of a window: navigation rules, request hooks, then the scheme's handler. */
export async function answerRequest(
  browser: CdpSession,
  client: CdpSession,
  contents: WebContents,
  paused: Protocol.Fetch.requestPausedPayload,
): Promise<void> {
  const { requestId, request } = paused
  const fail = (errorReason: Protocol.Network.ErrorReason) =>
    client.tell('Fetch.failRequest', { requestId, errorReason })
  const url = toAppUrl(request.url)
  const isDocument = paused.resourceType === 'Document'
  const isMainFrame = isDocument && paused.frameId === contents.mainFrameId
  const details: RequestDetails = {
    id: paused.requestId,
    url,
    method: request.method,
    resourceType: isDocument
      ? isMainFrame
        ? 'mainFrame'
        : 'subFrame'
      : (resourceTypes[paused.resourceType] ?? 'other'),
    webContentsId: contents.id,
    webContents: contents.facade,
    frame: contents.mainFrame,
    referrer: toAppUrl(request.headers.Referer ?? ''),
    timestamp: Date.now(),
  }
  if (paused.responseStatusCode !== undefined) {
    const filtered = await filterHeaders(details, paused.responseStatusCode, paused.responseHeaders ?? [])
    if (filtered.cancel) return fail('BlockedByClient')
    return client.tell('Fetch.continueResponse', {
      requestId,
      responseCode: paused.responseStatusCode,
      responseHeaders: filtered.headers,
    })
  }
  if (paused.responseErrorReason !== undefined) return client.tell('Fetch.continueRequest', { requestId })
  if (isDocument && contents.navigationPrevented(request.url, isMainFrame)) return fail('Aborted')
  const before = await runHook(beforeRequest, details)
  if (before.cancel) return fail('BlockedByClient')
  if (before.redirectURL) {
    return client.tell('Fetch.fulfillRequest', {
      requestId,
      responseCode: 307,
      responseHeaders: [{ name: 'Location', value: toPageUrl(before.redirectURL) }],
    })
  }
  if (isMainFrame && /^https?:/.test(request.url)) await applyPermissions(browser, contents, request.url)
  if (url === request.url) {
    return client.tell('Fetch.continueRequest', {
      requestId,
      interceptResponse: headersReceived !== undefined,
    })
  }
  const handler = schemes.get(url.slice(0, url.indexOf(':')))
  if (!handler) return fail('Failed')
  const body = request.hasPostData ? await postedBytes(client, paused) : undefined
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    toAppUrl(value),
  ])
  const response = await handler(new Request(url, { method: request.method, headers, body: body ?? null }))
  if (response.type === 'error') return fail('Failed')
  const answered = [...response.headers].map(([name, value]) => ({ name, value: toPageUrl(value) }))
  const filtered = await filterHeaders(details, response.status, answered)
  if (filtered.cancel) return fail('BlockedByClient')
  client.tell('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: filtered.headers,
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  })
}

async function postedBytes(client: CdpSession, paused: Protocol.Fetch.requestPausedPayload) {
  const entries = paused.request.postDataEntries
  if (entries) return Buffer.concat(entries.map((entry) => Buffer.from(entry.bytes ?? '', 'base64')))
  if (!paused.networkId) throw new Error(`The body of ${paused.request.url} cannot be read.`)
  const { postData } = await client.send('Network.getRequestPostData', { requestId: paused.networkId })
  return Buffer.from(postData)
}
