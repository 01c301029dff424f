import { EventEmitter } from 'node:events'
import type { Session } from 'electron'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { lockDown } from './lock-down'
import { openMainWindow } from './main-window'
import { diagramUrl, pageUrl } from './page-protocol'

const made = vi.hoisted(() => ({
  listeners: new Map<string, (...args: unknown[]) => void>(),
  windows: [] as unknown[],
}))
vi.mock('electron', () => ({
  app: { on: (name: string, listener: (...args: unknown[]) => void) => made.listeners.set(name, listener) },
  protocol: {},
  nativeTheme: { shouldUseDarkColors: false },
  BrowserWindow: class {
    constructor(options: unknown) {
      made.windows.push(options)
    }
    once() {}
    async loadURL(url: string) {
      made.windows.push(url)
    }
  },
}))

type Listener = (...args: unknown[]) => void
let hooks: Record<string, Listener>
let session: EventEmitter

beforeEach(() => {
  hooks = {}
  made.windows.length = 0
  const keep = (name: string) => (listener: Listener) => {
    hooks[name] = listener
  }
  session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    webRequest: { onBeforeRequest: keep('before') },
  })
  // A session is an object of the browser: this has the parts of it that are locked.
  lockDown(session as unknown as Session)
})

function contents() {
  const page = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (listener: Listener) => {
      hooks.open = listener
    },
  })
  made.listeners.get('web-contents-created')?.({}, page)
  return page
}

function prevented(page: EventEmitter, name: string, details: object = {}): boolean {
  const event = {
    ...details,
    prevented: false,
    preventDefault: () => Object.assign(event, { prevented: true }),
  }
  page.emit(name, event)
  return event.prevented
}

describe('the shell’s page', () => {
  it('is given no permission, whatever it asks for', () => {
    const answer = vi.fn()
    for (const permission of ['media', 'geolocation', 'clipboard-read', 'openExternal', 'usb']) {
      hooks.request?.({}, permission, answer)
    }
    expect(answer.mock.calls.flat()).toEqual([false, false, false, false, false])
    expect(hooks.check?.({}, 'media')).toBe(false)
  })

  it.each(['will-navigate', 'will-frame-navigate', 'will-attach-webview'])('is kept from %s', (name) => {
    expect(prevented(contents(), name)).toBe(true)
  })

  it('has frames for diagrams, and for nothing else', () => {
    const goes = (url: string, isMainFrame: boolean) =>
      !prevented(contents(), 'will-frame-navigate', { url, isMainFrame })
    expect(goes(diagramUrl, false)).toBe(true)
    expect(goes(diagramUrl, true)).toBe(false)
    for (const url of [pageUrl, `${diagramUrl}?leak=1`, 'https://example.org/', 'data:text/html,x']) {
      expect(goes(url, false), url).toBe(false)
    }
  })

  it('opens no window', () => {
    contents()
    expect(hooks.open?.({ url: 'https://example.org' })).toEqual({ action: 'deny' })
  })

  it.each([
    ['https://example.org/', true],
    ['http://127.0.0.1:1/', true],
    ['file:///etc/passwd', true],
    ['ws://127.0.0.1/', true],
    [pageUrl, false],
    ['blob:app://countersign/1', false],
    ['data:image/png;base64,', false],
  ])('asks for %s: refused %s', (url, cancel) => {
    const answer = vi.fn()
    hooks.before?.({ url }, answer)
    expect(answer).toHaveBeenCalledWith({ cancel })
  })

  it('runs sandboxed and isolated, without Node and without webviews', () => {
    openMainWindow('/preload.cjs')
    expect(made.windows[0]).toMatchObject({
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false },
    })
    expect(made.windows[1]).toBe(pageUrl)
  })
})
