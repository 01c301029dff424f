import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CdpSession } from './cdp'
import { control } from './control'
import { createDebugger } from './debugger'
import { reportConsole } from './page-console'
import { documentScripts } from './page-worlds'
import { linkPreload, type PreloadLink, preparePreloadWorld } from './preload-link'
import { runtime } from './runtime'
import { appOrigin, toAppUrl, toPageUrl } from './schemes'
import { answerRequest, defaultSession, type OwnSession } from './session'
import { preventable, StrictEmitter, strict } from './strict'
import { colorScheme, onThemeChange } from './theme'

/** What the window and the session need of a page; the application only sees `facade`. */
export type WebContents = {
  readonly id: number
  readonly facade: object
  readonly mainFrame: object
  readonly mainFrameId: string
  readonly emitter: StrictEmitter
  /** The page's session, once its target exists and is set up. */
  readonly ready: Promise<CdpSession>
  load(url: string): Promise<void>
  /** Asks the application whether a navigation may go on; those that it started itself always may. */
  navigationPrevented(pageUrl: string, isMainFrame: boolean): boolean
  close(): Promise<void>
  isDestroyed(): boolean
}

type WindowOpenHandler = (details: Record<string, unknown>) => { action: 'allow' | 'deny' }

const events = [
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'did-navigate',
  'did-navigate-in-page',
  'will-attach-webview',
  'render-process-gone',
  'did-start-loading',
  'dom-ready',
  'did-finish-load',
  'did-fail-load',
  'console-message',
  'preload-error',
  'destroyed',
] as const

const withoutFragment = (url: string) => url.replace(/#.*$/, '')

let lastId = 0

/** Opens a page of Chromium for a window. */
export function createWebContents(options: {
  preload: string | undefined
  additionalArguments: readonly string[]
  size: { width: number; height: number }
  /** The default session unless given. */
  session: OwnSession | undefined
  onGone(): void
}): WebContents {
  lastId += 1
  const id = lastId
  const emitter = new StrictEmitter('webContents', events)
  let url = ''
  let destroyed = false
  let mainFrameId = ''
  let client: CdpSession | undefined
  let link: PreloadLink | undefined
  let openHandler: WindowOpenHandler | null = null
  let targetId = ''
  const loaded = Promise.withResolvers<void>()
  // Addresses to which the document itself asked to go; everything else came from outside the page.
  const requested = new Set<string>()

  const mainFrame = strict('WebFrameMain', {
    get url() {
      return toAppUrl(url)
    },
    get origin() {
      return appOrigin(url)
    },
    parent: null,
    top: null,
    routingId: 1,
    processId: 1,
    frameTreeNodeId: id,
    isDestroyed: () => destroyed,
  })

  const windowRequested = (pageUrl: string, frameName: string, features: string) => {
    const details = {
      url: toAppUrl(pageUrl),
      frameName,
      features,
      disposition: 'foreground-tab',
      referrer: {},
    }
    const answer = openHandler?.(strict('window-open details', details)) ?? { action: 'allow' }
    if (answer.action !== 'deny')
      throw new Error(`The Electron stand-in opens no windows for pages (${details.url}).`)
  }

  const facade: object = strict(
    'webContents',
    Object.assign(emitter, {
      id,
      mainFrame,
      session: options.session ?? defaultSession,
      debugger: createDebugger(async () => {
        await Promise.all([contents.ready, loaded.promise])
        return targetId
      }),
      setWebRTCIPHandlingPolicy: (_policy: 'disable_non_proxied_udp') => {
        // No driver can set it for one page; the product's other host shows what it does.
      },
      send: (channel: string, ...values: unknown[]) => link?.send(channel, values),
      postMessage: (channel: string, value: unknown, transfer: readonly unknown[] = []) =>
        link?.send(channel, [value], transfer),
      setWindowOpenHandler: (handler: WindowOpenHandler | null) => {
        openHandler = handler
      },
      loadURL: (target: string) => contents.load(target),
      reload: () => client?.tell('Page.reload'),
      getURL: () => toAppUrl(url),
      getTitle: () => '',
      isDestroyed: () => destroyed,
      isCrashed: () => false,
      openDevTools: () => undefined,
      closeDevTools: () => undefined,
      setZoomLevel: (level: number) => {
        // Electron's zoom levels are powers of 1.2.
        client?.tell('Emulation.setPageScaleFactor', { pageScaleFactor: 1.2 ** level })
      },
      focus: () => client?.tell('Page.bringToFront'),
    }),
  )

  const contents: WebContents = {
    id,
    facade,
    mainFrame,
    emitter,
    get mainFrameId() {
      return mainFrameId
    },
    ready: open(),
    isDestroyed: () => destroyed,
    load: async (target) => {
      const page = await contents.ready
      const loaded = new Promise<void>((resolve) => emitter.once('did-finish-load', () => resolve()))
      emitter.emit('did-start-loading')
      const { errorText } = await page.send('Page.navigate', { url: toPageUrl(target) })
      if (errorText) {
        emitter.emit('did-fail-load', {}, -2, errorText, target, true)
        throw new Error(`${errorText} loading '${target}'`)
      }
      await loaded
    },
    navigationPrevented: (pageUrl, isMainFrame) => {
      if (!requested.delete(pageUrl) && isMainFrame) return false
      return askToNavigate(pageUrl, isMainFrame)
    },
    close: async () => {
      if (destroyed) return
      await contents.ready
      const { browser } = (await runtime.chromium()).connection
      await browser.send('Target.closeTarget', { targetId })
    },
  }

  function askToNavigate(pageUrl: string, isMainFrame: boolean): boolean {
    const details = {
      url: toAppUrl(pageUrl),
      isMainFrame,
      isSameDocument: false,
      frame: mainFrame,
      initiator: mainFrame,
    }
    const event = preventable(details)
    emitter.emit('will-frame-navigate', event)
    if (isMainFrame && !event.defaultPrevented) emitter.emit('will-navigate', event, details.url)
    return event.defaultPrevented
  }

  function gone() {
    if (destroyed) return
    destroyed = true
    link?.drop()
    emitter.emit('destroyed')
    options.onGone()
  }

  async function open(): Promise<CdpSession> {
    const chromium = await runtime.chromium()
    const { browser, session } = chromium.connection
    const source = options.preload === undefined ? '' : readFileSync(options.preload, 'utf8')
    const scripts = documentScripts(randomUUID(), source, {
      platform: process.platform,
      versions: { ...runtime.versions },
      argv: [process.execPath, ...options.additionalArguments],
    })
    const context = options.session && { browserContextId: await options.session.contextId(browser) }
    const target = await browser.send('Target.createTarget', {
      ...context,
      url: 'about:blank',
      newWindow: true,
      ...options.size,
    })
    targetId = target.targetId
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
    const page = session(sessionId)
    mainFrameId = targetId // Chromium gives a page and its main frame the same name
    link = linkPreload(page, {
      mainFrameId,
      event: (ports) => ({ sender: facade as never, senderFrame: mainFrame, ports }), // `send` is part of the facade
      heardFrom: (href) => {
        url = href
      },
      windowRequested,
      preloadFailed: (message) => {
        process.stderr.write(`[stand-in] Unable to load preload script: ${message}\n`)
        emitter.emit('preload-error', {}, options.preload, new Error(message))
      },
    })
    listen(page, browser)
    await preparePreloadWorld(page, scripts)
    await Promise.all([
      page.send('Page.enable'),
      page.send('Inspector.enable'),
      page.send('Log.enable'),
      // A session of its own has no handlers, and who debugs it may answer its requests.
      ...(options.session ? [] : [page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })]),
      page.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      page.send('Emulation.setEmulatedMedia', { features: colorScheme() }),
    ])
    onThemeChange(() => {
      if (!destroyed) page.tell('Emulation.setEmulatedMedia', { features: colorScheme() })
    })
    client = page
    control.tell({ event: 'window', targetId })
    return page
  }

  function listen(page: CdpSession, browser: CdpSession) {
    const serve = (from: CdpSession) =>
      from.on('Fetch.requestPaused', (paused) => {
        answerRequest(browser, from, contents, paused).catch((error: Error) => {
          if (from.closed) return
          process.stderr.write(`[stand-in] ${paused.request.url}: ${error.stack}\n`)
          from.tell('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Failed' })
        })
      })
    serve(page)
    page.on('Page.frameRequestedNavigation', ({ frameId, url: target }) => {
      // A request has no fragment. The report precedes the request: both come from the renderer in order.
      requested.add(withoutFragment(target))
      // Only web addresses pass the request hook; the others (mailto:, about:) can be stopped here alone.
      if (/^https?:/.test(target) || frameId !== mainFrameId) return
      requested.delete(withoutFragment(target))
      if (askToNavigate(target, true)) page.tell('Page.stopLoading')
    })
    page.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== mainFrameId) return
      url = frame.url + (frame.urlFragment ?? '')
      emitter.emit('did-navigate', {}, toAppUrl(url), 200, 'OK')
    })
    page.on('Page.navigatedWithinDocument', ({ frameId, url: target }) => {
      if (frameId !== mainFrameId) return
      requested.delete(withoutFragment(target))
      url = target
      emitter.emit('did-navigate-in-page', {}, toAppUrl(url), true)
    })
    page.on('Page.domContentEventFired', () => emitter.emit('dom-ready', {}))
    page.on('Page.loadEventFired', () => {
      loaded.resolve()
      emitter.emit('did-finish-load', {})
    })
    page.on('Page.windowOpen', ({ url: target, windowName }) => windowRequested(target, windowName, ''))
    page.on('Inspector.targetCrashed', () => {
      link?.drop()
      emitter.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 })
    })
    page.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const child = runtime.session(sessionId)
      if (targetInfo.type === 'page') {
        // A window that the page got past its own guard: it ends before it has loaded anything.
        browser.tell('Target.closeTarget', { targetId: targetInfo.targetId })
        return
      }
      serve(child)
      if (!options.session) child.tell('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
      child.tell('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
      child.tell('Runtime.runIfWaitingForDebugger')
    })
    reportConsole(page, emitter, mainFrame)
    browser.on('Target.targetDestroyed', (info) => {
      if (info.targetId === targetId) gone()
    })
    browser.on('Target.detachedFromTarget', (info) => {
      if (info.targetId === targetId) gone()
    })
  }

  return contents
}
