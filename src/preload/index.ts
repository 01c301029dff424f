import { contextBridge, ipcRenderer, webUtils } from 'electron'

// The page asks once; main answers with a message port, which is handed on unopened.
ipcRenderer.on('countersign:port', (event) => {
  window.postMessage('countersign:port', '*', event.ports)
})

contextBridge.exposeInMainWorld('countersignHost', {
  /** Asks main for a port; it arrives as a message event on the window. */
  connect: () => ipcRenderer.send('countersign:connect'),
  /** The path of a file that a person dropped or chose; empty when it is not a file of this machine. */
  pathOf: (file: File) => webUtils.getPathForFile(file),
})
