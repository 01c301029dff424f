import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { app, type BrowserWindow, dialog, session, shell } from 'electron'
import { person } from '../../shared/actor'
import { toErrorShape } from '../../shared/errors'
import { openCore } from '../core'
import { chosenDataFolder, createDataFolder, type DataFolder } from '../disk/data-folder'
import { grantThroughHolder, type HeldFolder, holdFolder } from '../disk/hold-folder'
import type { Host } from '../host'
import { clientInProcess } from '../rpc/client'
import { createFileSecrets } from '../secrets/file-secrets'
import { pageFolder, workerFiles } from '../start/entry-folder'
import { setApplicationMenu } from './application-menu'
import { connectPages } from './connect-page'
import { createKeychainSecrets } from './keychain-secrets'
import { lockDown } from './lock-down'
import { openMainWindow } from './main-window'
import { tellWithoutWindow } from './news-without-window'
import { registerPageScheme, servePageFiles } from './page-protocol'
import { createPageWindows } from './page-windows'
import { createSystemDialogs } from './system-dialogs'
import { createSystemNotifications } from './system-notifications'

/** By what Windows knows the application: without it notifications are another program's, or are not shown. */
const applicationId = 'app.countersign.desktop'

/** Runs the Electron shell; `entryFolder` is where the built main entry lies. */
export async function runShell(entryFolder: string): Promise<void> {
  app.enableSandbox()
  app.setAppUserModelId(applicationId)
  // Our page needs no names, and one that is opened for its scripts must not ask for any past us.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
  registerPageScheme()
  try {
    const { folder, roots } = shellOptions()
    createDataFolder(folder)
    // Chromium's own files stay inside the one data folder as well.
    app.setPath('userData', join(folder.root, 'window'))
    await app.whenReady()
    const held = await holdFolder(folder)
    if (held.kind === 'elsewhere') {
      await grantThroughHolder(folder, roots)
      if (held.url !== null) await shell.openExternal(held.url)
      app.quit()
      return
    }
    await openShell(entryFolder, folder, roots, held)
  } catch (error) {
    dialog.showErrorBox('Countersign can’t start', toErrorShape(error).message)
    app.exit(1)
  }
}

async function openShell(
  entryFolder: string,
  folder: DataFolder,
  roots: readonly string[],
  held: Extract<HeldFolder, { kind: 'here' }>,
): Promise<void> {
  let window: BrowserWindow | null = null
  const open = (conversationId?: string) => {
    window = openMainWindow(join(entryFolder, '..', 'preload', 'index.cjs'), conversationId)
    window.once('closed', () => {
      window = null
      // Windows in which pages are opened for their scripts hold nobody up.
      if (process.platform !== 'darwin') app.quit()
    })
  }
  const bringToFront = () => {
    if (window?.isMinimized()) window.restore()
    window?.focus()
  }
  // A page that is only being loaded hears of nothing yet: it is told by its address.
  const notifications = createSystemNotifications((about) => (window === null ? open(about) : bringToFront()))
  const host: Host = {
    kind: 'electron',
    dialogs: createSystemDialogs(() => window),
    notifications,
    secrets: createKeychainSecrets(createFileSecrets(folder.secrets)),
    pageBrowsers: createPageWindows(),
    openExternal: (url) => shell.openExternal(url),
    focus: async () => {
      bringToFront()
      return { url: null }
    },
    giveWay: () => false,
  }
  const core = await openCore({
    folder,
    host,
    environment: process.env,
    roots,
    workers: workerFiles(),
  }).catch((error: unknown) => {
    held.release()
    throw error
  })
  lockDown(session.defaultSession)
  servePageFiles(session.defaultSession, pageFolder())
  connectPages(core.router, (contents) => contents === window?.webContents)
  setApplicationMenu()
  if (notifications !== null) {
    const client = clientInProcess(core.router, { actor: person, approval: null })
    const hasWindow = () => window !== null
    const { hub, language } = core
    await tellWithoutWindow({ hub, client, notifications, hasWindow, language, report: console.error })
  }
  app.on('activate', () => {
    if (window === null) open()
  })
  // Without a listener it would end on macOS too.
  app.on('window-all-closed', () => undefined)
  let closed = false
  app.on('before-quit', (event) => {
    if (closed) return
    // The core stores the last events of running work before the process may end.
    event.preventDefault()
    void core.close().finally(() => {
      held.release()
      closed = true
      app.quit()
    })
  })
  open()
}

function shellOptions(): { folder: DataFolder; roots: readonly string[] } {
  // Electron and Chromium have switches of their own, so what is unknown is not an error here.
  const { values } = parseArgs({
    args: process.argv.slice(1),
    options: { data: { type: 'string' }, root: { type: 'string', multiple: true } },
    strict: false,
    allowPositionals: true,
  })
  const isPath = (value: unknown): value is string => typeof value === 'string' && value !== ''
  const data = isPath(values.data) ? values.data : undefined
  const roots = Array.isArray(values.root) ? values.root.filter(isPath).map((root) => resolve(root)) : []
  return { folder: chosenDataFolder(data, process.env), roots }
}
