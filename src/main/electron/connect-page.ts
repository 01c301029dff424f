import { RPCHandler } from '@orpc/server/message-port'
import { type BrowserWindow, ipcMain, MessageChannelMain } from 'electron'
import { person } from '../../shared/actor'
import type { ConnectionContext } from '../rpc/context'
import type { Router } from '../rpc/router'
import { isPageAddress } from './page-protocol'

/** The page asks for its port by this channel, and gets it on the other. */
export const connectChannel = 'countersign:connect'
const portChannel = 'countersign:port'

/** Gives our page, and nobody else, one end of a message port; the other serves the contract. */
export function connectPages(
  router: Router,
  isOurs: (window: BrowserWindow['webContents']) => boolean,
): void {
  const handler = new RPCHandler<ConnectionContext>(router)
  ipcMain.on(connectChannel, (event) => {
    const frame = event.senderFrame
    if (frame === null || frame.parent !== null || !isOurs(event.sender) || !isPageAddress(frame.url)) return
    const { port1, port2 } = new MessageChannelMain()
    void handler.upgrade(port1, { context: { actor: person, approval: null } })
    port1.start()
    event.sender.postMessage(portChannel, null, [port2])
  })
}
