import { StrictEmitter, strict, UnknownElectronMember } from './strict'

/** What the application asked of the system; the test reads it. */
export type Recorded = {
  dialogs: { kind: string; options: unknown }[]
  openedExternal: string[]
  shownInFolder: string[]
  openedPaths: string[]
  /** `click` is what the person does on it. */
  notifications: { title?: string; body?: string; closed: boolean; click(): void }[]
  clipboard: string
  /** By which Windows knows the application. */
  applicationId: string
}

/** The record of this run. */
export const recorded: Recorded = {
  dialogs: [],
  openedExternal: [],
  shownInFolder: [],
  openedPaths: [],
  notifications: [],
  clipboard: '',
  applicationId: '',
}

type Waiting = { kind: string; resolve(answer: object): void }
const answers: { kind: string; answer: object }[] = []
const waiting: Waiting[] = []

/** Answers the next dialog of a kind, or the one that is open. */
export function answerDialog(kind: string, answer: object): void {
  const at = waiting.findIndex((one) => one.kind === kind)
  if (at < 0) answers.push({ kind, answer })
  else waiting.splice(at, 1)[0]?.resolve(answer)
}

async function ask(kind: string, given: readonly unknown[], complete: object): Promise<object> {
  // The window comes first and may be left out; its options are what the person would see.
  recorded.dialogs.push({ kind, options: JSON.parse(JSON.stringify(given.at(-1) ?? {})) })
  const at = answers.findIndex((one) => one.kind === kind)
  const answer =
    at >= 0
      ? answers.splice(at, 1)[0]?.answer
      : await new Promise<object>((resolve) => waiting.push({ kind, resolve }))
  return { ...complete, ...answer }
}

/** Electron's module of the same name; a dialog stays open until the test answers it. */
export const dialog = strict('dialog', {
  showOpenDialog: (...given: unknown[]) => ask('open', given, { canceled: false, filePaths: [] }),
  showSaveDialog: (...given: unknown[]) => ask('save', given, { canceled: false, filePath: '' }),
  showMessageBox: (...given: unknown[]) => ask('message', given, { response: 0, checkboxChecked: false }),
  showErrorBox: (title: string, content: string) => {
    recorded.dialogs.push({ kind: 'error', options: { title, content } })
  },
})

/** Electron's module of the same name; nothing leaves the test. */
export const shell = strict('shell', {
  openExternal: async (url: string) => void recorded.openedExternal.push(url),
  showItemInFolder: (path: string) => void recorded.shownInFolder.push(path),
  openPath: async (path: string) => {
    recorded.openedPaths.push(path)
    return ''
  },
})

/** Electron's module of the same name. */
export const clipboard = strict('clipboard', {
  writeText: (text: string) => {
    recorded.clipboard = text
  },
  readText: () => recorded.clipboard,
})

const sealed = 'stand-in:'

/** Electron's module of the same name, with an encryption that anyone can undo. */
export const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptString: (text: string) => Buffer.from(sealed + Buffer.from(text).toString('base64')),
  decryptString: (bytes: Buffer) => {
    const text = bytes.toString()
    if (!text.startsWith(sealed)) throw new Error('Error while decrypting the ciphertext provided.')
    return Buffer.from(text.slice(sealed.length), 'base64').toString()
  },
})

const area = { x: 0, y: 0, width: 1920, height: 1080 }
const display = {
  id: 1,
  label: '',
  bounds: area,
  workArea: area,
  size: area,
  workAreaSize: area,
  scaleFactor: 1,
  rotation: 0,
}

/** Electron's module of the same name: one display. */
export const screen = strict(
  'screen',
  Object.assign(
    new StrictEmitter('screen', ['display-added', 'display-removed', 'display-metrics-changed']),
    {
      getPrimaryDisplay: () => display,
      getAllDisplays: () => [display],
      getDisplayMatching: (_bounds: object) => display,
      getDisplayNearestPoint: (_point: object) => display,
    },
  ),
)

type MenuTemplate = Record<string, unknown> & {
  submenu?: MenuTemplate[]
  click?: (...values: unknown[]) => void
}
type MenuShape = { items: MenuItem[]; popup(): void }
type MenuItem = Omit<MenuTemplate, 'submenu'> & { submenu?: MenuShape }

function buildFromTemplate(template: readonly MenuTemplate[]): MenuShape {
  const items = template.map(({ submenu, ...item }) => ({
    enabled: true,
    visible: true,
    ...item,
    ...(submenu && { submenu: buildFromTemplate(submenu) }),
  }))
  return strict('Menu', { items, popup: () => undefined })
}

let applicationMenu: MenuShape | null = null

/** Electron's class of the same name; menus are kept, not drawn. */
export const Menu = strict('Menu', {
  buildFromTemplate,
  setApplicationMenu: (menu: MenuShape | null) => {
    applicationMenu = menu
  },
  getApplicationMenu: () => applicationMenu,
})

class SystemNotification extends StrictEmitter {
  private readonly shown: Recorded['notifications'][number]

  constructor(options: { title?: string; body?: string }) {
    super('Notification', ['show', 'click', 'close', 'failed'])
    const { title, body } = options
    this.shown = { title, body, closed: false, click: () => this.emit('click') }
  }

  show(): void {
    recorded.notifications.push(this.shown)
    this.emit('show')
  }

  close(): void {
    this.shown.closed = true
    this.emit('close')
  }
}

/** Electron's class of the same name; what is shown is recorded. */
export const Notification = strict(
  'Notification',
  Object.assign(
    function Notification(options: { title?: string; body?: string } = {}) {
      return strict('Notification', new SystemNotification(options))
    },
    { isSupported: () => true },
  ),
)

/** A module or class of Electron that may be imported, but not used, because the stand-in lacks it. */
export function absent(name: string): object {
  const refuse = (key?: string): never => {
    throw new UnknownElectronMember(key === undefined ? name : `${name}.${key}`)
  }
  return new Proxy(function missing() {}, {
    get: (target, key) => (typeof key === 'symbol' ? Reflect.get(target, key) : refuse(key)),
    construct: () => refuse(),
    apply: () => refuse(),
  })
}
