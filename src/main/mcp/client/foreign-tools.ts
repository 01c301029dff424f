import type { ToolInfo } from '../../../shared/contract/tools'
import type { RegisteredTool } from '../../agent/registry'
import type { StoredMcpServer, StoredMcpTool } from '../../db/mcp-servers'
import type { ForeignTools } from '../../services/foreign-tools'
import { createForeignCalls, type ForeignCallsParts } from './foreign-calls'
import { type ForeignTool, infoOfForeign, registeredForeign } from './foreign-tool'
import { isApproved, type Known } from './known-servers'
import { titleOf } from './offered-tool'
import { standingOf } from './offers'
import { moduleIdOf } from './tool-names'

/** Makes the tools of all servers out of what is known of them; calls go over the server's connection. */
export function createForeignTools({ known, live, pictures }: ForeignCallsParts): ForeignTools {
  const calls = createForeignCalls({ known, live, pictures })

  const foreignOf = (row: StoredMcpTool): ForeignTool | null => {
    const { servers, removed } = known.look()
    const server = servers.find(({ id }) => id === row.serverId)
    if (server !== undefined) return { row, server, host: hostOf(server) }
    const name = removed.get(row.serverId)
    return name === undefined ? null : { row, server: { name, slug: '' }, host: name }
  }

  /** Made when first asked for, and anew once something changes. */
  let made: {
    readonly of: Known
    infos: readonly ToolInfo[] | null
    readonly byName: ReadonlyMap<string, StoredMcpTool>
    readonly registered: Map<string, RegisteredTool>
  } | null = null
  const current = () => {
    const now = known.look()
    if (made?.of !== now) {
      const byName = new Map(now.tools.map((row) => [row.storedName, row]))
      made = { of: now, infos: null, byName, registered: new Map() }
    }
    return made
  }

  return {
    infos() {
      const now = current()
      now.infos ??= now.of.servers
        .filter((server) => server.enabled && isApproved(server))
        .flatMap((server) => now.of.tools.filter((row) => row.serverId === server.id && row.allowed))
        .filter((row) => standingOf(row) === 'same')
        .flatMap((row) => {
          const foreign = foreignOf(row)
          return (foreign && infoOfForeign(foreign)) ?? []
        })
      return now.infos
    },
    resolve(name) {
      const now = current()
      const there = now.registered.get(name)
      if (there !== undefined) return there
      const row = now.byName.get(name)
      const foreign = row === undefined ? null : foreignOf(row)
      if (foreign === null) return null
      const registered = registeredForeign(foreign, calls)
      now.registered.set(name, registered)
      return registered
    },
    titles(name) {
      const row = current().byName.get(name)
      const foreign = row === undefined ? null : foreignOf(row)
      if (row === undefined || foreign === null) return null
      const offer = row.accepted ?? row.offered
      const { slug } = foreign.server
      return {
        toolTitle: offer === null ? name : titleOf(offer),
        module: slug === '' ? name : moduleIdOf(slug),
      }
    },
  }
}

function hostOf({ name, connection }: StoredMcpServer): string {
  return connection.kind === 'address' ? new URL(connection.url).host : name
}
