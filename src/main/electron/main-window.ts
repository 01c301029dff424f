import { BrowserWindow, nativeTheme } from 'electron'
import { pageUrl } from './page-protocol'

const firstSize = { width: 1280, height: 820 }
// Below this the inspector would cover the conversation.
const smallestSize = { width: 640, height: 480 }
// The page's background in each theme, so that the window does not flash before the first paint.
const background = { light: '#fbfaf8', dark: '#161618' }

/** Opens the window with everything off that a page of text does not need, on a conversation where one is named. */
export function openMainWindow(preload: string, conversationId?: string): BrowserWindow {
  const window = new BrowserWindow({
    ...firstSize,
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    show: false,
    title: 'Countersign',
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  const place = conversationId === undefined ? '' : `#/chat/${encodeURIComponent(conversationId)}`
  void window.loadURL(`${pageUrl}${place}`)
  return window
}
