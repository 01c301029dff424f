import type { McpBorder } from '../../src/main/http/mcp-border'

/** A page's server that serves no programs. */
export const noMcp: McpBorder = {
  async answer(_request, response) {
    response.writeHead(404).end()
  },
}
