import type { DataFolder } from '../../src/main/disk/data-folder'
import { type Attached, attach } from '../../src/main/rpc/client'
import type { ConnectionContext } from '../../src/main/rpc/context'

/** Connects to a data folder's holder as a command or another program does; throws where nobody answers there. */
export async function attachTo(
  { socket }: Pick<DataFolder, 'socket'>,
  actor: ConnectionContext['actor'],
): Promise<Attached> {
  const attached = await attach(socket, { actor, approval: null })
  if (attached === null) throw new Error('Nobody answers on the local socket.')
  return attached
}
