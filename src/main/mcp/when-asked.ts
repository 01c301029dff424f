import { once } from '../once'
import type { McpHttp, McpHttpOptions } from './streamable-http'

/** The catalog over HTTP, whose SDK is loaded when the first program asks: few do, and the window opens without it. */
export function createMcpWhenAsked(options: McpHttpOptions): McpHttp {
  let asked = false
  const mcp = once(async () => {
    asked = true
    const { createMcpHttp } = await import('./streamable-http')
    return createMcpHttp(options)
  })
  return {
    handle: async (request, response) => (await mcp()).handle(request, response),
    async close() {
      if (asked) await (await mcp()).close()
    },
  }
}
