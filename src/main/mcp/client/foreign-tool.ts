import { z } from 'zod'
import type { ToolInfo } from '../../../shared/contract/tools'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { shortened } from '../../../shared/text/start-of'
import type { ForeignState } from '../../../shared/tool/foreign-state'
import { type Preview, spoken } from '../../../shared/tool/preview'
import type { Answer, ToolContext } from '../../../shared/tool/runtime'
import { foreignOutputSchema, foreignTool } from '../../agent/foreign-tool'
import type { RegisteredTool } from '../../agent/registry'
import { canonicalJson } from '../../changes/canonical-json'
import type { StoredMcpTool } from '../../db/mcp-servers'
import { inputType } from './input-type'
import { modelDescription, schemaOf, titleOf } from './offered-tool'
import { moduleIdOf } from './tool-names'

type Input = Readonly<Record<string, unknown>>

/** A tool of another server with what is known of its server. */
export interface ForeignTool {
  readonly row: StoredMcpTool
  readonly server: { readonly name: string; readonly slug: string }
  /** Where what it is given goes: a host, or for a program on this computer the server's name. */
  readonly host: string
}

/** What a call is bound to: the tool as it was looked at, at the server as a person said yes to it. */
export interface PinnedCall {
  readonly serverId: string
  readonly tool: string
  readonly pin: string
  readonly arguments: Input
}

/** What foreign tools are run by. */
export interface ForeignCalls {
  /** The pin of a tool that can be used now, at its server; throws a sentence for one that can't. */
  requireUsable(serverId: string, tool: string): string
  /** Throws `conflict` where the tool, as it was last told of, is not as it was pinned. */
  requireSame(call: PinnedCall): void
  /** Connects, and throws `conflict` unless the tool still is as it was pinned. */
  prepare(call: PinnedCall, context: ToolContext): Promise<void>
  /** Sends exactly this, once. */
  run(call: PinnedCall, context: ToolContext): Promise<Answer<ForeignState>>
}

const planSchema = z.object({
  server_id: z.string(),
  tool: z.string(),
  pin: z.string(),
  /** JSON with its keys in order. */
  arguments: z.string(),
})
const argumentsSchema = z.record(z.string(), z.unknown())
const inverseSchema = z.object({ server: z.string() })

/** The module of a server's tools as people read it. */
function moduleTitleOf(server: string): string {
  return `${server} (MCP)`
}

/** What catalogs tell of a tool that can be used. */
export function infoOfForeign({ row, server }: ForeignTool): ToolInfo | null {
  const offer = row.accepted
  const schema = offer === null ? null : schemaOf(offer).schema
  if (offer === null || schema === null) return null
  return {
    name: row.storedName,
    title: titleOf(offer),
    description: modelDescription(server.name, offer),
    module: moduleIdOf(server.slug),
    moduleTitle: moduleTitleOf(server.name),
    icon: 'plug',
    class: row.class,
    aliases: [],
    primary: null,
    sends: true,
    foreign: true,
    inputSchema: { ...schema },
    outputSchema: foreignOutputSchema,
  }
}

/** A tool for the gate. */
export function registeredForeign({ row, server, host }: ForeignTool, calls: ForeignCalls): RegisteredTool {
  const offer = row.accepted ?? row.offered
  const schema = offer === null ? null : schemaOf(offer).schema
  const { name: tool, serverId, storedName } = row
  const names = { server: server.name, tool }
  return foreignTool({
    name: storedName,
    title: offer === null ? storedName : titleOf(offer),
    description: '',
    input: schema === null ? argumentsSchema : inputType(schema),
    origin: 'mcp_server',
    class: row.class,
    hosts: () => [host],
    pin: () => calls.requireUsable(serverId, tool),
    call: planSchema,
    callOf: (input) => ({
      server_id: serverId,
      tool,
      pin: calls.requireUsable(serverId, tool),
      arguments: canonicalJson(input),
    }),
    previewOf: (call, given) =>
      previewOf({ ...pinned(call), arguments: argumentsSchema.parse(given) }, names),
    requireSame: (call) => calls.requireSame(pinned(call)),
    prepare: (call, context) => calls.prepare(pinned(call), context),
    send: (call, context) => calls.run(pinned(call), context),
    whereOf: () => ({ server: server.name }),
    where: inverseSchema,
    mayHaveDone: (where) => say('mcp.may_have_done', where),
  })
}

function pinned({ server_id, tool, pin, arguments: given }: z.infer<typeof planSchema>): PinnedCall {
  return { serverId: server_id, tool, pin, arguments: argumentsSchema.parse(JSON.parse(given)) }
}

/** Characters of the arguments in the name of what is touched; all of them are in its reference and the fields. */
const LABEL_CHARACTERS = 100

function previewOf(
  { serverId, tool, pin, arguments: given }: PinnedCall,
  names: { readonly server: string; readonly tool: string },
): Preview {
  const json = canonicalJson(given)
  const label = `${tool} ${shortened(json, LABEL_CHARACTERS)}`
  return spoken({
    summary: say('mcp.call', names),
    // The exact call is the target, so that nothing else is covered by a yes that is remembered.
    targets: [
      {
        kind: 'record',
        label,
        reference: `mcp:${canonicalJson([serverId, tool, pin, given])}`,
        detail: names.server,
      },
    ],
    changes: [
      {
        kind: 'fields',
        label: tool,
        fields: Object.entries(given).map(([name, value]) => ({
          name,
          before: null,
          after: typeof value === 'string' ? value : JSON.stringify(value),
        })),
      },
    ],
    lost: [],
    recovery: 'none',
    warnings: [say('mcp.no_undo', names), say('mcp.gets_all', names)],
  })
}

/** The error for a tool that moved since it was shown. */
export function moved(server: string, tool: string): AppError {
  return new AppError('conflict', say('mcp.moved', { server, tool }), { sources: [] })
}
