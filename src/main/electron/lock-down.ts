import { app, type Session } from 'electron'
import { diagramUrl, pageScheme } from './page-protocol'

/** No page but ours: no navigation but a diagram's frame, no new window, no permission, no request that leaves. */
export function lockDown(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.webRequest.onBeforeRequest((details, answer) => {
    const { protocol } = new URL(details.url)
    answer({ cancel: !allowedProtocols.has(protocol) })
  })
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => {
      if (event.isMainFrame || event.url !== diagramUrl) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
  })
}

// blob: and data: are pictures and downloads that the page makes itself.
const allowedProtocols = new Set([`${pageScheme}:`, 'blob:', 'data:', 'devtools:'])
