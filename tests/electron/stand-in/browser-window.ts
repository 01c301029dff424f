import { announceContents, assertReady, lastWindowClosed } from './app'
import type { OwnSession } from './session'
import { preventable, StrictEmitter, strict, UnknownElectronMember } from './strict'
import { createWebContents, type WebContents } from './web-contents'
import { addWindow, removeWindow } from './window-list'

type WebPreferences = Record<string, unknown> & {
  preload?: string
  additionalArguments?: readonly string[]
  session?: OwnSession
}
type Bounds = { x: number; y: number; width: number; height: number }
type WindowOptions = Record<string, unknown> &
  Partial<Bounds> & { title?: string; webPreferences?: WebPreferences }

const requiredPreferences: Readonly<Record<string, boolean>> = { sandbox: true, contextIsolation: true }
// Each of these, set to the value named, would undo the isolation that the product promises.
const forbiddenPreferences: Readonly<Record<string, boolean>> = {
  nodeIntegration: true,
  nodeIntegrationInSubFrames: true,
  nodeIntegrationInWorker: true,
  webviewTag: true,
  allowRunningInsecureContent: true,
  experimentalFeatures: true,
  webSecurity: false,
}
const neutralPreferences = new Set([
  'preload',
  'additionalArguments',
  'session',
  'spellcheck',
  'devTools',
  'backgroundThrottling',
  'navigateOnDragDrop',
  'safeDialogs',
  'zoomFactor',
])

function checkPreferences(preferences: WebPreferences) {
  for (const [key, value] of Object.entries(requiredPreferences)) {
    if (preferences[key] !== value) throw new Error(`webPreferences.${key} must be ${value}`)
  }
  for (const [key, value] of Object.entries(preferences)) {
    if (key in requiredPreferences || neutralPreferences.has(key)) continue
    if (!(key in forbiddenPreferences)) throw new UnknownElectronMember(`webPreferences.${key}`)
    if (value === forbiddenPreferences[key]) throw new Error(`webPreferences.${key} must not be ${value}`)
  }
}

let lastId = 0
const open = new Map<WindowFrame, object>()
const byContents = new WeakMap<object, WindowFrame>()

class WindowFrame extends StrictEmitter {
  readonly id: number
  readonly webContents: object
  private readonly page: WebContents
  private bounds: Bounds
  private state: 'normal' | 'maximized' | 'minimized' = 'normal'
  private visible: boolean
  private title: string
  private destroyed = false
  /** Not its facade, through which the application calls it. */
  private readonly frame: WindowFrame = this
  private lastClose: Promise<boolean> | undefined

  constructor(options: WindowOptions) {
    super('BrowserWindow', [
      'ready-to-show',
      'show',
      'hide',
      'close',
      'closed',
      'resize',
      'resized',
      'move',
      'moved',
      'focus',
      'blur',
      'maximize',
      'unmaximize',
      'minimize',
      'restore',
      'enter-full-screen',
      'leave-full-screen',
      'unresponsive',
      'responsive',
      'page-title-updated',
    ])
    lastId += 1
    this.id = lastId
    this.visible = options.show !== false
    this.title = options.title ?? 'Electron'
    // 800 × 600 is Electron's own default.
    this.bounds = {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: options.width ?? 800,
      height: options.height ?? 600,
    }
    const { width, height } = this.bounds
    this.page = createWebContents({
      preload: options.webPreferences?.preload,
      additionalArguments: options.webPreferences?.additionalArguments ?? [],
      session: options.webPreferences?.session,
      size: { width, height },
      onGone: () => this.gone(),
    })
    this.page.ready.catch((error: Error) => {
      if (!this.destroyed) process.stderr.write(`[stand-in] a window did not open: ${error.message}\n`)
    })
    this.webContents = this.page.facade
    byContents.set(this.webContents, this)
    this.page.emitter.once('did-finish-load', () => this.emit('ready-to-show'))
    addWindow(this)
  }

  loadURL(url: string): Promise<void> {
    return this.page.load(url)
  }

  show(): void {
    this.visible = true
    this.emit('show')
    this.focus()
  }

  showInactive(): void {
    this.visible = true
    this.emit('show')
  }

  hide(): void {
    this.visible = false
    this.emit('hide')
  }

  focus(): void {
    this.tell((page) => page.tell('Page.bringToFront'))
    this.emit('focus')
  }

  isVisible(): boolean {
    return this.visible
  }

  isFocused(): boolean {
    return this.visible && !this.destroyed
  }

  close(): void {
    void this.closeForQuit()
  }

  destroy(): void {
    void this.page.close()
    this.gone()
  }

  isDestroyed(): boolean {
    return this.destroyed
  }

  isMinimized(): boolean {
    return this.state === 'minimized'
  }

  isMaximized(): boolean {
    return this.state === 'maximized'
  }

  isFullScreen(): boolean {
    return false
  }

  minimize(): void {
    this.change('minimized', 'minimize')
  }

  maximize(): void {
    this.change('maximized', 'maximize')
  }

  unmaximize(): void {
    this.change('normal', 'unmaximize')
  }

  restore(): void {
    this.change('normal', 'restore')
  }

  getBounds(): Bounds {
    return { ...this.bounds }
  }

  getNormalBounds(): Bounds {
    return { ...this.bounds }
  }

  setBounds(wanted: Partial<Bounds>): void {
    const before = this.bounds
    this.bounds = { ...before, ...wanted }
    const { x, y, width, height } = this.bounds
    this.tell(async (page) => {
      const { windowId } = await page.send('Browser.getWindowForTarget')
      await page.send('Browser.setWindowBounds', { windowId, bounds: { left: x, top: y, width, height } })
    })
    if (width !== before.width || height !== before.height) this.emit('resize')
    if (x !== before.x || y !== before.y) this.emit('move')
  }

  getTitle(): string {
    return this.title
  }

  setTitle(title: string): void {
    this.title = title
  }

  /** Colour of a window before its page has painted; pages here paint at once. */
  setBackgroundColor(_color: string): void {}

  /** Menus are not drawn. */
  setMenuBarVisibility(_visible: boolean): void {}

  closeForQuit(): Promise<boolean> {
    if (this.destroyed) return Promise.resolve(true)
    this.lastClose ??= this.askAndClose().finally(() => {
      this.lastClose = undefined
    })
    return this.lastClose
  }

  private async askAndClose(): Promise<boolean> {
    const event = preventable({})
    this.emit('close', event)
    if (event.defaultPrevented) return false
    await this.page.close()
    this.gone()
    return true
  }

  private gone() {
    if (this.destroyed) return
    this.destroyed = true
    open.delete(this.frame)
    const last = removeWindow(this.frame)
    this.emit('closed')
    if (last) lastWindowClosed()
  }

  private change(state: typeof this.state, event: string) {
    if (this.state === state) return
    this.state = state
    this.emit(event)
  }

  private tell(work: (page: Awaited<WebContents['ready']>) => unknown) {
    void this.page.ready.then(async (page) => {
      if (!this.destroyed) await work(page)
    })
  }
}

function outside(frame: WindowFrame | undefined): object | null {
  return (frame && open.get(frame)) ?? null
}

const statics = {
  getAllWindows: () => [...open.values()],
  getFocusedWindow: () => [...open].reverse().find(([frame]) => frame.isFocused())?.[1] ?? null,
  fromWebContents: (contents: object) => outside(byContents.get(contents)),
  fromId: (id: number) => outside([...open.keys()].find((frame) => frame.id === id)),
}

/** Electron's class of the same name: each window is a page of Chromium. */
export const BrowserWindow = strict(
  'BrowserWindow',
  Object.assign(function BrowserWindow(options: WindowOptions = {}) {
    assertReady()
    checkPreferences(options.webPreferences ?? {})
    const frame = new WindowFrame(options)
    const facade = strict('BrowserWindow', frame)
    open.set(frame, facade)
    announceContents(frame.webContents)
    return facade
  }, statics),
)
