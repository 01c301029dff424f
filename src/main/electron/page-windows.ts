import { BrowserWindow, type Session, session } from 'electron'
import { type BrowserPage, type PageBrowsers, PageFailure } from '../web/rendering/page-browser'

/**
 * Opens pages in windows that nobody sees. A session can't be ended, so that each place has one, which is emptied before a
 * page is opened in it.
 */
export function createPageWindows(): PageBrowsers {
  /** Places at which a page is open. */
  const taken = new Set<number>()
  return {
    async start() {
      const open = new Set<BrowserWindow>()
      return {
        async openPage() {
          const place = firstFree(taken)
          taken.add(place)
          try {
            const window = await openWindow(place)
            open.add(window)
            window.once('closed', () => {
              open.delete(window)
              taken.delete(place)
            })
            return pageIn(window)
          } catch (error) {
            taken.delete(place)
            throw error
          }
        },
        async close() {
          for (const window of open) window.destroy()
        },
      }
    },
  }
}

function firstFree(taken: ReadonlySet<number>): number {
  let place = 0
  while (taken.has(place)) place += 1
  return place
}

async function openWindow(place: number): Promise<BrowserWindow> {
  // Without `persist:` before its name it is kept in memory alone.
  const own = session.fromPartition(`page-${place}`)
  await Promise.all([own.clearStorageData(), own.clearCache(), own.clearAuthCache(), denyNetwork(own)])
  const window = new BrowserWindow({
    show: false,
    webPreferences: { session: own, sandbox: true, contextIsolation: true, nodeIntegration: false },
  })
  try {
    window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    // Before something was loaded it answers no command.
    await window.loadURL('about:blank')
    window.webContents.debugger.attach()
    return window
  } catch (error) {
    window.destroy()
    throw error
  }
}

/** Everything goes to a proxy that is not there, also what is on this machine: what a page asks for is answered before. */
async function denyNetwork(own: Session): Promise<void> {
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  own.setPermissionCheckHandler(() => false)
  own.removeAllListeners('will-download')
  own.on('will-download', (event) => event.preventDefault())
  await own.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'http://127.0.0.1:9',
    proxyBypassRules: '<-loopback>',
  })
}

function pageIn(window: BrowserWindow): BrowserPage {
  const { debugger: devTools } = window.webContents
  return {
    send: (method, params = {}) =>
      devTools.sendCommand(method, params).catch((error: unknown) => {
        throw new PageFailure(String(error))
      }),
    listen(listener) {
      devTools.on('message', (_event, method, params) => listener({ method, params }))
    },
    gone: new Promise((resolve) => window.once('closed', resolve)),
    async close() {
      window.destroy()
    },
  }
}
