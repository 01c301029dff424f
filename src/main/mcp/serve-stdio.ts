import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { untilAborted } from '../async/until-aborted'
import { createAnsweringTransport } from './answering-transport'
import { createMcpServer, type McpServerOptions } from './create-server'

/** Serves the catalog as MCP tools on standard input and output until the client closes it, or the signal. */
export async function serveMcpOnStdio(
  options: McpServerOptions & {
    readonly report: (error: unknown) => void
    readonly signal: AbortSignal
  },
): Promise<void> {
  const wire = createAnsweringTransport(process.stdin, process.stdout)
  const handle = serveStdio(() => createMcpServer(options), { onerror: options.report, transport: wire })
  await Promise.race([wire.done, untilAborted(options.signal)])
  await handle.close()
}
