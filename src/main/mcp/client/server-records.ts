import type { Actor } from '../../../shared/actor'
import type { McpServerDraft } from '../../../shared/contract/mcp-servers'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { isSameName, oneLine } from '../../../shared/text/one-line'
import { isSamePlace } from '../../../shared/web/same-place'
import { createTurns } from '../../async/in-turn'
import type { Audit } from '../../changes/audit'
import { insertMcpServer, mcpSlugs, removeMcpServer, updateMcpServer } from '../../db/mcp-servers'
import { type Database, inTransaction } from '../../db/open'
import { requireSeen } from '../../require-seen'
import type { NamedSecrets } from '../../secrets/named-secrets'
import { checkedConnection, configurationHash, secretNames } from './configuration'
import type { KnownServers } from './known-servers'
import { decide, type ToolDecision } from './review'
import { slugFor } from './tool-names'

/** A new server, or another configuration of one that `isThere`. */
interface Saving {
  readonly id: string
  readonly isThere: boolean
  readonly draft: McpServerDraft
  readonly by: Actor
  readonly seen: number | undefined
}

/**
 * Changes what is stored of servers. Each change has its record in the audit chain in the same transaction, and is known
 * at once; all throw `not_found` for a server that is not there.
 */
export interface ServerRecords {
  /** Throws `conflict` where the server has another revision than the one that was `seen`. */
  save(saving: Saving): Promise<void>
  remove(id: string, by: Actor): Promise<void>
  setEnabled(id: string, enabled: boolean, by: Actor): void
  /** Says yes to the configuration of this hash; throws `conflict` where it has another by now. */
  approve(id: string, hash: string, by: Actor): void
  decideTools(id: string, decisions: readonly ToolDecision[], by: Actor): void
}

/** Makes them over what is known of servers, which is read again after each change. */
export function createServerRecords(parts: {
  readonly db: Database
  readonly known: KnownServers
  readonly secrets: NamedSecrets
  readonly audit: Audit
  readonly now: () => number
}): ServerRecords {
  const { db, known, secrets, audit, now } = parts
  const inTurn = createTurns()

  /** What is changed and what is recorded of it, or neither. */
  function recorded(change: () => void, ...record: Parameters<Audit['record']>): void {
    inTransaction(db, () => {
      change()
      audit.record(...record)
    })
    known.forget()
  }

  function requireName(name: string, id: string): string {
    const trimmed = oneLine(name)
    if (trimmed === '') throw new AppError('invalid_input', say('mcp.no_name'), { field: 'name' })
    const twin = known.look().servers.find((server) => server.id !== id && isSameName(server.name, trimmed))
    if (twin === undefined) return trimmed
    throw new AppError('already_exists', say('mcp.name_taken', { name: twin.name }), { field: 'name' })
  }

  /** Only in turn: the name that is free, and the server that is there, are so until it is stored. */
  async function store({ id, isThere, draft, by, seen }: Saving): Promise<void> {
    const before = isThere ? known.server(id) : null
    requireSeen(before, seen)
    const name = requireName(draft.name, id)
    const { connection, secrets: given } = checkedConnection(draft.connection)
    const { callSeconds } = draft
    // Of another kind, or another place, it is another server to whom none of these was given.
    await secrets.set(id, given, before !== null && !isSamePlace(before.connection, connection))
    const configuration = configurationHash(connection)
    const write = () => {
      if (before !== null) {
        // Whoever goes back to what was allowed once is asked again: values may have been given to what was in between.
        const isSame = configurationHash(before.connection) === configuration
        return updateMcpServer(db, id, {
          ...{ name, connection, callSeconds, revision: before.revision + 1 },
          ...(isSame ? {} : { approvedHash: null }),
        })
      }
      const slug = slugFor(name, new Set(mcpSlugs(db)))
      insertMcpServer(db, {
        ...{ id, name, slug, connection, callSeconds },
        approvedHash: null,
        enabled: true,
        createdAt: now(),
      })
    }
    recorded(write, 'mcp_server.set', { server: id, configuration, secrets: secretNames(connection), by })
  }

  return {
    save: (saving) => inTurn(() => store(saving)),

    remove: (id, by) =>
      inTurn(async () => {
        known.server(id)
        recorded(() => removeMcpServer(db, id), 'mcp_server.removed', { server: id, by })
      }),

    setEnabled(id, enabled, by) {
      known.server(id)
      recorded(() => updateMcpServer(db, id, { enabled }), 'mcp_server.set', { server: id, enabled, by })
    },

    approve(id, hash, by) {
      if (configurationHash(known.server(id).connection) !== hash) {
        throw new AppError('conflict', say('mcp.changed_meanwhile'))
      }
      const record = { server: id, configuration: hash, by }
      recorded(() => updateMcpServer(db, id, { approvedHash: hash }), 'mcp_server.approved', record)
    },

    decideTools(id, decisions, by) {
      known.server(id)
      const write = () => {
        for (const decision of decisions) decide(db, known.tools(id), decision)
      }
      recorded(write, 'mcp_server.reviewed', {
        server: id,
        tools: decisions.map(({ name, offeredHash, allowed, class: toolClass }) => ({
          name,
          pin: offeredHash,
          allowed,
          class: toolClass,
        })),
        by,
      })
    },
  }
}
