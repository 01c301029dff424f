import type { Actor } from '../../../shared/actor'
import type { McpServer, McpServerDraft, McpToolReview } from '../../../shared/contract/mcp-servers'
import { unlessAborted } from '../../async/until-aborted'
import type { Audit } from '../../changes/audit'
import type { Database } from '../../db/open'
import type { StartedFrom } from '../../files/acted-on'
import type { Secrets } from '../../host'
import { newId } from '../../identifier'
import type { Pictures } from '../../pictures/service'
import type { Publish } from '../../publish'
import { createNamedSecrets } from '../../secrets/named-secrets'
import type { ForeignTools } from '../../services/foreign-tools'
import type { NamedHosts } from '../../web/address'
import type { Lookup } from '../../web/checked-request'
import { createForeignTools } from './foreign-tools'
import { createKnownServers } from './known-servers'
import { type McpTimes, usualTimes } from './limits'
import { createLiveServers } from './live-servers'
import { takeOffers } from './offers'
import { presentServer } from './present-server'
import { reviewsOf, type ToolDecision } from './review'
import { createServerRecords } from './server-records'
import { startedFrom } from './started-from'

/** Other programs' MCP servers, for the window and the command line. */
export interface McpServers {
  list(): readonly McpServer[]
  /** See the contract's `save`. */
  save(id: string | null, draft: McpServerDraft, by: Actor, seen?: number): Promise<McpServer>
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
  const records = createServerRecords({ db, known, secrets, audit, now })
  const announce = (): void => publish({ type: 'mcp_servers' })
  const live = createLiveServers({
    ...{ known, changed: announce },
    opening: { secrets, times, environment, named, lookup },
    took(id, listing) {
      if (!takeOffers(db, known.server(id), listing)) return
      known.forget()
      announce()
    },
  })
  const present = (id: string): McpServer => presentServer(known.server(id), known.tools(id), live.find(id))

  return {
    list: () => known.look().servers.map(({ id }) => present(id)),

    async save(id, draft, by, seen) {
      requireCountersigner(by)
      const serverId = id ?? newId()
      await records.save({ id: serverId, isThere: id !== null, draft, by, seen })
      await live.stop(serverId)
      announce()
      return present(serverId)
    },

    async remove(id, by) {
      requireCountersigner(by)
      await records.remove(id, by)
      announce()
      await Promise.all([live.remove(id), secrets.remove(id)])
    },

    async enable(id, enabled, by) {
      requireCountersigner(by)
      // Known before its program ends: a call that comes meanwhile must not start it again.
      records.setEnabled(id, enabled, by)
      if (!enabled) await live.stop(id)
      announce()
      return present(id)
    },

    approve(id, hash, by) {
      requireCountersigner(by)
      records.approve(id, hash, by)
      announce()
      return present(id)
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
      return present(id)
    },

    tools: (id) => reviewsOf(known.tools(known.server(id).id)),

    review(id, decisions, by) {
      requireCountersigner(by)
      records.decideTools(id, decisions, by)
      announce()
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
