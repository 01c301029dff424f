import { dataFolderAt } from '../../src/main/disk/data-folder'
import { attach, type Client } from '../../src/main/rpc/client'
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
  const context = { actor: { kind: 'command_line', name: 'Command line' }, approval: null } as const
  const attached = await attach(seen(dataFolderAt(host.data).socket), context)
  if (attached === null) throw new Error('Nobody answers on the socket of the host.')
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
