import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../shared/errors'
import { unquoted } from '../../shared/text/quoted'
import { acquireFolderLock } from '../db/lock'
import { type Attached, attach } from '../rpc/client'
import type { DataFolder } from './data-folder'

/** Either this process holds the folder now, or a host with a window does. */
export type HeldFolder =
  | { readonly kind: 'here'; release(): void }
  | { readonly kind: 'elsewhere'; readonly url: string | null; readonly pid: number }

/** A command that holds the folder gives way within this time, whatever it is doing. */
const giveWayLimitMs = 30_000
const retryMs = 50
/** A holder that takes a connection but does not answer in this time is stopped or stuck. */
const answerLimitMs = 5000

/**
 * Takes the folder for a host with a window. Holders without a window (an MCP server, a command) are asked to give way;
 * a holder with a window is brought to the front instead. Throws `busy` where the holder does not answer.
 */
export async function holdFolder(folder: DataFolder, limitMs: number = giveWayLimitMs): Promise<HeldFolder> {
  // Not the clock on the wall, which can be set back while it waits.
  const giveUpAt = performance.now() + limitMs
  while (true) {
    const lock = acquireFolderLock(folder.lock)
    if (lock !== null) return { kind: 'here', release: () => lock.release() }
    const holder = await attach(folder.socket, {
      actor: { kind: 'command_line', name: 'A second start' },
      approval: null,
    })
    const window = holder === null ? null : await askForWay(holder, giveUpAt - performance.now())
    if (window !== null) return { kind: 'elsewhere', ...window }
    if (performance.now() > giveUpAt) {
      throw new AppError(
        'busy',
        `Another process holds the data folder ${unquoted(folder.root)} and does not answer. End it, or choose another folder with --data.`,
      )
    }
    await delay(retryMs)
  }
}

/** Answers the window of the holder, or null when there is none: it gives way, or is ending just now. */
async function askForWay(
  holder: Attached,
  patienceMs: number,
): Promise<{ readonly url: string | null; readonly pid: number } | null> {
  const signal = AbortSignal.timeout(answerLimitMs)
  try {
    const { givesWay } = await holder.client.system.giveWay(undefined, { signal })
    if (!givesWay) {
      const { url } = await holder.client.system.focus(undefined, { signal })
      const { pid } = await holder.client.system.info(undefined, { signal })
      return { url, pid }
    }
    const enough = new AbortController()
    await Promise.race([holder.closed, delay(patienceMs, undefined, { signal: enough.signal, ref: false })])
    enough.abort()
    return null
  } catch {
    // It ended, or is stuck: the caller tries for the lock again, and says so when its time is over.
    return null
  } finally {
    holder.close()
  }
}

/** Grants the folders that a second start names where the application runs already. Throws `busy` where that ends just now. */
export async function grantThroughHolder(folder: DataFolder, roots: readonly string[]): Promise<void> {
  if (roots.length === 0) return
  const actor = { kind: 'command_line', name: 'Command line' } as const
  const holder = await attach(folder.socket, { actor, approval: null })
  if (holder === null)
    throw new AppError('busy', `Countersign on ${unquoted(folder.root)} is ending. Start it again.`)
  try {
    for (const path of roots) await holder.client.files.grant({ path, access: 'read_write' })
  } finally {
    holder.close()
  }
}
