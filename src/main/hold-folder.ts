import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../shared/errors'
import type { DataFolder } from './data-folder'
import { acquireFolderLock } from './db/lock'
import { attach } from './rpc/client'

/** Either this process holds the folder now, or a host with a window does. */
export type HeldFolder =
  | { readonly kind: 'here'; release(): void }
  | { readonly kind: 'elsewhere'; readonly url: string | null }

/** A command that holds the folder gives way within this time, whatever it is doing. */
const waitMs = 20_000
const retryMs = 50

/**
 * Takes the folder for a host with a window. Holders without a window (an MCP server, a command) are asked to give
 * way; a holder with a window is brought to the front instead.
 */
export async function holdFolder(folder: DataFolder): Promise<HeldFolder> {
  const giveUpAt = Date.now() + waitMs
  while (true) {
    const lock = acquireFolderLock(folder.lock)
    if (lock !== null) return { kind: 'here', release: () => lock.release() }
    const holder = await attach(folder.socket, {
      actor: { kind: 'command_line', name: 'A second start' },
      approval: null,
    })
    if (holder !== null) {
      try {
        const { givesWay } = await holder.client.system.giveWay()
        if (!givesWay) return { kind: 'elsewhere', url: (await holder.client.system.focus()).url }
      } finally {
        holder.close()
      }
    }
    if (Date.now() > giveUpAt) {
      throw new AppError(
        'busy',
        `Another process holds the data folder ${folder.root} and does not answer. End it, or choose another folder with --data.`,
      )
    }
    await delay(retryMs)
  }
}
