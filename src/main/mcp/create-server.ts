import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { CallOutcome, ToolInfo } from '../../shared/contract/tools'
import { type ErrorShape, toErrorShape } from '../../shared/errors'
import { isRecord } from '../../shared/json/is-record'
import { oneLine } from '../../shared/text/one-line'
import { type Client, fromClientError } from '../rpc/client'

/** Everything the MCP server needs: a client of the core, made anew when the core behind it changed. */
export interface McpCore {
  client(clientName: string): Promise<Client>
}

/** What every server is made with. */
export interface McpServerOptions {
  readonly core: McpCore
  /** The application's, which clients are told. */
  readonly version: string
}

const instructions =
  'Tools that change something answer with a stored proposal: a person decides in Countersign, and nothing is ' +
  'changed before. Go on with other work meanwhile; do not call the tool again for the same change. get_proposal tells ' +
  'what became of it.'

const clientInfoSchema = z.object({ name: z.string() })

/** A client's name is shown to people in the inbox; longer ones are cut. */
const nameLimitCharacters = 100

/** A server of the catalog's tools; both wires are served from the same handlers. */
export function createMcpServer(options: McpServerOptions): Server {
  const server = new Server(
    { name: 'countersign', title: 'Countersign', version: options.version },
    { capabilities: { tools: {} }, instructions },
  )
  // One wire says in each request who asks, the other once, in its handshake.
  const client = ({ mcpReq }: ServerContext) => {
    return options.core.client(
      shownName(nameIn(mcpReq.envelope ?? {}) ?? server.getClientVersion()?.name ?? ''),
    )
  }

  server.setRequestHandler('tools/list', async (_request, context) => {
    const catalog = await (await client(context)).tools.catalog()
    return { tools: catalog.map(describeTool) }
  })

  server.setRequestHandler('tools/call', async (request, context): Promise<CallToolResult> => {
    try {
      const outcome = await (await client(context)).tools.call(
        { tool: request.params.name, input: request.params.arguments ?? {}, pictures: true },
        { signal: context.mcpReq.signal },
      )
      if (outcome.status === 'proposed') {
        const { proposal } = outcome
        const text = `Proposed #${proposal.number} (proposal_id ${proposal.id}), which waits for a person's decision in Countersign; nothing is changed yet: ${proposal.preview.summary}`
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
      const { result, usage } = outcome
      return {
        content: [{ type: 'text', text: result.content }, ...imagesOf(outcome)],
        isError: !result.success,
        ...(isRecord(result.state) ? { structuredContent: result.state } : {}),
        ...metaOf({
          ...(result.error === undefined ? {} : errorMeta(result.error)),
          ...(usage === undefined ? {} : { 'countersign/usage': usage }),
        }),
      }
    } catch (error) {
      const shape = toErrorShape(fromClientError(error))
      return { content: [{ type: 'text', text: shape.message }], isError: true, ...metaOf(errorMeta(shape)) }
    }
  })
  return server
}

/** What people are told that a client is called: it names itself, so nothing of that is hidden, turned or of two lines. */
function shownName(told: string): string {
  const name = [...oneLine(told)].slice(0, nameLimitCharacters).join('').trim()
  return name === '' ? 'MCP client' : name
}

/** The name of the client in the envelope of a request, whose declared type leaves it out. */
function nameIn(envelope: object): string | null {
  const [, told] = Object.entries(envelope).find(([key]) => key === CLIENT_INFO_META_KEY) ?? []
  return clientInfoSchema.safeParse(told).data?.name ?? null
}

/** Pictures as MCP carries them. */
function imagesOf({ pictures = [] }: Extract<CallOutcome, { status: 'done' }>) {
  return pictures.map(({ mediaType, data }) => ({ type: 'image' as const, data, mimeType: mediaType }))
}

/** The code and the field of an error, for programs; the text is for models. */
function errorMeta({ code, field }: ErrorShape) {
  return { 'countersign/error': field === undefined ? { code } : { code, field } }
}

/** What goes with a result beside what it says; nothing where there is nothing. */
function metaOf(meta: Record<string, unknown>) {
  return Object.keys(meta).length === 0 ? {} : { _meta: meta }
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
      openWorldHint: tool.sends,
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
