import type { Actor } from '../../../shared/actor'
import type {
  McpServer,
  McpServerDraft,
  McpToolClass,
  McpToolReview,
} from '../../../shared/contract/mcp-servers'
import { AppError, toErrorShape } from '../../../shared/errors'
import { isSameName, oneLine } from '../../../shared/one-line'
import { say } from '../../../shared/sentences/say'
import type { Audit } from '../../changes/audit'
import {
  decideMcpTool,
  insertMcpServer,
  listMcpServers,
  listMcpTools,
  mcpSlugs,
  removedMcpServers,
  removeMcpServer,
  type StoredMcpServer,
  type StoredMcpTool,
  updateMcpServer,
} from '../../db/mcp-servers'
import { type Database, inTransaction } from '../../db/open'
import type { StartedFrom } from '../../files/acted-on'
import type { Secrets } from '../../host'
import { newId } from '../../identifier'
import { createNamedSecrets } from '../../named-secrets'
import type { Pictures } from '../../pictures/service'
import type { Publish } from '../../publish'
import type { ForeignTools } from '../../services/foreign-tools'
import { unlessAborted } from '../../until-aborted'
import type { NamedHosts } from '../../web/address'
import type { Lookup } from '../../web/checked-request'
import { checkedConnection, configurationHash, secretNames } from './configuration'
import { createForeignTools } from './foreign-tools'
import { type McpTimes, usualTimes } from './limits'
import { createLiveServer, type LiveServer } from './live-server'
import { forReview, problemOf } from './offered-tool'
import { standingOf, takeOffers } from './offers'
import type { ReadLog } from './open'
import { startedFrom } from './started-from'
import { slugFor } from './tool-names'

/** What a person decided of a tool that they saw. */
export interface ToolDecision {
  readonly name: string
  /** Of what was shown. */
  readonly offeredHash: string
  readonly allowed: boolean
  readonly class: McpToolClass
}

/** Other programs' MCP servers, for the window and the command line. */
export interface McpServers {
  list(): readonly McpServer[]
  save(id: string | null, draft: McpServerDraft, by: Actor): Promise<McpServer>
  remove(id: string, by: Actor): Promise<void>
  enable(id: string, enabled: boolean, by: Actor): Promise<McpServer>
  approve(id: string, hash: string, by: Actor): McpServer
  connect(id: string, by: Actor, signal: AbortSignal): Promise<McpServer>
  tools(id: string): readonly McpToolReview[]
  review(id: string, decisions: readonly ToolDecision[], by: Actor): readonly McpToolReview[]
  log(id: string): { readonly text: string; readonly omitted: number }
  /** What the programs of servers are started from, whether or not a person has said yes to them. */
  startedFrom(): readonly StartedFrom[]
  /** Their tools, for the registry. */
  readonly foreign: ForeignTools
  /** Ends every connection, and makes no more. */
  close(): Promise<void>
}

/** What servers are kept in and reached through. */
export interface McpServersOptions {
  readonly db: Database
  readonly secrets: Secrets
  readonly environment: NodeJS.ProcessEnv
  readonly named: NamedHosts
  readonly pictures: Pick<Pictures, 'forModel'>
  readonly publish: Publish
  readonly audit: Audit
  readonly requireCountersigner: (by: Actor) => void
  readonly now: () => number
  readonly times?: McpTimes
  readonly lookup?: Lookup
}

/** What is known of servers and their tools, read once and again after each change. */
interface Known {
  readonly servers: readonly StoredMcpServer[]
  readonly tools: readonly StoredMcpTool[]
  readonly removed: ReadonlyMap<string, string>
}

/** Makes the service; nothing is started or asked before a tool is called or a person wants it. */
export function createMcpServers(options: McpServersOptions): McpServers {
  const { db, publish, audit, requireCountersigner, now, times = usualTimes } = options
  const secrets = createNamedSecrets(options.secrets, 'mcp-server')
  const live = new Map<string, LiveServer>()
  const logs = new Map<string, ReadLog>()
  let known: Known | null = null
  let closing = false

  const look = (): Known => {
    known ??= { servers: listMcpServers(db), tools: listMcpTools(db), removed: removedMcpServers(db) }
    return known
  }
  /** What is stored has changed. */
  const changed = (): void => {
    known = null
    publish({ type: 'mcp_servers' })
  }
  const serverOf = (id: string): StoredMcpServer => {
    const found = look().servers.find((server) => server.id === id)
    if (found === undefined) throw new AppError('not_found', say('mcp.no_server'))
    return found
  }
  const toolsOf = (id: string) => look().tools.filter(({ serverId }) => serverId === id)
  const isApproved = ({ approvedHash, connection }: StoredMcpServer) =>
    approvedHash === configurationHash(connection)

  function requireReachable(server: StoredMcpServer): void {
    const { name, enabled } = server
    if (closing) throw new AppError('cancelled', say('error.stopped'))
    if (!enabled) throw new AppError('denied', say('mcp.switched_off', { server: name }), { sources: [] })
    if (!isApproved(server))
      throw new AppError('denied', say('mcp.unapproved', { server: name }), { sources: [] })
  }

  /** The one connection to a server as it is configured now. */
  function liveOf(server: StoredMcpServer): LiveServer {
    const { id } = server
    const there = live.get(id)
    if (there !== undefined) return there
    const made = createLiveServer({
      server,
      times,
      now,
      async open(signal, told) {
        requireReachable(serverOf(id))
        // Who never adds a server does not pay for the SDK.
        const { openServer } = await import('./open')
        return openServer(
          serverOf(id),
          { ...options, secrets, times },
          (log) => logs.set(id, log),
          signal,
          told,
        )
      },
      took: (listing) => {
        if (takeOffers(db, serverOf(id), listing)) changed()
      },
      changed: () => publish({ type: 'mcp_servers' }),
    })
    live.set(id, made)
    return made
  }

  async function stop(id: string): Promise<void> {
    const was = live.get(id)
    live.delete(id)
    await was?.stop()
  }

  function present(server: StoredMcpServer): McpServer {
    const { id, name, connection, callSeconds, enabled } = server
    const own = toolsOf(id)
    const there = live.get(id)
    const error = there?.error() ?? null
    return {
      id,
      name,
      connection,
      callSeconds,
      enabled,
      state: !enabled ? 'off' : !isApproved(server) ? 'unapproved' : (there?.state() ?? 'idle'),
      error: error === null ? null : toErrorShape(error),
      configurationHash: configurationHash(connection),
      tools: {
        usable: own.filter((tool) => tool.allowed && standingOf(tool) === 'same').length,
        waiting: own.filter(isWaiting).length,
        total: own.filter(({ offered }) => offered !== null).length,
        leftOut: there?.leftOut() ?? 0,
      },
    }
  }

  function requireName(name: string, id: string | null): string {
    const trimmed = oneLine(name)
    if (trimmed === '') throw new AppError('invalid_input', say('mcp.no_name'), { field: 'name' })
    const twin = look().servers.find((server) => server.id !== id && isSameName(server.name, trimmed))
    if (twin === undefined) return trimmed
    throw new AppError('already_exists', say('mcp.name_taken', { name: twin.name }), { field: 'name' })
  }

  return {
    list: () => look().servers.map(present),

    async save(id, draft, by) {
      requireCountersigner(by)
      const name = requireName(draft.name, id)
      const before = id === null ? null : serverOf(id)
      const { connection, secrets: given } = checkedConnection(draft.connection)
      const { callSeconds } = draft
      const serverId = id ?? newId()
      // Of another kind, or another place, it is another server to whom none of these was given.
      await secrets.set(serverId, given, before !== null && isElsewhere(before, connection))
      inTransaction(db, () => {
        if (before === null) {
          const slug = slugFor(name, new Set(mcpSlugs(db)))
          insertMcpServer(db, {
            ...{ id: serverId, name, slug, connection, callSeconds },
            approvedHash: null,
            enabled: true,
            createdAt: now(),
          })
        } else updateMcpServer(db, serverId, { name, connection, callSeconds })
        audit.record('mcp_server.set', {
          server: serverId,
          configuration: configurationHash(connection),
          secrets: secretNames(connection),
          by,
        })
      })
      await stop(serverId)
      changed()
      return present(serverOf(serverId))
    },

    async remove(id, by) {
      requireCountersigner(by)
      serverOf(id)
      inTransaction(db, () => {
        removeMcpServer(db, id)
        audit.record('mcp_server.removed', { server: id, by })
      })
      changed()
      await Promise.all([stop(id), secrets.remove(id)])
      logs.delete(id)
    },

    async enable(id, enabled, by) {
      requireCountersigner(by)
      serverOf(id)
      inTransaction(db, () => {
        updateMcpServer(db, id, { enabled })
        audit.record('mcp_server.set', { server: id, enabled, by })
      })
      if (!enabled) await stop(id)
      changed()
      return present(serverOf(id))
    },

    approve(id, hash, by) {
      requireCountersigner(by)
      const server = serverOf(id)
      if (configurationHash(server.connection) !== hash) {
        throw new AppError('conflict', say('mcp.changed_meanwhile'))
      }
      inTransaction(db, () => {
        updateMcpServer(db, id, { approvedHash: hash })
        audit.record('mcp_server.approved', { server: id, configuration: hash, by })
      })
      changed()
      return present(serverOf(id))
    },

    async connect(id, by, signal) {
      requireCountersigner(by)
      const server = serverOf(id)
      requireReachable(server)
      try {
        await unlessAborted(signal, liveOf(server).again(signal))
      } catch (error) {
        // Its failure stands in what is answered; of anything else nothing would.
        if (liveOf(server).error() === null) throw error
      }
      return present(serverOf(id))
    },

    tools: (id) => reviewsOf(toolsOf(serverOf(id).id)),

    review(id, decisions, by) {
      requireCountersigner(by)
      serverOf(id)
      inTransaction(db, () => {
        for (const decision of decisions) {
          const row = toolsOf(id).find(({ name }) => name === decision.name)
          if (row === undefined || row.offered === null || row.offeredHash !== decision.offeredHash) {
            throw new AppError('conflict', say('mcp.changed_meanwhile'))
          }
          const problem = problemOf(row.offered)
          if (problem !== null && decision.allowed) throw new AppError('unsupported', problem)
          decideMcpTool(db, row, decision)
        }
        audit.record('mcp_server.reviewed', {
          server: id,
          tools: decisions.map(({ name, offeredHash, allowed, class: toolClass }) => ({
            name,
            pin: offeredHash,
            allowed,
            class: toolClass,
          })),
          by,
        })
      })
      changed()
      return reviewsOf(toolsOf(id))
    },

    log(id) {
      serverOf(id)
      return logs.get(id)?.() ?? { text: '', omitted: 0 }
    },

    startedFrom: () => look().servers.map(({ connection }) => startedFrom(connection)),

    foreign: createForeignTools({
      ...{ look, liveOf, requireReachable },
      isReachable: (server) => server.enabled && isApproved(server),
      pictures: options.pictures,
    }),

    async close() {
      closing = true
      await Promise.all([...live.keys()].map(stop))
    },
  }
}

/** Whether what was looked at of a tool, where anything was, no longer is what there is; one that was refused stays so. */
function isWaiting(tool: StoredMcpTool): boolean {
  // Nothing can be decided of one that can't be used.
  if (tool.offered === null || problemOf(tool.offered) !== null) return false
  const standing = standingOf(tool)
  return standing === 'new' || (standing === 'changed' && tool.allowed)
}

function isElsewhere({ connection }: StoredMcpServer, now: StoredMcpServer['connection']): boolean {
  if (connection.kind === 'address' && now.kind === 'address') {
    return new URL(connection.url).origin !== new URL(now.url).origin
  }
  return connection.kind !== now.kind
}

/** What has to be looked at comes first. */
function reviewsOf(rows: readonly StoredMcpTool[]): McpToolReview[] {
  const order = { changed: 0, new: 1, same: 2, gone: 3 }
  return rows
    .map((row): McpToolReview => {
      const { name, storedName, allowed, class: toolClass, offered, offeredHash, accepted } = row
      const problem = offered === null ? null : problemOf(offered)
      return {
        name,
        storedName,
        state: standingOf(row),
        allowed,
        class: toolClass,
        offered: offered === null ? null : forReview(offered),
        offeredHash,
        accepted: accepted === null ? null : forReview(accepted),
        problem: problem === null ? null : toErrorShape(new AppError('unsupported', problem)),
      }
    })
    .sort((a, b) => order[a.state] - order[b.state] || (a.name < b.name ? -1 : 1))
}
