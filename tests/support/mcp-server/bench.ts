import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createGate } from '../../../src/main/agent/gate'
import { requireCountersigner } from '../../../src/main/agent/gate/deciding'
import { createRegistry } from '../../../src/main/agent/registry'
import { withForeignTools } from '../../../src/main/agent/registry-foreign'
import { createAudit } from '../../../src/main/changes/audit'
import { openDatabase } from '../../../src/main/db/open'
import { type McpTimes, usualTimes } from '../../../src/main/mcp/client/limits'
import { createMcpServers, type McpServersOptions } from '../../../src/main/mcp/client/service'
import type { GateCall } from '../../../src/main/services/gate'
import { type Actor, person } from '../../../src/shared/actor'
import type { McpServer, McpServerDraft, McpToolClass } from '../../../src/shared/contract/mcp-servers'
import { memorySecrets } from '../memory-secrets'
import { freshFolder } from '../start-host'

/** The assistant that calls tools on a bench. */
const benchAssistant: Actor = { kind: 'assistant', name: 'Assistant' }

/** Servers over a real database, with a gate over nothing but their tools. */
export function createMcpBench(
  more: Partial<Pick<McpServersOptions, 'environment' | 'lookup' | 'named'>> & {
    readonly times?: Partial<McpTimes>
  } = {},
) {
  const folder = freshFolder('mcp')
  const path = join(folder, 'countersign.db')
  const db = openDatabase(path)
  const kept = new Map<string, string>()
  const events: string[] = []
  const now = () => new Date()
  const publish = ({ type }: { readonly type: string }) => {
    events.push(type)
  }
  const make = () =>
    createMcpServers({
      db,
      secrets: memorySecrets(kept),
      environment: more.environment ?? process.env,
      named: more.named ?? (() => []),
      ...(more.lookup === undefined ? {} : { lookup: more.lookup }),
      pictures: {
        forModel: async (bytes) => ({
          picture: {
            sha256: 'of a picture',
            mediaType: 'image/png',
            width: 1,
            height: 1,
            size: bytes.length,
          },
          originalType: 'image/png',
          originalWidth: 1,
          originalHeight: 1,
        }),
      },
      publish,
      audit: createAudit(db, now),
      requireCountersigner,
      now: Date.now,
      times: { ...usualTimes, graceMs: 300, ...more.times },
    })
  const servers = make()
  const registry = withForeignTools(createRegistry([], new Map()), [servers.foreign])
  const gate = createGate({ db, registry, publish, now })
  const signal = () => new AbortController().signal

  return {
    ...{ folder, path, db, kept, events, servers, registry, gate },
    /** Adds a server and says yes to it. */
    async add(draft: McpServerDraft): Promise<McpServer> {
      const { id, configurationHash } = await servers.save(null, draft, person)
      return servers.approve(id, configurationHash, person)
    },
    connect: (id: string) => servers.connect(id, person, signal()),
    /** Allows all that a server offers now and that can be used. */
    allowAll(id: string, toolClass: McpToolClass = 'destructive_update'): void {
      const decisions = servers
        .tools(id)
        .flatMap(({ name, offeredHash, problem }) =>
          offeredHash === null || problem !== null
            ? []
            : [{ name, offeredHash, allowed: true, class: toolClass }],
        )
      servers.review(id, decisions, person)
    },
    /** Adds a server, connects it, and allows all of its tools. */
    async addWhole(
      draft: McpServerDraft,
      toolClass: McpToolClass = 'destructive_update',
    ): Promise<McpServer> {
      const { id } = await this.add(draft)
      const server = await this.connect(id)
      this.allowAll(id, toolClass)
      return server
    },
    call: (tool: string, input: unknown, call: Partial<GateCall> = {}) =>
      gate.call({
        tool,
        input,
        actor: benchAssistant,
        approval: null,
        runId: 'run',
        conversationId: 'talk',
        toolUseId: null,
        signal: signal(),
        ...call,
      }),
    async close() {
      await servers.close()
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** See {@link createMcpBench}. */
export type McpBench = ReturnType<typeof createMcpBench>
