import { AppError, assertNever, type ErrorCode } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { unlessAborted } from '../../async/until-aborted'
import { canonicalJson, sha256 } from '../../changes/canonical-json'
import type { StoredMcpServer, StoredMcpTool } from '../../db/mcp-servers'
import type { Pictures } from '../../pictures/service'
import { configurationHash } from './configuration'
import { type ForeignCalls, moved, type PinnedCall } from './foreign-tool'
import type { KnownServers } from './known-servers'
import type { LiveServers } from './live-servers'
import { standingOf } from './offers'
import { answerOf } from './result'

/** What foreign tools are found and called with. */
export interface ForeignCallsParts {
  readonly known: Pick<KnownServers, 'look'>
  readonly live: Pick<LiveServers, 'of' | 'requireReachable'>
  readonly pictures: Pick<Pictures, 'forModel'>
}

/** Each call finds its server and its tool as they are known then, and goes over the server's connection. */
export function createForeignCalls({ known, live, pictures }: ForeignCallsParts): ForeignCalls {
  function find(
    serverId: string,
    tool: string,
    code: ErrorCode = 'unavailable',
  ): { server: StoredMcpServer; row: StoredMcpTool } {
    const { servers, tools } = known.look()
    const server = servers.find(({ id }) => id === serverId)
    const row = tools.find((each) => each.serverId === serverId && each.name === tool)
    if (server === undefined || row === undefined)
      throw new AppError(code, say('mcp.no_server'), { sources: [] })
    return { server, row }
  }

  /** The pin of a tool that can be used now; throws where it can't be, with this code where one is given. */
  function requireUsable(serverId: string, tool: string, code?: ErrorCode): string {
    const { server, row } = find(serverId, tool, code)
    live.requireReachable(server, code)
    const names = { server: server.name, tool }
    const standing = standingOf(row)
    switch (standing) {
      case 'gone':
        throw new AppError(code ?? 'unavailable', say('mcp.tool_gone', names), { sources: [] })
      case 'new':
        throw new AppError(code ?? 'denied', say('mcp.tool_waits', names), { sources: [] })
      case 'changed':
        throw new AppError(
          code ?? 'denied',
          say(row.allowed ? 'mcp.tool_waits' : 'mcp.tool_refused', names),
          {
            sources: [],
          },
        )
      case 'same':
        if (!row.allowed)
          throw new AppError(code ?? 'denied', say('mcp.tool_refused', names), { sources: [] })
        return pinOf(server, row)
      default:
        return assertNever(standing)
    }
  }

  function requirePinned({ serverId, tool, pin }: PinnedCall): void {
    // That it is switched off, refused or gone since is told with what moved: a yes would come to nothing else.
    if (requireUsable(serverId, tool, 'conflict') !== pin) throw moved(find(serverId, tool).server.name, tool)
  }

  return {
    requireUsable: (serverId, tool) => requireUsable(serverId, tool),
    requireSame(call) {
      const { server, row } = find(call.serverId, call.tool, 'conflict')
      // Every call waits until that was looked at; of this one there is more to tell: it was shown as another.
      if (standingOf(row) === 'changed' && row.allowed) throw moved(server.name, call.tool)
      requirePinned(call)
    },
    async prepare(call, { signal }) {
      const { server } = find(call.serverId, call.tool, 'conflict')
      requirePinned(call)
      await unlessAborted(signal, live.of(server).ready(signal))
      // What it says of the tool now may be other than what was looked at.
      requirePinned(call)
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
}

/** Binds a call to the tool as it was looked at and to where it is sent: another command or address is another server. */
function pinOf({ connection }: StoredMcpServer, { acceptedHash }: StoredMcpTool): string {
  return sha256(canonicalJson([configurationHash(connection), acceptedHash]))
}
