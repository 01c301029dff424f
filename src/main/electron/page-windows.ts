import { BrowserWindow, type Session, session } from 'electron'
import { newId } from '../identifier'
import type { BrowserPage, PageBrowsers } from '../web/rendering/page-browser'

/** Opens pages in windows that nobody sees, each with a memory of its own that ends with it. */
export function createPageWindows(): PageBrowsers {
  return {
    async start() {
      const open = new Set<BrowserWindow>()
      return {
        async openPage() {
          const window = await openWindow()
          open.add(window)
          window.once('closed', () => open.delete(window))
          return pageIn(window)
        },
        async close() {
          for (const window of open) window.destroy()
        },
      }
    },
  }
}

async function openWindow(): Promise<BrowserWindow> {
  // Without `persist:` before its name it is kept in memory alone.
  const own = session.fromPartition(`page-${newId()}`)
  await denyNetwork(own)
  const window = new BrowserWindow({
    show: false,
    webPreferences: { session: own, sandbox: true, contextIsolation: true, nodeIntegration: false },
  })
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  window.webContents.debugger.attach()
  return window
}

/** Everything goes to a proxy that is not there, also what is on this machine: what a page asks for is answered before. */
async function denyNetwork(own: Session): Promise<void> {
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  own.setPermissionCheckHandler(() => false)
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
    send: (method, params = {}) => devTools.sendCommand(method, params),
    listen(listener) {
      devTools.on('message', (_event, method, params) => listener({ method, params }))
    },
    gone: new Promise((resolve) => window.once('closed', resolve)),
    async close() {
      window.destroy()
    },
  }
}
