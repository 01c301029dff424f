import { z } from 'zod'
import type { HttpToolDefinition } from '../../shared/contract/http-tools'
import type { ToolInfo } from '../../shared/contract/tools'
import { AppError, type ErrorCode } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { shortened } from '../../shared/text/start-of'
import type { ForeignState } from '../../shared/tool/foreign-state'
import { type Preview, spoken } from '../../shared/tool/preview'
import type { Answer, ToolContext } from '../../shared/tool/runtime'
import { foreignOutputSchema, foreignTool } from '../agent/foreign-tool'
import { jsonSchema, type RegisteredTool } from '../agent/registry'
import { canonicalJson, sha256 } from '../changes/canonical-json'
import type { StoredHttpTool } from '../db/http-tools'
import { hiddenValue } from '../secrets/without-values'
import type { ForeignTools } from '../services/foreign-tools'
import { addressOf } from './definition'
import { type HttpRequest, inputOf, requestFor } from './request'

/** The module that all of them make; no folder of our own tools is called so. */
const MODULE = { module: 'http', moduleTitle: 'HTTP tools' }

/** A tool that was not removed. */
export interface DefinedTool extends StoredHttpTool {
  readonly definition: HttpToolDefinition
}

/** What they are kept in and sent by. */
export interface HttpToolParts {
  /** All that there ever were; the same list until something changes. */
  all(): readonly StoredHttpTool[]
  send(tool: DefinedTool, request: HttpRequest, context: ToolContext): Promise<Answer<ForeignState>>
}

const planSchema = z.object({
  tool_id: z.string(),
  /** Of the tool as it was defined. */
  pin: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: z.string(),
  body: z.string().nullable(),
})
const inverseSchema = z.object({ host: z.string() })
const anyInput = z.record(z.string(), z.unknown())

/** Whether a tool is there still. */
export function isDefined(tool: StoredHttpTool): tool is DefinedTool {
  return tool.definition !== null
}

/** The tools that people made of addresses, for the registry. */
export function createHttpForeignTools(parts: HttpToolParts): ForeignTools {
  let made: {
    readonly of: readonly StoredHttpTool[]
    readonly infos: readonly ToolInfo[]
    readonly registered: Map<string, RegisteredTool>
  } | null = null
  const current = () => {
    const all = parts.all()
    if (made?.of !== all) {
      const usable = all.filter(isDefined).filter(({ enabled }) => enabled)
      made = { of: all, infos: usable.map(infoOf), registered: new Map() }
    }
    return made
  }
  const named = (name: string) => parts.all().find((tool) => tool.name === name)
  return {
    infos: () => current().infos,
    resolve(name) {
      const { registered } = current()
      const there = registered.get(name)
      const tool = named(name)
      if (there !== undefined || tool === undefined) return there ?? null
      const fresh = registeredTool(tool, parts)
      registered.set(name, fresh)
      return fresh
    },
    titles(name) {
      const tool = named(name)
      return tool === undefined ? null : { toolTitle: tool.title, module: MODULE.module }
    },
  }
}

function infoOf({ name, definition }: DefinedTool): ToolInfo {
  return {
    ...MODULE,
    ...{ name, title: definition.title, description: definition.description },
    ...{ icon: 'globe', class: definition.class, aliases: [], primary: null, sends: true, foreign: true },
    inputSchema: jsonSchema(inputOf(definition.fields), 'input'),
    outputSchema: foreignOutputSchema,
  }
}

/** The tool with this id as it can be used now; throws where it can't be, with this code where one is given. */
function requireUsable(parts: HttpToolParts, id: string, code?: ErrorCode): DefinedTool {
  const tool = parts.all().find((each) => each.id === id)
  if (tool === undefined || !isDefined(tool)) {
    throw new AppError(code ?? 'unavailable', say('http.gone', { tool: tool?.title ?? '' }), { sources: [] })
  }
  if (!tool.enabled)
    throw new AppError(code ?? 'denied', say('http.switched_off', { tool: tool.title }), { sources: [] })
  return tool
}

/** What a yes is bound to beside the input: where it goes and what it is taken for. */
function pinOf({ definition }: DefinedTool): string {
  return sha256(canonicalJson(definition))
}

/** A tool for the gate. */
function registeredTool(
  { id, name, title, definition }: StoredHttpTool,
  parts: HttpToolParts,
): RegisteredTool {
  const usable = () => requireUsable(parts, id)
  const requireSame = ({ pin }: z.infer<typeof planSchema>) => {
    // That it is switched off or gone since is told with what moved: a yes would come to nothing else.
    const tool = requireUsable(parts, id, 'conflict')
    if (pinOf(tool) === pin) return
    throw new AppError('conflict', say('http.moved', { tool: tool.title }), { sources: [] })
  }
  return foreignTool({
    ...{ name, title, description: definition?.description ?? '' },
    input: definition === null ? anyInput : inputOf(definition.fields),
    origin: 'web',
    class: definition?.class ?? 'destructive_update',
    hosts: () => [hostOf(usable())],
    pin: () => pinOf(usable()),
    call: planSchema,
    callOf(input) {
      const tool = usable()
      return { tool_id: id, pin: pinOf(tool), ...requestFor(tool.definition, anyInput.parse(input)) }
    },
    previewOf: (call) => previewOf(usable(), call),
    requireSame,
    prepare: async (call) => requireSame(call),
    send: ({ method, url, body }, context) => parts.send(usable(), { method, url, body }, context),
    whereOf: () => ({ host: hostOf(usable()) }),
    where: inverseSchema,
    mayHaveDone: (where) => say('http.may_have_done', where),
  })
}

function hostOf({ definition }: DefinedTool): string {
  return addressOf(definition.url).host
}

/** Characters of the request in the name of what is touched; all of it is in its reference and the fields. */
const LABEL_CHARACTERS = 100

function previewOf(
  { id, definition }: DefinedTool,
  { pin, ...request }: Pick<z.infer<typeof planSchema>, 'pin' | 'method' | 'url' | 'body'>,
): Preview {
  const { title, headers } = definition
  const host = addressOf(definition.url).host
  const line = `${request.method} ${request.url}`
  const row = (name: string, after: string) => ({ name, before: null, after })
  const body = Object.entries(request.body === null ? {} : anyInput.parse(JSON.parse(request.body)))
  return spoken({
    summary: say('http.call', { tool: title, method: request.method, host }),
    // The exact request is the target, so that nothing else is covered by a yes that is remembered.
    targets: [
      {
        kind: 'record',
        label: shortened(line, LABEL_CHARACTERS),
        reference: `http:${canonicalJson([id, pin, request.method, request.url, request.body])}`,
        detail: host,
      },
    ],
    changes: [
      {
        kind: 'fields',
        label: title,
        fields: [
          row(request.method, request.url),
          ...headers.map((name) => row(name, hiddenValue)),
          ...body.map(([name, value]) =>
            row(name, typeof value === 'string' ? value : JSON.stringify(value)),
          ),
        ],
      },
    ],
    lost: [],
    recovery: 'none',
    warnings: [say('http.no_undo', { host }), say('http.gets_all', { host })],
  })
}
