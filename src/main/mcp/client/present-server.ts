import type { McpServer } from '../../../shared/contract/mcp-servers'
import { toErrorShape } from '../../../shared/errors'
import type { StoredMcpServer, StoredMcpTool } from '../../db/mcp-servers'
import { configurationHash } from './configuration'
import { isApproved } from './known-servers'
import type { LiveServer } from './live-server'
import { standingOf } from './offers'
import { isWaiting } from './review'

/** A server as a person sees it: what is stored of it, and how it stands with the connection to it, where one was made. */
export function presentServer(
  server: StoredMcpServer,
  tools: readonly StoredMcpTool[],
  live: LiveServer | undefined,
): McpServer {
  const { id, revision, name, connection, callSeconds, enabled } = server
  const error = live?.error() ?? null
  return {
    id,
    revision,
    name,
    connection,
    callSeconds,
    enabled,
    state: !enabled ? 'off' : !isApproved(server) ? 'unapproved' : (live?.state() ?? 'idle'),
    error: error === null ? null : toErrorShape(error),
    configurationHash: configurationHash(connection),
    tools: {
      usable: tools.filter((tool) => tool.allowed && standingOf(tool) === 'same').length,
      waiting: tools.filter(isWaiting).length,
      total: tools.filter(({ offered }) => offered !== null).length,
      leftOut: live?.leftOut() ?? 0,
    },
  }
}
