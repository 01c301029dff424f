import { dataFolderAt } from '../../src/main/disk/data-folder'
import type { Client } from '../../src/main/rpc/client'
import { attachTo } from './attach-to'
import { type RunningHost, type StartOptions, startHost } from './start-host'

/** A host, and a connection to it as a command has one. */
export interface AttachedHost {
  readonly host: RunningHost
  readonly client: Client
  /** Ends the host like a crash. */
  kill(): Promise<void>
  /** Ends it in good order. */
  stop(): Promise<void>
}

/** Starts a browser host and attaches to it; `seen` says where the test sees the host's data folder. */
export async function startAttached(
  options: StartOptions & { readonly seen?: (path: string) => string } = {},
): Promise<AttachedHost> {
  const host = await startHost(options)
  const { seen = (path: string) => path } = options
  const socket = seen(dataFolderAt(host.data).socket)
  const attached = await attachTo({ socket }, { kind: 'command_line', name: 'Command line' })
  return {
    host,
    client: attached.client,
    kill: async () => {
      await host.kill()
      await attached.closed
    },
    stop: async () => {
      attached.close()
      await host.stop()
    },
  }
}
