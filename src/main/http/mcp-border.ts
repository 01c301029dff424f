import type { IncomingMessage, ServerResponse } from 'node:http'
import { systemCode } from '../files/disk-errors'
import type { McpHttp } from '../mcp/streamable-http'
import { http } from '../start/node-http'
import {
  answer,
  closeWithConnections,
  endWithAnswer,
  keepConnection,
  limitStrangers,
  listenOnLoopback,
  pathOf,
  type Strangers,
} from './loopback'
import { bearerToken, isAllowedHost, isAllowedOrigin, isToken, securityHeadersFor } from './security'

/** Where MCP is served, on every server of ours. */
export const mcpPath = '/mcp'

/** MCP behind the checks of a loopback server. */
export interface McpBorder {
  /** Answers a request whose Host was checked. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    port: number,
    strangers: Strangers,
  ): Promise<void>
}

/**
 * Lets in what shows one of the tokens and does not come from a page of another origin; programs that are no browsers send
 * no origin. The token stands in the header alone: addresses are kept in logs and histories.
 */
export function createMcpBorder(
  mcp: Pick<McpHttp, 'handle'>,
  tokens: readonly string[],
  report: (error: unknown) => void,
): McpBorder {
  return {
    async answer(request, response, port, strangers) {
      if (request.headers.origin !== undefined && !isAllowedOrigin(request, port)) {
        return answer(response, 403, 'Not from this page.')
      }
      const given = bearerToken(request)
      // Each is compared, so that the time tells nothing of which.
      if (!tokens.map((token) => isToken(given, token)).includes(true)) {
        response.setHeader('www-authenticate', 'Bearer')
        return answer(response, 401, 'The token is missing or wrong.')
      }
      strangers.trust(request.socket)
      keepConnection(response)
      try {
        await mcp.handle(request, response)
      } catch (error) {
        // Whoever is gone in the middle of what it sent can be told nothing, and nothing went wrong here.
        const isCutOff = request.destroyed && !request.complete && systemCode(error) === 'ECONNRESET'
        if (!isCutOff) report(error)
        response.destroy()
      }
    },
  }
}

/** A server of MCP alone. */
export interface McpAddress {
  readonly port: number
  readonly url: string
  close(): Promise<void>
}

/** Serves MCP on 127.0.0.1, for programs that show the token. */
export async function serveMcpAddress(options: {
  readonly mcp: McpHttp
  readonly token: string
  /** 0 for any free port. */
  readonly port: number
  readonly report: (error: unknown) => void
}): Promise<McpAddress> {
  const border = createMcpBorder(options.mcp, [options.token], options.report)
  let port = options.port
  const server = http.createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeadersFor(mcpPath))) response.setHeader(name, value)
    endWithAnswer(request, response)
    if (!isAllowedHost(request, port)) return answer(response, 421, 'This address is not served here.')
    if (pathOf(request) !== mcpPath) return answer(response, 404, `MCP is served at ${mcpPath}.`)
    void border.answer(request, response, port, strangers)
  })
  const strangers = limitStrangers(server)
  port = await listenOnLoopback(server, options.port)
  return {
    port,
    url: `http://127.0.0.1:${port}${mcpPath}`,
    async close() {
      await options.mcp.close()
      await closeWithConnections(server)
    },
  }
}
