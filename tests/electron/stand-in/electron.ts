import { app } from './app'
import { BrowserWindow } from './browser-window'
import { serveControl } from './control'
import { ipcMain } from './ipc-main'
import {
  absent,
  answerDialog,
  clipboard,
  dialog,
  Menu,
  Notification,
  recorded,
  safeStorage,
  screen,
  shell,
} from './native'
import { MessageChannelMain } from './ports'
import { runtime } from './runtime'
import { protocol, session } from './session'
import { strict } from './strict'
import { nativeTheme } from './theme'

// Importable, so that an application which names them starts; using one throws by name.
const autoUpdater = absent('autoUpdater')
const crashReporter = absent('crashReporter')
const globalShortcut = absent('globalShortcut')
const MenuItem = absent('MenuItem')
const nativeImage = absent('nativeImage')
const net = absent('net')
const powerMonitor = absent('powerMonitor')
const powerSaveBlocker = absent('powerSaveBlocker')
const systemPreferences = absent('systemPreferences')
const Tray = absent('Tray')
const utilityProcess = absent('utilityProcess')
const webContents = absent('webContents')

const electron = strict('electron', {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
  webContents,
})

Object.defineProperty(process, 'type', { value: 'browser', configurable: true })
Object.defineProperty(process, 'resourcesPath', { value: app.getAppPath(), configurable: true })
Object.defineProperty(process, 'versions', {
  value: Object.freeze({ ...process.versions, electron: runtime.versions.electron }),
  enumerable: true,
  configurable: true,
})
serveControl(strict('electron', { ...electron, standIn: { answerDialog, recorded } }))

export {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  electron as default,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  MessageChannelMain,
  Notification,
  nativeImage,
  nativeTheme,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
  webContents,
}
