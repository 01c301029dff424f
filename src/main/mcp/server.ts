import { type CallToolResult, Server, type Tool } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { ToolInfo } from '../../shared/contract/tools'
import { toErrorShape } from '../../shared/errors'
import { type Client, fromClientError } from '../rpc/client'

/** Everything the MCP server needs: a client of the core, made anew when the core behind it changed. */
export interface McpCore {
  client(clientName: string): Promise<Client>
}

const instructions =
  'Tools that change something answer with a stored proposal: a person decides in Countersign, and nothing is ' +
  'changed before. Go on with other work meanwhile; do not call the tool again for the same change.'

/** Serves the catalog as MCP tools on standard input and output until the client closes it. */
export function serveMcp(options: {
  readonly core: McpCore
  readonly version: string
  readonly report: (error: unknown) => void
}): Promise<void> {
  return new Promise((resolve) => {
    const handle = serveStdio(() => createMcpServer(options), { onerror: options.report })
    process.stdin.once('end', () => {
      void handle.close().then(resolve)
    })
  })
}

/** One server instance; both wires are served from the same handlers. */
export function createMcpServer(options: { readonly core: McpCore; readonly version: string }): Server {
  const server = new Server(
    { name: 'countersign', title: 'Countersign', version: options.version },
    { capabilities: { tools: {} }, instructions },
  )
  const client = () => options.core.client(server.getClientVersion()?.name ?? 'MCP client')

  server.setRequestHandler('tools/list', async () => {
    const catalog = await (await client()).tools.catalog()
    return { tools: catalog.map(describeTool) }
  })

  server.setRequestHandler('tools/call', async (request, context): Promise<CallToolResult> => {
    try {
      const outcome = await (await client()).tools.call(
        { tool: request.params.name, input: request.params.arguments ?? {} },
        { signal: context.mcpReq.signal },
      )
      if (outcome.status === 'proposed') {
        const { proposal } = outcome
        const text = `Proposed #${proposal.number}: ${proposal.preview.summary} It waits for a person's decision in Countersign; nothing is changed yet.`
        return {
          content: [{ type: 'text', text }],
          structuredContent: {
            status: 'proposed',
            proposal_id: proposal.id,
            number: proposal.number,
            class: proposal.class,
            summary: proposal.preview.summary,
          },
        }
      }
      const { result } = outcome
      return {
        content: [{ type: 'text', text: result.content }],
        isError: !result.success,
        ...(isRecord(result.state) ? { structuredContent: result.state } : {}),
      }
    } catch (error) {
      return { content: [{ type: 'text', text: toErrorShape(fromClientError(error)).message }], isError: true }
    }
  })
  return server
}

/** Annotations are hints for clients; the gate never reads them. */
export function describeTool(tool: ToolInfo): Tool {
  const readOnly = tool.class === 'read'
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: objectSchema(tool.inputSchema),
    outputSchema: readOnly ? objectSchema(tool.outputSchema) : proposedOr(tool.outputSchema),
    annotations: {
      title: tool.title,
      readOnlyHint: readOnly,
      destructiveHint: tool.class === 'destructive_update' || tool.class === 'destructive_delete',
      idempotentHint: readOnly,
      openWorldHint: false,
    },
    _meta: { 'countersign/class': tool.class },
  }
}

type ObjectSchema = Tool['inputSchema']

function objectSchema(schema: Readonly<Record<string, unknown>>): ObjectSchema {
  return { ...schema, type: 'object' }
}

/** A write answers with a proposal, or with its state when a standing approval applied it. */
function proposedOr(schema: Readonly<Record<string, unknown>>): ObjectSchema {
  const { $schema: _dialect, ...state } = schema
  return {
    type: 'object',
    anyOf: [
      {
        type: 'object',
        properties: {
          status: { type: 'string', const: 'proposed' },
          proposal_id: { type: 'string' },
          number: { type: 'integer' },
          class: { type: 'string' },
          summary: { type: 'string' },
        },
        required: ['status', 'proposal_id'],
      },
      state,
    ],
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
