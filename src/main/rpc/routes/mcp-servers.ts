import type { McpServers } from '../../mcp/client/service'
import type { CallsUnderWay } from '../calls-under-way'
import type { Procedures } from '../procedures'

/** What the contract says of other programs' MCP servers. */
export function mcpServerRoutes(os: Procedures, servers: McpServers, calls: CallsUnderWay) {
  return {
    list: os.mcpServers.list.handler(() => [...servers.list()]),
    save: os.mcpServers.save.handler(({ input, context }) =>
      servers.save(input.id, input.draft, context.actor, input.revision),
    ),
    remove: os.mcpServers.remove.handler(({ input, context }) => servers.remove(input.id, context.actor)),
    enable: os.mcpServers.enable.handler(({ input, context }) =>
      servers.enable(input.id, input.enabled, context.actor),
    ),
    approve: os.mcpServers.approve.handler(({ input, context }) =>
      servers.approve(input.id, input.configurationHash, context.actor),
    ),
    connect: os.mcpServers.connect.handler(({ input, context, signal }) =>
      servers.connect(input.id, context.actor, calls.signalOf(signal)),
    ),
    tools: os.mcpServers.tools.handler(({ input }) => [...servers.tools(input.id)]),
    review: os.mcpServers.review.handler(({ input, context }) => [
      ...servers.review(input.id, input.decisions, context.actor),
    ]),
    log: os.mcpServers.log.handler(({ input }) => servers.log(input.id)),
  }
}
