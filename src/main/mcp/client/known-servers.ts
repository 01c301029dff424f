import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import {
  listMcpServers,
  listMcpTools,
  removedMcpServers,
  type StoredMcpServer,
  type StoredMcpTool,
} from '../../db/mcp-servers'
import type { Database } from '../../db/open'
import { configurationHash } from './configuration'

/** What is known of servers and their tools; the same object until something changes. */
export interface Known {
  readonly servers: readonly StoredMcpServer[]
  readonly tools: readonly StoredMcpTool[]
  /** What those that were removed were called, by their ids. */
  readonly removed: ReadonlyMap<string, string>
}

/** What is stored, read once and again after each change. */
export interface KnownServers {
  look(): Known
  /** What is stored has changed. */
  forget(): void
  /** Throws `not_found`. */
  server(id: string): StoredMcpServer
  tools(id: string): readonly StoredMcpTool[]
}

/** Reads nothing before it is looked at. */
export function createKnownServers(db: Database): KnownServers {
  let known: Known | null = null
  const look = (): Known => {
    known ??= { servers: listMcpServers(db), tools: listMcpTools(db), removed: removedMcpServers(db) }
    return known
  }
  return {
    look,
    forget() {
      known = null
    },
    server(id) {
      const found = look().servers.find((server) => server.id === id)
      if (found === undefined) throw new AppError('not_found', say('mcp.no_server'))
      return found
    },
    tools: (id) => look().tools.filter(({ serverId }) => serverId === id),
  }
}

/** Whether a person said yes to a server as it is configured now. */
export function isApproved({ approvedHash, connection }: StoredMcpServer): boolean {
  return approvedHash === configurationHash(connection)
}
