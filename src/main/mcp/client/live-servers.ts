import { AppError, type ErrorCode } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { StoredMcpServer } from '../../db/mcp-servers'
import type { Listing } from './connection'
import { isApproved, type KnownServers } from './known-servers'
import { createLiveServer, type LiveServer } from './live-server'
import type { OpenParts, ReadLog } from './open'

/** The connections to servers, at most one to each. */
export interface LiveServers {
  /** Throws a sentence for a server that is switched off, or that nobody said yes to; with this code where one is given. */
  requireReachable(server: StoredMcpServer, code?: ErrorCode): void
  /** The one to a server as it is configured now, which is made where there is none. */
  of(server: StoredMcpServer): LiveServer
  find(id: string): LiveServer | undefined
  /** What the server's program wrote to its error output; nothing where none was started. */
  log(id: string): ReturnType<ReadLog>
  stop(id: string): Promise<void>
  /** The same, and its log is gone. */
  remove(id: string): Promise<void>
  /** Ends all of them, and makes no more. */
  close(): Promise<void>
}

/** What they are made with. */
export interface LiveServersParts {
  readonly known: Pick<KnownServers, 'server'>
  readonly opening: OpenParts
  /** Takes what a server offers. */
  readonly took: (id: string, listing: Listing) => void
  /** The state of one has changed. */
  readonly changed: () => void
}

/** Starts without any. */
export function createLiveServers({ known, opening, took, changed }: LiveServersParts): LiveServers {
  const live = new Map<string, LiveServer>()
  const logs = new Map<string, ReadLog>()
  let closing = false

  function requireReachable(server: StoredMcpServer, code: ErrorCode = 'denied'): void {
    const { name, enabled } = server
    if (closing) throw new AppError('cancelled', say('error.stopped'))
    if (!enabled) throw new AppError(code, say('mcp.switched_off', { server: name }), { sources: [] })
    if (!isApproved(server))
      throw new AppError(code, say('mcp.unapproved', { server: name }), { sources: [] })
  }

  function make(server: StoredMcpServer): LiveServer {
    const { id } = server
    return createLiveServer({
      server,
      times: opening.times,
      async open(signal, told) {
        requireReachable(known.server(id))
        // Who never adds a server does not pay for the SDK.
        const { openServer } = await import('./open')
        return openServer(known.server(id), opening, (log) => logs.set(id, log), signal, told)
      },
      took: (listing) => took(id, listing),
      changed,
    })
  }

  async function stop(id: string): Promise<void> {
    const was = live.get(id)
    live.delete(id)
    await was?.stop()
  }

  return {
    requireReachable,
    of(server) {
      const there = live.get(server.id)
      if (there !== undefined) return there
      const made = make(server)
      live.set(server.id, made)
      return made
    },
    find: (id) => live.get(id),
    log: (id) => logs.get(id)?.() ?? { text: '', omitted: 0 },
    stop,
    async remove(id) {
      await stop(id)
      logs.delete(id)
    },
    async close() {
      closing = true
      await Promise.all([...live.keys()].map(stop))
    },
  }
}
