import type { Actor } from '../../../shared/actor'
import type { McpServer, McpServerDraft, McpToolReview } from '../../../shared/contract/mcp-servers'
import { AppError, toErrorShape } from '../../../shared/errors'
import { isSameName, oneLine } from '../../../shared/one-line'
import { say } from '../../../shared/sentences/say'
import type { Audit } from '../../changes/audit'
import {
  insertMcpServer,
  mcpSlugs,
  removeMcpServer,
  type StoredMcpServer,
  updateMcpServer,
} from '../../db/mcp-servers'
import { type Database, inTransaction } from '../../db/open'
import type { StartedFrom } from '../../files/acted-on'
import type { Secrets } from '../../host'
import { newId } from '../../identifier'
import { createTurns } from '../../in-turn'
import { createNamedSecrets } from '../../named-secrets'
import type { Pictures } from '../../pictures/service'
import type { Publish } from '../../publish'
import type { ForeignTools } from '../../services/foreign-tools'
import { unlessAborted } from '../../until-aborted'
import type { NamedHosts } from '../../web/address'
import type { Lookup } from '../../web/checked-request'
import { checkedConnection, configurationHash, secretNames } from './configuration'
import { createForeignTools } from './foreign-tools'
import { createKnownServers, isApproved } from './known-servers'
import { type McpTimes, usualTimes } from './limits'
import { createLiveServers } from './live-servers'
import { standingOf, takeOffers } from './offers'
import { decide, isWaiting, reviewsOf, type ToolDecision } from './review'
import { startedFrom } from './started-from'
import { slugFor } from './tool-names'

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

/** Makes the service; nothing is started or asked before a tool is called or a person wants it. */
export function createMcpServers(options: McpServersOptions): McpServers {
  const { db, environment, named, lookup, publish, audit, requireCountersigner, now } = options
  const { times = usualTimes } = options
  const secrets = createNamedSecrets(options.secrets, 'mcp-server')
  const known = createKnownServers(db)
  const inTurn = createTurns()
  const announce = (): void => publish({ type: 'mcp_servers' })
  /** What is stored has changed. */
  const changed = (): void => {
    known.forget()
    announce()
  }
  const live = createLiveServers({
    ...{ known, now, changed: announce },
    opening: { secrets, times, environment, named, lookup },
    took(id, listing) {
      if (takeOffers(db, known.server(id), listing)) changed()
    },
  })

  function present(server: StoredMcpServer): McpServer {
    const { id, name, connection, callSeconds, enabled } = server
    const own = known.tools(id)
    const there = live.find(id)
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

  function requireName(name: string, id: string): string {
    const trimmed = oneLine(name)
    if (trimmed === '') throw new AppError('invalid_input', say('mcp.no_name'), { field: 'name' })
    const twin = known.look().servers.find((server) => server.id !== id && isSameName(server.name, trimmed))
    if (twin === undefined) return trimmed
    throw new AppError('already_exists', say('mcp.name_taken', { name: twin.name }), { field: 'name' })
  }

  /** Only in turn: the name that is free, and the server that is there, are so until it is stored. */
  async function store(id: string, isThere: boolean, draft: McpServerDraft, by: Actor): Promise<void> {
    const name = requireName(draft.name, id)
    const before = isThere ? known.server(id) : null
    const { connection, secrets: given } = checkedConnection(draft.connection)
    const { callSeconds } = draft
    // Of another kind, or another place, it is another server to whom none of these was given.
    await secrets.set(id, given, before !== null && isElsewhere(before, connection))
    inTransaction(db, () => {
      if (before === null) {
        const slug = slugFor(name, new Set(mcpSlugs(db)))
        insertMcpServer(db, {
          ...{ id, name, slug, connection, callSeconds },
          approvedHash: null,
          enabled: true,
          createdAt: now(),
        })
      } else updateMcpServer(db, id, { name, connection, callSeconds })
      audit.record('mcp_server.set', {
        server: id,
        configuration: configurationHash(connection),
        secrets: secretNames(connection),
        by,
      })
    })
    known.forget()
  }

  return {
    list: () => known.look().servers.map(present),

    async save(id, draft, by) {
      requireCountersigner(by)
      const serverId = id ?? newId()
      await inTurn(() => store(serverId, id !== null, draft, by))
      await live.stop(serverId)
      announce()
      return present(known.server(serverId))
    },

    async remove(id, by) {
      requireCountersigner(by)
      await inTurn(async () => {
        known.server(id)
        inTransaction(db, () => {
          removeMcpServer(db, id)
          audit.record('mcp_server.removed', { server: id, by })
        })
        changed()
      })
      await Promise.all([live.remove(id), secrets.remove(id)])
    },

    async enable(id, enabled, by) {
      requireCountersigner(by)
      known.server(id)
      inTransaction(db, () => {
        updateMcpServer(db, id, { enabled })
        audit.record('mcp_server.set', { server: id, enabled, by })
      })
      // Known at once: a call that comes while its program ends must not start it again.
      known.forget()
      if (!enabled) await live.stop(id)
      announce()
      return present(known.server(id))
    },

    approve(id, hash, by) {
      requireCountersigner(by)
      const server = known.server(id)
      if (configurationHash(server.connection) !== hash) {
        throw new AppError('conflict', say('mcp.changed_meanwhile'))
      }
      inTransaction(db, () => {
        updateMcpServer(db, id, { approvedHash: hash })
        audit.record('mcp_server.approved', { server: id, configuration: hash, by })
      })
      changed()
      return present(known.server(id))
    },

    async connect(id, by, signal) {
      requireCountersigner(by)
      const server = known.server(id)
      live.requireReachable(server)
      try {
        await unlessAborted(signal, live.of(server).again(signal))
      } catch (error) {
        // Its failure stands in what is answered; of anything else nothing would.
        if (live.of(server).error() === null) throw error
      }
      return present(known.server(id))
    },

    tools: (id) => reviewsOf(known.tools(known.server(id).id)),

    review(id, decisions, by) {
      requireCountersigner(by)
      known.server(id)
      inTransaction(db, () => {
        for (const decision of decisions) decide(db, known.tools(id), decision)
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
      return reviewsOf(known.tools(id))
    },

    log(id) {
      known.server(id)
      return live.log(id)
    },

    startedFrom: () => known.look().servers.map(({ connection }) => startedFrom(connection)),

    foreign: createForeignTools({ known, live, pictures: options.pictures }),

    close: live.close,
  }
}

function isElsewhere({ connection }: StoredMcpServer, now: StoredMcpServer['connection']): boolean {
  if (connection.kind === 'address' && now.kind === 'address') {
    return new URL(connection.url).origin !== new URL(now.url).origin
  }
  return connection.kind !== now.kind
}
