import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../shared/errors'
import { unquoted } from '../../shared/text/quoted'
import { untilAborted } from '../async/until-aborted'
import { type Core, openCore } from '../core'
import { acquireFolderLock, type FolderLock } from '../db/lock'
import { createDataFolder, type DataFolder } from '../disk/data-folder'
import type { Host } from '../host'
import { attach, type Client, linkInProcess } from '../rpc/client'
import type { ConnectionContext } from '../rpc/context'
import { followCore, type Reach } from '../rpc/following-client'
import { createFileSecrets } from '../secrets/file-secrets'
import { workerFiles } from '../start/entry-folder'
import { chosenChromium } from '../web/rendering/chromium'

/** A client of the data folder's core, wherever that runs and wherever it moves. */
export interface Session {
  readonly client: Client
  close(): Promise<void>
}

/** What a session is opened with. */
export interface SessionOptions {
  readonly folder: DataFolder
  readonly context: ConnectionContext
  /** How long this process, holding the folder, may go on with its own work when a window wants the folder. */
  readonly patienceMs: number
  readonly signal: AbortSignal
  readonly note: (text: string) => void
}

/** A command that holds the folder has this long to finish when a window opens; then it goes on through the window. */
export const commandPatienceMs = 10_000

/** How long to wait for a folder whose holder does not answer: a start or an end takes less. */
const waitForHolderMs = 20_000
const retryMs = 100
/** Long enough for the answer to a request to give way to leave. */
const giveWayDelayMs = 50
/** Who gave way leaves the folder alone for so long that the window, which looks every few milliseconds, has it. */
const afterGivingWayMs = 2000

/** Opens a session that outlives the process that holds the folder now. */
export async function openSession(options: SessionOptions): Promise<Session> {
  createDataFolder(options.folder)
  // Not by the clock on the wall, which can be set back meanwhile.
  let leaveUntil = 0
  const onGivenWay = () => {
    leaveUntil = performance.now() + afterGivingWayMs
  }
  const reach = () => reachCore(options, leaveUntil, onGivenWay)
  return followCore(await reach(), reach, options.signal)
}

/**
 * Attaches to the process that holds the folder, or becomes the holder. Exactly one process holds a folder; a
 * command that finds it held runs through the holder, with the same contract.
 */
async function reachCore(
  options: SessionOptions,
  leaveUntil: number,
  onGivenWay: () => void,
): Promise<Reach> {
  const { folder, context, signal } = options
  const giveUpAt = performance.now() + waitForHolderMs
  let said = false
  while (true) {
    signal.throwIfAborted()
    const attached = await attach(folder.socket, context)
    if (attached !== null) {
      return { link: attached.link, ended: attached.closed, close: async () => attached.close() }
    }
    const lock = performance.now() < leaveUntil ? null : acquireFolderLock(folder.lock)
    if (lock !== null) return ownCore(options, lock, onGivenWay)
    if (performance.now() > giveUpAt) {
      throw new AppError(
        'busy',
        `Another process holds the data folder ${unquoted(folder.root)} but does not answer. End it, or choose another folder with --data.`,
      )
    }
    if (!said && leaveUntil === 0) options.note('Waiting for another command that uses this data folder …')
    said = true
    await delay(retryMs)
  }
}

async function ownCore(options: SessionOptions, lock: FolderLock, onGivenWay: () => void): Promise<Reach> {
  const ended = Promise.withResolvers<void>()
  const core = Promise.withResolvers<Core>()
  const hurry = new AbortController()
  let givingWay: NodeJS.Timeout | null = null
  const giveUp = AbortSignal.any([hurry.signal, options.signal])
  let closing: Promise<void> | null = null
  const close = (): Promise<void> => {
    closing ??= core.promise
      .then((opened) => opened.close())
      .finally(() => {
        if (hurry.signal.aborted) onGivenWay()
        lock.release()
        ended.resolve()
      })
    return closing
  }
  const host: Host = {
    kind: 'command_line',
    dialogs: null,
    notifications: null,
    secrets: createFileSecrets(options.folder.secrets),
    pageBrowsers: chosenChromium(process.env),
    async openExternal() {
      throw new AppError('unsupported', 'The command line opens no addresses.')
    },
    focus: async () => ({ url: null }),
    giveWay: () => {
      givingWay ??= setTimeout(() => {
        hurry.abort()
        close().catch((error: unknown) => options.note(String(error)))
      }, giveWayDelayMs + options.patienceMs)
      // The command may end before.
      givingWay.unref()
      return true
    },
  }
  try {
    const opened = await openCore({
      folder: options.folder,
      host,
      environment: process.env,
      roots: [],
      workers: workerFiles(),
    })
    core.resolve(opened)
    return {
      link: linkInProcess(opened.router, options.context),
      ended: ended.promise,
      async close() {
        // Another command may have a run at work through this one; it ends before the holder does.
        if (closing === null) await Promise.race([opened.idle(), untilAborted(giveUp)])
        await close()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
