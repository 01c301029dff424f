import { type BrowserWindow, dialog } from 'electron'
import type { Dialogs } from '../host'

/** The system's own dialogs, attached to the window. */
export function createSystemDialogs(window: () => BrowserWindow | null): Dialogs {
  const ask = async (
    properties: ('openFile' | 'openDirectory' | 'multiSelections' | 'createDirectory')[],
  ) => {
    const parent = window()
    const answer =
      parent === null
        ? await dialog.showOpenDialog({ properties })
        : await dialog.showOpenDialog(parent, { properties })
    return answer.canceled ? [] : answer.filePaths
  }
  return {
    chooseFolder: async () => (await ask(['openDirectory', 'createDirectory']))[0] ?? null,
    chooseFiles: () => ask(['openFile', 'multiSelections']),
    async chooseTarget(name) {
      const parent = window()
      const options = { defaultPath: name }
      const answer =
        parent === null ? await dialog.showSaveDialog(options) : await dialog.showSaveDialog(parent, options)
      return answer.canceled || answer.filePath === '' ? null : answer.filePath
    },
  }
}
