import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitForEntry } from './entry'
import { recorded } from './native'
import { runtime } from './runtime'
import { lockSingleInstance, secondStartSent } from './single-instance'
import { preventable, StrictEmitter, strict } from './strict'
import { allWindows } from './window-list'

const emitter = new StrictEmitter('app', [
  'ready',
  'window-all-closed',
  'activate',
  'second-instance',
  'before-quit',
  'will-quit',
  'quit',
  'web-contents-created',
  'browser-window-created',
  'open-file',
  'open-url',
  'render-process-gone',
  'child-process-gone',
])

let name = runtime.application.name
let ready = false
let quitting = false
let lock: { held: boolean; release(): void } | undefined

const configHome = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
const fixedPaths = new Map<string, string>([
  ['home', homedir()],
  ['appData', configHome],
  ['temp', tmpdir()],
  ['exe', process.execPath],
  ['desktop', join(homedir(), 'Desktop')],
  ['documents', join(homedir(), 'Documents')],
  ['downloads', join(homedir(), 'Downloads')],
  ['pictures', join(homedir(), 'Pictures')],
  ['music', join(homedir(), 'Music')],
  ['videos', join(homedir(), 'Videos')],
])

function getPath(kind: string): string {
  const fixed = fixedPaths.get(kind)
  if (fixed !== undefined) return fixed
  const userData = fixedPaths.get('userData') ?? join(configHome, name)
  switch (kind) {
    case 'userData':
    case 'sessionData':
      return userData
    case 'logs':
      return join(userData, 'logs')
    case 'crashDumps':
      return join(userData, 'Crashpad')
    default:
      throw new Error(`Failed to get '${kind}' path`)
  }
}

// As in Electron, `ready` follows in a later turn, when the entry file has run.
// Until its entry has run the application may give Chromium switches.
const whenReady = waitForEntry()
  .then(() => runtime.chromium())
  .then(
    () =>
      new Promise<void>((resolve) =>
        setImmediate(() => {
          ready = true
          emitter.emit('ready', {}, {})
          resolve()
        }),
      ),
  )
whenReady.catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})

function finish(code: number) {
  emitter.emit('quit', {}, code)
  lock?.release()
  void secondStartSent().then(() => runtime.exit(code))
}

async function quit(): Promise<void> {
  if (quitting) return
  quitting = true
  const before = preventable({})
  emitter.emit('before-quit', before)
  if (before.defaultPrevented) {
    quitting = false
    return
  }
  for (const window of allWindows()) {
    if (!(await window.closeForQuit())) {
      quitting = false
      return
    }
  }
  const last = preventable({})
  emitter.emit('will-quit', last)
  quitting = false
  if (!last.defaultPrevented) finish(0)
}

/** Tells the application that its last window has closed. */
export function lastWindowClosed(): void {
  if (quitting) return
  if (!emitter.emit('window-all-closed')) void quit()
}

/** Tells the application of a new page. */
export function announceContents(contents: object): void {
  emitter.emit('web-contents-created', {}, contents)
}

/** Whether windows may be made already. */
export function assertReady(): void {
  if (!ready) throw new Error('Cannot create BrowserWindow before app is ready')
}

/** Electron's module of the same name. */
export const app = strict(
  'app',
  Object.assign(emitter, {
    isPackaged: false,
    whenReady: () => whenReady,
    isReady: () => ready,
    quit: () => void setImmediate(() => void quit()),
    exit: (code = 0) => finish(code),
    focus: () => undefined,
    enableSandbox: () => undefined,
    setAppUserModelId: (id: string) => {
      recorded.applicationId = id
    },
    getName: () => name,
    setName: (value: string) => {
      name = value
    },
    getVersion: () => runtime.application.version,
    getAppPath: () => runtime.application.folder,
    getLocale: () => 'en-US',
    getPath,
    setPath: (kind: string, path: string) => {
      mkdirSync(path, { recursive: true })
      fixedPaths.set(kind, path)
    },
    requestSingleInstanceLock: (additionalData?: unknown) => {
      lock ??= lockSingleInstance(getPath('userData'), additionalData, (start) => {
        emitter.emit('second-instance', {}, start.argv, start.workingDirectory, start.additionalData)
      })
      return lock.held
    },
    hasSingleInstanceLock: () => lock?.held === true,
    releaseSingleInstanceLock: () => {
      lock?.release()
      lock = undefined
    },
    commandLine: strict('app.commandLine', {
      appendSwitch: (key: string, value?: string) => runtime.addSwitch(key, value),
      hasSwitch: (key: string) =>
        process.argv.some((one) => one === `--${key}` || one.startsWith(`--${key}=`)),
      getSwitchValue: (key: string) =>
        process.argv.find((one) => one.startsWith(`--${key}=`))?.slice(key.length + 3) ?? '',
    }),
  }),
)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void quit())
