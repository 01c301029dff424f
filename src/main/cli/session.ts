import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../shared/errors'
import { type Core, openCore } from '../compose'
import { createDataFolder, type DataFolder, dataFolderAt, usualDataFolder } from '../data-folder'
import { acquireFolderLock } from '../db/lock'
import { createFileSecrets } from '../file-secrets'
import type { Host } from '../host'
import { attach, type Client, clientInProcess } from '../rpc/client'
import type { ConnectionContext } from '../rpc/context'
import { workerFiles } from '../entry-folder'

/** A client of the data folder's core, wherever that runs. */
export interface Session {
  readonly client: Client
  /** Whether another process holds the folder. */
  readonly attached: boolean
  /** Resolves when the core behind the client is gone: its holder ended, or this process gave way to a window. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** How long to wait for a folder whose holder does not answer: a start or an end takes less. */
const waitForHolderMs = 20_000
const retryMs = 100

/** The data folder that a flag, the environment or the system names. */
export function chosenDataFolder(flag: string | undefined): DataFolder {
  return dataFolderAt(flag ?? process.env.COUNTERSIGN_DATA ?? usualDataFolder(process.env))
}

/**
 * Attaches to the process that holds the folder, or becomes the holder. Exactly one process holds a folder; a
 * command that finds it held runs through the holder, with the same contract.
 */
export async function openSession(options: {
  readonly folder: DataFolder
  readonly context: ConnectionContext
  readonly roots?: readonly string[]
  readonly note: (text: string) => void
}): Promise<Session> {
  const { folder, context } = options
  createDataFolder(folder)
  const giveUpAt = Date.now() + waitForHolderMs
  let said = false
  while (true) {
    const attached = await attach(folder.socket, context)
    if (attached !== null) {
      for (const path of options.roots ?? []) await attached.client.files.grant({ path, access: 'read_write' })
      return {
        client: attached.client,
        attached: true,
        ended: attached.closed,
        close: async () => attached.close(),
      }
    }
    const lock = acquireFolderLock(folder.lock)
    if (lock !== null) return ownSession(options, lock)
    if (Date.now() > giveUpAt) {
      throw new AppError(
        'busy',
        `Another process holds the data folder ${folder.root} but does not answer. End it, or choose another folder with --data.`,
      )
    }
    if (!said) options.note('Waiting for another command that uses this data folder …')
    said = true
    await delay(retryMs)
  }
}

async function ownSession(
  options: Parameters<typeof openSession>[0],
  lock: { release(): void },
): Promise<Session> {
  let finish = () => {}
  const ended = new Promise<void>((resolve) => {
    finish = resolve
  })
  let core: Core | null = null
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= (core?.close() ?? Promise.resolve()).finally(() => {
      lock.release()
      finish()
    })
    return closing
  }
  const host: Host = {
    kind: 'command_line',
    dialogs: null,
    secrets: createFileSecrets(options.folder.secrets),
    async openExternal() {
      throw new AppError('unsupported', 'The command line opens no addresses.')
    },
    focus: () => ({ url: null }),
    giveWay: () => {
      // After the answer has left; the caller waits for the lock.
      setTimeout(() => void close(), 50)
      return true
    },
  }
  try {
    core = await openCore({
      folder: options.folder,
      host,
      environment: process.env,
      roots: options.roots ?? [],
      workers: workerFiles(),
    })
  } catch (error) {
    lock.release()
    throw error
  }
  return { client: clientInProcess(core.router, options.context), attached: false, ended, close }
}
