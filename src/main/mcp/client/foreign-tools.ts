import type { ToolInfo } from '../../../shared/contract/tools'
import { AppError, assertNever } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { RegisteredTool } from '../../agent/registry'
import { unlessAborted } from '../../async/until-aborted'
import { canonicalJson, sha256 } from '../../changes/canonical-json'
import type { StoredMcpServer, StoredMcpTool } from '../../db/mcp-servers'
import type { Pictures } from '../../pictures/service'
import type { ForeignTools } from '../../services/foreign-tools'
import { configurationHash } from './configuration'
import { type ForeignCalls, type ForeignTool, infoOfForeign, moved, registeredForeign } from './foreign-tool'
import { isApproved, type Known, type KnownServers } from './known-servers'
import type { LiveServers } from './live-servers'
import { titleOf } from './offered-tool'
import { standingOf } from './offers'
import { answerOf } from './result'
import { moduleIdOf } from './tool-names'

/** Makes the tools of all servers out of what is known of them; calls go over the server's connection. */
export function createForeignTools({
  known,
  live,
  pictures,
}: {
  readonly known: Pick<KnownServers, 'look'>
  readonly live: Pick<LiveServers, 'of' | 'requireReachable'>
  readonly pictures: Pick<Pictures, 'forModel'>
}): ForeignTools {
  function find(serverId: string, tool: string): { server: StoredMcpServer; row: StoredMcpTool } {
    const { servers, tools } = known.look()
    const server = servers.find(({ id }) => id === serverId)
    const row = tools.find((each) => each.serverId === serverId && each.name === tool)
    if (server === undefined || row === undefined)
      throw new AppError('unavailable', say('mcp.no_server'), { sources: [] })
    return { server, row }
  }

  function requireUsable(serverId: string, tool: string): string {
    const { server, row } = find(serverId, tool)
    live.requireReachable(server)
    const names = { server: server.name, tool }
    const standing = standingOf(row)
    switch (standing) {
      case 'gone':
        throw new AppError('unavailable', say('mcp.tool_gone', names), { sources: [] })
      case 'new':
        throw new AppError('denied', say('mcp.tool_waits', names), { sources: [] })
      case 'changed':
        throw new AppError('denied', say(row.allowed ? 'mcp.tool_waits' : 'mcp.tool_refused', names), {
          sources: [],
        })
      case 'same':
        if (!row.allowed) throw new AppError('denied', say('mcp.tool_refused', names), { sources: [] })
        return pinOf(server, row)
      default:
        return assertNever(standing)
    }
  }

  const calls: ForeignCalls = {
    requireUsable,
    async prepare({ serverId, tool, pin }, { signal }) {
      const { server } = find(serverId, tool)
      if (requireUsable(serverId, tool) !== pin) throw moved(server.name, tool)
      await unlessAborted(signal, live.of(server).ready(signal))
      // What it says of the tool now may be other than what was looked at.
      if (requireUsable(serverId, tool) !== pin) throw moved(server.name, tool)
    },
    async run({ serverId, tool, arguments: given }, { signal, progress }) {
      const { server } = find(serverId, tool)
      const answer = await live.of(server).call({
        name: tool,
        arguments: given,
        timeLimitMs: server.callSeconds * 1000,
        signal,
        progress,
      })
      return answerOf(answer, { server: server.name, tool }, { pictures, signal })
    },
  }

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

/** Binds a call to the tool as it was looked at and to where it is sent: another command or address is another server. */
function pinOf({ connection }: StoredMcpServer, { acceptedHash }: StoredMcpTool): string {
  return sha256(canonicalJson([configurationHash(connection), acceptedHash]))
}

function hostOf({ name, connection }: StoredMcpServer): string {
  return connection.kind === 'address' ? new URL(connection.url).host : name
}
