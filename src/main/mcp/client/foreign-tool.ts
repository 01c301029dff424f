import { z } from 'zod'
import type { ToolInfo } from '../../../shared/contract/tools'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { startOf } from '../../../shared/start-of'
import { defineReadTool, defineWriteTool } from '../../../shared/tool/define'
import { type McpState, mcpStateSchema } from '../../../shared/tool/mcp-state'
import { type Preview, spoken } from '../../../shared/tool/preview'
import type { Answer, ToolContext } from '../../../shared/tool/runtime'
import { jsonSchema, type RegisteredTool } from '../../agent/registry'
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
  /** Connects, and throws `conflict` unless the tool still is as it was pinned. */
  prepare(call: PinnedCall, context: ToolContext): Promise<void>
  /** Sends exactly this, once. */
  run(call: PinnedCall, context: ToolContext): Promise<Answer<McpState>>
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

/** What every such tool gives here, whatever its server says of it: steps of a sequence take parts of this. */
const outputSchema = jsonSchema(mcpStateSchema, 'output')

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
    outputSchema,
  }
}

/** A tool for the gate. One that can't be used now refuses in its own words, whoever calls it. */
export function registeredForeign({ row, server, host }: ForeignTool, calls: ForeignCalls): RegisteredTool {
  const offer = row.accepted ?? row.offered
  const schema = offer === null ? null : schemaOf(offer).schema
  const { name: tool, serverId, storedName } = row
  const names = { server: server.name, tool }
  const common = {
    name: storedName,
    title: offer === null ? storedName : titleOf(offer),
    description: '',
    input: schema === null ? argumentsSchema : inputType(schema),
    output: mcpStateSchema,
    aliases: [],
    // Whatever it does, what it is given leaves Countersign.
    sendsTo: () => [host],
  }
  const pinned = (input: Input): PinnedCall => ({
    serverId,
    tool,
    pin: calls.requireUsable(serverId, tool),
    arguments: input,
  })
  const registered = {
    origin: 'mcp_server',
    foreign: true,
    pin: () => calls.requireUsable(serverId, tool),
  } as const

  if (row.class === 'read') {
    return {
      ...registered,
      kind: 'read',
      tool: defineReadTool(common),
      implementation: {
        async run(input, context) {
          const call = pinned(input as Input)
          await calls.prepare(call, context)
          return calls.run(call, context)
        },
      },
    }
  }
  return {
    ...registered,
    kind: 'write',
    tool: defineWriteTool({
      ...common,
      class: 'destructive_update',
      irreversible: true,
      plan: planSchema,
      inverse: inverseSchema,
    }),
    implementation: {
      async plan(input) {
        const call = pinned(input as Input)
        return {
          plan: {
            server_id: serverId,
            tool,
            pin: call.pin,
            arguments: canonicalJson(call.arguments),
          },
          preview: previewOf(call, names),
          // The names are what a person looked at, the arguments what was given.
          sources: [],
        }
      },
      async apply(plan, effect) {
        const { server_id, tool: wanted, pin, arguments: given } = planSchema.parse(plan)
        const call = {
          serverId: server_id,
          tool: wanted,
          pin,
          arguments: argumentsSchema.parse(JSON.parse(given)),
        }
        await calls.prepare(call, effect)
        effect.signal.throwIfAborted()
        effect.journal({ server: server.name })
        return calls.run(call, effect)
      },
      async revert(inverse, effect) {
        effect.journal(inverse)
        const { text } = say('mcp.may_have_done', { server: inverseSchema.parse(inverse).server })
        return { content: text, interrupted: true }
      },
    },
  }
}

/** Characters of the arguments in the name of what is touched; all of them are in its reference and the fields. */
const LABEL_CHARACTERS = 100

function previewOf(
  { serverId, tool, pin, arguments: given }: PinnedCall,
  names: { readonly server: string; readonly tool: string },
): Preview {
  const json = canonicalJson(given)
  const label = `${tool} ${json.length > LABEL_CHARACTERS ? `${startOf(json, LABEL_CHARACTERS)}…` : json}`
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
